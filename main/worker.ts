import { readConfig } from '../server/platform/config.ts';
import { createServer } from '../server/server.ts';

/** Works on jobs beside web processes; needs PostgreSQL and a common store of files. */
async function start(): Promise<void> {
	const config = readConfig(process.env);
	if (config.databaseUrl === null)
		throw new Error('Workers of their own need DATABASE_URL: with SQLite, npm start works on jobs itself');
	const server = await createServer(config);
	server.logger.info('working');
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
