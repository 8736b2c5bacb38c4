import { type Kysely, sql } from 'kysely';
import type { Migration } from '../database/index.ts';

const week = 7 * 86_400_000;

/**
 * What each report weighs and why, the network that it came from, and the sum for each case. One report no longer warns customers: open
 * reports get a weight, and warnings that they no longer justify end.
 */
export const reportWeights: Migration = {
	name: '0058-report-weights',
	async up({ db, int }) {
		for (const table of ['reports', 'cases']) {
			await db.schema
				.alterTable(table)
				.addColumn('weight', int, (c) => c.notNull().defaultTo(0))
				.execute();
		}
		await db.schema.alterTable('reports').addColumn('weight_reason', 'text').execute();
		await db.schema.alterTable('reports').addColumn('network', 'text').execute();
		await sql`
			update reports set weight_reason = case
				when exists (
					select 1 from reports as earlier where earlier.owner_id = reports.owner_id and earlier.state = 'open'
					and earlier.account_id = reports.account_id and earlier.id < reports.id
				) then 'repeated'
				when exists (
					select 1 from accounts where accounts.id = reports.account_id and email_verified_at is null
				) then 'unconfirmed'
				when exists (
					select 1 from accounts where accounts.id = reports.account_id
					and accounts.created_at + ${sql.lit(week)} > reports.created_at
				) then 'new'
			end where state = 'open'
		`.execute(db);
		await sql`update reports set weight = 100 where state = 'open' and weight_reason is null`.execute(db);
		await sql`
			update cases set weight = (
				select coalesce(sum(weight), 0) from reports where reports.case_id = cases.id and state = 'open'
			) + case when exists (
				select 1 from flags where flags.case_id = cases.id and flags.state = 'open'
			) then 100 else 0 end + case when exists (
				select 1 from decisions where decisions.target_kind = cases.kind and decisions.target_id = cases.target_id
				and appealed_at is not null and outcome is null
			) then 100 else 0 end where state = 'open'
		`.execute(db);
		await sql`
			update accounts set reported = 0, caution = 0 where reported = 1 and not exists (
				select 1 from decisions where decisions.owner_id = accounts.id and kind = 'warn' and lifted_at is null
			) and (
				select coalesce(sum(weight), 0) from reports where reports.owner_id = accounts.id and state = 'open'
			) < 300
		`.execute(db);
		await sql`create index cases_weight on cases (weight desc, id) where state = 'open'`.execute(db);
		await sql`create index reports_networks on reports (created_at) where network is not null`.execute(db);
		await addReportQuota(db);
	},
};

/** Adds the daily limit of reports to limits that an operator has changed, because all limits are stored together. */
async function addReportQuota(db: Kysely<unknown>): Promise<void> {
	const settings = db as Kysely<{ market_settings: { changed: string } }>;
	const { changed } = await settings.selectFrom('market_settings').select('changed').executeTakeFirstOrThrow();
	const values = JSON.parse(changed);
	if (!values.limits) return;
	const defaults = { unverified: 3, verified: 10, older: 30 };
	for (const [level, reports] of Object.entries(defaults)) values.limits.posting[level].reports = reports;
	await settings
		.updateTable('market_settings')
		.set({ changed: JSON.stringify(values) })
		.execute();
}
