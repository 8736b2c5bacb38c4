import { Agent, request } from 'node:http';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedMarket } from '../bench/market.ts';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import { type Database, openDatabase } from '../server/database/index.ts';
import { describeOnBothEngines } from '../server/testing/database.ts';
import { createApiClient, goodPassword } from '../server/testing/people.ts';
import { makeTestEnvironment, type TestEnvironment } from '../server/testing/start-server.ts';
import { formatLatencySummary } from './support/latency.ts';

const rejections = 1400;
const ads = 1000;
const quietReads = 300;
const inFlight = 10;

describeOnBothEngines(`${rejections} rejected calls`, (engine) => {
	let environment: TestEnvironment;
	let server: RunningServer;
	let db: Database;

	beforeEach(async () => {
		environment = await makeTestEnvironment({ engine });
		const postgresUrl = environment.env.DATABASE_URL ?? null;
		await seedMarket(environment.dataDir, ads, { postgresUrl });
		server = await runServer('endurance/support/api.ts', environment.dataDir, {
			...environment.env,
			SAMPLE_CONTENT: 'off',
			TRUST_PROXY: '1',
		});
		db = openDatabase({ postgresUrl, file: `${environment.dataDir}/kasuwa.sqlite` });
	});
	afterEach(async () => {
		await server.stop();
		await db.close();
		await environment.remove();
	});

	test('leave the rate-limit counters unchanged', async () => {
		const body = { user_name: 'ada_obi', email: 'ada@example.com', password: goodPassword };
		await createApiClient(server).signUp({ body });
		const agent = new Agent({ keepAlive: true });
		// With a price filter, the feed response never comes from a cache.
		const readFeed = async () => {
			const start = performance.now();
			expect(await getStatus(agent, `${server.address}/api/feed?min_price=100&limit=20`)).toBe(200);
			return performance.now() - start;
		};
		let tries = 0;
		const tryToLogIn = () => {
			tries += 1;
			const form = { email: body.email, password: 'wrong' };
			return getStatus(agent, `${server.address}/api/login`, form, `198.51.100.${tries % 50}`);
		};

		const quiet = [];
		for (let read = 0; read < quietReads; read += 1) quiet.push(await readFeed());
		while ((await tryToLogIn()) !== 429) expect(tries).toBeLessThanOrEqual(100);
		const written = await listCounters(db);

		let left = rejections;
		const flood = Promise.all(
			Array.from({ length: inFlight }, async () => {
				while (left > 0) {
					left -= 1;
					expect(await tryToLogIn()).toBe(429);
				}
			}),
		);
		const busy: number[] = [];
		while (left > 0) busy.push(await readFeed());
		await flood;
		agent.destroy();
		console.log(
			`  ${engine}: the feed alone ${formatLatencySummary(quiet)}, during ${rejections} rejections ${formatLatencySummary(busy)}`,
		);
		expect(await listCounters(db)).toEqual(written);
	});
});

function getStatus(agent: Agent, address: string, body?: object, from = '203.0.113.1'): Promise<number> {
	return new Promise((resolve, reject) => {
		const headers = { 'x-forwarded-for': from, ...(body && { 'content-type': 'application/json' }) };
		const sent = request(address, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
			response.resume().on('end', () => resolve(response.statusCode ?? 0));
		});
		sent.on('error', reject).end(body && JSON.stringify(body));
	});
}

async function listCounters(db: Database): Promise<unknown[]> {
	const { rows } = await sql`select * from rate_limits where key like 'login%' order by key`.execute(db.kysely);
	return rows;
}
