import type { Tx } from './database/index.ts';

/** News that travels upward within the transaction it happened in: whoever holds rows acts, or the whole fails. */
export interface Event<Data> {
	listen(listener: (tx: Tx, data: Data) => Promise<void>): void;
	announce(tx: Tx, data: Data): Promise<void>;
}

export function createEvent<Data>(): Event<Data> {
	const listeners: ((tx: Tx, data: Data) => Promise<void>)[] = [];
	return {
		listen: (listener) => void listeners.push(listener),
		async announce(tx, data) {
			for (const listener of listeners) await listener(tx, data);
		},
	};
}
