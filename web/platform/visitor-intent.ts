import { createContext, useContext } from 'react';

/** Milliseconds until a stored intent expires. */
const maxAge = 30 * 60_000;
const storageKey = 'intent';

export interface VisitorIntent {
	/** Name of the action that the visitor wants to perform. A handler is registered under this name. */
	action: string;
	/** Input of the action. It must survive JSON. */
	input: unknown;
}

/** Intent with the page and scroll position at which the visitor tapped. */
export interface PendingVisitorIntent extends VisitorIntent {
	/** Path and query string of the page. */
	path: string;
	/** Scroll position of the page in pixels. */
	scroll: number;
	/** Time of the tap in milliseconds since 1970. */
	at: number;
}

/** Stores the intent in this tab until the visitor has logged in. It replaces an earlier intent. Storage errors are ignored. */
export function saveVisitorIntent(storage: Pick<Storage, 'setItem'>, intent: PendingVisitorIntent) {
	try {
		storage.setItem(storageKey, JSON.stringify(intent));
	} catch {
		// If the intent cannot be stored, the visitor taps again after logging in.
	}
}

/** Removes and returns the intent that was stored on the page at `path`. Null if there is none or it has expired. */
export function consumeVisitorIntent(
	storage: Pick<Storage, 'getItem' | 'removeItem'>,
	path: string,
	now: number,
): PendingVisitorIntent | null {
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

function parse(text: string | null): PendingVisitorIntent | null {
	if (text === null) return null;
	const value: unknown = JSON.parse(text);
	if (typeof value !== 'object' || value === null) return null;
	const { action, path, scroll, at } = value as Partial<Record<keyof PendingVisitorIntent, unknown>>;
	const isValid =
		typeof action === 'string' && typeof path === 'string' && typeof scroll === 'number' && typeof at === 'number';
	return isValid ? (value as PendingVisitorIntent) : null;
}

/**
 * Asks a visitor to log in and then performs the intent. `why` completes the sentence 'Log in to …'. `path` is where the visitor returns to, if
 * it differs from the path that React Router knows.
 */
export type PromptLogin = (why: string, intent: VisitorIntent, path?: string) => void;

const LoginPromptContext = createContext<PromptLogin>(() => {});

export const LoginPromptProvider = LoginPromptContext.Provider;

export function useLoginPrompt(): PromptLogin {
	return useContext(LoginPromptContext);
}
