import { hashKey, notifyManager, type Query, QueryCache, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { NetworkError } from '../../contract/core/client.ts';
import { listIndexedDbNames, readFromIndexedDb, removeFromIndexedDb, storeInIndexedDb } from './indexed-db.ts';
import type { PersistedQuery, PersistedSchemas } from './stored-schemas.ts';

/** Milliseconds without a response until persisted data is shown instead. */
const responseTimeout = 5_000;

/** Number of pages of an infinite query that are persisted. */
const persistedPages = 2;

/** Milliseconds during which changed queries are collected before they are written. */
const writeDelay = 100;

/**
 * Prefix of the names of persisted entries. The id of the account follows, or 0 for a public entry. The value must not change, because
 * entries on devices have it.
 */
export const persistedQueryPrefix = 'answer/';

/** Queries that show restored data. The value is the time of the data in milliseconds since 1970. */
const restored = new WeakMap<object, number>();

/**
 * Returns query `meta` that persists a query's data on this device for one account, or publicly if `account` is null. `schema` validates
 * the data when it is read. `sanitize` removes what must not be stored.
 */
export function buildPersistMeta<Name extends keyof PersistedSchemas>(
	account: number | null,
	schema: Name,
	sanitize?: (data: z.output<PersistedSchemas[Name]>) => z.output<PersistedSchemas[Name]>,
) {
	return { persistedFor: account ?? 0, schema, ...(sanitize && { sanitize }) };
}

type AnyQuery = Query<unknown, Error, unknown>;
type QueryFunction = (context: never) => unknown;

/**
 * Creates a query cache that persists the queries marked by `buildPersistMeta`, and a `persister` function that restores their data if the
 * network fails or is too slow. Restored data never replaces an API error. `account` returns the id of the logged-in account.
 */
export function createQueryPersister(account: () => number | undefined) {
	const dirty = new Map<string, AnyQuery>();
	let timer: ReturnType<typeof setTimeout> | undefined;

	const cache = new QueryCache({
		onSuccess(_, query) {
			const at = restored.get(query);
			// The query gets the true age of its restored data, so it is stale and refetches.
			if (at !== undefined) query.setState({ dataUpdatedAt: at });
		},
	});

	cache.subscribe((event) => {
		if (event.type !== 'added' && event.type !== 'updated') return;
		const { query } = event;
		if (getOwner(query) === null || query.state.data === undefined || restored.has(query)) return;
		if (event.type === 'updated' && event.action.type !== 'success' && event.action.type !== 'setState') return;
		dirty.set(query.queryHash, query);
		timer ??= setTimeout(flush, writeDelay);
	});

	function flush() {
		clearTimeout(timer);
		timer = undefined;
		for (const query of dirty.values()) {
			const owner = getOwner(query);
			const { data, dataUpdatedAt: at } = query.state;
			// The owner of the data may have logged out in the meantime.
			if (owner === null || (owner !== 0 && owner !== account()) || data === undefined) continue;
			const persisted = takeFirstPages(sanitizeData(query, data));
			const entry: PersistedQuery = { key: query.queryKey, data: persisted, at, schema: query.meta?.schema };
			void storeInIndexedDb(entryName(owner, query.queryHash), entry);
		}
		dirty.clear();
	}

	async function persister(queryFn: QueryFunction, context: unknown, query: AnyQuery): Promise<unknown> {
		const owner = getOwner(query);
		const fresh = Promise.resolve(queryFn(context as never));
		const read = async () =>
			owner === null || query.state.data !== undefined
				? null
				: readPersistedQuery(query.queryKey, query.meta?.schema as keyof PersistedSchemas, owner);
		const { data, at } = await fetchOrRestore(fresh, read, responseTimeout);
		if (at === null) restored.delete(query);
		else {
			restored.set(query, at);
			void replaceWithLate(query, fresh);
		}
		return data;
	}

	return { cache, persister, write: flush };
}

async function replaceWithLate(query: AnyQuery, fresh: Promise<unknown>): Promise<void> {
	const data = await fresh.catch(() => undefined);
	if (data === undefined || !restored.has(query)) return;
	restored.delete(query);
	query.setData(data, { manual: true });
}

/**
 * Resolves to the response, with `at` null. If the network fails or takes longer than `timeout` milliseconds, resolves to persisted data
 * and its time. Rejects with API errors. Rejects with the network's error if nothing is persisted.
 */
export async function fetchOrRestore(
	fresh: Promise<unknown>,
	read: () => Promise<PersistedQuery | null>,
	timeout: number,
): Promise<{ data: unknown; at: number | null }> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timedOut = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, timeout);
	});
	const response = fresh.then((data) => ({ data, at: null }));
	try {
		return (await Promise.race([response, timedOut.then(read)])) ?? (await response);
	} catch (error) {
		const stored = error instanceof NetworkError ? await read() : null;
		if (!stored) throw error;
		return stored;
	} finally {
		clearTimeout(timer);
	}
}

/** Removes the persisted entries of all accounts except `except`. Public entries stay. */
export async function clearPersistedQueries(except: number | null): Promise<void> {
	for (const name of await listIndexedDbNames(persistedQueryPrefix))
		if (!isReadableBy(name, except)) await removeFromIndexedDb(name);
}

