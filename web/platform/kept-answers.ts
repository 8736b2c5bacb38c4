import { hashKey, notifyManager, type Query, QueryCache, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { NetworkError } from '../../contract/client.ts';
import { forgetFiles, keepFiles, namesOfFiles, readFiles } from './stored-files.ts';
import type { KeptAnswer, KeptSchemas } from './stored-schemas.ts';

/** Milliseconds without an answer until the kept one is shown in its place. */
const patience = 5_000;

/** Pages of a list that are kept. */
const keptPages = 2;

/** Milliseconds in which changes are gathered before they are written. */
const pause = 100;

/** Under which names answers are kept: `answer/3/…` for account 3, `answer/0/…` for everybody. */
const folder = 'answer/';

/** Queries that show a kept answer, with its time. */
const restored = new WeakMap<object, number>();

/**
 * A query's `meta`: its last answer stays on the device, for this account alone or, with null, for whoever uses it. It is read with
 * today's schema of this name. `asKept` takes out what must not lie there.
 */
export function keptFor<Name extends keyof KeptSchemas>(
	account: number | null,
	schema: Name,
	asKept?: (data: z.output<KeptSchemas[Name]>) => z.output<KeptSchemas[Name]>,
) {
	return { keptFor: account ?? 0, schema, ...(asKept && { asKept }) };
}

type AnyQuery = Query<unknown, Error, unknown>;
type Ask = (context: never) => unknown;

/**
 * A query cache that keeps the answers of queries whose `meta` says so, and the function between a query and its question (its `persister`)
 * that shows the kept one where the network gives none. What the server refuses is never replaced.
 */
export function createKeptAnswers(account: () => number | undefined) {
	const changed = new Map<string, AnyQuery>();
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
		if (ownerOf(query) === null || query.state.data === undefined || restored.has(query)) return;
		if (event.type === 'updated' && event.action.type !== 'success' && event.action.type !== 'setState') return;
		changed.set(query.queryHash, query);
		timer ??= setTimeout(write, pause);
	});

	function write() {
		clearTimeout(timer);
		timer = undefined;
		for (const query of changed.values()) {
			const owner = ownerOf(query);
			const { data, dataUpdatedAt: at } = query.state;
			// Whoever it belongs to may have logged out meanwhile.
			if (owner === null || (owner !== 0 && owner !== account()) || data === undefined) continue;
			const kept = firstPages(asKept(query, data));
			const answer: KeptAnswer = { key: query.queryKey, data: kept, at, schema: query.meta?.schema };
			void keepFiles(nameOf(owner, query.queryHash), answer);
		}
		changed.clear();
	}

	async function answer(ask: Ask, context: unknown, query: AnyQuery): Promise<unknown> {
		const owner = ownerOf(query);
		const fresh = Promise.resolve(ask(context as never));
		const read = async () =>
			owner === null || query.state.data !== undefined
				? null
				: readAnswer(nameOf(owner, query.queryHash), query.meta?.schema);
		const { data, at } = await freshOrKept(fresh, read, patience);
		if (at === null) restored.delete(query);
		else {
			restored.set(query, at);
			void takeLate(query, fresh);
		}
		return data;
	}

	return { cache, answer, write };
}

/** What comes after the kept one was shown takes its place. */
async function takeLate(query: AnyQuery, fresh: Promise<unknown>): Promise<void> {
	const data = await fresh.catch(() => undefined);
	if (data === undefined || !restored.has(query)) return;
	restored.delete(query);
	query.setData(data, { manual: true });
}

/** The new answer; where none comes, or none in time, the one that is kept, with its age. Rejects like the question where there is none. */
export async function freshOrKept(
	fresh: Promise<unknown>,
	read: () => Promise<KeptAnswer | null>,
	patience: number,
): Promise<{ data: unknown; at: number | null }> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, patience);
	});
	const answered = fresh.then((data) => ({ data, at: null }));
	try {
		return (await Promise.race([answered, late.then(read)])) ?? (await answered);
	} catch (error) {
		const kept = error instanceof NetworkError ? await read() : null;
		if (!kept) throw error;
		return kept;
	} finally {
		clearTimeout(timer);
	}
}

