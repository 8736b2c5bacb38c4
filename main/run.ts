import { brand } from '../contract/brand.ts';
import { ConfigError, readConfig } from '../server/platform/config.ts';
import { createServer, type Server, type ServerOptions } from '../server/server.ts';
import { type CommandSocket, createCommandSocket } from './commands/command-socket.ts';
import { addSampleContent } from './sample.ts';

/** Starts the server and prints its URL and the first administrator's login. Closes the server on SIGTERM and SIGINT. */
export async function startServer(
	createOptions: () => Promise<ServerOptions>,
	onRunning: (server: Server) => void = () => {},
): Promise<void> {
	let isClosing = () => false;
	try {
		const config = readConfig(process.env);
		const server = await createServer(config, { runJobs: config.runJobs, ...(await createOptions()) });
		const commands = createCommandSocket(server);
		isClosing = closeOnSignal(server, commands);
		// The market is filled before the server listens, so that nobody sees it empty.
		if (config.sampleContent && (await server.accounts.isEmpty())) {
			console.log('  Filling the market with sample content (SAMPLE_CONTENT=off leaves it out) ...');
			await addSampleContent(server);
		}
		// The administrator's password is created after the server listens, because only then is it certain that it gets printed.
		const address = await server.listen();
		const administrator = await server.accounts.ensureFirstAdministrator(config.admin);
		await commands.open();

		console.log(`\n  ${address}\n`);
		if (administrator) {
			console.log(`  Administrator: log in at ${address}/admin with ${administrator.email}`);
			if (administrator.password) {
				console.log(`  Password: ${administrator.password} (shown this once; you will be asked to change it)\n`);
			}
		}
		onRunning(server);
	} catch (error) {
		// The signal's handler ends the process.
		if (isClosing()) return;
		const isExpected = error instanceof ConfigError || (error instanceof Error && !(error instanceof TypeError));
		console.error(isExpected ? `${brand.name} cannot start. ${(error as Error).message}` : error);
		process.exit(1);
	}
}

/** Returns a function that tells whether a signal has begun to close the server. */
function closeOnSignal(server: Server, commands: CommandSocket): () => boolean {
	let isClosing = false;
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			if (isClosing) return;
			isClosing = true;
			commands
				.close()
				.then(server.close)
				.then(
					() => process.exit(0),
					(error: unknown) => {
						server.logger.error({ err: error }, 'did not stop cleanly');
						process.exit(1);
					},
				);
		});
	}
	return () => isClosing;
}
