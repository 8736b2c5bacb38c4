import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { chromium } from 'playwright';
import type { AdCard } from '../contract/ads/ads.ts';
import type { CursorPage } from '../contract/core/page.ts';
import { chromiumLaunchOptions } from '../e2e/support/chromium.ts';
import {
	buildEncodeArguments,
	findVideoTools,
	makeRendition,
	measureVideo,
	outputArguments,
	planRenditions,
} from '../server/media-tools/transcoding/index.ts';
import { PostgresMissingError, startPostgres } from '../server/testing/postgres.ts';
import { compareCheckout } from './compare.ts';
import { measureDay } from './day.ts';
import { measureFirstStart } from './first-start.ts';
import { measureFrontCache } from './front.ts';
import { seedMarket } from './market.ts';
import {
	compareAlternately,
	measureLatencies,
	measureMedianLatency,
	measureThroughput,
	quantile,
	startProgram,
} from './measure.ts';
import { measureMemory } from './memory.ts';
import { measureMoving } from './moving.ts';
import { measurePages } from './pages.ts';
import { measureProcesses } from './processes.ts';
import { measureReads } from './reads.ts';
import { printLine, printRatio, toSpeedRatio } from './report.ts';
import { runParts } from './run-parts.ts';
import { measurePublication } from './saved-searches.ts';
import { measureSearchesAtOnce } from './searches.ts';
import { measureLaterStarts } from './start.ts';
import { measureTap } from './tap.ts';
import { call, measurePlayable, measureUploads, signUp } from './upload.ts';
import { openVideos, publishVideos } from './videos.ts';
import { measureVisits } from './visit.ts';
import { measureWrites } from './writes.ts';

const run = promisify(execFile);
const folder = join(tmpdir(), `kasuwa-bench-${process.pid}`);
const seconds = 2;
const rounds = 5;

async function measureFeed(): Promise<void> {
	const markets = { small: join(folder, 'small'), large: join(folder, 'large') };
	console.log('Filling markets of 1,000 and 100,000 ads ...');
	await seedMarket(markets.small, 1000);
	await seedMarket(markets.large, 100_000);
	const small = await startProgram('server.ts', [], { DATA_DIR: markets.small });
	const large = await startProgram('server.ts', [], { DATA_DIR: markets.large });
	const bare = await startProgram('baseline.ts', [large.url, join(folder, 'unused'), '/', '/api/feed']);
	const feed = '/api/feed';
	try {
		for (const [name, server] of [
			['1,000', small],
			['100,000', large],
		] as const) {
			const rates = await compareAlternately(
				rounds,
				() => measureThroughput(server.url + feed, seconds),
				() => measureThroughput(bare.url + feed, seconds),
			);
			printRatio(`first feed page at ${name} ads, of bare Fastify`, '≥ 0.70', rates, 'req/s');
		}
		const same = (url: string) => () => measureMedianLatency(Array.from({ length: 1500 }, () => url));
		printRatio(
			'p50 of the first page, 100,000 ads to 1,000',
			'≤ 1.20',
			await compareAlternately(rounds, same(large.url + feed), same(small.url + feed)),
			'ms',
		);

		const deep = { small: await deepPages(small.url), large: await deepPages(large.url) };
		printRatio(
			'p50 of a random deep page, 100,000 ads to 1,000',
			'–',
			await compareAlternately(
				rounds,
				() => measureMedianLatency(deep.large),
				() => measureMedianLatency(deep.small),
			),
			'ms',
		);
		printRatio(
			'p50 of a random deep page to bare Fastify',
			'–',
			await compareAlternately(rounds, () => measureMedianLatency(deep.large), same(bare.url + feed)),
			'ms',
		);

		const page = await compareAlternately(
			rounds,
			() => measureThroughput(`${large.url}/`, seconds),
			() => measureThroughput(`${bare.url}/`, seconds),
		);
		printRatio('rendered / at 100,000 ads, of bare Fastify', '≥ 0.50', page, 'req/s');
	} finally {
		await Promise.all([small.close(), large.close(), bare.close()]);
	}
}

/** Lists 400 URLs of feed pages in pseudo-random order, from among the first 200 pages. The cursors come from the server. */
async function deepPages(url: string): Promise<string[]> {
	const addresses: string[] = [];
	let cursor: string | null = null;
	for (let page = 0; page < 200; page++) {
		const response: Response = await fetch(`${url}/api/feed?limit=50${cursor ? `&cursor=${cursor}` : ''}`);
		const { next_cursor } = (await response.json()) as CursorPage<AdCard>;
		cursor = next_cursor;
		if (!cursor) break;
		addresses.push(`${url}/api/feed?cursor=${cursor}`);
	}
	return Array.from({ length: 400 }, (_, n) => addresses[(n * 7919) % addresses.length] ?? '');
}

