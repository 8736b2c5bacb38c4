import type { Generated, Selectable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Database, Db } from '../../database/index.ts';
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
		/** Number of files of which the bytes were read; null before this was stored. */
		read_files: number | null;
		/** When a backup to the target last read all files; null if none did. */
		all_read_at: number | null;
		/** Files of earlier backups that were found damaged. */
		damaged_files: number | null;
		/** Damaged files of which the market has no whole copy either. */
		lost_files: number | null;
		error: string | null;
	};
}

export type BackupAttempt = Selectable<BackupTables['backup_attempts']>;

/** Milliseconds for which attempts are stored. */
const retention = 90 * 86_400_000;

const on = (db: Db) => db.tables<BackupTables>();

/**
 * Runs an attempt to make a backup at the current time, `now`, and stores its result. A database before the migrations of the table stores
 * nothing. Returns the result or the error of `run`. Throws errors of the database.
 */
export async function recordAttempt<Result extends BackupResult>(
	db: Database,
	target: string,
	{ clock, signal }: { clock: Clock; signal: AbortSignal },
	run: (now: number) => Promise<Result>,
): Promise<Result | Error> {
	const now = clock.now();
	const id = await startAttempt(db, target, now).catch((error: unknown) => {
		if (isSchemaOlder(error)) return null;
		throw error;
	});
	const result = await run(now).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
	if (id !== null) {
		const isKept = !(result instanceof Error) || isFailure(result, signal);
		await db
			.statement((db) => (isKept ? endAttempt(db, id, clock.now(), result) : removeAttempt(db, id)))
			.catch((error: unknown) => {
				if (!isSchemaOlder(error)) throw error;
				return db.statement((db) => removeAttempt(db, id));
			});
	}
	return result;
}

/** Returns whether the error of an attempt is a failure. An attempt that was stopped, or that found another backup running, is none. */
export function isFailure(error: Error, signal: AbortSignal): boolean {
	return !signal.aborted && error.name !== 'BackupRunningError';
}

/** Stores the start of an attempt, and deletes old attempts. Returns its id. */
function startAttempt(db: Database, target: string, now: number): Promise<number> {
	return db.transaction(async (tx) => {
		await on(tx)
			.deleteFrom('backup_attempts')
			.where('started_at', '<', now - retention)
			.execute();
		const row = { target, started_at: now };
		const { id } = await on(tx).insertInto('backup_attempts').values(row).returning('id').executeTakeFirstOrThrow();
		return id;
	});
}

function isSchemaOlder(error: unknown): boolean {
	// SQLSTATEs of PostgreSQL for a missing table and a missing column; SQLite has only a message.
	const { code, message } = error as Error & { code?: unknown };
	return code === '42P01' || code === '42703' || /^no such (table|column): /.test(message);
}

async function endAttempt(db: Db, id: number, now: number, result: BackupResult | Error): Promise<void> {
	const values =
		result instanceof Error
			? { error: result.message.slice(0, 500) }
			: {
					name: result.name,
					bytes: result.bytes,
					written_bytes: result.writtenBytes,
					files: result.files,
					database_check: result.check,
					read_files: result.readFiles,
					all_read_at: result.allReadAt,
					damaged_files: result.damaged.length,
					lost_files: result.lost.length,
				};
	await on(db)
		.updateTable('backup_attempts')
		.set({ ended_at: now, ...values })
		.where('id', '=', id)
		.execute();
}

async function removeAttempt(db: Db, id: number): Promise<void> {
	await on(db).deleteFrom('backup_attempts').where('id', '=', id).execute();
}

export interface BackupStatus {
	/** Last attempt that made a backup; null if there is none. */
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
