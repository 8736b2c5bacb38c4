import { hashKey, notifyManager, type Query, QueryCache, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { NetworkError } from '../../contract/client.ts';
import { listFileNames, readFiles, removeFiles, storeFiles } from './stored-files.ts';
import type { PersistedQuery, PersistedSchemas } from './stored-schemas.ts';

/** Milliseconds without an answer until the kept one is shown in its place. */
const responseTimeout = 5_000;

/** Pages of a list that are kept. */
const persistedPages = 2;

/** Milliseconds in which changes are gathered before they are written. */
const writeDelay = 100;

/** Under which names answers are kept: `answer/3/…` for account 3, `answer/0/…` for everybody. */
const keyPrefix = 'answer/';

/** Queries that show a kept answer, with its time. */
const restored = new WeakMap<object, number>();

/**
 * A query's `meta`: its last answer stays on the device, for this account alone or, with null, for whoever uses it. It is read with
 * today's schema of this name. `sanitizeData` takes out what must not lie there.
 */
export function persistFor<Name extends keyof PersistedSchemas>(
	account: number | null,
	schema: Name,
	sanitize?: (data: z.output<PersistedSchemas[Name]>) => z.output<PersistedSchemas[Name]>,
) {
	return { persistedFor: account ?? 0, schema, ...(sanitize && { sanitize }) };
}

type AnyQuery = Query<unknown, Error, unknown>;
type QueryFunction = (context: never) => unknown;

/**
 * A query cache that keeps the answers of queries whose `meta` says so, and the function between a query and its question (its `persister`)
 * that shows the kept one where the network gives none. What the server refuses is never replaced.
 */
export function createQueryPersister(account: () => number | undefined) {
	const dirty = new Map<string, AnyQuery>();
	let timer: ReturnType<typeof setTimeout> | undefined;

	const cache = new QueryCache({
		onSuccess(_, query) {
			const at = restored.get(query);
			// Its true age, so that it counts as old and is asked for again.
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
			// Whoever it belongs to may have logged out meanwhile.
			if (owner === null || (owner !== 0 && owner !== account()) || data === undefined) continue;
			const persisted = takeFirstPages(sanitizeData(query, data));
			const entry: PersistedQuery = { key: query.queryKey, data: persisted, at, schema: query.meta?.schema };
			void storeFiles(entryName(owner, query.queryHash), entry);
		}
		dirty.clear();
	}

	async function persister(queryFn: QueryFunction, context: unknown, query: AnyQuery): Promise<unknown> {
		const owner = getOwner(query);
		const fresh = Promise.resolve(queryFn(context as never));
		const read = async () =>
			owner === null || query.state.data !== undefined
				? null
				: readEntry(entryName(owner, query.queryHash), query.meta?.schema);
		const { data, at } = await fetchOrRestore(fresh, read, responseTimeout);
		if (at === null) restored.delete(query);
		else {
			restored.set(query, at);
			void replaceWithLate(query, fresh);
		}
		return data;
	}

	return { cache, answer: persister, write: flush };
}

/** What comes after the kept one was shown takes its place. */
async function replaceWithLate(query: AnyQuery, fresh: Promise<unknown>): Promise<void> {
	const data = await fresh.catch(() => undefined);
	if (data === undefined || !restored.has(query)) return;
	restored.delete(query);
	query.setData(data, { manual: true });
}

/** The new answer; where none comes, or none in time, the one that is kept, with its age. Rejects like the question where there is none. */
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

/** Forgets what is kept for any account but this one. */
export async function clearPersistedQueries(except: number | null): Promise<void> {
	for (const name of await listFileNames(keyPrefix)) if (!isReadableBy(name, except)) await removeFiles(name);
}

function isReadableBy(name: string, account: number | null): boolean {
	return [0, account ?? 0].some((owner) => name.startsWith(entryName(owner, '')));
}

/** What this device may show to this account, or with null to a visitor, by the names it is kept under. */
export async function readPersistedQueries(account: number | null): Promise<Map<string, PersistedQuery>> {
	const names = (await listFileNames(keyPrefix)).filter((name) => isReadableBy(name, account));
	const answers = await Promise.all(names.map(async (name) => [name, await readEntry(name)] as const));
	return new Map(answers.flatMap(([name, answer]) => (answer ? [[name, answer]] : [])));
}

/** The queries, by their hash, whose answers this device may show to this account, or with null to a visitor. */
export async function readPersistedHashes(account: number | null): Promise<Set<string>> {
	const names = (await listFileNames(keyPrefix)).filter((name) => isReadableBy(name, account));
	return new Set(names.map((name) => name.slice(name.indexOf('/', keyPrefix.length) + 1)));
}

/** What this device may show to this account, or with null to a visitor, of one query; null where it keeps nothing. */
export async function readPersistedQuery(
	queryKey: QueryKey,
	schema: keyof PersistedSchemas,
	account: number | null,
): Promise<PersistedQuery | null> {
	const hash = hashKey(queryKey);
	return (await readEntry(entryName(account ?? 0, hash), schema)) ?? readEntry(entryName(0, hash), schema);
}

/** Null where nothing is kept, or what is kept has no longer the shape that the app knows: then it goes, alone. */
async function readEntry(name: string, schema?: unknown): Promise<PersistedQuery | null> {
	const stored = await readFiles(name);
	const schemas = stored ? await loadSchemas() : null;
	if (!schemas) return null;
	const query = schemas.parsePersistedQuery(stored, schema);
	if (!query) await removeFiles(name);
	return query;
}

/** Since when what stands on the screen is as it is, where the device shows what it keeps; milliseconds since 1970, else null. */
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

/** Asks again for what is shown from the device. */
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

/** What reads answers; null where it is not on this device, and a network that stands still does not bring it. */
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
	return `${keyPrefix}${owner}/${hash}`;
}

/** A list by its first pages; anything else as it is. */
export function takeFirstPages(data: unknown): unknown {
	if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data;
	const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
	return { pages: pages.slice(0, persistedPages), pageParams: pageParams.slice(0, persistedPages) };
}
