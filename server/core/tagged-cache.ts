import type { Database } from '../database/index.ts';
import type { Clock } from './clock.ts';

export interface TaggedCacheDeps {
	db: Pick<Database, 'onInvalidate'>;
	clock: Clock;
	/** Size of all entries in bytes, beyond which the least recently used entries are removed. */
	maxBytes: number;
}

export interface TaggedEntry<Value> {
	value: Value;
	/** Cache tags. Invalidating any of them removes the entry. */
	tags: readonly string[];
	/** Time in milliseconds since 1970 at which the entry expires. It is removed later, to make room. */
	expiresAt: number;
	bytes: number;
}

/** Read of the data from which entries are made. */
export interface CacheLoad<Value> {
	/** Returns whether any tag was invalidated since the load began. */
	isOutdated(): boolean;
	/** Adds or replaces an entry, unless one of its tags was invalidated since the load began. */
	store(key: string, entry: TaggedEntry<Value>): void;
	end(): void;
}

/** Cache in memory that removes an entry when any process invalidates one of its tags. */
export interface TaggedCache<Value> {
	/** Returns an entry, also an expired one, and marks it as used. */
	find(key: string): TaggedEntry<Value> | undefined;
	/** Returns the value of an entry that has not expired. */
	get(key: string): Value | undefined;
	/** Starts a load. Call it before the first read, and `end` after the last entry is stored. */
	startLoad(): CacheLoad<Value>;
	close(): void;
}

export function createTaggedCache<Value>({ db, clock, maxBytes }: TaggedCacheDeps): TaggedCache<Value> {
	/** Entries by key, the least recently used first. */
	const entries = new Map<string, TaggedEntry<Value>>();
	/** Keys of the entries that have a tag, so that an invalidation costs the same however many entries there are. */
	const keysByTag = new Map<string, Set<string>>();
	/** Tags that were invalidated during each running load. */
	const loads = new Set<Set<string>>();
	let bytes = 0;

	function remove(key: string): void {
		const entry = entries.get(key);
		if (!entry) return;
		entries.delete(key);
		bytes -= entry.bytes;
		for (const tag of entry.tags) {
			const keys = keysByTag.get(tag);
			if (keys?.delete(key) && keys.size === 0) keysByTag.delete(tag);
		}
	}

	function insert(key: string, entry: TaggedEntry<Value>): void {
		remove(key);
		entries.set(key, entry);
		bytes += entry.bytes;
		for (const tag of entry.tags) {
			const keys = keysByTag.get(tag);
			if (keys) keys.add(key);
			else keysByTag.set(tag, new Set([key]));
		}
		for (const oldest of entries.keys()) {
			if (bytes <= maxBytes) break;
			remove(oldest);
		}
	}

	function clear(): void {
		entries.clear();
		keysByTag.clear();
		bytes = 0;
	}

	const unsubscribe = db.onInvalidate((tags) => {
		for (const tag of tags) {
			if (tag === '*') clear();
			for (const key of keysByTag.get(tag) ?? []) remove(key);
			for (const invalidated of loads) invalidated.add(tag);
		}
	});

	function find(key: string): TaggedEntry<Value> | undefined {
		const entry = entries.get(key);
		if (!entry) return undefined;
		entries.delete(key);
		entries.set(key, entry);
		return entry;
	}

	return {
		find,
		get(key) {
			const entry = find(key);
			return entry && entry.expiresAt > clock.now() ? entry.value : undefined;
		},
		startLoad() {
			const invalidated = new Set<string>();
			loads.add(invalidated);
			return {
				isOutdated: () => invalidated.size > 0,
				store(key, entry) {
					if (invalidated.has('*') || entry.tags.some((tag) => invalidated.has(tag))) return;
					insert(key, entry);
				},
				end: () => void loads.delete(invalidated),
			};
		},
		close: unsubscribe,
	};
}
