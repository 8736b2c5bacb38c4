import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import tls from 'node:tls';
import { writeCertificate } from './certificate.ts';
import { findFreePort } from './private-servers.ts';

export type ProxyName = 'nginx' | 'caddy' | 'varnishd';

/** Real TLS proxy on loopback, configured as in docs/production.md. */
export interface TestProxy {
	port: number;
	pid: number;
	log: () => string;
	stop(): Promise<void>;
}

const siteName = 'market.example';
const manualPath = join(import.meta.dirname, '../../docs/production.md');
const composePath = join(manualPath, '..', 'compose.Caddyfile');

/** Returns the path of the proxy's program; null if it is not installed. On Debian, nginx and Varnish are not in the PATH of ordinary users. */
export function findProxyProgram(name: ProxyName): string | null {
	const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
	return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

export interface ProxyOptions {
	/** Data folder of the server. */
	dataDir?: string;
	/** Seconds to wait for a response of the server, instead of 120. */
	timeout?: number;
}

/**
 * Starts a proxy in front of loopback ports, with docs/production.md's sample configuration, or Caddy with docs/compose.Caddyfile, and other
 * addresses and certificates.
 */
export async function startProxy(
	name: 'nginx' | 'caddy' | 'compose.Caddyfile',
	upstreamPorts: readonly number[],
	{ dataDir, timeout = 120 }: ProxyOptions = {},
): Promise<TestProxy> {
	const sample = await readSample(name);
	const site = sample
		.replaceAll('120s', `${timeout}s`)
		.replace('lb_try_duration 5s', `lb_try_duration ${Math.min(5, timeout)}s`);
	// Another program may take the proxy's port first, so the start is retried.
	for (let tries = 1; ; tries += 1) {
		try {
			return await (name === 'nginx' ? startNginx(site, upstreamPorts, dataDir) : startCaddy(site, upstreamPorts));
		} catch (error) {
			if (tries === 3) throw error;
		}
	}
}

async function readSample(name: 'nginx' | 'caddy' | 'compose.Caddyfile'): Promise<string> {
	if (name === 'compose.Caddyfile') return readFile(composePath, 'utf8');
	const sample = new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\`$`, 'ms').exec(await readFile(manualPath, 'utf8'))?.[1];
	if (!sample) throw new Error(`docs/production.md has no sample for ${name}`);
	return sample;
}

async function startNginx(sample: string, upstreamPorts: readonly number[], dataDir?: string): Promise<TestProxy> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-nginx-'));
	const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
	const { key, cert } = await writeCertificate(folder, [siteName]);
	const site = sample
		.replace(/^\tserver 127\.0\.0\.1:3000(.*)$/m, (_, options) =>
			upstreamPorts.map((port) => `\tserver 127.0.0.1:${port}${options}`).join('\n'),
		)
		.replace(/^\tlisten \[::\]:.*\n/gm, '')
		.replaceAll('listen 443', `listen 127.0.0.1:${httpsPort}`)
		.replaceAll('listen 80', `listen 127.0.0.1:${httpPort}`)
		.replace(/\S+fullchain\.pem/, cert)
		.replace(/\S+privkey\.pem/, key)
		.replace('/var/lib/kasuwa', dataDir ?? folder);
	const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(kind) => `${kind}_temp_path ${join(folder, kind)};`,
	);
	const configuration = join(folder, 'nginx.conf');
	await writeFile(
		configuration,
		`daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr info; worker_processes 1;
		${process.getuid?.() === 0 ? 'user root;' : ''}
		events {}
		http { access_log off; ${folders.join(' ')}
		${site}
		}`,
	);
	return startProgram('nginx', ['-e', 'stderr', '-c', configuration], {}, folder, httpsPort);
}

async function startCaddy(sample: string, upstreamPorts: readonly number[]): Promise<TestProxy> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-caddy-'));
	const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
	const configuration = join(folder, 'Caddyfile');
	const upstreams = upstreamPorts.map((port) => `127.0.0.1:${port}`).join(' ');
	await writeFile(
		configuration,
		`{
			admin off
			local_certs
			skip_install_trust
			default_bind 127.0.0.1
			http_port ${httpPort}
			https_port ${httpsPort}
		}
		${sample
			.replace('127.0.0.1:3000', upstreams)
			.replace('{$PUBLIC_URL}', siteName)
			.replace('a web 3000', `a localhost ${upstreamPorts[0]}`)}`,
	);
	const home = { HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') };
	await mkdir(home.XDG_DATA_HOME);
	return startProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', configuration], home, folder, httpsPort);
}

