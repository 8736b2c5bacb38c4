import type { Migration } from '../database/index.ts';

/** Whose numbers each network, device and account revealed in the last day, to limit how many. */
export const contactReveals: Migration = {
	name: '0060-contact-reveals',
	async up({ db, int }) {
		await db.schema
			.createTable('contact_reveals')
			.addColumn('scope', 'text', (c) => c.notNull())
			.addColumn('caller', 'text', (c) => c.notNull())
			.addColumn('seller_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('revealed_at', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('contact_reveals_primary', ['scope', 'caller', 'seller_id'])
			.execute();
		await db.schema.createIndex('contact_reveals_seller').on('contact_reveals').column('seller_id').execute();
		await db.schema.createIndex('contact_reveals_time').on('contact_reveals').column('revealed_at').execute();
	},
};
