import type { AccountRow, AccountTables } from '../accounts/tables.ts';
import type { Db } from '../platform/database/index.ts';

let planted = 0;

/** An account that exists in the database only. */
export function plantAccount(db: Db, change: Partial<AccountRow> = {}): Promise<AccountRow> {
	planted += 1;
	const name = `planted_${planted}`;
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
