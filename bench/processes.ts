import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { adPath } from '../contract/core/page-paths.ts';
import { PostgresMissingError, startPostgres } from '../server/testing/postgres.ts';
import { seedMarket } from './market.ts';
import {
	compareAlternately,
	fetchBytes,
	median,
	type RunningProgram,
	readProcessorSeconds,
	startProgram,
} from './measure.ts';
import { listAds } from './pages.ts';
import { printLine, printRatio } from './report.ts';

const ads = 5000;
const seconds = 4;
const rounds = 3;
/** Connections to each process. */
const connections = 4;

/**
 * Measures pages that no cache has on one and on two web processes, each pinned to a core of its own, with one PostgreSQL. On a machine with
 * two cores, PostgreSQL and the client take time from the processes, so the processor time of a page is measured, too.
 */
export async function measureProcesses(folder: string): Promise<void> {
	const postgres = await startPostgres({ sharedBuffers: '128MB' }).catch((error: unknown) => {
		if (error instanceof PostgresMissingError) return null;
		throw error;
	});
	if (!postgres) return console.log('PostgreSQL is not installed, so several processes are not measured.');
	const servers: RunningProgram[] = [];
	try {
		const dataDir = join(folder, 'processes');
		await seedMarket(dataDir, ads, { postgresUrl: postgres.url });
		for (const core of [0, 1]) {
			const env = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, TRUST_PROXY: '1', WORKERS: 'off' };
			const server = await startProgram('server.ts', [], env);
			await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(server.pid)]);
			servers.push(server);
		}
		const paths = (await listAds(servers[0]?.url ?? '')).map(adPath);
		let next = 0;
		/** Milliseconds of processor time of a page in each round, by the number of processes: web, PostgreSQL, client. */
		const times = new Map<number, number[][]>();

		/** Returns the pages per second that some processes render together. */
		async function measure(measured: readonly RunningProgram[]): Promise<number> {
			const readTimes = () =>
				Promise.all([
					Promise.all(measured.map(({ pid }) => readProcessorSeconds(pid))).then((all) => all.reduce((a, b) => a + b)),
					readProcessorSeconds(postgres?.pid ?? 0),
					Promise.resolve(process.cpuUsage()).then(({ user, system }) => (user + system) / 1e6),
				]);
			const before = await readTimes();
			const [start, first] = [performance.now(), next];
			await Promise.all(
				measured.flatMap(({ url }) =>
					Array.from({ length: connections }, async () => {
						const agent = new Agent({ keepAlive: true, maxSockets: 1 });
						while (performance.now() < start + seconds * 1000) {
							const n = next++;
							const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
							await fetchBytes(
								url + paths[n % paths.length],
								{ 'x-forwarded-for': address, 'accept-encoding': 'br' },
								agent,
							);
						}
						agent.destroy();
					}),
				),
			);
			const pages = next - first;
			const spent = (await readTimes()).map((time, index) => (1000 * (time - (before[index] ?? 0))) / pages);
			times.set(measured.length, [...(times.get(measured.length) ?? []), spent]);
			return (pages * 1000) / (performance.now() - start);
		}

		const rates = await compareAlternately(
			rounds,
			() => measure(servers),
			() => measure(servers.slice(0, 1)),
		);
		const getTimes = (count: number) =>
			[0, 1, 2].map((part) => median((times.get(count) ?? []).map((t) => t[part] ?? 0)));
		const [one, two] = [getTimes(1), getTimes(2)];
		printRatio('pages of two processes, of one; PostgreSQL and client on the same cores', '–', rates, 'pages/s');
		for (const [count, spent] of [
			['one process', one],
			['two processes', two],
		] as const) {
			const figures = spent.map((time) => time.toFixed(2)).join('; ');
			printLine(`a page on ${count}: processor of web; PostgreSQL; client`, `${figures} ms`);
		}
		const ratio = (2 * (one[0] ?? 0)) / (two[0] ?? 0);
		printLine('two processes, of one, if PostgreSQL and client had other cores', ratio.toFixed(2), '≥ 1.7');
	} finally {
		await Promise.all(servers.map((server) => server.close()));
		await postgres.stop();
	}
}
