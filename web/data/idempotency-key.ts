import { useRef } from 'react';
import { randomKey } from '../platform/random-key.ts';

/** Makes a repeat after a lost answer the same call. */
export function useIdempotencyKey() {
	const last = useRef<{ body: string; key: string } | null>(null);
	return {
		/** The same key as long as the same is sent. */
		getKey(sent: unknown): string {
			const body = JSON.stringify(sent);
			if (last.current?.body !== body) last.current = { body, key: randomKey() };
			return last.current.key;
		},
		/** It has arrived: the same, sent once more, is another call. */
		reset() {
			last.current = null;
		},
	};
}
