import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { ContactTables, RevealRow, RevealScope } from './tables.ts';

const on = (db: Db) => db.tables<ContactTables>();

/** A network, a device or an account, whose reveals are counted. */
export type RevealCaller = Pick<RevealRow, 'scope' | 'caller'>;

export interface RevealCounts extends RevealCaller {
	/** Number of sellers revealed since `hourAgo` and since `dayAgo`. */
	hour: number;
	day: number;
	/** Whether the given seller is among them. */
	has_seller: 0 | 1;
}

const isAmongCallers = (callers: readonly RevealCaller[]) =>
	sql<SqlBool>`(scope, caller) in (${sql.join(callers.map(({ scope, caller }) => sql`(${scope}, ${caller})`))})`;

/** Counts the sellers whose numbers each caller revealed. Omits callers without any. */
export async function countReveals(
	db: Db,
	callers: readonly RevealCaller[],
	{ sellerId, hourAgo, dayAgo }: { sellerId: number; hourAgo: number; dayAgo: number },
): Promise<RevealCounts[]> {
	return on(db)
		.selectFrom('contact_reveals')
		.select(({ fn }) => [
			'scope',
			'caller',
			fn.countAll<number>().as('day'),
			sql<number>`sum(case when revealed_at > ${hourAgo} then 1 else 0 end)`.as('hour'),
			sql<0 | 1>`max(case when seller_id = ${sellerId} then 1 else 0 end)`.as('has_seller'),
		])
		.where(isAmongCallers(callers))
		.where('revealed_at', '>', dayAgo)
		.groupBy(['scope', 'caller'])
		.execute();
}

/** Makes other transactions that reveal numbers to one of the callers wait until this one ends. SQLite has one writer anyway. */
export async function lockCallers(tx: Tx, callers: readonly RevealCaller[]): Promise<void> {
	if (tx.engine !== 'postgres') return;
	// The same order in every transaction prevents deadlocks.
	for (const name of callers.map(({ scope, caller }) => `contact_reveals ${scope} ${caller}`).sort()) {
		await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.tables());
	}
}

/** Stores that the callers revealed a seller's numbers. A reveal since `dayAgo` keeps its time. */
export async function insertReveals(
	tx: Tx,
	callers: readonly RevealCaller[],
	{ sellerId, at, dayAgo }: { sellerId: number; at: number; dayAgo: number },
): Promise<void> {
	await on(tx)
		.insertInto('contact_reveals')
		.values(callers.map(({ scope, caller }) => ({ scope, caller, seller_id: sellerId, revealed_at: at })))
		.onConflict((conflict) =>
			conflict
				.columns(['scope', 'caller', 'seller_id'])
				.doUpdateSet({ revealed_at: at })
				.where('contact_reveals.revealed_at', '<=', dayAgo),
		)
		.execute();
}

/** Lists the accounts and networks that revealed the numbers of most sellers since `dayAgo`. */
export async function listTopCallers(db: Db, dayAgo: number, limit: number) {
	return on(db)
		.selectFrom('contact_reveals')
		.select(({ fn }) => [
			'scope',
			'caller',
			fn.countAll<number>().as('sellers'),
			fn.max<number>('revealed_at').as('last_at'),
		])
		.where('revealed_at', '>', dayAgo)
		.where('scope', 'in', ['network', 'new', 'account'] satisfies RevealScope[])
		.groupBy(['scope', 'caller'])
		.orderBy('sellers', 'desc')
		.orderBy('last_at', 'desc')
		.orderBy('scope')
		.orderBy('caller')
		.limit(limit)
		.execute();
}

const ofAccount = { scope: 'account' } as const satisfies Partial<RevealRow>;

export async function listAccountReveals(db: Db, accountId: number): Promise<RevealRow[]> {
	const query = on(db).selectFrom('contact_reveals').selectAll().where('scope', '=', ofAccount.scope);
	return query.where('caller', '=', String(accountId)).orderBy('revealed_at').execute();
}

export async function deleteAccountReveals(tx: Tx, accountId: number): Promise<void> {
	const query = on(tx).deleteFrom('contact_reveals').where('scope', '=', ofAccount.scope);
	await query.where('caller', '=', String(accountId)).execute();
}

export async function deleteRevealsBefore(db: Db, time: number): Promise<void> {
	await on(db).deleteFrom('contact_reveals').where('revealed_at', '<=', time).execute();
}
