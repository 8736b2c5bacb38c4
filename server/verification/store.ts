import { type Insertable, sql, type Updateable } from 'kysely';
import type { VerificationState } from '../../contract/verification/verification.ts';
import { type Db, lockRow, type Tx } from '../database/index.ts';
import type { BusinessDocumentRow, BusinessVerificationRow, PhoneCodeRow, VerificationTables } from './tables.ts';

const on = (db: Db) => db.tables<VerificationTables>();

// `pending` is a literal and not a bound value, because the query planner recognizes a partial index by the condition in the SQL text.
const pending = sql.lit('pending' as const);

/** Stores the code of an account in place of its previous code. */
export async function replacePhoneCode(tx: Tx, code: Insertable<VerificationTables['phone_codes']>): Promise<void> {
	const { account_id: _, ...change } = { tries: 0, ...code };
	await on(tx)
		.insertInto('phone_codes')
		.values(code)
		.onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
		.execute();
}

export async function findPhoneCode(db: Db, accountId: number): Promise<PhoneCodeRow | null> {
	const query = on(db).selectFrom('phone_codes').selectAll().where('account_id', '=', accountId);
	return (await query.executeTakeFirst()) ?? null;
}

export async function lockPhoneCodeRow(tx: Tx, accountId: number): Promise<PhoneCodeRow | null> {
	return lockRow(tx, on(tx).selectFrom('phone_codes').selectAll().where('account_id', '=', accountId));
}

export async function countWrongTry(tx: Tx, accountId: number): Promise<void> {
	await on(tx)
		.updateTable('phone_codes')
		.set((eb) => ({ tries: eb('tries', '+', 1) }))
		.where('account_id', '=', accountId)
		.execute();
}

export async function deletePhoneCode(tx: Tx, accountId: number): Promise<void> {
	await on(tx).deleteFrom('phone_codes').where('account_id', '=', accountId).execute();
}

/** Deletes a code that was not sent, unless another code has replaced it. */
export async function deleteUnsentPhoneCode(db: Db, accountId: number, codeHash: string): Promise<void> {
	await on(db)
		.deleteFrom('phone_codes')
		.where('account_id', '=', accountId)
		.where('code_hash', '=', codeHash)
		.execute();
}

export async function deleteExpiredPhoneCodes(db: Db, now: number): Promise<void> {
	await on(db).deleteFrom('phone_codes').where('ends_at', '<=', now).execute();
}

export async function insertDocument(tx: Tx, document: BusinessDocumentRow): Promise<void> {
	await on(tx).insertInto('business_documents').values(document).execute();
}

/** Lists an account's pictures of one request, oldest first; of no request if `verificationId` is null. */
export async function listDocuments(
	db: Db,
	accountId: number,
	verificationId: number | null,
): Promise<BusinessDocumentRow[]> {
	return on(db)
		.selectFrom('business_documents')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('verification_id', verificationId === null ? 'is' : '=', verificationId)
		.orderBy('media_id')
		.execute();
}

export async function listAccountDocuments(db: Db, accountId: number): Promise<BusinessDocumentRow[]> {
	return on(db).selectFrom('business_documents').selectAll().where('account_id', '=', accountId).execute();
}

/** Lists pictures that were uploaded at or before `until` and not sent with a request, oldest first. */
export async function listUnsentDocuments(db: Db, until: number, limit: number): Promise<BusinessDocumentRow[]> {
	return on(db)
		.selectFrom('business_documents')
		.selectAll()
		.where('verification_id', 'is', null)
		.where('created_at', '<=', until)
		.orderBy('created_at')
		.limit(limit)
		.execute();
}

/** Counts the pictures of each request. */
export async function countDocuments(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
	if (ids.length === 0) return new Map();
	const rows = await on(db)
		.selectFrom('business_documents')
		.select((eb) => [eb.ref('verification_id').$notNull().as('id'), eb.fn.countAll<number>().as('count')])
		.where('verification_id', 'in', ids)
		.groupBy('verification_id')
		.execute();
	return new Map(rows.map((row) => [row.id, Number(row.count)]));
}

/** Adds an account's unsent pictures to its request. */
export async function assignDocuments(tx: Tx, accountId: number, verificationId: number): Promise<void> {
	await on(tx)
		.updateTable('business_documents')
		.set({ verification_id: verificationId })
		.where('account_id', '=', accountId)
		.where('verification_id', 'is', null)
		.execute();
}

export async function deleteDocuments(tx: Tx, mediaIds: readonly number[]): Promise<void> {
	if (mediaIds.length === 0) return;
	await on(tx).deleteFrom('business_documents').where('media_id', 'in', mediaIds).execute();
}

export async function insertVerification(
	tx: Tx,
	verification: Insertable<VerificationTables['business_verifications']>,
): Promise<BusinessVerificationRow> {
	return on(tx).insertInto('business_verifications').values(verification).returningAll().executeTakeFirstOrThrow();
}

export async function updateVerification(
	tx: Tx,
	id: number,
	change: Updateable<VerificationTables['business_verifications']>,
): Promise<BusinessVerificationRow> {
	const query = on(tx).updateTable('business_verifications').set(change).where('id', '=', id);
	return query.returningAll().executeTakeFirstOrThrow();
}

export async function findVerification(db: Db, id: number): Promise<BusinessVerificationRow | null> {
	const query = on(db).selectFrom('business_verifications').selectAll().where('id', '=', id);
	return (await query.executeTakeFirst()) ?? null;
}

/** Finds an account's pending request. */
export async function findPendingVerification(db: Db, accountId: number): Promise<BusinessVerificationRow | null> {
	const query = on(db).selectFrom('business_verifications').selectAll().where('account_id', '=', accountId);
	return (await query.where('state', '=', pending).executeTakeFirst()) ?? null;
}

/** Lists an account's requests, newest first. */
export async function listAccountVerifications(db: Db, accountId: number): Promise<BusinessVerificationRow[]> {
	return on(db)
		.selectFrom('business_verifications')
		.selectAll()
		.where('account_id', '=', accountId)
		.orderBy('id', 'desc')
		.execute();
}

/** Lists a page of requests in one state after the request `after`: pending ones oldest first, others newest first. */
export async function listVerifications(
	db: Db,
	state: VerificationState,
	after: number | null,
	limit: number,
): Promise<BusinessVerificationRow[]> {
	const isQueue = state === 'pending';
	let query = on(db).selectFrom('business_verifications').selectAll().where('state', '=', state);
	if (after !== null) query = query.where('id', isQueue ? '>' : '<', after);
	return query
		.orderBy('id', isQueue ? 'asc' : 'desc')
		.limit(limit)
		.execute();
}

/** Lists the times at which pending requests were sent, oldest first. */
export async function listPendingTimes(db: Db, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('business_verifications')
		.select('created_at')
		.where('state', '=', 'pending')
		.orderBy('id')
		.limit(limit)
		.execute();
	return rows.map((row) => row.created_at);
}

export async function countPendingVerifications(db: Db): Promise<number> {
	const row = await on(db)
		.selectFrom('business_verifications')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.where('state', '=', pending)
		.executeTakeFirstOrThrow();
	return Number(row.count);
}