/** Query strings of typical searches: frequent and rare words, prefixes, several words, typos, filters and orders. */
const searches = {
	'a frequent word': ['q=generator', 'q=laptop', 'q=wardrobe'],
	'as one types': ['q=g', 'q=ge', 'q=gen', 'q=gene', 'q=w', 'q=wa', 'q=war'],
	'several words': ['q=clean+generator', 'q=ankara+gown', 'q=generator+ikeja', 'q=clean+second+hand+generator+number'],
	'a rare word': ['q=77777', 'q=generator+4040', 'q=perfume+71'],
	'a wrong letter': ['q=genertaor', 'q=wardorbe', 'q=lptop', 'q=motorcyclle+clean', 'q=prefume'],
	'of a category': ['q=generator&category=Sportswear', 'q=clean&category=Motorcycles'],
	'within a price': ['q=generator&min_price=5000000&max_price=9000000', 'q=clean&max_price=1000000'],
	'the cheapest': ['q=generator&sort=cheapest', 'q=perfume&sort=dearest', 'q=clean&sort=cheapest'],
	'the newest': ['q=generator&sort=newest', 'q=clean&sort=newest'],
	'nothing there': ['q=xylophone', 'q=zzzzqqqq'],
};

/** Query strings of filtered feeds: one filter, which is one index walk, and combinations, which go through the search index. */
const filters = {
	'one filter': ['state=Kano', 'state=Lagos&lga=Ikeja', 'condition=new', 'delivery=nationwide', 'negotiable=true'],
	'two filters': ['state=Lagos&condition=new', 'category=Sportswear&state=Kano', 'delivery=pickup&negotiable=true'],
	'many filters': [
		'category=Sportswear&state=Lagos&condition=new&negotiable=true',
		'state=Kano&condition=foreign_used&delivery=nationwide&negotiable=true&max_price=9000000',
	],
	'a price or a place': ['min_price=5000000&max_price=9000000', 'place=ikeja', 'place=ikeja&condition=new'],
};

/** Query strings of filter counts. Each is measured once, because the server caches the counts. */
const counted = {
	'no filter': ['', 'q=generator'],
	'one filter': ['state=Lagos', 'state=Kano', 'condition=new', 'category=Sportswear', 'delivery=nationwide'],
	'two filters': ['state=Lagos&condition=new', 'category=Sportswear&state=Kano', 'delivery=pickup&negotiable=true'],
	'a price': ['max_price=1000000', 'state=Lagos&max_price=5000000'],
};

function printLatencies(name: string, times: readonly number[], aim: number, p95Aim?: number): void {
	const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)].map((time) => time.toFixed(1));
	printLine(name, `p50 ${p50}, p95 ${p95} ms`, p95Aim === undefined ? `≤ ${aim} ms` : `≤ ${aim} and ${p95Aim} ms`);
}

async function measureFiltersOn(engine: string, url: string): Promise<void> {
	for (const [name, queries] of Object.entries(filters)) {
		const urls: string[] = [];
		for (const query of queries) {
			const first = await fetch(`${url}/api/feed?${query}`);
			const { next_cursor } = (await first.json()) as CursorPage<AdCard>;
			// The second page, because the first page of one filter is cached.
			urls.push(`${url}/api/feed?${query}${next_cursor ? `&cursor=${next_cursor}` : ''}`);
		}
		await measureMedianLatency(urls);
		const times = await measureLatencies(
			Array.from({ length: 15 * urls.length }, (_, n) => urls[n % urls.length] ?? ''),
		);
		printLatencies(`a feed at 100,000 ads, ${engine}: ${name}`, times, name === 'one filter' ? 10 : 30);
	}
	for (const [name, queries] of Object.entries(counted)) {
		const times = await measureLatencies(queries.map((query) => `${url}/api/feed/counts?${query}`));
		printLatencies(`filter counts at 100,000 ads, ${engine}: ${name}`, times, 100);
	}
}

