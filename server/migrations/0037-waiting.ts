import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/** Adds what the list of the administrators' waiting work reads: unchecked proofs, flagged enrollments, and the age of cases. */
export const waiting: Migration = {
	name: '0037-waiting',
	async up({ db, int }) {
		await db.schema.alterTable('enrollments').addColumn('proof_at', int).execute();
		await sql`
			update enrollments set proof_at = (
				select min(proofs.at) from enrollment_proofs as proofs
				where proofs.enrollment_id = enrollments.id and proofs.at >= coalesce((
					select max(steps.at) from enrollment_steps as steps
					where steps.enrollment_id = enrollments.id and steps.state = 'awaiting_payment'
				), 0)
			)
			where state = 'awaiting_payment'
		`.execute(db);
		await sql`create index enrollments_proof on enrollments (proof_at) where proof_at is not null`.execute(db);
		await sql`create index enrollments_attention on enrollments (updated_at) where attention is not null`.execute(db);

		await db.schema
			.alterTable('cases')
			.addColumn('opened_at', int, (c) => c.notNull().defaultTo(0))
			.execute();
		await sql`
			update cases set opened_at = coalesce(
				(select min(reports.created_at) from reports where reports.case_id = cases.id and reports.state = 'open'),
				latest_at
			)
		`.execute(db);
	},
};
