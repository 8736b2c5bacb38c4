import { QueryClient } from '@tanstack/react-query';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../contract/core/client.ts';
import { listIndexedDbNames, storeInIndexedDb } from './indexed-db.ts';
import {
	buildPersistMeta,
	clearPersistedQueries,
	createQueryPersister,
	fetchOrRestore,
	listPersistedQueries,
	persistedQueryPrefix,
	readPersistedHashes,
	readPersistedQueries,
	readPersistedQuery,
	takeFirstPages,
} from './persisted-queries.ts';
import type { PersistedQuery } from './stored-schemas.ts';

const persisted: PersistedQuery = { key: ['feed'], data: 'persisted', at: 7 };
const never = new Promise<never>(() => {});
const long = 60_000;

test('finds entries that earlier versions stored', () => {
	expect(persistedQueryPrefix).toBe('answer/');
});

test("prefers the network's response to persisted data", async () => {
	expect(await fetchOrRestore(Promise.resolve('fresh'), async () => persisted, long)).toEqual({
		data: 'fresh',
		at: null,
	});
});

test('falls back to persisted data if no response comes, or none in time', async () => {
	const lost = Promise.reject(new NetworkError(null));
	expect(await fetchOrRestore(lost, async () => persisted, long)).toMatchObject({ data: 'persisted', at: 7 });
	expect(await fetchOrRestore(never, async () => persisted, 1)).toMatchObject({ data: 'persisted', at: 7 });
});

test('does not wait for persisted data once a response has come', async () => {
	const { promise, resolve } = Promise.withResolvers<string>();
	const read = async () => {
		resolve('late');
		return never;
	};
	expect(await fetchOrRestore(promise, read, 1)).toEqual({ data: 'late', at: null });
});

test('rejects with the API error even if data is persisted', async () => {
	const rejected = Promise.reject(new ApiError(403, { code: 'forbidden', message: 'Not yours' }));
	await expect(fetchOrRestore(rejected, async () => persisted, long)).rejects.toThrow('Not yours');
});

test('waits for the network and rejects with its error if nothing is persisted', async () => {
	const lost = Promise.reject(new NetworkError(null));
	await expect(fetchOrRestore(lost, async () => null, long)).rejects.toThrow(NetworkError);
	const { promise, resolve } = Promise.withResolvers<string>();
	// The network responds after the device reported that no data is persisted.
	const nothing = async () => {
		resolve('late');
		return null;
	};
	expect(await fetchOrRestore(promise, nothing, 1)).toEqual({ data: 'late', at: null });
});

test('persists the first two pages of a list', () => {
	expect(takeFirstPages({ pages: [1, 2, 3], pageParams: [null, 'a', 'b'] })).toEqual({
		pages: [1, 2],
		pageParams: [null, 'a'],
	});
	expect(takeFirstPages(null)).toBeNull();
	expect(takeFirstPages({ text: 'A lesson' })).toEqual({ text: 'A lesson' });
});

