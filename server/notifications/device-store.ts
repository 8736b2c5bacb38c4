import type { Insertable } from 'kysely';
import { type Db, isAmong, runCompiled, type Tx, toListParameter } from '../database/index.ts';
import type { DeviceRow, DeviceTables } from './tables.ts';

const on = (db: Db) => db.tables<DeviceTables>();

/** Inserts a device or assigns its push token to another account. A token belongs to the account that registered it last. */
export async function upsertDevice(tx: Tx, device: Insertable<DeviceTables['devices']>): Promise<number> {
	const { account_id, session_id, name } = device;
	const row = await on(tx)
		.insertInto('devices')
		.values(device)
		.onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ account_id, session_id, name }))
		.returning('id')
		.executeTakeFirstOrThrow();
	return row.id;
}

/** Lists an account's devices, newest first. */
export async function listDevices(db: Db, accountId: number): Promise<DeviceRow[]> {
	return on(db).selectFrom('devices').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').execute();
}

/** Lists the devices of several accounts. */
export async function listDevicesOfAccounts(db: Db, accountIds: readonly number[]): Promise<DeviceRow[]> {
	return runCompiled(db, 'devices of accounts', { list: toListParameter(db, accountIds) }, ({ list }) =>
		on(db)
			.selectFrom('devices')
			.selectAll()
			.where(isAmong(db, 'account_id', list))
			.orderBy('id', 'desc'),
	);
}

export async function findDevice(db: Db, id: number): Promise<DeviceRow | null> {
	const row = await on(db).selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst();
	return row ?? null;
}

/** Deletes a device of an account. Returns false if the account has no device with this id. */
export async function deleteDevice(db: Db, accountId: number, id: number): Promise<boolean> {
	const row = await on(db)
		.deleteFrom('devices')
		.where('account_id', '=', accountId)
		.where('id', '=', id)
		.returning('id')
		.executeTakeFirst();
	return row !== undefined;
}

export async function insertSendHandle(db: Db, handle: DeviceTables['send_handles']): Promise<void> {
	await on(db).insertInto('send_handles').values(handle).execute();
}

/** Deletes and returns a single-use handle for sending a test notification. Returns null if the handle does not exist. */
export async function consumeSendHandle(db: Db, hash: string): Promise<DeviceTables['send_handles'] | null> {
	const row = await on(db).deleteFrom('send_handles').where('handle_hash', '=', hash).returningAll().executeTakeFirst();
	return row ?? null;
}

export async function deleteExpiredSendHandles(db: Db, before: number): Promise<void> {
	await on(db).deleteFrom('send_handles').where('ends_at', '<', before).execute();
}
