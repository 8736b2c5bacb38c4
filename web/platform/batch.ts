import type { Client } from '../../contract/client.ts';

/** Asks for one thing; what is asked for within a moment goes out together. Rejects as soon as the signal says that nobody waits. */
export type BatchLoader<Key, Value> = (key: Key, signal: AbortSignal) => Promise<Value>;

interface PendingKey<Key, Value> {
	key: Key;
	signal: AbortSignal;
	resolve: (value: Value) => void;
	reject: (error: unknown) => void;
}

interface BatchOptions<Key, Value> {
	/** Answers several keys at once, in their order. The signal says that nobody waits for any of them. */
	load: (keys: Key[], signal: AbortSignal) => Promise<Value[]>;
	/** Most keys of one call. */
	maxBatchSize: number;
	/** Milliseconds that are waited for more. */
	wait?: number;
}

/** Makes one call out of those that a screen full of components makes. Each rejects with its own call's error. */
export function createBatchLoader<Key, Value>({
	load,
	maxBatchSize,
	wait = 20,
}: BatchOptions<Key, Value>): BatchLoader<Key, Value> {
	let pending: PendingKey<Key, Value>[] = [];

	async function send(batch: PendingKey<Key, Value>[]) {
		const call = new AbortController();
		for (const { signal } of batch) {
			signal.addEventListener('abort', () => {
				if (batch.every((other) => other.signal.aborted)) call.abort(signal.reason);
			});
		}
		try {
			const keys = batch.map(({ key }) => key);
			const values = await load(keys, call.signal);
			for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
		} catch (error) {
			for (const { reject } of batch) reject(error);
		}
	}

	function flush() {
		const all = pending.filter(({ signal }) => !signal.aborted);
		pending = [];
		for (let start = 0; start < all.length; start += maxBatchSize) void send(all.slice(start, start + maxBatchSize));
	}

	return (key, signal) =>
		new Promise((resolve, reject) => {
			signal.throwIfAborted();
			signal.addEventListener('abort', () => reject(signal.reason));
			if (pending.length === 0) setTimeout(flush, wait);
			pending.push({ key, signal, resolve, reject });
		});
}

/** Makes one for each client of the API, when it is first asked for. */
export function memoizePerClient<Made>(make: (api: Client) => Made): (api: Client) => Made {
	const made = new WeakMap<Client, Made>();
	return (api) => {
		const value = made.get(api) ?? make(api);
		made.set(api, value);
		return value;
	};
}