function isReadableBy(name: string, account: number | null): boolean {
	return [0, account ?? 0].some((owner) => name.startsWith(entryName(owner, '')));
}

/**
 * Returns the persisted public entries and those of `account`, by entry name. A null `account` is a visitor. Removes the entries that no
 * longer match their schemas.
 */
export async function readPersistedQueries(account: number | null): Promise<Map<string, PersistedQuery>> {
	return readEntries(account, (name) => readEntry(name));
}

/**
 * Returns the same entries as `readPersistedQueries`, but does not validate their data, because a slow phone needs 100 ms to create the
 * schemas.
 */
export async function listPersistedQueries(account: number | null): Promise<Map<string, PersistedQuery>> {
	return readEntries(account, async (name) => {
		const stored = await readFromIndexedDb(name);
		if (isPersistedQuery(stored)) return stored;
		if (stored) await removeFromIndexedDb(name);
		return null;
	});
}

async function readEntries(
	account: number | null,
	read: (name: string) => Promise<PersistedQuery | null>,
): Promise<Map<string, PersistedQuery>> {
	const names = (await listIndexedDbNames(persistedQueryPrefix)).filter((name) => isReadableBy(name, account));
	const entries = await Promise.all(names.map(async (name) => [name, await read(name)] as const));
	return new Map(entries.flatMap(([name, entry]) => (entry ? [[name, entry]] : [])));
}

/** Returns the hashes of the same entries as `readPersistedQueries`. */
export async function readPersistedHashes(account: number | null): Promise<Set<string>> {
	const entries = await readPersistedQueries(account);
	return new Set([...entries.values()].map(({ key }) => hashKey(key)));
}

/** Returns a query's persisted data of the account, or else public data; null if there is none. A null `account` is a visitor. */
export async function readPersistedQuery(
	queryKey: QueryKey,
	schema: keyof PersistedSchemas,
	account: number | null,
): Promise<PersistedQuery | null> {
	const hash = hashKey(queryKey);
	return (await readEntry(entryName(account ?? 0, hash), schema)) ?? readEntry(entryName(0, hash), schema);
}

/** Reads a persisted entry. Removes the entry if it no longer matches its schema. Null if the entry is missing or was removed. */
async function readEntry(name: string, schema?: unknown): Promise<PersistedQuery | null> {
	const stored = await readFromIndexedDb(name);
	const schemas = stored ? await loadSchemas() : null;
	if (!schemas) return null;
	if (isPersistedQuery(stored) && schemas.hasValidData(stored, schema)) return stored;
	await removeFromIndexedDb(name);
	return null;
}

/** Returns whether a stored value has the shape of an entry, whatever its data. */
function isPersistedQuery(stored: unknown): stored is PersistedQuery {
	if (typeof stored !== 'object' || stored === null) return false;
	const { key, at } = stored as Partial<PersistedQuery>;
	return Array.isArray(key) && Number.isFinite(at);
}

/** Returns the time of the oldest persisted data on the screen in milliseconds since 1970; null if all data is current. */
export function useStaleSince(online: boolean): number | null {
	const cache = useQueryClient().getQueryCache();
	const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
	return useSyncExternalStore(
		subscribe,
		() => {
			const active = cache.getAll().filter((query) => query.isActive() && query.state.data !== undefined);
			const times = active
				.filter((query) => restored.has(query) || (!online && getOwner(query) !== null))
				.map((query) => query.state.dataUpdatedAt);
			return times.length > 0 ? Math.min(...times) : null;
		},
		() => null,
	);
}

/** Returns a function that refetches queries that failed or show restored data. */
export function useRefetchStale(): () => void {
	const queryClient = useQueryClient();
	return useCallback(
		() =>
			void queryClient.invalidateQueries({
				predicate: (query) => restored.has(query) || query.state.status === 'error',
			}),
		[queryClient],
	);
}

/** URL of the script that imports the schemas. */
export const schemasImporter = import.meta.url;

/** Loads the schemas of persisted data; null if they fail to load or take too long. */
function loadSchemas() {
	const timedOut = new Promise<null>((resolve) => {
		setTimeout(resolve, responseTimeout, null);
	});
	return Promise.race([import('./stored-schemas.ts').catch(() => null), timedOut]);
}

function getOwner({ meta }: Pick<AnyQuery, 'meta'>): number | null {
	return typeof meta?.persistedFor === 'number' ? meta.persistedFor : null;
}

function sanitizeData({ meta }: Pick<AnyQuery, 'meta'>, data: unknown): unknown {
	return typeof meta?.sanitize === 'function' ? meta.sanitize(data) : data;
}

function entryName(owner: number, hash: string): string {
	return `${persistedQueryPrefix}${owner}/${hash}`;
}

/** Returns the first pages of an infinite query's data. Other data is returned unchanged. */
export function takeFirstPages(data: unknown): unknown {
	if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data;
	const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
	return { pages: pages.slice(0, persistedPages), pageParams: pageParams.slice(0, persistedPages) };
}
