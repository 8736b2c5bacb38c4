import { QueryClient } from '@tanstack/react-query';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../contract/client.ts';
import {
	clearPersistedQueries,
	createQueryPersister,
	fetchOrRestore,
	persistFor,
	readPersistedHashes,
	readPersistedQueries,
	readPersistedQuery,
	takeFirstPages,
} from './persisted-queries.ts';
import { listFileNames, storeFiles } from './stored-files.ts';
import type { PersistedQuery } from './stored-schemas.ts';

const kept: PersistedQuery = { key: ['feed'], data: 'kept', at: 7 };
const never = new Promise<never>(() => {});
const long = 60_000;

test('an answer of the network goes before the kept one', async () => {
	expect(await fetchOrRestore(Promise.resolve('fresh'), async () => kept, long)).toEqual({ data: 'fresh', at: null });
});

test('the kept one is shown where no answer comes, or none in time', async () => {
	const lost = Promise.reject(new NetworkError(null));
	expect(await fetchOrRestore(lost, async () => kept, long)).toMatchObject({ data: 'kept', at: 7 });
	expect(await fetchOrRestore(never, async () => kept, 1)).toMatchObject({ data: 'kept', at: 7 });
});

test('reading what is kept never holds up an answer', async () => {
	const { promise, resolve } = Promise.withResolvers<string>();
	const reading = async () => {
		resolve('late');
		return never;
	};
	expect(await fetchOrRestore(promise, reading, 1)).toEqual({ data: 'late', at: null });
});

test('what the server refuses stays refused', async () => {
	const refused = Promise.reject(new ApiError(403, { code: 'forbidden', message: 'Not yours' }));
	await expect(fetchOrRestore(refused, async () => kept, long)).rejects.toThrow('Not yours');
});

test('where nothing is kept the answer is waited for, and its failure told', async () => {
	const lost = Promise.reject(new NetworkError(null));
	await expect(fetchOrRestore(lost, async () => null, long)).rejects.toThrow(NetworkError);
	const { promise, resolve } = Promise.withResolvers<string>();
	// It comes once the device has said that it keeps nothing.
	const nothing = async () => {
		resolve('late');
		return null;
	};
	expect(await fetchOrRestore(promise, nothing, 1)).toEqual({ data: 'late', at: null });
});

test('of a list its first two pages are kept', () => {
	expect(takeFirstPages({ pages: [1, 2, 3], pageParams: [null, 'a', 'b'] })).toEqual({
		pages: [1, 2],
		pageParams: [null, 'a'],
	});
	expect(takeFirstPages(null)).toBeNull();
	expect(takeFirstPages({ text: 'A lesson' })).toEqual({ text: 'A lesson' });
});

