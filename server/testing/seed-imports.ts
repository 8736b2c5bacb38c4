import type { ImportTables } from '../imports/tables.ts';
import type { TestPerson } from './people.ts';
import type { TestServer } from './start-server.ts';

/** Inserts an open import, whatever the quota is. Returns its id. */
export async function seedImport(server: TestServer, seller: TestPerson, ads = 10): Promise<number> {
	const now = Date.now();
	const { id } = await server.db
		.tables<ImportTables>()
		.insertInto('imports')
		.values({
			account_id: seller.session.id,
			ads,
			created_at: now,
			last_at: now,
			finished_at: null,
			undone_at: null,
		})
		.returning('id')
		.executeTakeFirstOrThrow();
	return id;
}
