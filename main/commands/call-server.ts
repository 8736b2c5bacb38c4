import { closeSync, openSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import type { CommandCall, CommandOutcome } from './run-command.ts';

const socketName = /^commands-\w{6}\.sock$/;

/** Lists the names of the command sockets in a data directory, also of processes that have ended. */
export async function listSockets(dataDir: string): Promise<string[]> {
	const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return [];
		if (error.code === 'EACCES') throw new Error(`Only the user who runs the server may open ${dataDir}`);
		throw error;
	});
	return names.filter((name) => socketName.test(name)).sort();
}

/** Connects to a command socket. Returns null if its process has ended. Throws if this user may not connect. */
export function connect(dataDir: string, name: string): Promise<Socket | null> {
	// A path through the file descriptor is short. That of a socket has at most 107 bytes, which a data directory may exceed.
	const folder = openSync(dataDir, 'r');
	return new Promise<Socket | null>((resolve, reject) => {
		const socket = createConnection(`/proc/self/fd/${folder}/${name}`);
		socket.once('connect', () => resolve(socket));
		socket.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(null);
			else reject(new Error(`Only the user who runs the server may connect to ${dataDir}/${name}`, { cause: error }));
		});
	}).finally(() => closeSync(folder));
}

/** Runs a command in the first process that responds. Returns null if no process with this data directory runs. */
export async function callServer(dataDir: string, call: CommandCall): Promise<CommandOutcome | null> {
	for (const name of await listSockets(dataDir)) {
		const connection = await connect(dataDir, name);
		if (connection) return send(connection, call);
	}
	return null;
}

function send(connection: Socket, call: CommandCall): Promise<CommandOutcome> {
	const outcome = new Promise<unknown>((resolve, reject) => {
		request({ method: 'POST', createConnection: () => connection }, (response) => resolve(json(response)))
			.once('error', reject)
			.end(JSON.stringify(call));
	});
	return outcome.catch((error: unknown) => {
		throw new Error('The server ended before it responded. The command may have run.', { cause: error });
	}) as Promise<CommandOutcome>;
}
