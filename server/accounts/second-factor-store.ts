import type { Db, Tx } from '../database/index.ts';
import type { SecondFactorTables } from './tables.ts';

const on = (db: Db) => db.tables<SecondFactorTables>();

export async function findSecondFactor(db: Db, accountId: number) {
	const query = on(db).selectFrom('second_factors').selectAll().where('account_id', '=', accountId);
	return (await query.executeTakeFirst()) ?? null;
}

/** Stores an unconfirmed second-factor secret. Returns false if the account already has a confirmed secret. */
export async function upsertSecondFactorSecret(
	tx: Tx,
	accountId: number,
	secret: string,
	now: number,
): Promise<boolean> {
	const row = await on(tx)
		.insertInto('second_factors')
		.values({ account_id: accountId, secret, created_at: now })
		.onConflict((conflict) =>
			conflict
				.column('account_id')
				.doUpdateSet({ secret, created_at: now, last_step: 0 })
				.where('second_factors.confirmed_at', 'is', null),
		)
		.returning('account_id')
		.executeTakeFirst();
	return row !== undefined;
}

/** Marks a time step as used. Returns false if a code of this or a later time step was already used. */
export async function consumeTotpTimeStep(db: Db, accountId: number, secret: string, step: number): Promise<boolean> {
	const row = await on(db)
		.updateTable('second_factors')
		.set({ last_step: step })
		.where('account_id', '=', accountId)
		.where('secret', '=', secret)
		.where('last_step', '<', step)
		.returning('account_id')
		.executeTakeFirst();
	return row !== undefined;
}

export async function markSecondFactorConfirmed(
	tx: Tx,
	accountId: number,
	secret: string,
	now: number,
): Promise<boolean> {
	const row = await on(tx)
		.updateTable('second_factors')
		.set({ confirmed_at: now })
		.where('account_id', '=', accountId)
		.where('secret', '=', secret)
		.where('confirmed_at', 'is', null)
		.returning('account_id')
		.executeTakeFirst();
	return row !== undefined;
}

export async function deleteSecondFactor(tx: Tx, accountId: number): Promise<void> {
	await on(tx).deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
	await on(tx).deleteFrom('second_factors').where('account_id', '=', accountId).execute();
}

export async function insertRecoveryCodes(tx: Tx, accountId: number, hashes: readonly string[]): Promise<void> {
	const values = hashes.map((code_hash) => ({ account_id: accountId, code_hash }));
	await on(tx).insertInto('recovery_codes').values(values).execute();
}

/** Deletes a recovery code. Returns false if the code is invalid or already used. */
export async function consumeRecoveryCode(db: Db, accountId: number, codeHash: string): Promise<boolean> {
	const row = await on(db)
		.deleteFrom('recovery_codes')
		.where('account_id', '=', accountId)
		.where('code_hash', '=', codeHash)
		.returning('account_id')
		.executeTakeFirst();
	return row !== undefined;
}

export async function countRecoveryCodes(db: Db, accountId: number): Promise<number> {
	const row = await on(db)
		.selectFrom('recovery_codes')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('account_id', '=', accountId)
		.executeTakeFirstOrThrow();
	return Number(row.count);
}
