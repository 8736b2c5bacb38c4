// Holds a listening socket on PORT and restarts the server on it whenever it exits, like systemd with kasuwa.socket.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'api.ts');
// `exec` keeps the shell's process id, which LISTEN_PID needs.
const start = 'echo "process $$"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" --disable-warning=ExperimentalWarning "$1"';

const holder = createServer().listen(Number(process.env.PORT), '127.0.0.1', () => {
	const { fd } = (holder as unknown as { _handle: { fd: number } })._handle;
	// This process never accepts a connection; it blocks its event loop here.
	for (;;)
		spawnSync('/bin/sh', ['-c', start, process.execPath, program], { stdio: ['ignore', 'inherit', 'inherit', fd] });
});
