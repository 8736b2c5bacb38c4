import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate, openDatabase } from '../database/index.ts';
import { createJobQueue } from '../jobs/index.ts';
import { describeOnBothEngines, makeEmptyPostgres, type TestDatabase } from '../testing/database.ts';
import { videoJobs } from './0027-video-jobs.ts';
import { migrations } from './index.ts';
import { createBossTable } from './testing/create-boss-table.ts';

const lost = 'There is no file media/0123456789abcdef01234567/original';

let folder: string;
let db: Database;
let database: TestDatabase | null = null;

async function plant(name: string, mediaId: number, error: string): Promise<void> {
	const data = JSON.stringify({ media_id: mediaId });
	if (db.engine === 'sqlite') {
		await sql`insert into failed_jobs (name, data, attempts, error, failed_at)
			values (${name}, ${data}, 3, ${error}, 0)`.execute(db.kysely);
		return;
	}
	const output = JSON.stringify({ message: error });
	await sql`insert into pgboss.job (name, data, state, output, completed_on)
		values (${name}, ${data}::jsonb, 'failed', ${output}::jsonb, now())`.execute(db.kysely);
}

describeOnBothEngines('failed jobs of videos, after the migration', (engine) => {
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-migration-'));
		if (engine === 'postgres') database = await makeEmptyPostgres();
		db = openDatabase({ postgresUrl: database?.postgresUrl ?? null, file: join(folder, 'empty.sqlite') });
		await migrate(db, migrations.slice(0, migrations.indexOf(videoJobs)));
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
			values (1, 'a', 'A', 'a', 'a', 'user', 0)`.execute(db.kysely);
		for (const [id, state] of [
			[1, 'ready'],
			[2, 'processing'],
			[3, 'failed'],
		] as const) {
			await sql`insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes,
				created_at) values (${id}, ${`m${id}`}, 1, 'video', ${state}, 'public', ${`c${id}`}, ${`/m${id}`}, 'a', 1, 0)`.execute(
				db.kysely,
			);
		}
		if (engine === 'postgres') await createBossTable(db.kysely);
		await plant('media.transcode', 1, 'The program ended during the last try');
		await plant('media.further-renditions', 1, lost);
		await plant('media.further-renditions', 1, 'ffmpeg ended with 1');
		await plant('media.transcode', 2, lost);
		await plant('media.transcode', 3, lost);
		await plant('mail', 1, lost);
		await migrate(db, migrations);
	});
	afterAll(async () => {
		await db.close();
		await database?.remove();
		database = null;
		await rm(folder, { recursive: true, force: true });
	});

	test('those whose work is done are gone, all others stay', async () => {
		const jobs = createJobQueue({ db, logger: console });
		const failed = await jobs.listFailed(10);
		await jobs.stop();
		expect(failed.map(({ name, error }) => [name, error]).sort()).toEqual([
			['mail', lost],
			['media.further-renditions', 'ffmpeg ended with 1'],
			['media.transcode', lost],
			['media.transcode', lost],
		]);
	});
});
