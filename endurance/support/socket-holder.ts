// Holds a listening socket on PORT and runs the product on it, again whenever it has ended, as systemd does with kasuwa.socket.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'api.ts');
// The shell's process becomes the product's: it knows its own id before.
const start = 'echo "process $$"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" --disable-warning=ExperimentalWarning "$1"';

const holder = createServer().listen(Number(process.env.PORT), '127.0.0.1', () => {
	const { fd } = (holder as unknown as { _handle: { fd: number } })._handle;
	// This process never accepts a connection: it waits here, beside its event loop.
	for (;;)
		spawnSync('/bin/sh', ['-c', start, process.execPath, program], { stdio: ['ignore', 'inherit', 'inherit', fd] });
});
