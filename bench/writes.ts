import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { generateToken, hashToken } from '../server/core/secrets.ts';
import { openDatabase } from '../server/database/index.ts';
import { PostgresMissingError, startPostgres } from '../server/testing/postgres.ts';
import { seedMarket } from './market.ts';
import { quantile, sendAtRate, startProgram } from './measure.ts';
import { printLine } from './report.ts';

const ads = 10_000;
/** Ids of the accounts that write. Accounts with lower ids are sellers. */
const firstWriter = 1001;
const writers = 30_000;
const connections = 32;
/** Feed pages that are read per second while others write. */
const readRate = 200;
const duration = 5000;
const metricsToken = 'token-of-the-benchmark';
const batch = 1000;

interface Tables {
	accounts: Record<string, string | number | null>;
	sessions: Record<string, string | number | null>;
}

interface Call {
	method: 'POST' | 'PUT';
	path: string;
	token?: string;
	body?: object;
}

interface Load {
	name: string;
	aim: { sqlite: string; postgres: string };
	/** Returns the n-th call. */
	call: (n: number, tokens: readonly string[]) => Call;
}

/** Spreads calls over the ads, so that no account gets the same ad twice. */
const itemOf = (n: number) => 1 + ((n * 7919 + Math.floor(n / writers)) % ads);
const comment = { text: 'Is it still available? I can come to Ikeja today.' };
const speeds = {
	likes: { sqlite: '≥ 3000', postgres: '≥ 1500' },
	comments: { sqlite: '≥ 1500', postgres: '≥ 1000' },
};
const noSpeed = { sqlite: '–', postgres: '–' };

/** Newest ad, which is on the first page of the feed. */
const hotItem = 365;
const loads: Load[] = [
	{
		name: 'likes of many ads',
		aim: speeds.likes,
		call: (n, tokens) => ({ method: 'PUT', path: `/api/ads/${itemOf(n)}/like`, token: tokenOf(n, tokens) }),
	},
	{
		name: 'likes of one ad',
		aim: speeds.likes,
		call: (n, tokens) => ({ method: 'PUT', path: `/api/ads/${hotItem}/like`, token: tokenOf(n, tokens) }),
	},
	{
		name: 'comments on many ads',
		aim: speeds.comments,
		call: (n, tokens) => ({
			method: 'POST',
			path: `/api/ads/${itemOf(n)}/comments`,
			token: tokenOf(n, tokens),
			body: comment,
		}),
	},
	{
		name: 'comments on one ad',
		aim: speeds.comments,
		call: (n, tokens) => ({
			method: 'POST',
			path: `/api/ads/${hotItem}/comments`,
			token: tokenOf(n, tokens),
			body: comment,
		}),
	},
	{
		name: 'sign-ups',
		aim: noSpeed,
		call: (n) => ({
			method: 'POST',
			path: '/api/signup',
			body: { user_name: `newcomer_${n}`, email: `newcomer_${n}@example.com`, password: 'purple kettle on the hill' },
		}),
	},
];

const tokenOf = (n: number, tokens: readonly string[]) => tokens[n % tokens.length] ?? '';

/** Measures writes per second over 32 connections while the feed is read 200 times per second, on both engines. */
export async function measureWrites(folder: string): Promise<void> {
	await measureWritesOn('sqlite', join(folder, 'writes-sqlite'), null);
	const postgres = await startPostgres({ durable: true }).catch((error: unknown) => {
		if (error instanceof PostgresMissingError) return null;
		throw error;
	});
	if (!postgres) return console.log('PostgreSQL is not installed, so its writes are not measured.');
	try {
		await measureWritesOn('postgres', join(folder, 'writes-postgres'), postgres.url);
	} finally {
		await postgres.stop();
	}
}