/** Paths of calls about the shop of a seller with 200 ads, below the seller's own path. */
const shopCalls = {
	'the items for sale': ['ads', 'ads?limit=50'],
	'one category': ['ads?category=Sportswear', 'ads?category=Motorcycles'],
	'a search': ['ads?q=generator', 'ads?q=clean&category=Motorcycles'],
	'the counts': ['ads/counts'],
	'the counts of a search': ['ads/counts?q=generator'],
};

async function measureShopsOn(engine: string, url: string): Promise<void> {
	for (const [name, calls] of Object.entries(shopCalls)) {
		const urls = Array.from({ length: 45 }, (_, n) => `${url}/api/users/seller_${n + 1}/${calls[n % calls.length]}`);
		await measureMedianLatency(urls);
		printLatencies(`a shop at 100,000 ads, ${engine}: ${name}`, await measureLatencies(urls), 10);
	}
}

/** Measures For you for an account that follows 100 sellers and likes 100 ads of six categories. Each first page ranks a new list. */
async function measureForYouOn(engine: string, url: string): Promise<void> {
	const { token } = await signUp(url);
	for (let n = 1; n <= 100; n += 1) {
		await call(`${url}/api/users/seller_${n}/follow`, undefined, token, 'PUT');
		await call(`${url}/api/ads/${n * 997 - (n % 6)}/like`, undefined, token, 'PUT');
	}
	const forYou = `${url}/api/for-you?limit=24`;
	const first = Array.from({ length: 40 }, () => forYou);
	await measureLatencies(first.slice(0, 5), token);
	printLatencies(`For you at 100,000 ads, ${engine}: a first page`, await measureLatencies(first, token), 100);
	const response = await fetch(forYou, { headers: { authorization: `Bearer ${token}` } });
	const { next_cursor } = (await response.json()) as CursorPage<unknown>;
	const next = Array.from({ length: 40 }, () => `${forYou}&cursor=${next_cursor}`);
	printLatencies(`For you at 100,000 ads, ${engine}: the next page`, await measureLatencies(next, token), 10);
}

async function measureSearch(): Promise<void> {
	await measureSearchOn('SQLite', null);
	const postgres = await startPostgres({ sharedBuffers: '128MB' }).catch((error: unknown) => {
		if (error instanceof PostgresMissingError) return null;
		throw error;
	});
	if (!postgres) {
		console.log('Search on PostgreSQL is not measured: it is not installed here.');
		return;
	}
	try {
		await measureSearchOn('PostgreSQL', postgres.url);
	} finally {
		await postgres.stop();
	}
}

async function measureSearchOn(engine: string, postgresUrl: string | null): Promise<void> {
	const market = join(folder, `searched-${engine}`);
	console.log(`Filling a market of 100,000 ads that can be searched on ${engine} ...`);
	await seedMarket(market, 100_000, { searchable: true, postgresUrl });
	const server = await startProgram('server.ts', [], {
		DATA_DIR: market,
		...(postgresUrl && { DATABASE_URL: postgresUrl }),
	});
	try {
		await measureSearchesAtOnce(engine, server.url);
		for (const [name, queries] of Object.entries(searches)) {
			const urls = queries.map((query) => `${server.url}/api/search?${query}`);
			await measureMedianLatency(urls);
			// Each search has another page size, because a search that is made again is cached.
			const times = await measureLatencies(
				Array.from(
					{ length: 15 * urls.length },
					(_, n) => `${urls[n % urls.length]}&limit=${21 + Math.floor(n / urls.length)}`,
				),
			);
			printLatencies(`a search at 100,000 ads, ${engine}: ${name}`, times, 15, 30);
		}
		await measureFiltersOn(engine, server.url);
		await measureShopsOn(engine, server.url);
		await measureForYouOn(engine, server.url);
		const similar = Array.from({ length: 30 }, (_, n) => `${server.url}/api/ads/${1 + n * 3331}/similar`);
		await measureMedianLatency([`${server.url}/api/ads/2/similar`]);
		printLatencies(`similar ads at 100,000 ads, ${engine}: not cached`, await measureLatencies(similar), 30);
	} finally {
		await server.close();
	}
	await measureSavedSearchesOn(engine, market, postgresUrl);
}

const savedSearches = 10_000;

async function measureSavedSearchesOn(engine: string, market: string, postgresUrl: string | null): Promise<void> {
	const { before, after, broad } = await measurePublication(market, postgresUrl, 40, savedSearches);
	const times = (series: typeof before, name: 'published' | 'compared') => series.map((one) => one[name]);
	printLatencies(`publishing an ad, ${engine}: no saved searches`, times(before, 'published'), 10);
	printLatencies(`publishing an ad, ${engine}: 10,000 saved searches`, times(after, 'published'), 10);
	printLatencies(`comparing it in the job, ${engine}`, times(after, 'compared'), 100);
	printLine(`comparing it if it has the key of all 10,000, ${engine}`, `${broad.toFixed(0)} ms`);
}

