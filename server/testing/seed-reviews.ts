import type { ContactTables } from '../contacts/tables.ts';
import type { TestPerson } from './people.ts';
import type { TestServer } from './start-server.ts';

/** Inserts a contact of a buyer about an ad, two hours before `now`. The buyer may then review the seller. */
export async function seedContact(server: TestServer, buyer: TestPerson, adId: number, now: number): Promise<void> {
	const at = now - 2 * 3_600_000;
	const contact = { ad_id: adId, account_id: buyer.session.id, kind: 'whatsapp' as const, first_at: at, last_at: at };
	const insert = server.db.tables<ContactTables>().insertInto('contacts').values(contact);
	await insert.onConflict((conflict) => conflict.doNothing()).execute();
}
