import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds an unused port on loopback. Another program may take the port first, so callers must retry. */
export async function findFreePort(): Promise<number> {
	const listener = createServer().listen(0, '127.0.0.1');
	await once(listener, 'listening');
	const address = listener.address();
	listener.close();
	await once(listener, 'close');
	if (address === null || typeof address === 'string') throw new Error('The system gave no port');
	return address.port;
}

/** Guard that ends servers and removes their folder, even if this process dies. */
export interface ServerGuard {
	watch(server: ChildProcess): void;
	/** Ends the watched servers with `signal`, waits for them, and removes the folder. */
	end(): Promise<void>;
}

export function startServerGuard(folder: string, signal: 'QUIT' | 'KILL'): ServerGuard {
	// A separate process reads the ids of the servers until this process closes the pipe or dies. It waits at most 5 s for each server,
	// because a zombie that nobody reaps never disappears.
	const script = `pids=; while read -r pid; do pids="$pids $pid"; done; kill -"$1" $pids
		for pid in $pids; do for i in $(seq 250); do kill -0 "$pid" || break; sleep 0.02; done; done
		rm -rf "$2"`;
	const guard = spawn('/bin/sh', ['-c', script, 'sh', signal, folder], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	return {
		watch: (server) => void guard.stdin.write(`${server.pid}\n`),
		async end() {
			guard.stdin.end();
			await once(guard, 'exit');
		},
	};
}