async function measureWritesOn(
	engine: 'sqlite' | 'postgres',
	dataDir: string,
	postgresUrl: string | null,
): Promise<void> {
	await seedMarket(dataDir, ads, { postgresUrl });
	const tokens = await seedWriters(dataDir, postgresUrl);
	for (const load of loads) {
		const server = await startProgram('server.ts', [], {
			DATA_DIR: dataDir,
			METRICS_TOKEN: metricsToken,
			...(postgresUrl && { DATABASE_URL: postgresUrl }),
		});
		try {
			const { speed, p99, delay } = await measureLoad(server.url, load, tokens);
			const name = `${load.name} a second, ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`;
			printLine(name, speed.toFixed(0), load.aim[engine]);
			printLine(
				`${name}: p99 of the feed, of the loop's delay`,
				`${p99.toFixed(1)}, ${delay.toFixed(1)} ms`,
				'< 50 ms',
			);
		} finally {
			await server.close();
		}
	}
}

/** Inserts accounts with sessions. Returns the tokens of the sessions. */
export async function seedWriters(dataDir: string, postgresUrl: string | null): Promise<string[]> {
	const db = openDatabase({ postgresUrl, file: join(dataDir, 'kasuwa.sqlite') });
	const now = Date.now();
	const year = 365 * 86_400_000;
	const tokens = Array.from({ length: writers }, generateToken);
	for (let from = 0; from < writers; from += batch) {
		await db.transaction(async (tx) => {
			const some = tokens.slice(from, from + batch).map((token, index) => ({ token, id: firstWriter + from + index }));
			await tx
				.tables<Tables>()
				.insertInto('accounts')
				.values(
					some.map(({ id }) => ({
						id,
						user_name: `writer_${id}`,
						display_name: `Writer ${id}`,
						email: `writer_${id}@example.com`,
						email_key: `writer_${id}@example.com`,
						role: 'user',
						created_at: now - year,
					})),
				)
				.execute();
			await tx
				.tables<Tables>()
				.insertInto('sessions')
				.values(
					some.map(({ token, id }) => ({
						account_id: id,
						token_hash: hashToken(token),
						device: 'bench',
						created_at: now,
						last_used_at: now,
						idle_ends_at: now + year,
						ends_at: now + year,
					})),
				)
				.execute();
		});
	}
	if (postgresUrl) {
		await sql`select setval(pg_get_serial_sequence('accounts', 'id'), (select max(id) from accounts))`.execute(
			db.kysely,
		);
		await sql`vacuum analyze`.execute(db.kysely);
	}
	await db.close();
	return tokens;
}

/** Returns writes per second, and the 99th percentiles of the feed's latency and of the event loop's delay in milliseconds. */
async function measureLoad(url: string, load: Load, tokens: readonly string[]) {
	const writing = new Agent({ keepAlive: true, maxSockets: connections });
	const reading = new Agent({ keepAlive: true, maxSockets: connections });
	// The first calls compile queries and code, so they do not count.
	let next = 0;
	const writeUntil = async (end: number) => {
		while (performance.now() < end) {
			next += 1;
			await send(url, writing, load.call(next, tokens));
		}
	};
	const writeAll = (end: number) => Promise.all(Array.from({ length: connections }, () => writeUntil(end)));
	await writeAll(performance.now() + duration / 5);
	await readLoopDelay(url, reading);

	const start = performance.now();
	const first = next;
	const [, latencies] = await Promise.all([
		writeAll(start + duration),
		sendAtRate(readRate, duration / 1000, () => send(url, reading, { method: 'GET', path: '/api/feed' })),
	]);
	const speed = ((next - first) * 1000) / (performance.now() - start);
	const delay = await readLoopDelay(url, reading);
	writing.destroy();
	reading.destroy();
	return { speed, p99: quantile(latencies, 0.99), delay };
}

async function readLoopDelay(url: string, agent: Agent): Promise<number> {
	const text = await send(url, agent, { method: 'GET', path: '/metrics', token: metricsToken });
	const [, seconds] = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text) ?? [];
	return Number(seconds) * 1000;
}

async function send(
	url: string,
	agent: Agent,
	{ method, path, token, body }: Omit<Call, 'method'> & { method: Call['method'] | 'GET' },
): Promise<string> {
	const bytes = body && JSON.stringify(body);
	const outgoing = request(url + path, {
		agent,
		method,
		headers: {
			...(token && { authorization: `Bearer ${token}` }),
			...(bytes && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
		},
	});
	outgoing.end(bytes);
	const [response] = await once(outgoing, 'response');
	let text = '';
	for await (const chunk of response.setEncoding('utf8')) text += chunk;
	if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
	return text;
}