/** Forgets what is kept for any account but this one. */
export async function forgetAnswers(except: number | null): Promise<void> {
	for (const name of await namesOfFiles(folder)) if (!isOpenTo(name, except)) await forgetFiles(name);
}

function isOpenTo(name: string, account: number | null): boolean {
	return [0, account ?? 0].some((owner) => name.startsWith(nameOf(owner, '')));
}

/** What this device may show to this account, or with null to a visitor, by the names it is kept under. */
export async function keptAnswers(account: number | null): Promise<Map<string, KeptAnswer>> {
	const names = (await namesOfFiles(folder)).filter((name) => isOpenTo(name, account));
	const answers = await Promise.all(names.map(async (name) => [name, await readAnswer(name)] as const));
	return new Map(answers.flatMap(([name, answer]) => (answer ? [[name, answer]] : [])));
}

/** The queries, by their hash, whose answers this device may show to this account, or with null to a visitor. */
export async function keptHashes(account: number | null): Promise<Set<string>> {
	const names = (await namesOfFiles(folder)).filter((name) => isOpenTo(name, account));
	return new Set(names.map((name) => name.slice(name.indexOf('/', folder.length) + 1)));
}

/** What this device may show to this account, or with null to a visitor, of one query; null where it keeps nothing. */
export async function keptAnswer(
	queryKey: QueryKey,
	schema: keyof KeptSchemas,
	account: number | null,
): Promise<KeptAnswer | null> {
	const hash = hashKey(queryKey);
	return (await readAnswer(nameOf(account ?? 0, hash), schema)) ?? readAnswer(nameOf(0, hash), schema);
}

/** Null where nothing is kept, or what is kept has no longer the shape that the app knows: then it goes, alone. */
async function readAnswer(name: string, schema?: unknown): Promise<KeptAnswer | null> {
	const stored = await readFiles(name);
	const schemas = stored ? await loadSchemas() : null;
	if (!schemas) return null;
	const answer = schemas.parseAnswer(stored, schema);
	if (!answer) await forgetFiles(name);
	return answer;
}

/** Since when what stands on the screen is as it is, where the device shows what it keeps; milliseconds since 1970, else null. */
export function useKeptSince(online: boolean): number | null {
	const cache = useQueryClient().getQueryCache();
	const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
	return useSyncExternalStore(
		subscribe,
		() => {
			const shown = cache.getAll().filter((query) => query.isActive() && query.state.data !== undefined);
			const times = shown
				.filter((query) => restored.has(query) || (!online && ownerOf(query) !== null))
				.map((query) => query.state.dataUpdatedAt);
			return times.length > 0 ? Math.min(...times) : null;
		},
		() => null,
	);
}

/** Asks again for what is shown from the device. */
export function useAskAgain(): () => void {
	const queries = useQueryClient();
	return useCallback(
		() =>
			void queries.invalidateQueries({ predicate: (query) => restored.has(query) || query.state.status === 'error' }),
		[queries],
	);
}

/** What reads answers; null where it is not on this device, and a network that stands still does not bring it. */
function loadSchemas() {
	const late = new Promise<null>((resolve) => {
		setTimeout(resolve, patience, null);
	});
	return Promise.race([import('./stored-schemas.ts').catch(() => null), late]);
}

function ownerOf({ meta }: Pick<AnyQuery, 'meta'>): number | null {
	return typeof meta?.keptFor === 'number' ? meta.keptFor : null;
}

function asKept({ meta }: Pick<AnyQuery, 'meta'>, data: unknown): unknown {
	return typeof meta?.asKept === 'function' ? meta.asKept(data) : data;
}

function nameOf(owner: number, hash: string): string {
	return `${folder}${owner}/${hash}`;
}

/** A list by its first pages; anything else as it is. */
export function firstPages(data: unknown): unknown {
	if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data;
	const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
	return { pages: pages.slice(0, keptPages), pageParams: pageParams.slice(0, keptPages) };
}
