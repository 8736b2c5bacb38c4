import type { Server } from '../server/server.ts';
import type { CommandSocket } from './commands/command-socket.ts';

/**
 * Closes the server at the first SIGTERM or SIGINT and ends the process: with 0, or with 1 and a line in the log if closing fails. Further
 * signals change nothing. Returns a function that tells whether a signal has arrived.
 */
export function closeOnSignal(
	{ close, logger, brand }: Pick<Server, 'close' | 'logger' | 'brand'>,
	commands: Pick<CommandSocket, 'close'>,
): () => boolean {
	let isClosing = false;
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			if (isClosing) return;
			isClosing = true;
			if (signal === 'SIGINT') console.log(`\n  Stopping ${brand.current().name} …`);
			commands
				.close()
				.then(close)
				.then(
					() => process.exit(0),
					(error: unknown) => {
						logger.error({ err: error }, 'did not stop cleanly');
						process.exit(1);
					},
				);
		});
	}
	return () => isClosing;
}

/**
 * Ends the process at SIGTERM or SIGINT while it starts, because the first process of a container would otherwise ignore them. Nothing is
 * lost: a database rolls back. Returns a function that ends this.
 */
export function exitOnSignal(): () => void {
	const exit = () => process.exit(0);
	const signals = ['SIGTERM', 'SIGINT'] as const;
	for (const signal of signals) process.on(signal, exit);
	return () => {
		for (const signal of signals) process.off(signal, exit);
	};
}
