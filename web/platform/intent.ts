import { createContext, useContext } from 'react';

/** Milliseconds that something wanted is remembered while its visitor logs in. */
const maxAge = 30 * 60_000;
const storageKey = 'intent';

/** What a visitor wanted to do. */
export interface Intent {
	/** What to do, as whoever carries it out calls it. */
	action: string;
	/** Of what; must survive JSON. */
	input: unknown;
}

/** A wish with the spot it was made at. */
export interface PendingIntent extends Intent {
	/** Path and query of the page. */
	path: string;
	/** Pixels the page was scrolled down. */
	scroll: number;
	/** Milliseconds since 1970. */
	at: number;
}

/** Remembers, in this tab only, what is to be done after logging in. A later one takes its place. */
export function saveIntent(storage: Pick<Storage, 'setItem'>, intent: PendingIntent) {
	try {
		storage.setItem(storageKey, JSON.stringify(intent));
	} catch {
		// Where nothing can be stored, the visitor comes back and taps again.
	}
}

/** Takes what is to be done on this page: once, and never what has waited for too long. Null where there is nothing. */
export function takeIntent(
	storage: Pick<Storage, 'getItem' | 'removeItem'>,
	path: string,
	now: number,
): PendingIntent | null {
	try {
		const intent = parse(storage.getItem(storageKey));
		if (!intent) return null;
		const expired = now - intent.at > maxAge;
		if (!expired && intent.path !== path) return null;
		storage.removeItem(storageKey);
		return expired ? null : intent;
	} catch {
		return null;
	}
}

function parse(text: string | null): PendingIntent | null {
	if (text === null) return null;
	const value: unknown = JSON.parse(text);
	if (typeof value !== 'object' || value === null) return null;
	const { action, path, scroll, at } = value as Partial<Record<keyof PendingIntent, unknown>>;
	const known =
		typeof action === 'string' && typeof path === 'string' && typeof scroll === 'number' && typeof at === 'number';
	return known ? (value as PendingIntent) : null;
}

/** Asks a visitor to log in, and carries the wish out afterwards. `why` completes the sentence 'Log in to …'. */
export type PromptLogin = (why: string, wish: Intent) => void;

const LoginPromptContext = createContext<PromptLogin>(() => {});

export const LoginPromptProvider = LoginPromptContext.Provider;

export function useLoginPrompt(): PromptLogin {
	return useContext(LoginPromptContext);
}
