import { join } from 'node:path';
import type { AdCard } from '../contract/ads/ads.ts';
import type { CursorPage } from '../contract/core/page.ts';
import { createTaggedCache } from '../server/core/tagged-cache.ts';
import { createFakeClock } from '../server/testing/clock.ts';
import { seedMarket } from './market.ts';
import { compareAlternately, type LoadOptions, measureLoad, quantile, startProgram } from './measure.ts';
import { printLine } from './report.ts';
import { signUp } from './upload.ts';

const seconds = 2;
const rounds = 3;
const brotli = { 'accept-encoding': 'br' };

/** Measures public reads at 100,000 ads on SQLite beside bare Fastify with the same bytes. */
export async function measureReads(folder: string): Promise<void> {
	const market = join(folder, 'read');
	console.log('Filling a market of 100,000 ads ...');
	await seedMarket(market, 100_000);
	const server = await startProgram('server.ts', [], { DATA_DIR: market });
	const [feed, ad, profile] = ['/api/feed', '/api/ads/777', '/api/users/seller_7'];
	const bare = await startProgram('baseline.ts', [server.url, join(folder, 'unused'), feed, ad, profile]);
	try {
		const { token } = await signUp(server.url);
		const session = { authorization: `Bearer ${token}` };
		await compareWithBare('bare Fastify, of itself', '–', bare.url, bare.url, feed);
		await compareWithBare('first feed page, cached, of bare Fastify', '≥ 0.90', server.url, bare.url, feed);
		await compareWithBare('the same in brotli', '≥ 0.90', server.url, bare.url, feed, brotli);
		await compareWithBare('the same with a session', '≥ 0.60', server.url, bare.url, feed, session);
		await compareWithBare('one ad, of bare Fastify', '≥ 0.60', server.url, bare.url, ad);
		await compareWithBare('a profile, of bare Fastify', '–', server.url, bare.url, profile);
		await printThroughput('a profile', [server.url + profile], '≥ 5000');
		const pages = await listDeepPages(server.url, 400);
		await printThroughput('a deep page, cards not cached', pages, '–', 0.5);
		await printThroughput('a deep page', pages.slice(0, 100), '≥ 5000');
	} finally {
		await Promise.all([server.close(), bare.close()]);
	}
	measureInvalidation();
}

async function compareWithBare(
	name: string,
	aim: string,
	url: string,
	bareUrl: string,
	path: string,
	headers: Record<string, string> = {},
): Promise<void> {
	const p99: number[] = [];
	async function load(server: string, options: LoadOptions): Promise<number> {
		const measured = await measureLoad([server + path], options);
		if (server === url) p99.push(measured.p99);
		return measured.throughput;
	}
	const { authorization: _, ...bareHeaders } = headers;
	const { a, b, ratio } = await compareAlternately(
		rounds,
		() => load(url, { seconds, headers }),
		() => load(bareUrl, { seconds, headers: bareHeaders }),
	);
	const figures = `(${a.toFixed(0)} / ${b.toFixed(0)} req/s, p99 ${quantile(p99, 0.5)} ms)`;
	printLine(name, `${ratio.toFixed(2)} ${figures}`, aim);
}

async function printThroughput(name: string, urls: readonly string[], aim: string, duration = seconds): Promise<void> {
	const { throughput, p99 } = await measureLoad(urls, { seconds: duration });
	printLine(name, `${throughput.toFixed(0)} req/s, p99 ${p99} ms`, aim);
}

/** Lists the URLs of feed pages below the first. The cursors come from the server, and another page size than the measured one. */
async function listDeepPages(url: string, pages: number): Promise<string[]> {
	const urls: string[] = [];
	let cursor: string | null = null;
	for (let page = 0; page < pages; page++) {
		const response: Response = await fetch(`${url}/api/feed?limit=50${cursor ? `&cursor=${cursor}` : ''}`);
		({ next_cursor: cursor } = (await response.json()) as CursorPage<AdCard>);
		if (!cursor) break;
		urls.push(`${url}/api/feed?cursor=${cursor}`);
	}
	return urls;
}

/** Measures what the invalidation of one tag costs while many responses are cached. */
function measureInvalidation(): void {
	for (const cached of [1000, 10_000, 100_000]) {
		let invalidate: (tags: readonly string[]) => void = () => {};
		const cache = createTaggedCache<string>({
			db: {
				onInvalidate(listener) {
					invalidate = listener;
					return () => {};
				},
			},
			clock: createFakeClock(),
			maxBytes: Number.MAX_SAFE_INTEGER,
		});
		const load = cache.startLoad();
		for (let n = 0; n < cached; n++) {
			const tags = [`ad:${n}`, `person:${n % 500}`, 'ads'];
			load.store(`ad ${n}`, { value: '', tags, expiresAt: Number.MAX_SAFE_INTEGER, bytes: 1 });
		}
		load.end();
		const times = Array.from({ length: 500 }, (_, n) => {
			const start = performance.now();
			invalidate([`ad:${n}`]);
			return performance.now() - start;
		});
		const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)].map((time) => time.toFixed(4));
		printLine(`invalidation of one of ${cached} cached responses`, `p50 ${p50}, p99 ${p99} ms`, '< 0.05');
	}
}
