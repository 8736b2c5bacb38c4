import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/**
 * Removed items keep what matching needs of their decision, and stay when it is deleted with the account that it was about. Held items are deleted
 * with their ads and posts. Signals name the removed item, which stays when the decision is deleted.
 */
export const keptRemovedItems: Migration = {
	name: '0074-kept-removed-items',
	async up({ db, int }) {
		await sql`delete from removed_items where decision_id in (select id from decisions where lifted_at is not null)`.execute(
			db,
		);
		const items = db.schema.alterTable('removed_items');
		await items.addColumn('is_suspension', int, (c) => c.notNull().defaultTo(0)).execute();
		await items.addColumn('until', int).execute();
		// SQLite cannot change a foreign key, but it can put another column in the place of the old one.
		await items.addColumn('decision', int, (c) => c.references('decisions.id').onDelete('set null')).execute();
		await sql`update removed_items set decision = decision_id,
			is_suspension = (select case kind when 'suspend' then 1 else 0 end from decisions where id = decision_id),
			until = (select until from decisions where id = decision_id)`.execute(db);
		await db.schema.dropIndex('removed_items_decision').execute();
		await items.dropColumn('decision_id').execute();
		await items.renameColumn('decision', 'decision_id').execute();
		await db.schema.createIndex('removed_items_decision').on('removed_items').column('decision_id').execute();

		await db.schema.alterTable('held_items').renameTo('former_held_items').execute();
		await db.schema
			.createTable('held_items')
			.addColumn('ad_id', int, (c) => c.unique().references('ads.id').onDelete('cascade'))
			.addColumn('post_id', int, (c) => c.unique().references('posts.id').onDelete('cascade'))
			.execute();
		await sql`insert into held_items (ad_id, post_id)
			select ads.id, posts.id from former_held_items as held
			left join ads on held.kind = 'ad' and ads.id = held.target_id
			left join posts on held.kind = 'post' and posts.id = held.target_id
			where ads.id is not null or posts.id is not null`.execute(db);
		await db.schema.dropTable('former_held_items').execute();

		await db.schema.dropIndex('flags_once').execute();
		await db.schema.alterTable('flags').addColumn('removed_item_id', int).execute();
		// The first item of a suspension is the account. Signals about items that are deleted keep the decision in their note.
		await sql`update flags set removed_item_id = (
			select min(id) from removed_items where removed_items.decision_id = flags.decision_id
		) where decision_id is not null`.execute(db);
		await sql`update flags set note = replace(note, ' as in decision ' || decision_id, '')
			where removed_item_id is not null`.execute(db);
		await sql`create unique index flags_once
			on flags (kind, target_id, reason, note, coalesce(removed_item_id, 0))`.execute(db);
	},
};
