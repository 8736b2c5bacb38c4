import { expect, onTestFinished, test } from 'vitest';
import type { FileStore } from '../files/index.ts';
import { createJobQueue, defineJobHandler } from '../jobs/index.ts';
import { createFakeClock } from '../testing/clock.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { fragmentVideoJob } from './job-definitions.ts';
import { createMediaJobHandlers, type MediaJobHandlersDeps } from './jobs.ts';
import type { MediaTables } from './tables.ts';

describeOnBothEngines('the search for videos of earlier versions', (engine) => {
	test('lets the copies of new videos run first', async () => {
		const db = await openTestDatabase(engine);
		onTestFinished(() => db.close());
		const clock = createFakeClock();
		const logger = { warn() {}, error() {} };
		const jobs = createJobQueue({ db, logger, clock, tracer: null });
		onTestFinished(() => jobs.stop());
		await jobs.open();
		const account_id = (await seedAccount(db)).id;
		const rows = Array.from({ length: 3 }, (_, index) => ({
			public_id: `video-${index}`,
			account_id,
			kind: 'video' as const,
			state: 'ready' as const,
			access: 'public' as const,
			capability: `video-${index}`,
			secure_url: `/media/video-${index}/480.mp4`,
			file_name: 'clip.mp4',
			bytes: 1,
			fragmented: '{}',
			unchecked_copies: 1 as const,
			attached_at: 1,
			created_at: 0,
		}));
		await db.tables<MediaTables>().insertInto('media').values(rows).execute();
		const files = { async *list() {} } as Partial<FileStore> as FileStore;
		const deps = { db, clock, jobs, files } as Partial<MediaJobHandlersDeps> as MediaJobHandlersDeps;
		for (const { run } of createMediaJobHandlers(deps).schedules) await run(new AbortController().signal);
		await db.transaction((tx) => jobs.add(tx, fragmentVideoJob, { media_id: 99 }));

		const ran: number[] = [];
		jobs.register(defineJobHandler(fragmentVideoJob, async ({ media_id }) => void ran.push(media_id)));
		await jobs.start();
		await jobs.whenIdle();
		expect(ran).toHaveLength(4);
		// The first of the earlier videos has the same rank on PostgreSQL, and is older.
		expect(ran.indexOf(99)).toBeLessThanOrEqual(1);
	});
});
