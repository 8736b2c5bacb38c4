import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';

export interface RunningProgram {
	url: string;
	pid: number;
	close(): Promise<void>;
}

export async function startProgram(
	name: string,
	args: string[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<RunningProgram> {
	const child: ChildProcess = fork(join(import.meta.dirname, name), args, {
		env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...env },
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
		pid: child.pid as number,
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

/**
 * Sends requests at a fixed rate per second, whether earlier ones have ended or not. Returns the latencies in milliseconds, each from the
 * time at which its request was due.
 */
export async function sendAtRate(
	rate: number,
	seconds: number,
	send: (n: number) => Promise<unknown>,
): Promise<number[]> {
	const latencies: Promise<number>[] = [];
	const start = performance.now();
	for (let n = 0; n < rate * seconds; n++) {
		const due = start + (n * 1000) / rate;
		if (due > performance.now()) await setTimeout(due - performance.now());
		const latency = send(n).then(() => performance.now() - due);
		// A failure is thrown at the end, so until then somebody must handle it.
		latency.catch(() => {});
		latencies.push(latency);
	}
	return Promise.all(latencies);
}

/** Linux counts processor time in units of 10 ms. */
const ticksPerSecond = 100;

/** Reads how long a process and its children, also ended ones, have used the processor, in seconds. */
export async function readProcessorSeconds(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
	// The name of the program may contain spaces, so fields are counted from its closing parenthesis.
	const fields = stat
		.slice(stat.lastIndexOf(')') + 2)
		.split(' ')
		.map(Number);
	const own = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
	const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
	const times = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(readProcessorSeconds));
	return times.reduce((sum, time) => sum + time, own);
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
