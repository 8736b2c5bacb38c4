import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';

export interface RunningProgram {
	url: string;
	close(): Promise<void>;
}

/** Runs a program of this folder that tells its port. */
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
			throw new Error(`${name} ended before it was ready`);
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

/** Answers a second under ten connections. */
export async function throughput(url: string, seconds: number): Promise<number> {
	const result = await autocannon({ url, connections: 10, duration: seconds });
	if (result.non2xx > 0 || result.errors > 0)
		throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
	return result.requests.average;
}

/** The median time of one request after the other, milliseconds. */
export async function latency(urls: Iterable<string>): Promise<number> {
	return median(await latencies(urls));
}

/** How long each of these requests took, one after the other, milliseconds. */
export async function latencies(urls: Iterable<string>): Promise<number[]> {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const times: number[] = [];
	for (const url of urls) {
		const start = performance.now();
		await fetchBytes(url, agent);
		times.push(performance.now() - start);
	}
	agent.destroy();
	return times;
}

function fetchBytes(url: string, agent: Agent): Promise<number> {
	return new Promise((resolve, reject) => {
		get(url, { agent }, (answer) => {
			let bytes = 0;
			answer.on('data', (chunk: Buffer) => {
				bytes += chunk.length;
			});
			answer.on('end', () =>
				answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${answer.statusCode}`)),
			);
		}).on('error', reject);
	});
}

/** Measures two things in turn, so that a machine's mood meets both alike; answers the median of the ratios of each pair. */
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

/** What `part` (0 to 1) of the values stay below. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = [...values].sort((x, y) => x - y);
	return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
