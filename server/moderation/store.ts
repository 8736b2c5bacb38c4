import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import type { ReportTables } from './tables.ts';

/** Keeps a report; an account's second one of the same is the first. */
export async function insertReport(tx: Tx, report: Insertable<ReportTables['reports']>): Promise<void> {
	await tx
		.tables<ReportTables>()
		.insertInto('reports')
		.values(report)
		.onConflict((conflict) => conflict.columns(['kind', 'target_id', 'account_id']).doNothing())
		.execute();
}
