import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer } from '../e2e/support/run-server.ts';
import { median } from './measure.ts';
import { readMemory } from './memory.ts';
import { printLine } from './report.ts';
import { call, makePhoto, password, publishPictureAd, signUp } from './upload.ts';

/** One later start of the product, on a filled data directory with a compile cache. */
interface LaterStart {
	/** Milliseconds from the start of the process to its first response. */
	response: number;
	/** Milliseconds of the first page, the first login, and the first picture ad with its upload, one after another. */
	page: number;
	login: number;
	pictureAd: number;
	/** Resident memory in MB after the first page: all pages, and those that belong to no file. */
	memory: number;
	anonymousMemory: number;
}

const rounds = 7;

/** Prints the medians of several later starts. */
export async function measureLaterStarts(): Promise<void> {
	const starts = await startRepeatedly(rounds);
	const lines = [
		['to its first response', 'response', 'ms', '≤ 900'],
		['then the first page', 'page', 'ms', '–'],
		['then the first login', 'login', 'ms', '–'],
		['then the first ad with a picture of 12 megapixels', 'pictureAd', 'ms', '–'],
		['resident memory after the first page', 'memory', 'MB', '≤ 150'],
		['of which anonymous, not pages of files', 'anonymousMemory', 'MB', '–'],
	] as const;
	for (const [name, field, unit, aim] of lines) {
		const value = median(starts.map((one) => one[field]));
		printLine(`later start: ${name}`, `${value.toFixed(0)} ${unit}`, aim);
	}
}

/** Starts the product on an empty data directory, and then `count` times more. Returns the measurements of the later starts. */
async function startRepeatedly(count: number): Promise<LaterStart[]> {
	const dataDir = await mkdtemp(join(tmpdir(), 'kasuwa-start-'));
	// The compile cache must be in the data directory, as in production.
	const env = { NODE_COMPILE_CACHE: '' };
	try {
		const first = await runServer('main/web.ts', dataDir, env);
		const { email } = await signUp(first.address);
		await first.stop();
		const starts = [];
		for (let round = 0; round < count; round++) starts.push(await measureStart(dataDir, env, email));
		return starts;
	} finally {
		await rm(dataDir, { recursive: true, force: true });
	}
}

async function measureStart(dataDir: string, env: Record<string, string>, email: string): Promise<LaterStart> {
	let start = performance.now();
	const readTimer = () => {
		const now = performance.now();
		const time = now - start;
		start = now;
		return time;
	};
	const server = await runServer('main/web.ts', dataDir, env);
	try {
		await (await fetch(`${server.address}/health/live`)).arrayBuffer();
		const response = readTimer();
		await (await fetch(server.address)).arrayBuffer();
		const page = readTimer();
		const memory = await readMemory(server.pid);
		await call(`${server.address}/api/login`, { email, password });
		const login = readTimer();
		const seller = await signUp(server.address);
		const photo = await makePhoto();
		readTimer();
		await publishPictureAd(server.address, seller, photo);
		return { response, page, login, pictureAd: readTimer(), memory: memory.total, anonymousMemory: memory.anonymous };
	} finally {
		await server.stop();
	}
}
