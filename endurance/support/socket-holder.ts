// Holds a listening socket on PORT and starts the server on that socket again whenever the server exits, like systemd with kasuwa.socket.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'api.ts');
// `exec` replaces the shell with the server under the same process id, which LISTEN_PID must name.
const start = 'echo "process $$"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" --disable-warning=ExperimentalWarning "$1"';

const holder = createServer().listen(Number(process.env.PORT), '127.0.0.1', () => {
	const { fd } = (holder as unknown as { _handle: { fd: number } })._handle;
	// The socket holder never accepts a connection, so it may block its event loop.
	for (;;)
		spawnSync('/bin/sh', ['-c', start, process.execPath, program], { stdio: ['ignore', 'inherit', 'inherit', fd] });
});
