import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sampleAds } from '../../main/sample/ads.ts';
import { makeOnce } from './make-once.ts';
import { operator } from './people.ts';
import { runServer } from './run-server.ts';

const startServer = (dataDir: string, env: Record<string, string>) => runServer('main/web.ts', dataDir, env);

export interface ProductOptions {
	/** Whether the market is filled with the sample content. */
	sample?: boolean;
	env?: Record<string, string>;
}

/** The product as `npm start` runs it, in a process and a data directory of its own. */
export interface Product {
	/** Without a slash at its end. */
	address: string;
	/** What it has printed so far. */
	output: () => string;
	/** The errors that it has logged so far, before a restart, too. */
	errors: () => string[];
	/** Text of the newest mail to this address; throws while there is none. */
	readMail: (address: string) => Promise<string>;
	/** Ends it at once, as a power cut does, and starts it again at the same address. */
	restart: () => Promise<void>;
	/** Ends it as an operator does; throws where it does not end well, or has logged an error. */
	stop: () => Promise<void>;
}

export async function startProduct({ sample = false, env = {} }: ProductOptions = {}): Promise<Product> {
	const sampleData = sample ? await prepareSampleData() : null;
	const dataDir = await mkdtemp(join(tmpdir(), 'kasuwa-e2e-data-'));
	const remove = () => rm(dataDir, { recursive: true, force: true });
	try {
		if (sampleData) await cp(sampleData, dataDir, { recursive: true });
		const settings = { SAMPLE_CONTENT: 'off', ...env };
		let running = await startServer(dataDir, settings);
		const earlierErrors: string[] = [];
		return {
			address: running.address,
			output: () => running.output(),
			errors: () => [...earlierErrors, ...running.errors()],
			async restart() {
				await running.kill();
				earlierErrors.push(...running.errors());
				running = await startServer(dataDir, { ...settings, PORT: new URL(running.address).port });
			},
			readMail: (address) => readNewestMail(join(dataDir, 'outbox'), address),
			stop: () => running.stop().finally(remove),
		};
	} catch (error) {
		await remove();
		throw error;
	}
}

/** A data directory with the sample content in it, made once a run: making it anew for each journey would take half a minute. */
const prepareSampleData = () =>
	makeOnce('filled-market', async (folder) => {
		const running = await startServer(folder, { SAMPLE_CONTENT: 'on', LOG_LEVEL: 'info', ...operator });
		try {
			await running.waitForOutput(/sample content added/);
			// The films are made ready after that, by programs that give way to all others.
			const giveUp = AbortSignal.timeout(1_200_000);
			while ((await countReadyVideos(running.address)) < videoCount)
				await setTimeout(200, undefined, { signal: giveUp });
		} finally {
			await running.stop();
		}
	});

const videoCount = sampleAds.filter(({ format }) => format === 'video').length;

async function countReadyVideos(address: string): Promise<number> {
	const answer = await fetch(`${address}/api/feed?format=video&limit=50`);
	const { items }: { items: { state: string }[] } = await answer.json();
	return items.filter(({ state }) => state === 'ready').length;
}

async function readNewestMail(outbox: string, address: string): Promise<string> {
	const names = existsSync(outbox) ? (await readdir(outbox)).filter((name) => name.endsWith('.eml')) : [];
	for (const name of names.sort().reverse()) {
		const mail = await readFile(join(outbox, name), 'utf8');
		// Long lines are folded with an equals sign (quoted-printable).
		if (mail.includes(`To: ${address}`)) return mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
	}
	throw new Error(`No mail to ${address}`);
}
