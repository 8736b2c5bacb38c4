import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { states } from '../contract/location/states.ts';
import { categories } from '../contract/market-settings/categories.ts';
import { measureLatencies, quantile } from './measure.ts';
import { printLine } from './report.ts';

const connections = 32;
const seconds = 6;
/** Milliseconds between two readings of the feed beside the searches. */
const feedInterval = 10;

const products = ['generator', 'laptop', 'wardrobe', 'ankara+gown', 'motorcycle', 'perfume'];
const frequent = [
	'q=generator',
	'q=laptop',
	'q=wardrobe',
	'q=ankara+gown',
	'q=motorcycle',
	'q=perfume',
	'q=clean+generator',
	'q=second+hand+laptop',
];

/** Returns a search that no other number returns: words with a number, a price range, filters, a wrong letter, another order. */
function buildUniqueSearch(n: number): string {
	const product = products[n % products.length] ?? '';
	const price = 100_000 * (1 + (n % 500)) + n;
	const kinds = [
		`q=${product}+${n}`,
		`q=${product}&min_price=${price}&max_price=${price + 20_000_000}`,
		`q=clean+${product}+${n % 977}&category=${encodeURIComponent(categories[n % categories.length] ?? '')}&min_price=${n}`,
		`q=genertaor+number&state=${encodeURIComponent(states[n % states.length] ?? '')}&max_price=${90_000_000 + n}`,
		`q=${product}&sort=newest&max_price=${price}`,
	];
	return kinds[Math.floor(n / products.length) % kinds.length] ?? '';
}

/** Runs searches on 32 connections and reads the feed beside them. */
async function runSearches(url: string, next: (n: number) => string) {
	const done = new AbortController();
	const feed: number[] = [];
	async function readFeed() {
		while (!done.signal.aborted) {
			feed.push(...(await measureLatencies([`${url}/api/feed`])));
			await setTimeout(feedInterval);
		}
	}
	let n = 0;
	const reading = readFeed();
	const result = await autocannon({
		url,
		connections,
		duration: seconds,
		requests: [
			{
				setupRequest(request) {
					n += 1;
					return { ...request, path: `/api/search?${next(n)}` };
				},
			},
		],
	});
	done.abort();
	await reading;
	if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} rejected, ${result.errors} failed`);
	return { rate: result.requests.average, p99: result.latency.p99, feed: quantile(feed, 0.99) };
}

/** Measures searches at once: eight frequent ones, whose first pages are kept, and searches that were never made before. */
export async function measureSearchesAtOnce(engine: string, url: string): Promise<void> {
	const kinds = {
		'8 frequent ones': (n: number) => frequent[n % frequent.length] ?? '',
		'none made before': buildUniqueSearch,
	};
	for (const [name, next] of Object.entries(kinds)) {
		const { rate, p99, feed } = await runSearches(url, next);
		const figures = `${rate.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms, of the feed ${feed.toFixed(1)} ms`;
		printLine(`searches on ${connections} connections, ${engine}: ${name}`, figures, '≥ 1500/s, ≤ 100, ≤ 50 ms');
	}
}
