import { expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';

interface Tables {
	secrets: { name: string };
}

test('compiles the number of a limit as a literal on both SQLite connections', async () => {
	const db = await openTestDatabase('sqlite');
	for (const connection of [db, db.longReads]) {
		const query = connection.tables<Tables>().selectFrom('secrets').select('name').where('name', '=', 'a');
		expect(query.limit(3).offset(1).compile()).toMatchObject({
			sql: 'select "name" from "secrets" where "name" = ? limit 3 offset ?',
			parameters: ['a', 1],
		});
		expect(query.limit(1.5).compile().parameters).toEqual(['a', 1.5]);
	}
	await db.close();
});
