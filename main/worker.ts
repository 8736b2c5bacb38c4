import { readConfig } from '../server/platform/config.ts';
import { createServer } from '../server/server.ts';

/** Starts a process that runs jobs beside web processes. Needs PostgreSQL and a shared file store. */
async function start(): Promise<void> {
	const config = readConfig(process.env);
	if (config.databaseUrl === null)
		throw new Error('Separate workers need DATABASE_URL. With SQLite, npm start runs the jobs itself.');
	const server = await createServer(config);
	server.logger.info('worker started');
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.once(signal, () =>
			server.close().then(
				() => process.exit(0),
				() => process.exit(1),
			),
		);
	}
}

start().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
