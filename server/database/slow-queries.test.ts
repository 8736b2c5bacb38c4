import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentOperation } from '../core/operation.ts';
import { describeOnBothEngines, makeTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Database, type Db, openDatabase, runCompiled, type SlowQuery } from './index.ts';

interface Tables {
	secrets: { name: string; value: string };
}

describeOnBothEngines('slow queries', (engine) => {
	let folder: string;
	let location: TestDatabase;
	let db: Database;
	let slow: SlowQuery[];
	/** Opens the database so that every query which takes this time is slow. */
	const open = (slowQueryTime: number) => {
		const file = join(folder, 'test.sqlite');
		const onSlowQuery = (query: SlowQuery) => void slow.push(query);
		db = openDatabase({ postgresUrl: location.postgresUrl, file, slowQueryTime, onSlowQuery });
	};

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-slow-'));
		location = await makeTestDatabase(engine, join(folder, 'test.sqlite'));
		slow = [];
	});
	afterEach(async () => {
		await db.close();
		await location.remove();
		await rm(folder, { recursive: true });
	});

	const insert = (db: Db, name: string) =>
		db.tables<Tables>().insertInto('secrets').values({ name, value: 'yellow' }).execute();
	const select = (db: Db, name: string) =>
		db.tables<Tables>().selectFrom('secrets').selectAll().where('name', '=', name).execute();

	const selectShort = (name: string) =>
		runCompiled(db, 'select secret', { name }, (values) =>
			db.shortReads
				.selectFrom('secrets' as never)
				.select('value' as never)
				.where('name' as never, '=', values.name as never),
		);

	test('a slow query is reported with its statement, rows and route, and without values', async () => {
		open(0);
		await currentOperation.run({ name: 'POST /api/ads' }, () => db.transaction((tx) => insert(tx, 'lamp')));
		await currentOperation.run({ name: 'GET /api/search' }, () => select(db.longReads, 'lamp'));
		await currentOperation.run({ name: 'job mail' }, () => selectShort('lamp'));
		await select(db, 'lamp');

		const find = (start: string, operation?: string) =>
			slow.find((query) => query.statement.startsWith(start) && query.operation === operation);
		expect(find('insert into "secrets"', 'POST /api/ads')).toMatchObject({
			rows: 1,
			milliseconds: expect.any(Number),
			statement: expect.stringMatching(/values \((\?|\$1), (\?|\$2)\)/),
		});
		expect(find('select * from "secrets"', 'GET /api/search')).toMatchObject({ rows: 1 });
		expect(find('select "value" from "secrets"', 'job mail')).toMatchObject({ rows: 1 });
		expect(find('select * from "secrets"')).toMatchObject({ rows: 1 });
		expect(JSON.stringify(slow)).not.toMatch(/lamp|yellow/);
	});

	test('a query is reported for the transaction that ran it, not for one that shares its commit', async () => {
		open(0);
		const write = (name: string) => currentOperation.run({ name }, () => db.transaction((tx) => insert(tx, name)));
		await Promise.all(['first', 'second', 'third'].map(write));
		const inserts = slow.filter(({ statement }) => statement.startsWith('insert'));
		expect(inserts.map(({ operation }) => operation).sort()).toEqual(['first', 'second', 'third']);
	});

	if (engine === 'sqlite') {
		test('a slow begin or commit is reported for its own transaction', async () => {
			open(0);
			await insert(db, 'open');
			slow = [];
			// So much time passes that no transaction joins another one.
			let time = 0;
			vi.spyOn(performance, 'now').mockImplementation(() => {
				time += 1000;
				return time;
			});
			const write = (name: string) => currentOperation.run({ name }, () => db.transaction((tx) => insert(tx, name)));
			await Promise.all(['first', 'second', 'third'].map(write));
			const commits = slow.filter(({ statement }) => statement === 'commit');
			expect(commits.map(({ operation }) => operation)).toEqual(['first', 'second', 'third']);
		});
	}

	test('a slow query that fails is reported', async () => {
		open(0);
		await expect(Promise.all([insert(db, 'lamp'), insert(db, 'lamp')])).rejects.toThrow();
		expect(slow.map(({ rows }) => rows)).toContain(undefined);
	});

	test('a query that is faster than the threshold is not reported', async () => {
		open(600_000);
		await insert(db, 'lamp');
		expect(slow).toEqual([]);
	});
});
