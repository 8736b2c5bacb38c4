import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Session } from '../contract/accounts/accounts.ts';
import type { AdCard } from '../contract/ads/ads.ts';
import { adPath } from '../contract/core/page-paths.ts';
import { typicalVisit } from '../endurance/support/visit.ts';
import { openDatabase } from '../server/database/index.ts';
import { PostgresMissingError, startPostgres } from '../server/testing/postgres.ts';
import { seedMarket } from './market.ts';
import { fetchBytes, quantile, readProcessorSeconds, sendAtRate, startProgram } from './measure.ts';
import { listAds } from './pages.ts';
import { printLine } from './report.ts';
import { makePhoto, password, publishPictureAd, signUp } from './upload.ts';
import { seedWriters } from './writes.ts';

/** The modelled day; docs/scaling.md explains the shares. */
const day = { visits: 1_000_000, memberShare: 0.2, posts: 20_000, seconds: 86_400, peak: 4 };
const ads = 10_000;
const seconds = { alone: 2, warmUp: 3, mix: 12 };

interface Call {
	method?: 'GET' | 'POST' | 'PUT';
	path: string;
	token?: string;
	body?: object;
}

interface Kind {
	name: string;
	/** Calls per day. */
	perDay: number;
	/** Rate per second at which the kind is measured alone, high enough that the idle server's work does not matter. */
	rate: number;
	/** Whether nginx or a CDN sends it in production, so that the mix leaves it out. */
	isFile?: true;
	send: (n: number) => Promise<unknown>;
}

interface Market {
	url: string;
	cards: readonly AdCard[];
	cursors: readonly string[];
	tokens: readonly string[];
	seller: Session;
	photo: Buffer;
	photoPath: string;
	filePath: string;
}

/**
 * Prints what each kind of request costs at 10,000 ads, and how busy one web process and its database are at the day's average and at its
 * peak. The client uses the same machine.
 */
export async function measureDay(folder: string): Promise<void> {
	const postgres = await startPostgres({ durable: true, sharedBuffers: '128MB' }).catch((error: unknown) => {
		if (error instanceof PostgresMissingError) return null;
		throw error;
	});
	const dataDir = join(folder, 'day');
	try {
		const postgresUrl = postgres?.url ?? null;
		console.log(`Filling a market of 10,000 ads on ${postgres ? 'PostgreSQL' : 'SQLite'} ...`);
		await seedMarket(dataDir, ads, { searchable: true, postgresUrl });
		if (postgresUrl) await printDatabaseSize(postgresUrl);
		const tokens = await seedWriters(dataDir, postgresUrl);
		const env = { DATA_DIR: dataDir, TRUST_PROXY: '1', ...(postgresUrl && { DATABASE_URL: postgresUrl }) };
		const server = await startProgram('server.ts', [], env);
		try {
			const kinds = listKinds(await openMarket(server.url, tokens));
			const readTimes = async () => ({
				web: await readProcessorSeconds(server.pid),
				database: postgres ? await readProcessorSeconds(postgres.pid) : 0,
			});
			await measureKinds(kinds, readTimes);
		} finally {
			await server.close();
		}
	} finally {
		await postgres?.stop();
	}
}

async function printDatabaseSize(postgresUrl: string): Promise<void> {
	const db = openDatabase({ postgresUrl, file: '' });
	const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
		db.kysely,
	);
	await db.close();
	const kilobytes = (rows[0]?.bytes ?? 0) / ads / 1024;
	printLine('disk of an ad in the database, with its search words and a fifth of a post', `${kilobytes.toFixed(1)} KB`);
}

async function openMarket(url: string, tokens: readonly string[]): Promise<Market> {
	const cards = (await listAds(url)).slice(0, 5000);
	const cursors: string[] = [];
	for (let page = 0; page < 200; page++) {
		const query: string = page === 0 ? '' : `&cursor=${cursors.at(-1)}`;
		const response: Response = await fetch(`${url}/api/feed?limit=24${query}`);
		cursors.push(((await response.json()) as { next_cursor: string }).next_cursor);
	}
	const [seller, photo] = [await signUp(url), await makePhoto()];
	const photoPaths = await publishPictureAd(url, seller, photo);
	const sizes = await Promise.all(photoPaths.map(async (path) => (await fetchBytes(url + path)).bytes.length));
	const kilobytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024;
	printLine('disk of a photo of 12 megapixels in all sizes', `${kilobytes.toFixed(0)} KB`);
	const [photoPath = ''] = photoPaths;
	const files = await readdir(join(import.meta.dirname, '..', 'build', 'client', 'assets'));
	const filePath = `/assets/${files.find((name) => name.endsWith('.js'))}`;
	return { url, cards, cursors, tokens, seller, photo, photoPath, filePath };
}

