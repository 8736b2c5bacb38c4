import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import type { MediaTables, StoredMediaFile, StoredPicture } from '../server/media/tables.ts';
import { createApiClient } from '../server/testing/people.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { makeTestEnvironment, startTestServer, type TestEnvironment } from '../server/testing/start-server.ts';
import { createRandom } from './support/random.ts';
import { describeOnSelectedEngines, getRoundCount } from './support/run-length.ts';
import { type AcknowledgedWrite, fetchVideoAd, startWriters, type Writers } from './support/writers.ts';

const administrator = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'blue kettle on sunday' };

const run = (environment: TestEnvironment, env: Record<string, string> = {}) =>
	runServer('endurance/support/api.ts', environment.dataDir, {
		...environment.env,
		...administrator,
		SAMPLE_CONTENT: 'off',
		TRUST_PROXY: '1',
		...env,
	});

/** Returns the acknowledged writes that the server no longer shows, each with the error. */
async function findLost(writes: readonly AcknowledgedWrite[]): Promise<string[]> {
	const lost: string[] = [];
	const remaining = [...writes];
	const worker = async () => {
		for (let write = remaining.pop(); write; write = remaining.pop()) {
			const { what } = write;
			await write.check().catch((error: unknown) => lost.push(`${what}: ${error}`));
		}
	};
	await Promise.all(Array.from({ length: 4 }, worker));
	return lost;
}

/** Returns the files that database rows refer to, but that are missing from the file store or have another size. */
async function findMissingFiles(environment: TestEnvironment): Promise<string[]> {
	const server = await startTestServer({ environment, runJobs: false });
	try {
		const rows = await server.db.tables<MediaTables>().selectFrom('media').selectAll().execute();
		const missing: string[] = [];
		for (const { public_id, picture, renditions } of rows) {
			const { sizes } = JSON.parse(picture ?? '{"sizes":[]}') as StoredPicture;
			for (const { name, bytes } of [...sizes, ...(JSON.parse(renditions ?? '[]') as StoredMediaFile[])]) {
				const stored = await server.files.size(`media/${public_id}/${name}`);
				if (stored !== bytes) missing.push(`${public_id}/${name}: ${stored} bytes in place of ${bytes}`);
			}
		}
		return missing;
	} finally {
		await server.close();
	}
}

/** Makes waiting jobs due at once. On PostgreSQL, the jobs of a dead process and failed jobs are otherwise retried after a delay. */
async function passTime({ env: { DATABASE_URL } }: TestEnvironment, { isDown }: { isDown: boolean }): Promise<void> {
	if (!DATABASE_URL) return;
	const database = new pg.Client({ connectionString: DATABASE_URL });
	await database.connect();
	try {
		if (isDown) await database.query('update jobs set alive_at = 0 where running = 1');
		await database.query('update jobs set run_at = 0 where running = 0');
	} finally {
		await database.end();
	}
}

async function whenIdle(environment: TestEnvironment, { address }: RunningServer) {
	const body = { email: administrator.ADMIN_EMAIL, password: administrator.ADMIN_PASSWORD };
	const { token } = await createApiClient({ address }).adminLogIn({ body });
	const admin = createApiClient({ address }, token);
	for (;;) {
		const { jobs, uploads } = await admin.getFigures();
		if (jobs.waiting + jobs.running === 0) {
			const { items: failedJobs } = await admin.listFailedJobs();
			return { uploads, failedJobs: failedJobs.map(({ name, error }) => `${name}: ${error}`) };
		}
		await passTime(environment, { isDown: false });
		await setTimeout(200);
	}
}

/** Injects one fault, such as a crash. Resolves with the server that runs afterwards. */
type Fault = (server: RunningServer, writers: Writers) => Promise<RunningServer>;

/** Runs writers during repeated faults, then compares the server's state with the acknowledged writes. */
async function testWithFaults(
	title: string,
	environment: TestEnvironment,
	faultCount: number,
	injectFault: Fault,
): Promise<void> {
	const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
	const random = createRandom(seed);
	let server = await run(environment);
	try {
		const writers = await startWriters(() => server);
		const lost: string[] = [];
		for (let round = 0; round < faultCount; round += 1) {
			const before = writers.acknowledged.length;
			writers.resume();
			await writers.progress(3 + Math.floor(random() * 30));
			await setTimeout(random() * 50);
			server = await injectFault(server, writers);
			lost.push(...(await findLost(writers.acknowledged.slice(before))));
		}
		writers.resume();
		await writers.finish();
		const { uploads, failedJobs } = await whenIdle(environment, server);
		lost.push(...(await findLost(writers.acknowledged)));
		const unready: string[] = [];
		for (const id of writers.videoAds) {
			const { state, video } = await fetchVideoAd(createApiClient(server), id);
			if (state !== 'ready' || !video?.poster || video.renditions.length === 0) unready.push(`${id} is ${state}`);
		}
		await server.kill();
		const missing = await findMissingFiles(environment);

		console.log(
			`${title}, seed ${seed}: ${faultCount} times, ${writers.acknowledged.length} acknowledged writes, ${lost.length} lost, ` +
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

/** Timeout of a test in milliseconds, long enough for a busy machine. */
const timeout = getRoundCount({ short: 180_000, long: 3_600_000 });

describeOnSelectedEngines('a server', (engine) => {
	test('loses nothing when it is killed', { timeout }, async () => {
		const environment = await makeTestEnvironment({ engine });
		onTestFinished(() => environment.remove());
		await testWithFaults(
			`kill -9 on ${engine}`,
			environment,
			getRoundCount({ short: 1, long: 60 }),
			async (server, writers) => {
				writers.pause();
				await server.kill();
				await passTime(environment, { isDown: true });
				return run(environment, { PORT: new URL(server.address).port });
			},
		);
	});

	// The short run skips database crashes, because they would take as long as all its other tests.
	const crashes = getRoundCount({ short: 0, long: 10 });
	if (engine === 'sqlite' || crashes === 0) return;

	test('loses nothing when its database crashes', { timeout }, async () => {
		const postgres = await startPostgres({ durable: true });
		const environment = await makeTestEnvironment();
		onTestFinished(async () => {
			await postgres.stop();
			await environment.remove();
		});
		const onPostgres = { ...environment, env: { ...environment.env, DATABASE_URL: postgres.url } };
		await testWithFaults('crashes of PostgreSQL', onPostgres, crashes, async (server) => {
			await postgres.halt();
			await postgres.start();
			return server;
		});
	});
});
