import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/** Sums pageviews by route, because paths name the accounts and ads whose pages they are. */
export const pageviewsByRoute: Migration = {
	name: '0061-pageviews-by-route',
	async up({ db }) {
		await sql`
			insert into page_days (day, route, path, views)
			select day, route, '', sum(views) from page_days where path <> '' group by day, route
			on conflict (day, route, path) do update set views = page_days.views + excluded.views
		`.execute(db);
		await sql`delete from page_days where path <> ''`.execute(db);
	},
};