/** Picks popular items more often: the cube of a random number gives the first 1 % of the items 21 % of the picks. */
const pickPopular = <Item>(items: readonly Item[]) => items[Math.floor(items.length * Math.random() ** 3)] as Item;
const pick = <Item>(items: readonly Item[]) => items[Math.floor(items.length * Math.random())] as Item;

const words = ['generator', 'laptop', 'wardrobe', 'ankara gown', 'motorcycle', 'perfume', 'clean', 'clean generator'];
/** A third of the searches was never made before. */
const pickSearch = () => (Math.random() < 1 / 3 ? `${pick(words)} ${Math.floor(Math.random() * ads)}` : pick(words));

/** Lists the requests of the day: those of a typical visit, those of members in addition, and those of sellers. */
function listKinds({ url, cards, cursors, tokens, seller, photo, photoPath, filePath }: Market): Kind[] {
	const agent = new Agent({ keepAlive: true, maxSockets: 256 });
	const call = (create: (n: number) => Call) => (n: number) => sendCall(url, agent, create(n), n);
	const perVisit = (route: string) => day.visits * (typicalVisit.find(([name]) => name === route)?.[1] ?? 0);
	const members = day.visits * day.memberShare;
	const ad = () => pickPopular(cards);
	const token = (n: number) => tokens[(n * 7919) % tokens.length] ?? '';
	const view = () => ({ type: 'view', target: 'ads', id: ad().id });
	const insights = () => ({
		day_key: `bench-${Math.random().toString(36).slice(2).padEnd(16, '0')}`,
		insights: [view()],
	});
	const login = { email: `${seller.user_name}@example.com`, password };
	return [
		{
			name: 'document of the first page',
			perDay: perVisit('GET /*') / 2,
			rate: 200,
			send: call(() => ({ path: '/' })),
		},
		{ name: 'document of an ad', perDay: perVisit('GET /*') / 2, rate: 50, send: call(() => ({ path: adPath(ad()) })) },
		{
			name: 'first page of the feed',
			perDay: perVisit('GET /api/feed') / 3,
			rate: 300,
			send: call(() => ({ path: '/api/feed' })),
		},
		{
			name: 'further page of the feed',
			perDay: (perVisit('GET /api/feed') * 2) / 3,
			rate: 200,
			send: call(() => ({ path: `/api/feed?cursor=${pickPopular(cursors)}` })),
		},
		{
			name: 'an ad',
			perDay: perVisit('GET /api/ads/:id'),
			rate: 300,
			send: call(() => ({ path: `/api/ads/${ad().id}` })),
		},
		{
			name: 'posts of a seller',
			perDay: perVisit('GET /api/users/:user_name/posts'),
			rate: 200,
			send: call(() => ({ path: `/api/users/${ad().seller.user_name}/posts` })),
		},
		{
			name: 'a search',
			perDay: perVisit('GET /api/search'),
			rate: 50,
			send: call(() => ({ path: `/api/search?q=${encodeURIComponent(pickSearch())}` })),
		},
		{
			name: 'usage data',
			perDay: perVisit('POST /api/insights'),
			rate: 200,
			send: call(() => ({ method: 'POST', path: '/api/insights', body: insights() })),
		},
		{ name: 'own account', perDay: members, rate: 200, send: call((n) => ({ path: '/api/me', token: token(n) })) },
		{ name: 'inbox', perDay: members, rate: 200, send: call((n) => ({ path: '/api/notifications', token: token(n) })) },
		{
			name: 'For you',
			perDay: members / 2,
			rate: 30,
			send: call((n) => ({ path: '/api/for-you?limit=24', token: token(n) })),
		},
		{
			name: 'a like',
			perDay: members,
			rate: 50,
			send: call((n) => ({ method: 'PUT', path: `/api/ads/${ad().id}/like`, token: token(n) })),
		},
		{
			name: 'a comment',
			perDay: members / 5,
			rate: 30,
			send: call((n) => ({
				method: 'POST',
				path: `/api/ads/${ad().id}/comments`,
				token: token(n),
				body: { text: 'Is it still available? I can come to Ikeja today.' },
			})),
		},
		{
			name: 'a contact',
			perDay: members / 2,
			rate: 50,
			send: call((n) => ({ method: 'PUT', path: `/api/ads/${ad().id}/contacts/whatsapp`, token: token(n) })),
		},
		{
			name: 'a login',
			perDay: members / 20,
			rate: 5,
			send: call(() => ({ method: 'POST', path: '/api/login', body: login })),
		},
		{
			name: 'a photo, its upload and its ad',
			perDay: day.posts,
			rate: 1,
			send: () => publishPictureAd(url, seller, photo),
		},
		{ name: 'a photo', perDay: 80 * day.visits, rate: 300, isFile: true, send: call(() => ({ path: photoPath })) },
		{
			name: 'a file of the build',
			perDay: 50 * day.visits,
			rate: 300,
			isFile: true,
			send: call(() => ({ path: filePath })),
		},
	];
}

