import type { AccountRow, AccountTables } from '../accounts/tables.ts';
import type { Db } from '../database/index.ts';

let count = 0;

/** Inserts an account that has no session. */
export function seedAccount(db: Db, change: Partial<AccountRow> = {}): Promise<AccountRow> {
	count += 1;
	const name = `seeded_${count}`;
	const email = `${name}@example.com`;
	return db
		.tables<AccountTables>()
		.insertInto('accounts')
		.values({
			user_name: name,
			display_name: name,
			email,
			email_key: email,
			role: 'user',
			created_at: 0,
			...change,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}
