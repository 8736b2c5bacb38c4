import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPostgresProgram } from '../database/postgres-programs.ts';
import { findFreePort, startServerGuard } from './private-servers.ts';
import { getTemporaryFolder } from './temporary-folder.ts';

export interface TestPostgres {
	/** Connection URL of the superuser to the database `postgres`. */
	url: string;
	/** Id of the main process. */
	readonly pid: number;
	/** Stops the server immediately, like a crash. `start` starts it again. */
	halt(): Promise<void>;
	start(): Promise<void>;
	/** Suspends all processes of the server: connections stay open, but get no response. */
	pause(): Promise<void>;
	resume(): Promise<void>;
	/** Stops the server and removes its files. */
	stop(): Promise<void>;
}

/** Error when PostgreSQL cannot run on this machine. The message is the reason. */
export class PostgresMissingError extends Error {
	override readonly name = 'PostgresMissingError';
}

/**
 * Starts a private PostgreSQL on loopback in a temporary folder, by default without durability. It ends with `stop()` or when this process
 * dies. The little memory of its buffers suits many small databases; measurements take PostgreSQL's default of 128 MB. Throws
 * `PostgresMissingError` if PostgreSQL's programs are not installed.
 */
export async function startPostgres({ durable = false, sharedBuffers = '32MB' } = {}): Promise<TestPostgres> {
	const programs = await findPrograms();
	const user = await findUser();
	const folder = await mkdtemp(join(durable ? tmpdir() : getTemporaryFolder(), 'kasuwa-postgres-'));
	try {
		if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
		const data = join(folder, 'data');
		await initialize(join(programs, 'initdb'), data, user);
		const start = (port: number) =>
			startServer(join(programs, 'postgres'), data, folder, port, user, { durable, sharedBuffers });
		const { url, port, server: first } = await startOnFreePort(start);
		let server = first;
		const guard = startServerGuard(folder, 'QUIT');
		guard.watch(server);
		const signalAll = async (signal: NodeJS.Signals) => {
			const main = Number(server.pid);
			const children = await readFile(`/proc/${main}/task/${main}/children`, 'utf8');
			for (const id of [main, ...children.split(' ').map(Number)]) if (id > 0) sendSignal(id, signal);
		};
		return {
			url,
			get pid() {
				return Number(server.pid);
			},
			async halt() {
				server.kill('SIGQUIT');
				await once(server, 'exit');
			},
			async start() {
				server = await start(port);
				guard.watch(server);
			},
			pause: () => signalAll('SIGSTOP'),
			resume: () => signalAll('SIGCONT'),
			stop: guard.end,
		};
	} catch (error) {
		await rm(folder, { recursive: true, force: true });
		throw error;
	}
}

/** Sends a signal to a process. Ignores a process that has ended. */
function sendSignal(id: number, signal: NodeJS.Signals): void {
	try {
		process.kill(id, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/** User and group id of a system user; empty for the current user. */
type SystemUser = { uid: number; gid: number } | { uid?: never; gid?: never };

async function findPrograms(): Promise<string> {
	const initdb = await findPostgresProgram('initdb');
	if (!initdb) throw new PostgresMissingError('PostgreSQL is not installed (Debian: apt-get install postgresql)');
	return dirname(initdb);
}

/** Finds a user for PostgreSQL, which refuses to run as root: Debian's user postgres, or nobody. */
async function findUser(): Promise<SystemUser> {
	if (process.getuid?.() !== 0) return {};
	const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
	const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? [];
	if (!uid || !gid)
		throw new PostgresMissingError('PostgreSQL does not run as root, and there is no other user for it');
	return { uid: Number(uid), gid: Number(gid) };
}

async function initialize(initdb: string, data: string, user: SystemUser): Promise<void> {
	const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
	const child = spawn(initdb, args, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
	let stderr = '';
	child.stderr?.on('data', (chunk) => {
		stderr += chunk;
	});
	const [code] = await once(child, 'close');
	if (code !== 0) throw new Error(`initdb failed: ${stderr.trim()}`);
}

async function startOnFreePort(start: (port: number) => Promise<ChildProcess>) {
	// Another program may take the free port first, so the start is retried.
	for (let tries = 1; ; tries += 1) {
		const port = await findFreePort();
		try {
			const server = await start(port);
			return { server, port, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
		} catch (error) {
			if (tries === 5) throw error;
		}
	}
}

async function startServer(
	program: string,
	data: string,
	folder: string,
	port: number,
	user: SystemUser,
	{ durable, sharedBuffers }: { durable: boolean; sharedBuffers: string },
): Promise<ChildProcess> {
	const settings = {
		listen_addresses: '127.0.0.1',
		port,
		unix_socket_directories: folder,
		...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
		shared_buffers: sharedBuffers,
		// Autovacuum workers in a template delay `create database`, or make it fail.
		autovacuum: 'off',
		lc_messages: 'C',
	};
	const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const server = spawn(program, ['-D', data, ...args], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
	const lines: string[] = [];
	await new Promise<void>((resolve, reject) => {
		createInterface({ input: server.stderr }).on('line', (line) => {
			lines.push(line);
			if (line.includes('ready to accept connections')) resolve();
		});
		server.once('error', reject);
		server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${lines.slice(-3).join(' | ')}`)));
	});
	return server;
}
