import { sql } from 'kysely';
import { toNameSkeleton } from '../core/name-skeleton.ts';
import type { Migration } from '../database/index.ts';

const batchSize = 500;

/** What the name of each account looks like, and which accounts look like others that had the name before. */
export const lookAlikes: Migration = {
	name: '0053-look-alikes',
	async up({ db, int }) {
		await db.schema.alterTable('accounts').addColumn('name_skeleton', 'text').execute();
		await db.schema.alterTable('accounts').addColumn('name_since', int).execute();
		await db.schema
			.alterTable('accounts')
			.addColumn('look_alike', int, (c) => c.notNull().defaultTo(0))
			.execute();
		for (let above = 0; ; ) {
			const { rows } = await sql<{ id: number; display_name: string }>`
				select id, display_name from accounts where id > ${above} order by id limit ${batchSize}
			`.execute(db);
			for (const { id, display_name } of rows) {
				await sql`update accounts set name_skeleton = ${toNameSkeleton(display_name)}, name_since = created_at
					where id = ${id}`.execute(db);
			}
			above = Number(rows.at(-1)?.id ?? 0);
			if (rows.length < batchSize) break;
		}
		await sql`create index accounts_name_skeleton on accounts (name_skeleton, name_since)`.execute(db);
		const rank = (table: string) => sql.raw(`case when ${table}.business_verified_at is null then 1 else 0 end`);
		await sql`update accounts set look_alike = 1 where exists (
			select 1 from accounts as other where other.name_skeleton = accounts.name_skeleton and other.id <> accounts.id
				and other.suspended_at is null and other.deletes_at is null and (
					${rank('other')} < ${rank('accounts')} or (${rank('other')} = ${rank('accounts')} and (
						other.name_since < accounts.name_since or (other.name_since = accounts.name_since and other.id < accounts.id)
					))
				))`.execute(db);
	},
};