/** Returns whether Varnish, its modules and the compiler that it needs are installed. */
export function isVarnishInstalled(): boolean {
	const program = findProxyProgram('varnishd');
	if (program === null) return false;
	const folder = mkdtempSync(join(tmpdir(), 'kasuwa-varnish-'));
	try {
		const configuration = join(folder, 'modules.vcl');
		writeFileSync(configuration, 'vcl 4.1;\nimport var;\nimport xkey;\nbackend default none;\n');
		return (
			spawnSync(program, ['-j', 'none', '-C', '-n', folder, '-f', configuration], { stdio: 'ignore' }).status === 0
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Real Varnish on loopback, configured as in docs. */
export interface TestVarnish {
	/** Base URL of the cache, without a trailing slash. */
	address: string;
	purgeUrl: string;
	pid: number;
	stop(): Promise<void>;
}

/** Starts Varnish in front of a loopback port, with docs/varnish.vcl, the options of docs/production.md and other addresses. */
export async function startVarnish(
	upstreamPort: number,
	{ timeout = 120 }: Pick<ProxyOptions, 'timeout'> = {},
): Promise<TestVarnish> {
	const options = /^ *ExecStart=\S+varnishd (.*)$/m.exec(await readFile(manualPath, 'utf8'))?.[1];
	if (!options) throw new Error('docs/production.md has no options for Varnish');
	const sample = await readFile(join(manualPath, '..', 'varnish.vcl'), 'utf8');
	for (let tries = 1; ; tries += 1) {
		const folder = await mkdtemp(join(tmpdir(), 'kasuwa-varnish-'));
		const [port, purgePort] = [await findFreePort(), await findFreePort()];
		const configuration = join(folder, 'kasuwa.vcl');
		await writeFile(
			configuration,
			sample.replace('.port = "3000"', `.port = "${upstreamPort}"`).replaceAll('120s', `${timeout}s`),
		);
		const args = options
			.replace('unix,user=vcache', 'none')
			.replace(':6081', `:${port}`)
			.replace(':6083', `:${purgePort}`)
			.replace('/etc/varnish/kasuwa.vcl', configuration)
			.split(' ');
		try {
			const { pid, stop } = await startProgram('varnishd', ['-n', folder, ...args], {}, folder, port);
			return { address: `http://127.0.0.1:${port}`, purgeUrl: `http://127.0.0.1:${purgePort}`, pid, stop };
		} catch (error) {
			if (tries === 3) throw error;
		}
	}
}

async function startProgram(
	name: ProxyName,
	args: string[],
	env: Record<string, string>,
	folder: string,
	port: number,
): Promise<TestProxy> {
	const child = spawn(findProxyProgram(name) ?? name, args, {
		env: { ...process.env, ...env },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	const terminate = () => child.kill('SIGTERM');
	process.once('exit', terminate);
	let log = '';
	child.stderr.setEncoding('utf8').on('data', (part: string) => {
		log += part;
	});
	const closed = once(child, 'close');
	async function stop() {
		terminate();
		await closed;
		process.off('exit', terminate);
		await rm(folder, { recursive: true, force: true });
	}
	const isReady = () => opens(name === 'varnishd' ? connect(port, '127.0.0.1') : connectSecurely(port));
	while (!(await isReady())) {
		if (child.exitCode !== null) {
			await stop();
			throw new Error(`${name} does not start: ${log}`);
		}
		await setTimeout(20);
	}
	return { port, pid: child.pid as number, log: () => log, stop };
}

/** Begins a TLS connection. Caddy listens before it has a certificate, and refuses such connections until then. */
const connectSecurely = (port: number) =>
	tls.connect({ port, host: '127.0.0.1', servername: siteName, rejectUnauthorized: false });

/** Returns whether a connection is ready to be written to. */
async function opens(socket: Socket): Promise<boolean> {
	try {
		await once(socket, socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

export interface ProxyCall {
	method: string;
	path: string;
	headers?: Readonly<Record<string, string>>;
	body?: string | Uint8Array;
}

export interface ProxyResponse {
	status: number;
	type: string;
	headers: IncomingHttpHeaders;
	text: string;
}

/** Creates a client that reaches the server through the proxy, over one keep-alive connection from its own loopback address. */
export function createProxyClient(proxy: { port: number }, address = '127.0.0.1') {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	return {
		/** Sends a request. Rejects if the connection breaks before the response is complete. */
		async call({ method, path, headers, body }: ProxyCall): Promise<ProxyResponse> {
			const outgoing = request({
				agent,
				method,
				path,
				host: '127.0.0.1',
				port: proxy.port,
				servername: siteName,
				localAddress: address,
				// The proxy's test certificate is self-signed.
				rejectUnauthorized: false,
				headers: {
					host: siteName,
					...headers,
					...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
				},
			});
			outgoing.end(body);
			const [response] = await once(outgoing, 'response');
			return {
				status: response.statusCode,
				type: response.headers['content-type'] ?? '',
				headers: response.headers,
				text: await text(response),
			};
		},
		close: () => agent.destroy(),
	};
}
