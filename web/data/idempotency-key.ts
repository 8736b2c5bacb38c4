import { useRef } from 'react';
import { generateRandomKey } from '../platform/random-key.ts';

/** Keeps the idempotency key of an unconfirmed call, so that the server recognizes a repeat after a lost response. */
export function useIdempotencyKey() {
	const last = useRef<{ body: string; key: string } | null>(null);
	return {
		/** Returns the idempotency key of a call with the body `input`: the same key until the body changes. */
		getKey(input: unknown): string {
			const body = JSON.stringify(input);
			if (last.current?.body !== body) last.current = { body, key: generateRandomKey() };
			return last.current.key;
		},
		/** Must be called after a response. The same body then gets a new key. */
		reset() {
			last.current = null;
		},
	};
}
