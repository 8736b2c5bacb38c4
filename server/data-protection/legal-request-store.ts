import type { Insertable } from 'kysely';
import type { LegalRequestState } from '../../contract/data-protection/data-protection.ts';
import { type Db, lockRow, type Tx } from '../database/index.ts';
import type { DataProtectionTables, LegalRequestRow } from './tables.ts';

const on = (db: Db) => db.tables<DataProtectionTables>();

export async function insertRequest(
	tx: Tx,
	request: Insertable<DataProtectionTables['legal_requests']>,
): Promise<LegalRequestRow> {
	return on(tx).insertInto('legal_requests').values(request).returningAll().executeTakeFirstOrThrow();
}

export async function findRequest(db: Db, id: number): Promise<LegalRequestRow | null> {
	return (await on(db).selectFrom('legal_requests').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findRequestByCode(db: Db, code: string): Promise<LegalRequestRow | null> {
	return (await on(db).selectFrom('legal_requests').selectAll().where('code', '=', code).executeTakeFirst()) ?? null;
}

export async function lockRequest(tx: Tx, id: number): Promise<LegalRequestRow | null> {
	return lockRow(tx, on(tx).selectFrom('legal_requests').selectAll().where('id', '=', id));
}

export async function answerRequest(
	tx: Tx,
	id: number,
	change: Pick<LegalRequestRow, 'state' | 'answer' | 'answered_at'>,
): Promise<LegalRequestRow> {
	const query = on(tx).updateTable('legal_requests').set(change).where('id', '=', id);
	return query.returningAll().executeTakeFirstOrThrow();
}

/** Lists a page of requests in one state after the given one: open ones by their deadline, others the latest deadline first. */
export async function listRequests(
	db: Db,
	state: LegalRequestState,
	after: { due: number; id: number } | null,
	limit: number,
): Promise<LegalRequestRow[]> {
	const direction = state === 'open' ? 'asc' : 'desc';
	const beyond = state === 'open' ? '>' : '<';
	let query = on(db).selectFrom('legal_requests').selectAll().where('state', '=', state);
	if (after) {
		query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('due_at', 'id'), beyond, tuple(after.due, after.id)));
	}
	return query.orderBy('due_at', direction).orderBy('id', direction).limit(limit).execute();
}

/** Lists the times at which open requests were sent, the most urgent first. */
export async function listOpenTimes(db: Db, limit: number): Promise<number[]> {
	const query = on(db).selectFrom('legal_requests').select('created_at').where('state', '=', 'open');
	return (await query.orderBy('due_at').limit(limit).execute()).map((row) => row.created_at);
}

export async function listAccountRequests(db: Db, accountId: number): Promise<LegalRequestRow[]> {
	const query = on(db).selectFrom('legal_requests').selectAll().where('account_id', '=', accountId);
	return query.orderBy('id').execute();
}

export async function deleteAnsweredRequests(db: Db, until: number): Promise<void> {
	await on(db).deleteFrom('legal_requests').where('answered_at', '<=', until).execute();
}
