import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

const shown = 'visible = 1 and sold_at is null';

/** Condition, negotiable price, delivery and location of ads, each with an index that lists it in trending order. */
export const adFields: Migration = {
	name: '0030-ad-fields',
	async up({ db, int }) {
		for (const name of ['negotiable', 'delivery']) {
			await db.schema
				.alterTable('ads')
				.addColumn(name, int, (c) => c.notNull().defaultTo(0))
				.execute();
		}
		for (const name of ['condition', 'state', 'lga']) {
			await db.schema.alterTable('ads').addColumn(name, 'text').execute();
		}
		// Each index has only the ads that a filter can find, because every index entry makes a like or a view more expensive.
		const indexes = {
			ads_trending_condition: `(condition, score desc, id desc) where ${shown} and condition is not null`,
			ads_trending_state: `(state, score desc, id desc) where ${shown} and state is not null`,
			ads_trending_lga: `(state, lga, score desc, id desc) where ${shown} and lga is not null`,
			ads_trending_negotiable: `(score desc, id desc) where ${shown} and negotiable = 1`,
			ads_trending_pickup: `(score desc, id desc) where ${shown} and (delivery & 1) <> 0`,
			ads_trending_within_state: `(score desc, id desc) where ${shown} and (delivery & 2) <> 0`,
			ads_trending_nationwide: `(score desc, id desc) where ${shown} and (delivery & 4) <> 0`,
			ads_trending_pay_on_delivery: `(score desc, id desc) where ${shown} and (delivery & 8) <> 0`,
		};
		for (const [name, rows] of Object.entries(indexes)) {
			await sql`create index ${sql.id(name)} on ads ${sql.raw(rows)}`.execute(db);
		}
	},
};
