import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import type { MediaTables, StoredFile, StoredPicture } from '../server/media/tables.ts';
import { startPostgres } from '../server/platform/testing/postgres.ts';
import { createApiClient } from '../server/testing/people.ts';
import { makeTestEnvironment, startTestServer, type TestEnvironment } from '../server/testing/start-server.ts';
import { createRandom } from './support/random.ts';
import { onRunEngines, rounds } from './support/run-length.ts';
import { type AcknowledgedWrite, getVideo, startWriters, type Writers } from './support/writers.ts';

const administrator = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'blue kettle on sunday' };

const run = (home: TestEnvironment, env: Record<string, string> = {}) =>
	runServer('endurance/support/api.ts', home.dataDir, {
		...home.env,
		...administrator,
		SAMPLE_CONTENT: 'off',
		TRUST_PROXY: '1',
		...env,
	});

/** What the server does not show any more, and why it says so. */
async function findLost(writes: readonly AcknowledgedWrite[]): Promise<string[]> {
	const lost: string[] = [];
	const left = [...writes];
	const line = async () => {
		for (let write = left.pop(); write; write = left.pop()) {
			const { what } = write;
			await write.check().catch((error: unknown) => lost.push(`${what}: ${error}`));
		}
	};
	await Promise.all(Array.from({ length: 4 }, line));
	return lost;
}

/** What the database says of files, and the store does not have like that. */
async function findMissingFiles(environment: TestEnvironment): Promise<string[]> {
	const server = await startTestServer({ environment, runJobs: false });
	try {
		const rows = await server.db.tables<MediaTables>().selectFrom('media').selectAll().execute();
		const missing: string[] = [];
		for (const { public_id, picture, renditions } of rows) {
			const { sizes } = JSON.parse(picture ?? '{"sizes":[]}') as StoredPicture;
			for (const { name, bytes } of [...sizes, ...(JSON.parse(renditions ?? '[]') as StoredFile[])]) {
				const stored = await server.files.size(`media/${public_id}/${name}`);
				if (stored !== bytes) missing.push(`${public_id}/${name}: ${stored} bytes in place of ${bytes}`);
			}
		}
		return missing;
	} finally {
		await server.close();
	}
}

/** On PostgreSQL a job of a dead process is taken up 20 s after its last sign of life, and a try that failed waits: this time passes at once. */
async function passTime({ env: { DATABASE_URL } }: TestEnvironment, { isDown }: { isDown: boolean }): Promise<void> {
	if (!DATABASE_URL) return;
	const database = new pg.Client({ connectionString: DATABASE_URL });
	await database.connect();
	try {
		if (isDown)
			await database.query(
				`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`,
			);
		await database.query(
			`update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now()`,
		);
	} finally {
		await database.end();
	}
}

async function whenIdle(home: TestEnvironment, { address }: RunningServer) {
	const body = { email: administrator.ADMIN_EMAIL, password: administrator.ADMIN_PASSWORD };
	const { token } = await createApiClient({ address }).adminLogIn({ body });
	const admin = createApiClient({ address }, token);
	for (;;) {
		const { jobs, uploads } = await admin.getFigures();
		if (jobs.waiting + jobs.running === 0) {
			const { items: failedJobs } = await admin.listFailedJobs();
			return { uploads, failedJobs: failedJobs.map(({ name, error }) => `${name}: ${error}`) };
		}
		await passTime(home, { isDown: false });
		await setTimeout(200);
	}
}

/** Breaks something; resolves with the server that runs then. */
type Strike = (server: RunningServer, writers: Writers) => Promise<RunningServer>;

/** Writes while it is struck again and again, and holds what is there afterwards against what was acknowledged. */
async function endure(title: string, home: TestEnvironment, strikes: number, strike: Strike): Promise<void> {
	const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
	const random = createRandom(seed);
	let server = await run(home);
	try {
		const writers = await startWriters(() => server);
		const lost: string[] = [];
		for (let round = 0; round < strikes; round += 1) {
			const before = writers.acknowledged.length;
			writers.resume();
			await writers.progress(3 + Math.floor(random() * 30));
			await setTimeout(random() * 50);
			server = await strike(server, writers);
			lost.push(...(await findLost(writers.acknowledged.slice(before))));
		}
		writers.resume();
		await writers.finish();
		const { uploads, failedJobs } = await whenIdle(home, server);
		lost.push(...(await findLost(writers.acknowledged)));
		const unready: string[] = [];
		for (const id of writers.videoAds) {
			const { state, video } = await getVideo(createApiClient(server), id);
			if (state !== 'ready' || !video?.poster || video.renditions.length === 0) unready.push(`${id} is ${state}`);
		}
		await server.kill();
		const missing = await findMissingFiles(home);

		console.log(
			`${title}, seed ${seed}: ${strikes} times, ${writers.acknowledged.length} acknowledged writes, ${lost.length} lost, ` +
				`${writers.retried()} tried again, ${writers.resumed()} uploads resumed, ${writers.videoAds.length} videos, ` +
				`${unready.length} not ready, ${uploads.processing} stuck, ${uploads.failed} failed, ` +
				`${failedJobs.length} failed jobs, ${missing.length} files missing`,
		);
		const findings = { lost, unready, stuck: uploads.processing, failed: uploads.failed, failedJobs, missing };
		const none = { lost: [], unready: [], stuck: 0, failed: 0, failedJobs: [], missing: [] };
		expect(findings, `seed ${seed}`).toEqual(none);
	} finally {
		await server.kill();
	}
}

/** Milliseconds, on a busy machine. */
const timeout = rounds({ short: 180_000, long: 3_600_000 });

onRunEngines('a server', (engine) => {
	test('loses nothing when it is killed', { timeout }, async () => {
		const home = await makeTestEnvironment({ engine });
		onTestFinished(() => home.remove());
		await endure(`kill -9 on ${engine}`, home, rounds({ short: 1, long: 60 }), async (server, writers) => {
			writers.retryDelay();
			await server.kill();
			await passTime(home, { isDown: true });
			return run(home, { PORT: new URL(server.address).port });
		});
	});

	// Costs as much as all the rest of the short case.
	const crashes = rounds({ short: 0, long: 10 });
	if (engine === 'sqlite' || crashes === 0) return;

	test('loses nothing when its database crashes', { timeout }, async () => {
		const postgres = await startPostgres({ durable: true });
		const home = await makeTestEnvironment();
		onTestFinished(async () => {
			await postgres.stop();
			await home.remove();
		});
		const onPostgres = { ...home, env: { ...home.env, DATABASE_URL: postgres.url } };
		await endure('crashes of PostgreSQL', onPostgres, crashes, async (server) => {
			await postgres.halt();
			await postgres.start();
			return server;
		});
	});
});
