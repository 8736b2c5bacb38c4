import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort, type ServerGuard, startServerGuard } from './private-servers.ts';

export interface S3Account {
	endpoint: string;
	region: string;
	accessKeyId: string;
	secretAccessKey: string;
}

export interface TestRadosgw {
	account: S3Account;
	/** Stops the S3 server with SIGSTOP: it accepts connections and says nothing. */
	pause(): void;
	resume(): void;
	stop(): Promise<void>;
}

/** Error when Ceph's S3 server cannot run on this machine. The message is the reason. */
export class RadosgwMissingError extends Error {
	override readonly name = 'RadosgwMissingError';
}

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin'];
/** Maximum milliseconds per step of the start. On an idle machine, all steps together take a second. */
const stepLimit = 30_000;

/**
 * Starts a private Ceph on loopback: a monitor, an object store in memory, and radosgw, which serves S3. It ends with `stop()` or when this
 * process dies. Throws `RadosgwMissingError` if Ceph's programs are not installed.
 */
export async function startRadosgw(): Promise<TestRadosgw> {
	const missing = programs.filter((program) => !isInstalled(program));
	if (missing.length > 0) {
		const remedy = 'Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd';
		throw new RadosgwMissingError(`Ceph's S3 server is not installed (${missing.join(', ')}; ${remedy})`);
	}
	// Another program may take the port first, so the start is retried.
	for (let tries = 1; ; tries += 1) {
		const folder = await mkdtemp(join(tmpdir(), 'kasuwa-radosgw-'));
		const guard = startServerGuard(folder, 'KILL');
		try {
			const { account, server } = await start(folder, guard);
			const pause = () => void server.kill('SIGSTOP');
			return { account, pause, resume: () => void server.kill('SIGCONT'), stop: guard.end };
		} catch (error) {
			await guard.end();
			if (tries === 3) throw error;
		}
	}
}

function isInstalled(program: string): boolean {
	return (process.env.PATH ?? '').split(delimiter).some((folder) => {
		try {
			accessSync(join(folder, program), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

async function start(folder: string, guard: ServerGuard): Promise<{ account: S3Account; server: ChildProcess }> {
	const [monitorPort, port] = [await findFreePort(), await findFreePort()];
	const config = join(folder, 'ceph.conf');
	await mkdir(join(folder, 'objects'));
	await writeFile(config, settings(folder, monitorPort, port));
	const failures = new AbortController();

	async function run(program: string, ...args: string[]): Promise<void> {
		const signal = AbortSignal.any([failures.signal, AbortSignal.timeout(stepLimit)]);
		await promisify(execFile)(program, ['-c', config, ...args], { signal, killSignal: 'SIGKILL' }).catch((error) => {
			failures.signal.throwIfAborted();
			throw new Error(`${program} ${args.join(' ')}: ${(error.stderr || String(error)).slice(0, 1000)}`);
		});
	}

	function serve(program: string, ...args: string[]): ChildProcess {
		const server = spawn(program, ['-c', config, '-f', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
		guard.watch(server);
		let stderr = '';
		server.stderr.setEncoding('utf8').on('data', (text: string) => {
			stderr = (stderr + text).slice(-1000);
		});
		server.once('error', (error) => failures.abort(error));
		server.once('close', () => failures.abort(new Error(`${program} did not start: ${stderr.trim()}`)));
		return server;
	}

	const osdId = randomUUID();
	await run('ceph-mon', '-i', 'a', '--mkfs', '--public-addr', `v2:127.0.0.1:${monitorPort}`);
	serve('ceph-mon', '-i', 'a');
	await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osdId);
	await run('ceph', 'osd', 'new', osdId, '0');
	serve('ceph-osd', '-i', '0');
	const [accessKeyId, secretAccessKey] = ['TESTACCESSKEY', randomBytes(20).toString('hex')];
	const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
	await run('radosgw-admin', 'user', 'create', '--uid', 'test', '--display-name', 'Test', ...keys);
	const server = serve('radosgw', '-n', 'client.admin');
	const endpoint = `http://127.0.0.1:${port}`;
	await waitUntilListening(endpoint, failures.signal);
	return { account: { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey }, server };
}

async function waitUntilListening(endpoint: string, failed: AbortSignal): Promise<void> {
	const limit = AbortSignal.any([failed, AbortSignal.timeout(stepLimit)]);
	for (;;) {
		limit.throwIfAborted();
		const response = await fetch(endpoint, { signal: limit }).catch(() => null);
		if (response?.ok) return;
		await wait(20);
	}
}

/** Returns Ceph's configuration: no persistence, no replication, no authentication. Changes of storage pools take effect immediately. */
function settings(folder: string, monitorPort: number, port: number): string {
	return `[global]
		fsid = ${randomUUID()}
		mon host = [v2:127.0.0.1:${monitorPort}/0]
		public addr = 127.0.0.1
		cluster addr = 127.0.0.1
		auth cluster required = none
		auth service required = none
		auth client required = none
		# Of radosgw alone the default is 'secure', which goes with authentication only.
		ms mon client mode = crc
		keyring = ${folder}/keyring
		run dir = ${folder}
		crash dir = ${folder}
		admin socket =
		log file =
		mon data = ${folder}/monitor
		mon data avail crit = 0
		mon allow pool size one = true
		paxos propose interval = 0.02
		paxos min wait = 0.01
		osd data = ${folder}/objects
		osd objectstore = memstore
		memstore device bytes = ${8 * 1024 ** 3}
		osd pool default size = 1
		osd pool default pg num = 1
		osd crush chooseleaf type = 0
		rgw frontends = beast endpoint=127.0.0.1:${port}
		rgw data = ${folder}
	`.replaceAll('\t', '');
}
