import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { describeOnBothEngines, makeTestDatabase, openTestDatabase } from '../testing/database.ts';
import { type Database, openDatabase } from './index.ts';

interface Tables {
	secrets: { name: string; value: string };
}

let db: Database;

const insert = (name: string) =>
	db.transaction((tx) => tx.tables<Tables>().insertInto('secrets').values({ name, value: '' }).execute());
const listNames = async () =>
	(await db.longReads.tables<Tables>().selectFrom('secrets').select('name').orderBy('name').execute()).map(
		({ name }) => name,
	);

describeOnBothEngines('long reads', (engine) => {
	beforeEach(async () => {
		db = await openTestDatabase(engine);
	});
	afterEach(() => db.close());

	test('see every commit that came before them', async () => {
		for (let count = 1; count <= 50; count += 1) {
			await insert(String(count).padStart(2, '0'));
			expect(await listNames()).toHaveLength(count);
		}
	});

	test('do not see an open transaction', async () => {
		await db.transaction(async (tx) => {
			await tx.tables<Tables>().insertInto('secrets').values({ name: 'a', value: '' }).execute();
			await expect(listNames()).rejects.toThrow('outside the open transaction');
		});
		expect(await listNames()).toEqual(['a']);
	});

	test('return the values of the main connection', async () => {
		const query = sql`select 1 as one, 'Ọ̀yọ́' as text, null as none, lower('ƊAN') as lower, 9007199254740991 as large`;
		const on = (db: Pick<Database, 'tables'>) => query.execute(db.tables<unknown>());
		expect((await on(db.longReads)).rows).toEqual((await on(db)).rows);
	});

	test('answer many queries at once, each with its own rows', async () => {
		const numbers = Array.from({ length: 200 }, (_, index) => index);
		const rows = await Promise.all(
			numbers.map((n) => sql<{ n: number }>`select ${sql.lit(n)} as n`.execute(db.longReads.tables<unknown>())),
		);
		expect(rows.map(({ rows: [row] }) => row?.n)).toEqual(numbers);
	});

	test('report the error of a query and answer the next', async () => {
		await expect(sql`select * from nothing_here`.execute(db.longReads.tables<unknown>())).rejects.toThrow(
			'nothing_here',
		);
		expect(await listNames()).toEqual([]);
	});
});

describe('reader threads', () => {
	let file: string;
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-readers-'));
		file = join(folder, 'test.sqlite');
		await makeTestDatabase('sqlite', file);
		db = openDatabase({ postgresUrl: null, file });
	});
	afterEach(async () => {
		await db.close();
		await rm(folder, { recursive: true });
	});

	test('cannot write', async () => {
		const write = db.longReads.tables<Tables>().insertInto('secrets').values({ name: 'a', value: '' }).execute();
		await expect(write).rejects.toThrow('readonly');
	});

	test('reject a value that SQLite does not store', async () => {
		await expect(sql`select ${new Date()}`.execute(db.longReads.tables<unknown>())).rejects.toThrow(TypeError);
	});

	test('leave no write-ahead log behind when the database is closed', async () => {
		await insert('a');
		await Promise.all([listNames(), listNames(), listNames()]);
		expect(existsSync(`${file}-wal`)).toBe(true);
		await db.close();
		expect(existsSync(`${file}-wal`)).toBe(false);
		await expect(listNames()).rejects.toThrow();
	});

	test('fail the queries that run when the database is closed', async () => {
		await listNames();
		const reads = Promise.allSettled(Array.from({ length: 20 }, countForever));
		await db.close();
		for (const read of await reads) expect(read).toMatchObject({ reason: expect.any(ServiceUnavailableError) });
	});

	test('answer while one thread is busy', async () => {
		const busy = countForever().catch((error: unknown) => error);
		expect(await listNames()).toEqual([]);
		expect(await listNames()).toEqual([]);
		await db.close();
		expect(await busy).toBeInstanceOf(ServiceUnavailableError);
	});

	test('fail a query that waits longer than 5 seconds for a thread', async () => {
		await listNames();
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const running = Array.from({ length: 4 }, () => countForever().catch(() => {}));
		const read = expect(listNames()).rejects.toThrow('did not start');
		await vi.advanceTimersByTimeAsync(5000);
		await read;
		vi.useRealTimers();
		await db.close();
		await Promise.all(running);
	});

	test('end a query that takes longer than 30 seconds, and answer the next', async () => {
		await listNames();
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const read = expect(countForever()).rejects.toThrow(ServiceUnavailableError);
		await vi.advanceTimersByTimeAsync(30_000);
		vi.useRealTimers();
		await read;
		expect(await listNames()).toEqual([]);
	});
});

/** Calls a function of JavaScript in an endless query, because a thread that runs SQLite's own code can't be ended. */
function countForever() {
	return sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers)
		select max(lower(n)) from numbers`.execute(db.longReads.tables<unknown>());
}
