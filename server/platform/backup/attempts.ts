import type { Generated, Selectable } from 'kysely';
import type { Db } from '../database/index.ts';
import type { BackupResult } from './make-backup.ts';

interface BackupTables {
	backup_attempts: {
		id: Generated<number>;
		/** Text of the target, as `formatBackupTarget` returns it. */
		target: string;
		started_at: number;
		/** Null while the attempt runs, and after a crash. */
		ended_at: number | null;
		/** Name of the backup; null if none was made. */
		name: string | null;
		bytes: number | null;
		written_bytes: number | null;
		files: number | null;
		database_check: string | null;
		error: string | null;
	};
}

export type BackupAttempt = Selectable<BackupTables['backup_attempts']>;

/** Milliseconds for which attempts are stored. */
const retention = 90 * 86_400_000;

const on = (db: Db) => db.tables<BackupTables>();

/** Stores the start of an attempt. Returns its id. */
export async function startAttempt(db: Db, target: string, now: number): Promise<number> {
	await on(db)
		.deleteFrom('backup_attempts')
		.where('started_at', '<', now - retention)
		.execute();
	const row = { target, started_at: now };
	const { id } = await on(db).insertInto('backup_attempts').values(row).returning('id').executeTakeFirstOrThrow();
	return id;
}

/** Stores the result of an attempt: a verified backup, or the error. */
export async function endAttempt(db: Db, id: number, now: number, result: BackupResult | Error): Promise<void> {
	const values =
		result instanceof Error
			? { error: result.message.slice(0, 500) }
			: {
					name: result.name,
					bytes: result.bytes,
					written_bytes: result.writtenBytes,
					files: result.files,
					database_check: result.check,
				};
	await on(db)
		.updateTable('backup_attempts')
		.set({ ended_at: now, ...values })
		.where('id', '=', id)
		.execute();
}

/** Deletes an attempt that neither made a backup nor failed, such as one that was stopped. */
export async function removeAttempt(db: Db, id: number): Promise<void> {
	await on(db).deleteFrom('backup_attempts').where('id', '=', id).execute();
}

export interface BackupStatus {
	/** Last attempt that made a verified backup; null if there is none. */
	last: BackupAttempt | null;
	/** Failed, running and crashed attempts since then, oldest first. */
	since: BackupAttempt[];
}

/** Reads the attempts of a target. */
export async function readBackupStatus(db: Db, target: string): Promise<BackupStatus> {
	const attempts = on(db).selectFrom('backup_attempts').selectAll().where('target', '=', target);
	const last = (await attempts.where('name', 'is not', null).orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null;
	const since = await attempts
		.where('id', '>', last?.id ?? 0)
		.orderBy('id')
		.execute();
	return { last, since };
}
