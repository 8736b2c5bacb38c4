import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Server } from '../../server/server.ts';
import { connect, listSockets } from './call-server.ts';
import type { CommandOutcome } from './run-command.ts';

export interface CommandSocket {
	open(): Promise<void>;
	/** Aborts running commands, waits for them and removes the socket. */
	close(): Promise<void>;
}

/**
 * Lets the command line run commands in this process, through a Unix socket in the data directory. Each process has a socket of its own.
 * Only the user of the process may connect, so that the socket needs no login.
 */
export function createCommandSocket(server: Server): CommandSocket {
	const { dataDir } = server.config;
	const stop = new AbortController();
	const http = createServer((request, response) => {
		// The caller may disconnect before it has sent the whole call.
		handle(request, response).catch(() => response.destroy());
	});
	let path: string | null = null;

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const disconnect = new AbortController();
		response.on('close', () => disconnect.abort());
		const signal = AbortSignal.any([stop.signal, disconnect.signal]);
		const outcome = await respond(await text(request), signal).catch(({ message }: Error) => ({
			error: { code: 'internal', message },
		}));
		response.setHeader('connection', 'close').end(JSON.stringify(outcome));
	}

	async function respond(body: string, signal: AbortSignal): Promise<CommandOutcome> {
		// The code of the commands is loaded by the first command, because most processes never run one. This throws after an upgrade of the
		// program without a restart, if the new code does not fit.
		const { callSchema, runCommand } = await import('./run-command.ts');
		return runCommand(server, callSchema.parse(JSON.parse(body)), signal);
	}

	/** Listens in a folder that only this user may enter, and moves the socket once it has its mode. */
	async function listen(): Promise<void> {
		await removeUnusedSockets(dataDir);
		const privateFolder = await mkdtemp(join(dataDir, '.commands-'));
		const name = `${basename(privateFolder).slice(1)}.sock`;
		const folder = openSync(privateFolder, 'r');
		try {
			// A path through the file descriptor is short. That of a socket has at most 107 bytes, which a data directory may exceed.
			const listening = `/proc/self/fd/${folder}/${name}`;
			await new Promise<void>((resolve, reject) => {
				http.once('error', reject).listen(listening, resolve);
			});
			await chmod(join(privateFolder, name), 0o600);
			await rename(join(privateFolder, name), join(dataDir, name));
			path = join(dataDir, name);
		} finally {
			await rm(privateFolder, { recursive: true, force: true });
			closeSync(folder);
		}
	}

	return {
		open: () =>
			listen().catch((error: unknown) => {
				server.logger.warn({ err: error }, 'Commands cannot reach this process');
			}),
		async close() {
			if (path === null) return;
			await rm(path, { force: true });
			stop.abort();
			await new Promise((resolve) => http.close(resolve));
		},
	};
}

/** Removes the sockets of processes that ended without removing them. */
async function removeUnusedSockets(dataDir: string): Promise<void> {
	for (const name of await listSockets(dataDir)) {
		const connection = await connect(dataDir, name);
		connection?.destroy();
		if (!connection) await rm(join(dataDir, name), { force: true });
	}
}
