import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import autocannon from 'autocannon';

export interface RunningProgram {
	url: string;
	close(): Promise<void>;
}

export async function startProgram(
	name: string,
	args: string[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<RunningProgram> {
	const child: ChildProcess = fork(join(import.meta.dirname, name), args, {
		env: { ...process.env, NODE_ENV: 'production', ...env },
		execArgv: ['--disable-warning=ExperimentalWarning'],
	});
	const [port] = (await Promise.race([
		once(child, 'message'),
		once(child, 'exit').then(() => {
			throw new Error(`${name} exited before it was ready`);
		}),
	])) as [number];
	return {
		url: `http://127.0.0.1:${port}`,
		async close() {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}

/** Measures the average number of responses per second over ten connections. */
export async function measureThroughput(url: string, seconds: number): Promise<number> {
	return (await measureLoad([url], { seconds })).throughput;
}

export interface LoadOptions {
	seconds: number;
	connections?: number;
	headers?: Record<string, string>;
}

/** Requests URLs of one server in turn. Returns the average number of responses per second, and the latencies in milliseconds. */
export async function measureLoad(
	urls: readonly string[],
	{ seconds, connections = 10, headers = {} }: LoadOptions,
): Promise<{ throughput: number; p50: number; p99: number }> {
	const [url = ''] = urls;
	const requests = urls.map((one) => ({ method: 'GET' as const, path: one.slice(new URL(one).origin.length) }));
	const result = await autocannon({ url, requests, headers, connections, duration: seconds });
	if (result.non2xx > 0 || result.errors > 0)
		throw new Error(`${url}: ${result.non2xx} rejected, ${result.errors} failed`);
	return { throughput: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Measures the median latency of sequential requests, in milliseconds. */
export async function measureMedianLatency(urls: Iterable<string>): Promise<number> {
	return median(await measureLatencies(urls));
}

/** Measures the latency of each of several sequential requests, in milliseconds. With a token, as its account. */
export async function measureLatencies(urls: Iterable<string>, token?: string): Promise<number[]> {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const times: number[] = [];
	for (const url of urls) {
		const start = performance.now();
		await fetchBytes(url, token === undefined ? {} : { authorization: `Bearer ${token}` }, agent);
		times.push(performance.now() - start);
	}
	agent.destroy();
	return times;
}

/** Fetches a response without decompressing its body, unlike `fetch`. */
export async function fetchBytes(
	url: string,
	headers: Record<string, string> = {},
	agent?: Agent,
): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
	const [response] = (await once(get(url, { ...(agent && { agent }), headers }), 'response')) as [IncomingMessage];
	const bytes = await buffer(response);
	if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
	return { headers: response.headers, bytes };
}

/** Runs the measurements `a` and `b` alternately, so that load changes affect both. Returns both medians and the median of a / b. */
export async function compareAlternately(rounds: number, a: () => Promise<number>, b: () => Promise<number>) {
	const pairs: { a: number; b: number }[] = [];
	await a();
	await b();
	for (let round = 0; round < rounds; round++) pairs.push({ a: await a(), b: await b() });
	return {
		a: median(pairs.map((pair) => pair.a)),
		b: median(pairs.map((pair) => pair.b)),
		ratio: median(pairs.map((pair) => pair.a / pair.b)),
	};
}

export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

/** Returns a quantile of the values. `part` is 0 to 1; 0.5 is the median. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = [...values].sort((x, y) => x - y);
	return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
