import { createContext, useContext } from 'react';

/** Milliseconds that something wanted is remembered while its visitor logs in. */
const life = 30 * 60_000;
const key = 'intent';

/** What a visitor wanted to do. */
export interface Wish {
	/** What to do, as whoever carries it out calls it. */
	action: string;
	/** Of what; must survive JSON. */
	input: unknown;
}

/** A wish with the spot it was made at. */
export interface Intent extends Wish {
	/** Path and query of the page. */
	path: string;
	/** Pixels the page was scrolled down. */
	scroll: number;
	/** Milliseconds since 1970. */
	at: number;
}

/** Remembers, in this tab only, what is to be done after logging in. A later one takes its place. */
export function keepIntent(storage: Pick<Storage, 'setItem'>, intent: Intent) {
	try {
		storage.setItem(key, JSON.stringify(intent));
	} catch {
		// Where nothing can be stored, the visitor comes back and taps again.
	}
}

/** Takes what is to be done on this page: once, and never what has waited for too long. Null where there is nothing. */
export function takeIntent(storage: Pick<Storage, 'getItem' | 'removeItem'>, path: string, now: number): Intent | null {
	try {
		const intent = parse(storage.getItem(key));
		if (!intent) return null;
		const expired = now - intent.at > life;
		if (!expired && intent.path !== path) return null;
		storage.removeItem(key);
		return expired ? null : intent;
	} catch {
		return null;
	}
}

function parse(text: string | null): Intent | null {
	if (text === null) return null;
	const value: unknown = JSON.parse(text);
	if (typeof value !== 'object' || value === null) return null;
	const { action, path, scroll, at } = value as Partial<Record<keyof Intent, unknown>>;
	const known =
		typeof action === 'string' && typeof path === 'string' && typeof scroll === 'number' && typeof at === 'number';
	return known ? (value as Intent) : null;
}

/** Asks a visitor to log in, and carries the wish out afterwards. `why` completes the sentence 'Log in to …'. */
export type AskToLogIn = (why: string, wish: Wish) => void;

const AskContext = createContext<AskToLogIn>(() => {});

export const AskProvider = AskContext.Provider;

export function useAskToLogIn(): AskToLogIn {
	return useContext(AskContext);
}
