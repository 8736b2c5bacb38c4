/** Asks for one thing; what is asked for within a moment goes out together. */
export type Batched<Key, Value> = (key: Key) => Promise<Value>;

interface Waiting<Key, Value> {
	key: Key;
	resolve: (value: Value) => void;
	reject: (error: unknown) => void;
}

interface BatchOptions<Key, Value> {
	/** Answers several keys at once, in their order. */
	load: (keys: Key[]) => Promise<Value[]>;
	/** Most keys of one call. */
	most: number;
	/** Milliseconds that are waited for more. */
	wait?: number;
}

/** Makes one call out of those that a screen full of components makes. Each rejects with its own call's error. */
export function batched<Key, Value>({ load, most, wait = 20 }: BatchOptions<Key, Value>): Batched<Key, Value> {
	let waiting: Waiting<Key, Value>[] = [];

	async function send(batch: Waiting<Key, Value>[]) {
		try {
			const values = await load(batch.map(({ key }) => key));
			for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
		} catch (error) {
			for (const { reject } of batch) reject(error);
		}
	}

	function flush() {
		const all = waiting;
		waiting = [];
		for (let start = 0; start < all.length; start += most) void send(all.slice(start, start + most));
	}

	return (key) =>
		new Promise((resolve, reject) => {
			if (waiting.length === 0) setTimeout(flush, wait);
			waiting.push({ key, resolve, reject });
		});
}
