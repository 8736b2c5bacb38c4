import { ConfigError, readConfig } from '../server/platform/config.ts';
import { createServer } from '../server/server.ts';
import { builtPages } from './pages.ts';
import { addSampleContent } from './sample.ts';

/** Starts everything in one process: pages, API and, unless WORKERS=off, the workers. */
async function start(): Promise<void> {
	const config = readConfig(process.env);
	const server = await createServer(config, { ...(await builtPages()), work: config.workHere });
	const administrator = await server.accounts.firstAdministrator(config.admin, 'admin@localhost.localdomain');
	const address = await server.listen();

	let ending = false;
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			if (ending) return;
			ending = true;
			server.close().then(
				() => process.exit(0),
				(error: unknown) => {
					server.logger.error({ err: error }, 'did not stop cleanly');
					process.exit(1);
				},
			);
		});
	}

	console.log(`\n  ${address}\n`);
	if (administrator) {
		console.log(`  Administrator: log in at ${address}/Login with ${administrator.email}`);
		if (administrator.password) {
			console.log(`  Password: ${administrator.password} (shown this once; you will be asked to change it)\n`);
		}
	}
	if (config.sampleContent && (await server.accounts.isEmpty())) await addSampleContent(server);
}

start().catch((error: unknown) => {
	const known = error instanceof ConfigError || (error instanceof Error && !(error instanceof TypeError));
	console.error(known ? `Kasuwa cannot start. ${(error as Error).message}` : error);
	process.exit(1);
});