async function sendCall(url: string, agent: Agent, { method = 'GET', path, token, body }: Call, n: number) {
	const bytes = body && JSON.stringify(body);
	const outgoing = request(url + path, {
		agent,
		method,
		headers: {
			'accept-encoding': 'br',
			// Each request comes from another address, because a caller may only use a share of the renderings.
			'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
			...(token && { authorization: `Bearer ${token}` }),
			...(bytes && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
		},
	});
	outgoing.end(bytes);
	const [response] = await once(outgoing, 'response');
	const content = await buffer(response);
	if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${content}`);
}

async function measureKinds(
	kinds: readonly Kind[],
	readTimes: () => Promise<{ web: number; database: number }>,
): Promise<void> {
	async function measureProcessor<Result>(work: () => Promise<Result>) {
		const before = await readTimes();
		const result = await work();
		const after = await readTimes();
		return { result, web: after.web - before.web, database: after.database - before.database };
	}

	const alone = new Map<Kind, { web: number; database: number }>();
	for (const kind of kinds) {
		await sendAtRate(kind.rate, seconds.alone / 2, kind.send);
		const { web, database } = await measureProcessor(() => sendAtRate(kind.rate, seconds.alone, kind.send));
		const count = kind.rate * seconds.alone;
		alone.set(kind, { web: (1000 * web) / count, database: (1000 * database) / count });
	}

	const mixed = kinds.filter(({ isFile }) => !isFile);
	const total = mixed.reduce((sum, { perDay }) => sum + perDay, 0);
	const latencies = new Map<Kind, number[]>();
	for (const [time, factor] of [
		['peak', day.peak],
		['average', 1],
	] as const) {
		let rejected = 0;
		const sendAll = (duration: number) =>
			Promise.all(
				mixed.map(async (kind) => {
					const send = (n: number) => kind.send(n).catch(() => rejected++);
					latencies.set(kind, await sendAtRate((factor * kind.perDay) / day.seconds, duration, send));
				}),
			);
		await sendAll(seconds.warmUp);
		rejected = 0;
		const start = performance.now();
		const { web, database } = await measureProcessor(() => sendAll(seconds.mix));
		const elapsed = (performance.now() - start) / 1000;
		const [p50, p99] = [0.5, 0.99].map((part) => quantile([...latencies.values()].flat(), part).toFixed(1));
		const share = (spent: number) => `${((100 * spent) / elapsed).toFixed(0)} %`;
		printLine(
			`the day's ${time}, ${((factor * total) / day.seconds).toFixed(0)} requests/s: processor of web; database`,
			`${share(web)}; ${share(database)}; p50 ${p50}, p99 ${p99} ms; ${rejected} rejected`,
		);
	}

	for (const kind of kinds) {
		const { web = 0, database = 0 } = alone.get(kind) ?? {};
		const times = latencies.get(kind);
		const [p50, p99] = [0.5, 0.99].map((part) => quantile(times ?? [], part).toFixed(1));
		const rate = kind.perDay / day.seconds;
		const share = kind.isFile ? '' : `${((100 * kind.perDay) / total).toFixed(1)} %, `;
		printLine(
			`${kind.name}: share, rate; processor of web, database`,
			`${share}${rate.toFixed(1)}/s; ${web.toFixed(2)}, ${database.toFixed(2)} ms${times ? `; p50 ${p50}, p99 ${p99} ms` : ''}`,
		);
	}
}