describe('the persister', () => {
	const ada = 1;
	/** Id of a second account. It starts with Ada's id, so the tests fail if keys are compared by prefix. */
	const musa = 11;
	let account: number | undefined;
	let write: () => void;
	let persister: ReturnType<typeof createQueryPersister>['persister'];
	let queries: QueryClient;

	beforeEach(() => {
		vi.stubGlobal('indexedDB', new IDBFactory());
		vi.stubGlobal('IDBKeyRange', IDBKeyRange);
		account = ada;
		const persistence = createQueryPersister(() => account);
		write = persistence.write;
		persister = persistence.persister;
		queries = new QueryClient({ queryCache: persistence.cache });
	});
	afterEach(() => {
		queries.clear();
		vi.unstubAllGlobals();
	});

	const modulesCalled = (title: string) => [{ module: 1, title, has_text: true, has_video: false }];

	const fetchModules = (name: string, owner: number | null) =>
		queries.fetchQuery({
			queryKey: [name],
			queryFn: () => modulesCalled(name),
			meta: buildPersistMeta(owner, 'modules'),
		});

	/** Reads the titles that an account may restore. Null stands for a visitor. */
	const readTitles = async (person: number | null) =>
		[...(await readPersistedQueries(person)).values()]
			.map(({ data }) => (data as ReturnType<typeof modulesCalled>)[0]?.title)
			.sort();

	/** Persists all fetched queries. The public query is written last, so all others are complete when it can be read. */
	async function writeAll(): Promise<void> {
		await fetchModules('market', null);
		write();
		await vi.waitFor(async () => expect(await readTitles(null)).toEqual(['market']), { timeout: 30_000 });
	}

	test('restores an account’s queries for that account only, and public ones for everyone', async () => {
		await fetchModules('lists of Ada', ada);
		await writeAll();
		expect(await readTitles(ada)).toEqual(['lists of Ada', 'market']);
		expect(await readTitles(musa)).toEqual(['market']);
		account = musa;
		await fetchModules('lists of Musa', musa);
		write();
		await vi.waitFor(async () => expect(await readTitles(musa)).toEqual(['lists of Musa', 'market']), {
			timeout: 30_000,
		});
		expect(await readTitles(ada)).toEqual(['lists of Ada', 'market']);
	});

	test('does not persist queries of an account that has logged out', async () => {
		for (const next of [undefined, musa]) {
			account = ada;
			await fetchModules(`lists of Ada before ${next}`, ada);
			account = next;
			await clearPersistedQueries(next ?? null);
			await writeAll();
			expect(await readTitles(ada)).toEqual(['market']);
		}
	});

	test('clears an account’s queries on logout and on another account’s login', async () => {
		for (const next of [null, musa]) {
			account = ada;
			await fetchModules(`lists of Ada before ${next}`, ada);
			await writeAll();
			expect(await readTitles(ada)).toHaveLength(2);
			await clearPersistedQueries(ada);
			expect(await readTitles(ada)).toHaveLength(2);
			await clearPersistedQueries(next);
			expect(await readTitles(ada)).toEqual(['market']);
		}
	});

	const fetchOffline = (queryKey: string[], schema: 'modules' | 'progress', owner: number | null = null) =>
		queries.fetchQuery<unknown>({
			queryKey,
			queryFn: () => Promise.reject(new NetworkError(null)),
			persister,
			meta: buildPersistMeta(owner, schema),
			retry: false,
		});

	test('removes only outdated entries and rejects with the network error', async () => {
		const [{ title, ...old } = expect.fail()] = modulesCalled('old');
		const current = modulesCalled('current');
		await storeInIndexedDb(`${persistedQueryPrefix}0/["old"]`, { key: ['old'], data: [old], at: 7, schema: 'modules' });
		await storeInIndexedDb(`${persistedQueryPrefix}0/["current"]`, {
			key: ['current'],
			data: current,
			at: 8,
			schema: 'modules',
		});
		await storeInIndexedDb(`${persistedQueryPrefix}0/["renamed"]`, {
			key: ['renamed'],
			data: current,
			at: 9,
			schema: 'gone',
		});
		await storeInIndexedDb(`${persistedQueryPrefix}0/["broken"]`, {
			key: 'broken',
			data: current,
			at: null,
			schema: 'modules',
		});
		await expect(fetchOffline(['old'], 'modules')).rejects.toThrow(NetworkError);
		expect(await listIndexedDbNames(persistedQueryPrefix)).not.toContain(`${persistedQueryPrefix}0/["old"]`);
		expect(await fetchOffline(['current'], 'modules')).toEqual(current);
		expect(await readPersistedHashes(null)).toEqual(new Set(['["current"]']));
		expect([...(await readPersistedQueries(null)).keys()]).toEqual([`${persistedQueryPrefix}0/["current"]`]);
		expect(await listIndexedDbNames(persistedQueryPrefix)).toEqual([`${persistedQueryPrefix}0/["current"]`]);
	});

	test('lists entries without validating their data, and removes what is no entry', async () => {
		const old = { key: ['old'], data: [{ module: 1 }], at: 7, schema: 'modules' };
		await storeInIndexedDb(`${persistedQueryPrefix}0/["old"]`, old);
		await storeInIndexedDb(`${persistedQueryPrefix}0/["broken"]`, { key: 'broken', data: null, at: 8 });
		await storeInIndexedDb(`${persistedQueryPrefix}1/["ad"]`, { ...old, key: ['ad'] });
		expect(await listPersistedQueries(null)).toEqual(new Map([[`${persistedQueryPrefix}0/["old"]`, old]]));
		expect([...(await listPersistedQueries(ada)).keys()]).toEqual([
			`${persistedQueryPrefix}0/["old"]`,
			`${persistedQueryPrefix}1/["ad"]`,
		]);
		expect(await listIndexedDbNames(persistedQueryPrefix)).toEqual([
			`${persistedQueryPrefix}0/["old"]`,
			`${persistedQueryPrefix}1/["ad"]`,
		]);
	});

	test('keeps entries of a newer version with their unknown fields', async () => {
		const data = [{ ...modulesCalled('newer')[0], lesson: 4 }];
		await storeInIndexedDb(`${persistedQueryPrefix}0/["newer"]`, { key: ['newer'], data, at: 7, schema: 'modules' });
		expect(await fetchOffline(['newer'], 'modules')).toEqual(data);
		expect(await readTitles(null)).toEqual(['newer']);
	});

	test('reads one query by its key, the account’s entry before the public one', async () => {
		const data = modulesCalled('of Ada');
		await storeInIndexedDb(`${persistedQueryPrefix}0/["ad"]`, { key: ['ad'], data: modulesCalled('of all'), at: 7 });
		await storeInIndexedDb(`${persistedQueryPrefix}1/["ad"]`, { key: ['ad'], data, at: 8 });
		await storeInIndexedDb(`${persistedQueryPrefix}11/["own"]`, { key: ['own'], data, at: 8 });
		expect((await readPersistedQuery(['ad'], 'modules', ada))?.data).toEqual(data);
		expect((await readPersistedQuery(['ad'], 'modules', null))?.at).toBe(7);
		expect(await readPersistedQuery(['own'], 'modules', ada)).toBeNull();
		expect(await readPersistedHashes(ada)).toEqual(new Set(['["ad"]']));
		expect(await readPersistedHashes(musa)).toEqual(new Set(['["ad"]', '["own"]']));
		expect(await readPersistedQuery(['ad'], 'progress', ada)).toBeNull();
		expect(await listIndexedDbNames(persistedQueryPrefix)).toEqual([`${persistedQueryPrefix}11/["own"]`]);
	});

	test('restores for an account what a visitor persisted before the login', async () => {
		const data = modulesCalled('before the login');
		await storeInIndexedDb(`${persistedQueryPrefix}0/["video"]`, { key: ['video'], data, at: 7, schema: 'modules' });
		expect(await fetchOffline(['video'], 'modules', ada)).toEqual(data);
	});

	test('lists and restores entries without a schema, and removes them if they do not match', async () => {
		const data = modulesCalled('of before');
		await storeInIndexedDb(`${persistedQueryPrefix}0/["before"]`, { key: ['before'], data, at: 7 });
		await storeInIndexedDb(`${persistedQueryPrefix}1/["odd"]`, { key: ['odd'], data, at: 7 });
		expect(await readTitles(ada)).toEqual(['of before', 'of before']);
		expect(await fetchOffline(['before'], 'modules')).toEqual(data);
		await expect(fetchOffline(['odd'], 'progress', ada)).rejects.toThrow(NetworkError);
		expect(await readTitles(ada)).toEqual(['of before']);
	});
});
