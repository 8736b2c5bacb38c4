import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { type Database, type Db, runCompiled } from './index.ts';

interface Tables {
	secrets: { name: string; value: string };
}

describeOnBothEngines('a compiled query', (engine) => {
	let db: Database;
	const build = vi.fn();

	/** Lists the names of secrets from `first`, at most `limit`. */
	const list = (db: Db, values: { first?: string | undefined; limit: number }) =>
		runCompiled(db, 'names of the test', values, ({ first, limit }) => {
			build();
			const query = db.tables<Tables>().selectFrom('secrets').select('name').where('name', 'like', 'test%');
			return (first === undefined ? query : query.where('name', '>=', first)).orderBy('name').limit(limit);
		});

	beforeAll(async () => {
		db = await openTestDatabase(engine);
		const rows = ['test a', 'test b', 'test c'].map((name) => ({ name, value: '' }));
		await db.tables<Tables>().insertInto('secrets').values(rows).execute();
	});
	afterAll(() => db.close());

	test('is built once for each set of values', async () => {
		build.mockClear();
		const [a, b, c] = [{ name: 'test a' }, { name: 'test b' }, { name: 'test c' }];
		expect(await list(db, { limit: 2 })).toEqual([a, b]);
		expect(await list(db, { limit: 1 })).toEqual([a]);
		expect(await list(db, { first: 'test b', limit: 5 })).toEqual([b, c]);
		expect(await list(db, { first: 'test c', limit: 1 })).toEqual([c]);
		expect(await list(db, { first: undefined, limit: 3 })).toEqual([a, b, c]);
		expect(build).toHaveBeenCalledTimes(2);
	});

	test('runs in the transaction that it is given, and in no other', async () => {
		await db.transaction(async (tx) => {
			await tx.tables<Tables>().insertInto('secrets').values({ name: 'test d', value: '' }).execute();
			expect(await list(tx, { first: 'test d', limit: 9 })).toEqual([{ name: 'test d' }]);
			await expect(list(db, { limit: 1 })).rejects.toThrow('outside the open transaction');
			await tx.tables<Tables>().deleteFrom('secrets').where('name', '=', 'test d').execute();
		});
	});
});
