import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskFullError } from '../../core/disk-full-error.ts';
import type { Database } from '../../database/index.ts';
import { createFakeClock } from '../../testing/clock.ts';
import { describeOnBothEngines, openTestDatabase } from '../../testing/database.ts';
import { readBackupStatus, recordAttempt } from './attempts.ts';
import type { BackupResult } from './make-backup.ts';

const target = '/mnt/backups';
const result: BackupResult = {
	name: 'kasuwa',
	files: 2,
	missing: [],
	bytes: 30,
	writtenBytes: 20,
	check: 'restored',
	readFiles: 1,
	allReadAt: 500,
	damaged: ['media/1/a.webp'],
	lost: [],
};

describeOnBothEngines('attempts to make a backup', (engine) => {
	let db: Database;

	beforeEach(async () => {
		db = await openTestDatabase(engine);
	});
	afterEach(() => db.close());

	const record = (run: () => Promise<BackupResult>, signal = new AbortController().signal) =>
		recordAttempt(db, target, { clock: createFakeClock(1000), signal }, run);
	const fail = async (): Promise<never> => {
		throw new Error('No disk');
	};

	test('stores a backup with its figures, and a failure with its reason', async () => {
		expect(await record(async () => result)).toBe(result);
		expect(await record(fail)).toEqual(new Error('No disk'));
		expect(await readBackupStatus(db, target)).toMatchObject({
			last: {
				name: 'kasuwa',
				started_at: 1000,
				ended_at: 1000,
				bytes: 30,
				written_bytes: 20,
				read_files: 1,
				all_read_at: 500,
				damaged_files: 1,
				lost_files: 0,
				error: null,
			},
			since: [{ name: null, error: 'No disk' }],
		});
	});

	test('stores no attempt that was stopped, or that found another backup running', async () => {
		expect(await record(fail, AbortSignal.abort())).toEqual(new Error('No disk'));
		const running = Object.assign(new Error('Another backup is running'), { name: 'BackupRunningError' });
		expect(await record(() => Promise.reject(running))).toBe(running);
		expect(await readBackupStatus(db, target)).toEqual({ last: null, since: [] });
	});

	test('runs a backup of a database that does not have the table or its columns yet', async () => {
		await sql`alter table backup_attempts drop column lost_files`.execute(db.kysely);
		expect(await record(async () => result)).toBe(result);
		await sql`drop table backup_attempts`.execute(db.kysely);
		expect(await record(async () => result)).toBe(result);
	});

	if (engine === 'sqlite') {
		test('runs no backup on a full disk, which stores no attempt', async () => {
			const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db.kysely);
			await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db.kysely);
			let runs = 0;
			const options = { clock: createFakeClock(1000), signal: new AbortController().signal };
			const recorded = recordAttempt(db, 'x'.repeat(1_000_000), options, async () => {
				runs += 1;
				return result;
			});
			await expect(recorded).rejects.toThrow(DiskFullError);
			expect(runs).toBe(0);
		});
	}
});