describe('on the device', () => {
	const ada = 1;
	/** Begins like the other. */
	const musa = 11;
	/** Who is logged in. */
	let account: number | undefined;
	let write: () => void;
	let persister: ReturnType<typeof createQueryPersister>['answer'];
	let queries: QueryClient;

	beforeEach(() => {
		vi.stubGlobal('indexedDB', new IDBFactory());
		vi.stubGlobal('IDBKeyRange', IDBKeyRange);
		account = ada;
		const kept = createQueryPersister(() => account);
		write = kept.write;
		persister = kept.answer;
		queries = new QueryClient({ queryCache: kept.cache });
	});
	afterEach(() => {
		queries.clear();
		vi.unstubAllGlobals();
	});

	const modulesCalled = (title: string) => [{ module: 1, title, has_text: true, has_video: false }];

	const ask = (name: string, owner: number | null) =>
		queries.fetchQuery({ queryKey: [name], queryFn: () => modulesCalled(name), meta: persistFor(owner, 'modules') });

	/** What the device shows to an account, or with null to a visitor. */
	const shownTo = async (person: number | null) =>
		[...(await readPersistedQueries(person)).values()]
			.map(({ data }) => (data as ReturnType<typeof modulesCalled>)[0]?.title)
			.sort();

	/** Writes what was asked for; the last that is written is everybody's, so that the others are written by then. */
	async function writeAll(): Promise<void> {
		await ask('market', null);
		write();
		await vi.waitFor(async () => expect(await shownTo(null)).toEqual(['market']), { timeout: 30_000 });
	}

	test('answers are shown to their account only, and what is everybody’s to everybody', async () => {
		await ask('lists of Ada', ada);
		await writeAll();
		expect(await shownTo(ada)).toEqual(['lists of Ada', 'market']);
		expect(await shownTo(musa)).toEqual(['market']);
		account = musa;
		await ask('lists of Musa', musa);
		write();
		await vi.waitFor(async () => expect(await shownTo(musa)).toEqual(['lists of Musa', 'market']), { timeout: 30_000 });
		expect(await shownTo(ada)).toEqual(['lists of Ada', 'market']);
	});

	test('no answer is written for an account that has logged out, whoever is logged in then', async () => {
		for (const next of [undefined, musa]) {
			account = ada;
			await ask(`lists of Ada before ${next}`, ada);
			account = next;
			await clearPersistedQueries(next ?? null);
			await writeAll();
			expect(await shownTo(ada)).toEqual(['market']);
		}
	});

	test('logging out forgets what is an account’s, and another account’s login does too', async () => {
		for (const next of [null, musa]) {
			account = ada;
			await ask(`lists of Ada before ${next}`, ada);
			await writeAll();
			expect(await shownTo(ada)).toHaveLength(2);
			await clearPersistedQueries(ada);
			expect(await shownTo(ada)).toHaveLength(2);
			await clearPersistedQueries(next);
			expect(await shownTo(ada)).toEqual(['market']);
		}
	});

	/** Asks where no answer comes. */
	const askOffline = (queryKey: string[], schema: 'modules' | 'progress', owner: number | null = null) =>
		queries.fetchQuery<unknown>({
			queryKey,
			queryFn: () => Promise.reject(new NetworkError(null)),
			persister,
			meta: persistFor(owner, schema),
			retry: false,
		});

	test('what no longer has today’s shape is dropped alone, and no answer then is what it is', async () => {
		const [{ title, ...old } = expect.fail()] = modulesCalled('old');
		const current = modulesCalled('current');
		await storeFiles('answer/0/["old"]', { key: ['old'], data: [old], at: 7, schema: 'modules' });
		await storeFiles('answer/0/["current"]', { key: ['current'], data: current, at: 8, schema: 'modules' });
		await storeFiles('answer/0/["renamed"]', { key: ['renamed'], data: current, at: 9, schema: 'gone' });
		await storeFiles('answer/0/["broken"]', { key: 'broken', data: current, at: null, schema: 'modules' });
		await expect(askOffline(['old'], 'modules')).rejects.toThrow(NetworkError);
		expect(await listFileNames('answer/')).not.toContain('answer/0/["old"]');
		expect(await askOffline(['current'], 'modules')).toEqual(current);
		expect([...(await readPersistedQueries(null)).keys()]).toEqual(['answer/0/["current"]']);
		expect(await listFileNames('answer/')).toEqual(['answer/0/["current"]']);
	});

	test('what a newer version has stored stays, with the fields that this one does not know', async () => {
		const data = [{ ...modulesCalled('newer')[0], lesson: 4 }];
		await storeFiles('answer/0/["newer"]', { key: ['newer'], data, at: 7, schema: 'modules' });
		expect(await askOffline(['newer'], 'modules')).toEqual(data);
		expect(await shownTo(null)).toEqual(['newer']);
	});

	test('one answer is looked up by its query, the own one before everybody’s', async () => {
		const data = modulesCalled('of Ada');
		await storeFiles('answer/0/["ad"]', { key: ['ad'], data: modulesCalled('of all'), at: 7 });
		await storeFiles('answer/1/["ad"]', { key: ['ad'], data, at: 8 });
		await storeFiles('answer/11/["own"]', { key: ['own'], data, at: 8 });
		expect((await readPersistedQuery(['ad'], 'modules', ada))?.data).toEqual(data);
		expect((await readPersistedQuery(['ad'], 'modules', null))?.at).toBe(7);
		expect(await readPersistedQuery(['own'], 'modules', ada)).toBeNull();
		expect(await readPersistedHashes(ada)).toEqual(new Set(['["ad"]']));
		expect(await readPersistedHashes(musa)).toEqual(new Set(['["ad"]', '["own"]']));
		expect(await readPersistedQuery(['ad'], 'progress', ada)).toBeNull();
		expect(await listFileNames('answer/')).toEqual(['answer/11/["own"]']);
	});

	test('answers that earlier versions have stored without a schema are listed, shown, and dropped where they do not fit', async () => {
		const data = modulesCalled('of before');
		await storeFiles('answer/0/["before"]', { key: ['before'], data, at: 7 });
		await storeFiles('answer/1/["odd"]', { key: ['odd'], data, at: 7 });
		expect(await shownTo(ada)).toEqual(['of before', 'of before']);
		expect(await askOffline(['before'], 'modules')).toEqual(data);
		await expect(askOffline(['odd'], 'progress', ada)).rejects.toThrow(NetworkError);
		expect(await shownTo(ada)).toEqual(['of before']);
	});
});
