import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of loopback that nothing listens on. Another program may take it first: whoever uses it tries again. */
export async function freePort(): Promise<number> {
	const listener = createServer().listen(0, '127.0.0.1');
	await once(listener, 'listening');
	const address = listener.address();
	listener.close();
	await once(listener, 'close');
	if (address === null || typeof address === 'string') throw new Error('The system gave no port');
	return address.port;
}

/** Ends servers and removes their folder, also when this process dies in any way. */
export interface ServerGuard {
	watch(server: ChildProcess): void;
	/** Ends the watched servers with `signal`, waits for them and removes the folder. */
	end(): Promise<void>;
}

export function startServerGuard(folder: string, signal: 'QUIT' | 'KILL'): ServerGuard {
	// A process of its own that reads the servers' ids until this process closes the pipe or is gone. It waits 5 s at most for
	// each: where nobody collects dead processes, a dead one looks alive for ever.
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