async function measureFirstStarts(): Promise<void> {
	await measureFirstStartOn('SQLite', {});
	const postgres = await startPostgres().catch((error: unknown) => {
		if (error instanceof PostgresMissingError) return null;
		throw error;
	});
	if (!postgres) return;
	try {
		await measureFirstStartOn('PostgreSQL', { DATABASE_URL: postgres.url });
	} finally {
		await postgres.stop();
	}
}

async function measureFirstStartOn(engine: string, env: Record<string, string>): Promise<void> {
	const filled = await measureFirstStart(env);
	const lines = [
		['the page shows products after its first response', filled.products, '≤ 1 s'],
		['all sample ads are listed and ready', filled.all, '≤ 3 s'],
		['the server listens after its start', filled.listening, '–'],
		['processor time of all that', filled.processor, '–'],
	] as const;
	for (const [name, time, aim] of lines) {
		printLine(`first start, ${engine}: ${name}`, `${time.toFixed(2)} s`, aim);
	}
	if (filled.products > 1 || filled.all > 3) throw new Error(`The first start on ${engine} is too slow`);
}

/** Networks of a phone: speed in kilobits per second, round-trip time in milliseconds, and the aim for the start of a video. */
const slow = { speed: 400, roundTrip: 300, aim: 1500 };
const fast = { speed: 5000, roundTrip: 80, aim: 500 };
const swipes = 200;

async function measureVideoFeed(): Promise<void> {
	const server = await startProgram('server.ts', [], { DATA_DIR: join(folder, 'videos') });
	try {
		console.log('Publishing portrait videos of 20 seconds ...');
		await publishVideos(server.url, await makeVideo('portrait.mp4', 20, '720x1280'), 5);
		for (const network of [slow, fast]) {
			await measureVideoStart(server.url, network);
			await measureVideoStart(server.url, network, true);
		}
		await measureVideoWaiting(server.url);
		await measureSwipes(server.url);
	} finally {
		await server.close();
	}
}

async function measureVideoStart(url: string, network: typeof slow, plain = false): Promise<void> {
	const starts: number[] = [];
	let [before, during, after] = [0, 0, 0];
	for (let round = 0; round < rounds; round++) {
		const phone = await openVideos(url, { plain, network });
		before = phone.getVideoBytes();
		starts.push(await phone.play());
		during = phone.getVideoBytes();
		await setTimeout(1000);
		await phone.swipe(1);
		await setTimeout(1000);
		after = phone.getVideoBytes();
		await phone.close();
	}
	const name = `a video at ${network.speed} kbit/s, ${network.roundTrip} ms${plain ? ', as MP4' : ''}`;
	printLatencies(`${name}: tap to first frame`, starts, network.aim);
	const bytes = [before, during, after].map((count) => Math.round(count / 1024));
	printLine(`${name}: bytes before, at first frame, swiped away`, `${bytes.join(', ')} KB`);
}

async function measureVideoWaiting(url: string): Promise<void> {
	const phone = await openVideos(url, { network: { speed: 1000, roundTrip: 300 } });
	await phone.play();
	await phone.playAutomatically();
	const shares = [await phone.measureWaiting(19)];
	for (let clip = 0; clip < 2; clip++) {
		await phone.swipe(1);
		await phone.waitUntilPlaying();
		shares.push(await phone.measureWaiting(19));
	}
	await phone.close();
	const percent = (100 * shares.reduce((sum, share) => sum + share)) / shares.length;
	printLine('waiting for data at 1 Mbit/s while three videos play', `${percent.toFixed(2)} %`, '≤ 1 %');
}

async function measureSwipes(url: string): Promise<void> {
	const phone = await openVideos(url, { network: { speed: 20_000, roundTrip: 1 } });
	await phone.play();
	await phone.playAutomatically();
	const memory = [];
	for (let count = 1; count <= swipes; count++) {
		await phone.swipe(Math.ceil(count / 4) % 2 === 1 ? 1 : -1);
		await phone.waitUntilPlaying();
		if (count % (swipes / 4) === 0) memory.push(await phone.readMemory());
	}
	const uses = memory.map(({ heap, nodes, listeners }) => `${(heap / 1_048_576).toFixed(1)} MB ${nodes} ${listeners}`);
	printLine(`heap, nodes and listeners after every ${swipes / 4} swipes`, uses.join(', '));
	printLine('video elements; layout shift', `${await phone.countVideos()}; ${await phone.readLayoutShift()}`, '3; 0');
	await phone.close();
}

