import { sql } from 'kysely';
import { toNameSkeleton } from '../core/name-skeleton.ts';
import type { Migration } from '../database/index.ts';

const batchSize = 500;

/**
 * Compares names in small capitals and letters on squares, too. Marks all accounts, so that a job shows moderators the look-alikes and the names
 * that claim to be the market.
 */
export const namesAsRead: Migration = {
	name: '0056-names-as-read',
	async up({ db }) {
		for (let above = 0; ; ) {
			const { rows } = await sql<{ id: number; display_name: string; name_skeleton: string | null }>`
				select id, display_name, name_skeleton from accounts where id > ${above} order by id limit ${batchSize}
			`.execute(db);
			for (const { id, display_name, name_skeleton } of rows) {
				const skeleton = toNameSkeleton(display_name);
				if (skeleton === name_skeleton) continue;
				await sql`update accounts set name_skeleton = ${skeleton} where id = ${id}`.execute(db);
			}
			above = Number(rows.at(-1)?.id ?? 0);
			if (rows.length < batchSize) break;
		}
		const rank = (table: string) => sql.raw(`case when ${table}.business_verified_at is null then 1 else 0 end`);
		await sql`update accounts set unreported_look_alike = 1, look_alike = case when exists (
			select 1 from accounts as other where other.name_skeleton = accounts.name_skeleton and other.id <> accounts.id
				and other.suspended_at is null and other.deletes_at is null and (
					${rank('other')} < ${rank('accounts')} or (${rank('other')} = ${rank('accounts')} and (
						other.name_since < accounts.name_since or (other.name_since = accounts.name_since and other.id < accounts.id)
					))
				)) then 1 else 0 end where role = 'user'`.execute(db);
	},
};
