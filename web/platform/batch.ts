import type { Client } from '../../contract/core/client.ts';

/** Loads the value of one key. Keys requested within `wait` milliseconds share a call. Rejects as soon as `signal` aborts. */
export type BatchLoader<Key, Value> = (key: Key, signal: AbortSignal) => Promise<Value>;

interface PendingKey<Key, Value> {
	key: Key;
	signal: AbortSignal;
	resolve: (value: Value) => void;
	reject: (error: unknown) => void;
}

interface BatchOptions<Key, Value> {
	/** Loads the values of several keys, in the order of the keys. `signal` aborts once all callers have aborted. */
	load: (keys: Key[], signal: AbortSignal) => Promise<Value[]>;
	maxBatchSize: number;
	/** Milliseconds to collect keys before a call. Default: 20. */
	wait?: number;
}

/** Creates a loader that merges the requests of many components into few calls. A failed call rejects only the keys in it. */
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

/** Returns a function that calls `make` once per API client, on first use, and caches the value. */
export function memoizePerClient<Value>(make: (api: Client) => Value): (api: Client) => Value {
	const cache = new WeakMap<Client, Value>();
	return (api) => {
		const value = cache.get(api) ?? make(api);
		cache.set(api, value);
		return value;
	};
}