async function measureTranscoding(): Promise<void> {
	const found = await findVideoTools({ workFolder: folder });
	if (!found.found) throw new Error(found.sentence);
	const { tools } = found;
	const source = join(folder, 'large.mp4');
	await makeVideo('large.mp4', 8, '1920x1080');
	const [plan] = planRenditions(await measureVideo(tools, source));
	if (plan?.kind !== 'encode') throw new Error('A 1080p video must be encoded');
	const output = join(folder, 'out.mp4');
	async function ours(): Promise<number> {
		const start = performance.now();
		await makeRendition(tools, source, output, plan as NonNullable<typeof plan>);
		return performance.now() - start;
	}
	async function bare(): Promise<number> {
		const start = performance.now();
		const encode = plan?.kind === 'encode' ? buildEncodeArguments(plan.encode) : [];
		await run(tools.ffmpeg, ['-v', 'error', '-y', '-nostdin', '-i', source, ...encode, ...outputArguments, output]);
		return performance.now() - start;
	}
	printRatio(
		'transcoding 1080p to 720 lines, of bare ffmpeg',
		'≥ 0.90',
		toSpeedRatio(await compareAlternately(3, ours, bare)),
		'ms',
	);
}

/** Makes a video that browsers can play without transcoding if its frame is small enough. */
async function makeVideo(name: string, length: number, size: string): Promise<Buffer> {
	const path = join(folder, name);
	await run('ffmpeg', [
		...['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30:d=${length}`],
		...['-f', 'lavfi', '-i', `sine=d=${length}`, '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'],
		...['-c:a', 'aac', '-shortest', path],
	]);
	return readFile(path);
}

/** Exits with a message if Chromium does not start, because some parts take an hour. */
async function assertChromiumStarts(parts: readonly string[]): Promise<void> {
	try {
		await (await chromium.launch(chromiumLaunchOptions)).close();
	} catch (error) {
		console.error(`These parts need Chromium, which does not start here: ${parts.join(', ')}`);
		console.error('Install it (Debian: apt-get install chromium chromium-headless-shell), or name other parts.\n');
		console.error(String(error));
		process.exit(1);
	}
}

const benchmarks: Record<string, () => Promise<void>> = {
	feed: measureFeed,
	reads: () => measureReads(folder),
	pages: () => measurePages(folder),
	search: measureSearch,
	start: measureFirstStarts,
	'later-start': measureLaterStarts,
	memory: measureMemory,
	upload: async () => measureUploads(folder, await makeVideo('small.mp4', 2, '640x360')),
	playable: async () => measurePlayable(folder, await makeVideo('small.mp4', 10, '1280x720')),
	videos: measureVideoFeed,
	tap: measureTap,
	visit: measureVisits,
	transcoding: measureTranscoding,
	writes: () => measureWrites(folder),
	front: () => measureFrontCache(folder),
	day: () => measureDay(folder),
	moving: () => measureMoving(folder),
	processes: () => measureProcesses(folder),
};
const browserBenchmarks = ['videos', 'tap', 'visit'];
const { values: options, positionals } = parseArgs({
	options: { compare: { type: 'string' } },
	allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in benchmarks));
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}, only ${Object.keys(benchmarks)}`);
const chosen = positionals.length > 0 ? positionals : Object.keys(benchmarks);
const inBrowser = chosen.filter((name) => browserBenchmarks.includes(name));
if (inBrowser.length > 0) await assertChromiumStarts(inBrowser);
const [only, ...others] = chosen;
if (only !== undefined && others.length === 0) {
	await mkdir(folder);
	try {
		if (options.compare !== undefined) await compareCheckout(options.compare, only);
		else await benchmarks[only]?.();
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
} else {
	console.log('Each ratio is measured in turn in this run; beside it both figures.\n');
	const compare = options.compare === undefined ? [] : [`--compare=${options.compare}`];
	const failed = runParts(chosen, import.meta.filename, compare);
	if (failed.length > 0) {
		console.error(`These parts failed: ${failed.join(', ')}`);
		process.exitCode = 1;
	}
}
