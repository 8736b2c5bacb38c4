import type { Client } from '../../contract/client.ts';

/** Asks for one thing; what is asked for within a moment goes out together. Rejects as soon as the signal says that nobody waits. */
export type Batched<Key, Value> = (key: Key, signal: AbortSignal) => Promise<Value>;

interface Waiting<Key, Value> {
	key: Key;
	signal: AbortSignal;
	resolve: (value: Value) => void;
	reject: (error: unknown) => void;
}

interface BatchOptions<Key, Value> {
	/** Answers several keys at once, in their order. The signal says that nobody waits for any of them. */
	load: (keys: Key[], signal: AbortSignal) => Promise<Value[]>;
	/** Most keys of one call. */
	most: number;
	/** Milliseconds that are waited for more. */
	wait?: number;
}

/** Makes one call out of those that a screen full of components makes. Each rejects with its own call's error. */
export function batched<Key, Value>({ load, most, wait = 20 }: BatchOptions<Key, Value>): Batched<Key, Value> {
	let waiting: Waiting<Key, Value>[] = [];

	async function send(batch: Waiting<Key, Value>[]) {
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
		const all = waiting.filter(({ signal }) => !signal.aborted);
		waiting = [];
		for (let start = 0; start < all.length; start += most) void send(all.slice(start, start + most));
	}

	return (key, signal) =>
		new Promise((resolve, reject) => {
			signal.throwIfAborted();
			signal.addEventListener('abort', () => reject(signal.reason));
			if (waiting.length === 0) setTimeout(flush, wait);
			waiting.push({ key, signal, resolve, reject });
		});
}

/** Makes one for each client of the API, when it is first asked for. */
export function perClient<Made>(make: (api: Client) => Made): (api: Client) => Made {
	const made = new WeakMap<Client, Made>();
	return (api) => {
		const one = made.get(api) ?? make(api);
		made.set(api, one);
		return one;
	};
}
