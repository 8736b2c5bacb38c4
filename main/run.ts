import { defaultBrand } from '../contract/market-settings/brand.ts';
import { readConfig } from '../server/core/config.ts';
import { createServer, type Server, type ServerOptions } from '../server/server.ts';
import { closeOnSignal, exitOnSignal } from './close-on-signal.ts';
import { createCommandSocket } from './commands/command-socket.ts';
import { printMigration } from './print-migration.ts';
import { addSampleContent } from './sample.ts';

/**
 * Starts the server and prints its URL and the first administrator's login. Closes the server on SIGTERM and SIGINT. On a terminal the log is
 * text, and begins at warnings unless LOG_LEVEL is set. Elsewhere it is JSON.
 */
export async function startServer(
	createOptions: () => Promise<ServerOptions>,
	onRunning: (server: Server) => void = () => {},
): Promise<void> {
	let isClosing = () => false;
	let { name } = defaultBrand;
	try {
		const isTerminal = process.stdout.isTTY;
		// `config show` lists the environment, so that it shows this too.
		if (isTerminal) process.env.LOG_LEVEL ||= 'warn';
		const config = readConfig(process.env);
		const stopExiting = exitOnSignal();
		const server = await createServer(config, {
			runJobs: config.runJobs,
			waitsForDatabase: true,
			...(isTerminal && { logDestination: await createTerminalLog(), onMigrated: printMigration }),
			...(await createOptions()),
		});
		({ name } = server.brand.current());
		const commands = createCommandSocket(server);
		isClosing = closeOnSignal(server, commands);
		stopExiting();
		// The market is filled before the server listens, so that nobody sees it empty.
		if (config.sampleContent && (await server.accounts.isEmpty())) {
			console.log('Filling the market with sample content (SAMPLE_CONTENT=off leaves it out) …');
			await addSampleContent(server);
		}
		// The administrator's password is created after the server listens, because only then is it certain that it gets printed.
		const address = await server.listen();
		const administrator = await server.accounts.ensureFirstAdministrator(config.admin);
		await commands.open();

		console.log(`\n  ${name} is running at ${address}\n`);
		if (administrator) {
			console.log(`  Administrator: log in at ${address}/admin with ${administrator.email}`);
			if (administrator.password)
				console.log(`  Password: ${administrator.password} (shown this once; you will be asked to change it)`);
			console.log();
		}
		if (isTerminal) console.log('  Press Ctrl-C to stop.\n');
		onRunning(server);
	} catch (error) {
		// The signal's handler ends the process.
		if (isClosing()) return;
		console.error(isProgrammingError(error) ? error : `${name} cannot start. ${describeError(error)}`);
		process.exit(1);
	}
}

const isProgrammingError = (error: unknown) => !(error instanceof Error) || error instanceof TypeError;

/** Says what went wrong and, for what happens often, what to do. */
function describeError(error: unknown): string {
	const { code, port, path, message } = error as NodeJS.ErrnoException & { port?: number };
	if (code === 'EADDRINUSE')
		return `Another program already uses port ${port}. Stop it, or set PORT to another one, such as ${Number(port) + 1}.`;
	if (code === 'EACCES' && port !== undefined)
		return `Only root may listen on port ${port}. Set PORT to one above 1023, such as 3000.`;
	if (path !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'].includes(code ?? ''))
		return `It cannot write to ${path} (${code}). Set DATA_DIR to a folder that this user may write to.`;
	return message;
}

/** Creates a stream that prints log lines for people. */
async function createTerminalLog() {
	const { default: pretty } = await import('pino-pretty');
	return pretty({ sync: true, singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' });
}
