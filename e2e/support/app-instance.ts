import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseMessage } from '../../server/testing/smtp-server.ts';
import { makeFileOnce } from './make-file-once.ts';
import { administrator } from './people.ts';
import { runServer } from './run-server.ts';

const startServer = (dataDir: string, env: Record<string, string>) => runServer('main/web.ts', dataDir, env);

export interface AppOptions {
	sample?: boolean;
	env?: Record<string, string>;
}

/** The product as `npm start` runs it, in its own process and data directory. */
export interface AppInstance {
	/** Address without a trailing slash. */
	address: string;
	output: () => string;
	/** Returns the administrator's session as JSON. The first call logs in, later calls return the same session, because logins are rate limited. */
	getAdministratorSession: () => Promise<string>;
	/** Returns the errors logged so far, including those before a restart. */
	errors: () => string[];
	/** Returns the text of the newest mail to `address`. Rejects if there is none. */
	readMail: (address: string) => Promise<string>;
	/** Returns the newest text message to a number of international digits. Rejects if there is none. */
	readTextMessage: (number: string) => Promise<string>;
	/** Runs SQL statements on the database of the running product, for example to make rows older. */
	runSql: (statements: string) => void;
	/** Kills the product, as a power cut does, and starts the product at the same address. */
	restart: () => Promise<void>;
	/** Stops the product cleanly. Rejects if the exit is not clean or an error was logged. */
	stop: () => Promise<void>;
}

export async function startApp({ sample = false, env = {} }: AppOptions = {}): Promise<AppInstance> {
	const sampleData = sample ? await prepareSampleData() : null;
	const dataDir = await mkdtemp(join(tmpdir(), 'kasuwa-e2e-data-'));
	const remove = () => rm(dataDir, { recursive: true, force: true });
	try {
		if (sampleData) await cp(sampleData, dataDir, { recursive: true });
		const settings = { SAMPLE_CONTENT: 'off', ...env };
		let running = await startServer(dataDir, settings);
		const earlierErrors: string[] = [];
		let administratorSession: Promise<string> | undefined;
		return {
			address: running.address,
			output: () => running.output(),
			getAdministratorSession() {
				administratorSession ??= logInAdministrator(running.address);
				return administratorSession;
			},
			errors: () => [...earlierErrors, ...running.errors()],
			async restart() {
				await running.kill();
				earlierErrors.push(...running.errors());
				running = await startServer(dataDir, { ...settings, PORT: new URL(running.address).port });
			},
			runSql(statements) {
				const db = new DatabaseSync(join(dataDir, 'kasuwa.sqlite'), { timeout: 5000 });
				db.exec(statements);
				db.close();
			},
			readMail: (address) => readNewestMail(join(dataDir, 'outbox'), address),
			readTextMessage: (number) => readNewestTextMessage(join(dataDir, 'outbox'), number),
			stop: () => running.stop().finally(remove),
		};
	} catch (error) {
		await remove();
		throw error;
	}
}

async function logInAdministrator(address: string): Promise<string> {
	const response = await fetch(`${address}/api/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email: administrator.ADMIN_EMAIL, password: administrator.ADMIN_PASSWORD }),
	});
	const session = await response.text();
	if (!response.ok) throw new Error(session);
	return session;
}

/** Creates a data directory with the sample content, once per test run. */
const prepareSampleData = () =>
	makeFileOnce('filled-market', async (folder) => {
		const running = await startServer(folder, { SAMPLE_CONTENT: 'on', ...administrator });
		await running.stop();
	});

async function readNewestMail(outbox: string, address: string): Promise<string> {
	for (const file of await listNewestFirst(outbox, '.eml')) {
		const { headers, text } = parseMessage(await readFile(file, 'utf8'));
		if (headers.get('to')?.startsWith(address)) return text;
	}
	throw new Error(`No mail to ${address}`);
}

async function readNewestTextMessage(outbox: string, number: string): Promise<string> {
	for (const file of await listNewestFirst(outbox, '.sms.txt')) {
		const [recipient, , ...lines] = (await readFile(file, 'utf8')).split('\n');
		if (recipient === `To: +${number}`) return lines.join('\n');
	}
	throw new Error(`No text message to ${number}`);
}

/** Lists the files of a folder with an ending. Their names begin with the time. */
async function listNewestFirst(folder: string, ending: string): Promise<string[]> {
	const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith(ending)) : [];
	return names
		.sort()
		.reverse()
		.map((name) => join(folder, name));
}
