import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { type EnrollmentState, enrollmentStates } from '../../contract/enrollments/enrollments.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import { type Db, lockRow, lockRows, type Tx } from '../database/index.ts';
import type { EnrollmentRow, EnrollmentTables, PaymentEventRow, PaymentRow } from './tables.ts';

const on = (db: Db) => db.tables<EnrollmentTables>();

/** Inserts an enrollment. Returns null if the email address already has one for the course, or if the reference is taken. */
export async function insertEnrollment(
	tx: Tx,
	enrollment: Insertable<EnrollmentTables['enrollments']>,
): Promise<EnrollmentRow | null> {
	const query = on(tx).insertInto('enrollments').values(enrollment);
	return (
		(await query
			.onConflict((conflict) => conflict.doNothing())
			.returningAll()
			.executeTakeFirst()) ?? null
	);
}

export async function findEnrollment(db: Db, id: number): Promise<EnrollmentRow | null> {
	return (await on(db).selectFrom('enrollments').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockEnrollmentRow(tx: Tx, id: number): Promise<EnrollmentRow | null> {
	return lockRow(tx, on(tx).selectFrom('enrollments').selectAll().where('id', '=', id));
}

export async function lockEnrollmentRowByEmail(
	tx: Tx,
	emailKey: string,
	courseId: string,
): Promise<EnrollmentRow | null> {
	const query = on(tx).selectFrom('enrollments').selectAll().where('email_key', '=', emailKey);
	return lockRow(tx, query.where('course_id', '=', courseId));
}

export async function updateEnrollment(
	tx: Tx,
	id: number,
	change: Updateable<EnrollmentTables['enrollments']>,
): Promise<EnrollmentRow | null> {
	const query = on(tx).updateTable('enrollments').set(change).where('id', '=', id).returningAll();
	return (await query.executeTakeFirst()) ?? null;
}

/** Lists the enrollments of an email address that belong to no account, newest first. */
export async function listUnclaimedEnrollments(db: Db, emailKey: string): Promise<EnrollmentRow[]> {
	const query = on(db).selectFrom('enrollments').selectAll().where('email_key', '=', emailKey);
	return query.where('account_id', 'is', null).orderBy('id', 'desc').execute();
}

export async function listAccountEnrollments(db: Db, accountId: number): Promise<EnrollmentRow[]> {
	const query = on(db).selectFrom('enrollments').selectAll().where('account_id', '=', accountId);
	return query.orderBy('id', 'desc').execute();
}

// A request without a payment or a proof, which only the owner of the address can have sent.
const isOnlyRequested = sql<SqlBool>`account_id is null and state in ('requested', 'awaiting_payment', 'cancelled')
	and not exists (select 1 from payments where enrollment_id = enrollments.id)
	and not exists (select 1 from enrollment_proofs where enrollment_id = enrollments.id)`;

/** Lists the requests that an account sent before it confirmed their address, and for which nobody has paid. */
export async function listUnconfirmedRequests(db: Db, accountId: number): Promise<EnrollmentRow[]> {
	const query = on(db).selectFrom('enrollments').selectAll().where('requested_by', '=', accountId);
	return query.where(isOnlyRequested).orderBy('id', 'desc').execute();
}

/** Deletes up to `limit` requests that no account has confirmed and nobody has paid for, unchanged since `before`. Returns their number. */
export async function deleteUnconfirmedRequests(tx: Tx, before: number, limit: number): Promise<number> {
	const old = on(tx).selectFrom('enrollments').select('id').where('updated_at', '<', before);
	const rows = await lockRows(tx, old.where(isOnlyRequested).orderBy('id').limit(limit));
	const ids = rows.map(({ id }) => id);
	if (ids.length > 0) await on(tx).deleteFrom('enrollments').where('id', 'in', ids).execute();
	return ids.length;
}

export interface EnrollmentFilter {
	state?: EnrollmentState | undefined;
	course?: string | undefined;
	attention?: boolean | undefined;
	proof?: boolean | undefined;
	q?: string | undefined;
}

function toCondition({ state, course, attention, proof, q }: EnrollmentFilter) {
	const conditions = [sql<SqlBool>`1 = 1`];
	if (state) conditions.push(sql`state = ${state}`);
	if (course) conditions.push(sql`course_id = ${course}`);
	if (attention !== undefined) conditions.push(attention ? sql`attention is not null` : sql`attention is null`);
	if (proof !== undefined) conditions.push(proof ? sql`proof_at is not null` : sql`proof_at is null`);
	if (q) {
		const patterns = [q.toLowerCase()];
		// A phone number in the query matches in any spacing, with or without the country code.
		const digits = q.replace(/\D/g, '').replace(/^0+/, '');
		if (/^[\d\s+().-]+$/.test(q) && digits.length >= 4) patterns.push(digits);
		const tests = patterns.map((text) => sql`words like ${`%${text.replace(/[!%_]/g, '!$&')}%`} escape '!'`);
		conditions.push(sql`(${sql.join(tests, sql` or `)})`);
	}
	return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Lists enrollments, newest first. `beforeId` is an exclusive upper bound of the ids. */
export async function listEnrollments(
	db: Db,
	filter: EnrollmentFilter,
	{ beforeId = null, limit }: { beforeId?: number | null; limit?: number } = {},
): Promise<EnrollmentRow[]> {
	let query = on(db).selectFrom('enrollments').selectAll().where(toCondition(filter)).orderBy('id', 'desc');
	if (beforeId !== null) query = query.where('id', '<', beforeId);
	if (limit !== undefined) query = query.limit(limit);
	return query.execute();
}

/** Times since when enrollments wait for an administrator. */
export interface WaitingTimes {
	/** Times of proofs that no administrator has dealt with. */
	proofs: number[];
	/** Times of requests without a payment option, which an administrator answers. */
	requests: number[];
	/** Times at which enrollments were flagged for attention. */
	payments: number[];
}

/** Lists the times since when enrollments wait, at most `limit` of each kind. Each list is one index walk. */
export async function listWaitingTimes(db: Db, limit: number): Promise<WaitingTimes> {
	const enrollments = on(db).selectFrom('enrollments').limit(limit);
	const proofs = enrollments.select('proof_at as at').where('proof_at', 'is not', null).orderBy('proof_at');
	const requests = enrollments.select('updated_at as at').where('state', '=', 'requested').orderBy('id');
	const payments = enrollments.select('updated_at as at').where('attention', 'is not', null).orderBy('updated_at');
	const toTimes = (rows: readonly { at: number | null }[]) => rows.flatMap(({ at }) => at ?? []);
	return {
		proofs: toTimes(await proofs.execute()),
		requests: toTimes(await requests.execute()),
		payments: toTimes(await payments.execute()),
	};
}

/** Counts the enrollments that match the filter by state. Ignores the filter's own state. */
export async function countEnrollmentsByState(
	db: Db,
	filter: EnrollmentFilter,
): Promise<Record<EnrollmentState, number>> {
	const rows = await on(db)
		.selectFrom('enrollments')
		.select(({ fn }) => ['state', fn.countAll<number>().as('count')])
		.where(toCondition({ ...filter, state: undefined }))
		.groupBy('state')
		.execute();
	const counts = Object.fromEntries(enrollmentStates.map((state) => [state, 0])) as Record<EnrollmentState, number>;
	for (const { state, count } of rows) counts[state] = Number(count);
	return counts;
}

export async function insertStateChange(tx: Tx, step: Insertable<EnrollmentTables['enrollment_steps']>): Promise<void> {
	await on(tx).insertInto('enrollment_steps').values(step).execute();
}

export type StateChangeRow = Pick<EnrollmentTables['enrollment_steps'], 'enrollment_id' | 'state' | 'by' | 'at'>;

/** Lists the state changes of enrollments, oldest first. */
export async function listStateChanges(db: Db, ids: readonly number[]): Promise<StateChangeRow[]> {
	if (ids.length === 0) return [];
	return on(db)
		.selectFrom('enrollment_steps')
		.select(['enrollment_id', 'state', 'by', 'at'])
		.where('enrollment_id', 'in', ids)
		.orderBy('id')
		.execute();
}

export async function insertNote(tx: Tx, note: Insertable<EnrollmentTables['enrollment_notes']>): Promise<void> {
	await on(tx).insertInto('enrollment_notes').values(note).execute();
}

/** Lists an enrollment's notes, newest first. */
export async function listNotes(db: Db, id: number) {
	return on(db)
		.selectFrom('enrollment_notes')
		.select(['text', 'by', 'at'])
		.where('enrollment_id', '=', id)
		.orderBy('id', 'desc')
		.execute();
}

export async function insertPaymentProof(tx: Tx, proof: PaymentProofRow): Promise<void> {
	await on(tx).insertInto('enrollment_proofs').values(proof).execute();
}

export type PaymentProofRow = EnrollmentTables['enrollment_proofs'];

/** Lists the payment proofs of enrollments, newest first. */
export async function listPaymentProofs(db: Db, ids: readonly number[]): Promise<PaymentProofRow[]> {
	if (ids.length === 0) return [];
	return on(db)
		.selectFrom('enrollment_proofs')
		.selectAll()
		.where('enrollment_id', 'in', ids)
		.orderBy('media_id', 'desc')
		.execute();
}

export async function insertPayment(tx: Tx, payment: Insertable<EnrollmentTables['payments']>): Promise<PaymentRow> {
	return on(tx).insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
}

export async function findPayment(db: Db, reference: string): Promise<PaymentRow | null> {
	const query = on(db).selectFrom('payments').selectAll().where('reference', '=', reference);
	return (await query.executeTakeFirst()) ?? null;
}

export async function updatePayment(
	tx: Tx,
	id: number,
	change: Updateable<EnrollmentTables['payments']>,
): Promise<void> {
	await on(tx).updateTable('payments').set(change).where('id', '=', id).execute();
}

/** Lists an enrollment's online payments, newest first. */
export async function listEnrollmentPayments(db: Db, enrollmentId: number): Promise<PaymentRow[]> {
	const query = on(db).selectFrom('payments').selectAll().where('enrollment_id', '=', enrollmentId);
	return query.orderBy('id', 'desc').execute();
}

/** Lists references of unsettled payments, least recently checked first. */
export async function listUnsettledPaymentReferences(
	db: Db,
	{ createdAfter, checkedBefore, limit }: { createdAfter: number; checkedBefore: number; limit: number },
): Promise<string[]> {
	const rows = await on(db)
		.selectFrom('payments')
		.select('reference')
		.where('settled_at', 'is', null)
		.where('authorization_url', 'is not', null)
		.where('created_at', '>', createdAfter)
		.where('checked_at', '<', checkedBefore)
		.orderBy('checked_at')
		.limit(limit)
		.execute();
	return rows.map((row) => row.reference);
}

/** Stores a webhook event of the payment service. Returns null if the event is already stored. */
export async function insertPaymentEvent(
	tx: Tx,
	event: Insertable<EnrollmentTables['payment_events']>,
): Promise<PaymentEventRow | null> {
	const query = on(tx).insertInto('payment_events').values(event);
	const inserted = query.onConflict((conflict) => conflict.column('event_key').doNothing()).returningAll();
	return (await inserted.executeTakeFirst()) ?? null;
}

export async function findPaymentEvent(db: Db, id: number): Promise<PaymentEventRow | null> {
	return (await on(db).selectFrom('payment_events').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Sums the amounts of a payment's stored webhook events of one type, in kobo. */
export async function sumPaymentEventAmounts(db: Db, event: string, reference: string): Promise<number> {
	const row = await on(db)
		.selectFrom('payment_events')
		.select(({ fn }) => fn.sum<number | string | null>('amount').as('sum'))
		.where('event', '=', event)
		.where('reference', '=', reference)
		.executeTakeFirstOrThrow();
	return Number(row.sum ?? 0);
}

/** Removes the personal data of an enrollment. Keeps course, price, state changes and payments. */
export async function anonymizeEnrollment(tx: Tx, id: number): Promise<void> {
	await on(tx)
		.updateTable('enrollments')
		.set({
			name: adminApiText.accountErased,
			coursetype: '',
			email: '',
			email_key: `erased ${id}`,
			phone: '',
			words: sql`lower(reference)`,
			account_id: null,
		})
		.where('id', '=', id)
		.execute();
	await on(tx).deleteFrom('enrollment_notes').where('enrollment_id', '=', id).execute();
	await on(tx).deleteFrom('enrollment_proofs').where('enrollment_id', '=', id).execute();
}

/** Deletes an enrollment. The database deletes dependent rows by cascade. */
export async function deleteEnrollment(tx: Tx, id: number): Promise<void> {
	await on(tx).deleteFrom('enrollments').where('id', '=', id).execute();
}
