import { readConfig } from '../server/core/config.ts';
import { createServer } from '../server/server.ts';
import { closeOnSignal, exitOnSignal } from './close-on-signal.ts';
import { createCommandSocket } from './commands/command-socket.ts';

/** Starts a process that runs jobs beside web processes. Needs PostgreSQL and a shared file store. */
async function start(): Promise<void> {
	const config = readConfig(process.env);
	if (config.databaseUrl === null)
		throw new Error('Separate workers need DATABASE_URL. With SQLite, npm start runs the jobs itself.');
	const stopExiting = exitOnSignal();
	const server = await createServer(config, { waitsForDatabase: true });
	const commands = createCommandSocket(server);
	closeOnSignal(server, commands);
	stopExiting();
	await commands.open();
	server.logger.info('worker started');
}

start().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
