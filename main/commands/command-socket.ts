import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Server } from '../../server/server.ts';
import { connect, listSockets } from './call-server.ts';
import type { CommandOutcome } from './run-command.ts';

export interface CommandSocket {
	open(): Promise<void>;
	/** Removes the socket, aborts running commands, waits for them, and disconnects callers that still send a call. */
	close(): Promise<void>;
}

/** More bytes than a call of the command line can have. */
const maxCallBytes = 4 * 1024 * 1024;

/**
 * Lets the command line run commands in this process, through a Unix socket in the data directory. Each process has a socket of its own.
 * Only the user of the process may connect, so that the socket needs no login.
 */
export function createCommandSocket(server: Server): CommandSocket {
	const { dataDir } = server.config;
	const stop = new AbortController();
	const running = new Set<Promise<CommandOutcome>>();
	const http = createServer(async (request, response) => {
		const disconnect = new AbortController();
		response.on('close', () => disconnect.abort());
		// The command line sends the length of a call. Node reads no more than this.
		if (!(Number(request.headers['content-length']) <= maxCallBytes)) return response.destroy();
		const body = await text(request).catch(() => null);
		// The caller has disconnected before it has sent the whole call.
		if (body === null) return;
		const command = run(body, AbortSignal.any([stop.signal, disconnect.signal]));
		running.add(command);
		response.setHeader('connection', 'close').end(JSON.stringify(await command));
		running.delete(command);
	});
	/** Resolves to the path of the socket; null if it is not open. */
	let opening: Promise<string | null> = Promise.resolve(null);

	async function run(body: string, signal: AbortSignal): Promise<CommandOutcome> {
		try {
			// The code of the commands is loaded by the first command, because most processes never run one. This throws after an upgrade of
			// the program without a restart, if the new code does not fit.
			const { callSchema, runCommand } = await import('./run-command.ts');
			return await runCommand(server, callSchema.parse(JSON.parse(body)), signal);
		} catch (error) {
			return { error: { code: 'internal', message: (error as Error).message } };
		}
	}

	/** Listens in a folder that only this user may enter, and moves the socket once it has its mode. Returns its path. */
	async function listen(): Promise<string> {
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
			return join(dataDir, name);
		} finally {
			await rm(privateFolder, { recursive: true, force: true });
			closeSync(folder);
		}
	}

	return {
		async open() {
			opening = listen().catch((error: unknown) => {
				server.logger.warn({ err: error }, 'Commands cannot reach this process');
				return null;
			});
			await opening;
		},
		async close() {
			const path = await opening;
			if (path === null) return;
			await rm(path, { force: true });
			stop.abort();
			const closed = new Promise((resolve) => http.close(resolve));
			await Promise.all(running);
			// All responses are written. A caller that has not sent a whole call would delay the exit.
			http.closeAllConnections();
			await closed;
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
