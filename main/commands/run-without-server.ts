import { existsSync, statSync } from 'node:fs';
import { readConfig } from '../../server/core/config.ts';
import {
	FolderLockedError,
	getDatabaseLocation,
	listPendingMigrations,
	openDatabase,
} from '../../server/database/index.ts';
import { migrations } from '../../server/migrations/index.ts';
import { createServer } from '../../server/server.ts';
import type { CommandError } from './parse-input.ts';
import { type CommandCall, type CommandOutcome, runCommand } from './run-command.ts';

/**
 * Runs a command in this process, which opens the database and the files like a server, but serves nothing and runs no jobs. On SQLite it
 * locks the data directory meanwhile. On PostgreSQL other processes may run, and drop what they have cached as usual.
 */
export async function runWithoutServer(env: NodeJS.ProcessEnv, call: CommandCall): Promise<CommandOutcome> {
	// Warnings go to standard error, because standard output belongs to the result.
	const config = readConfig({ ...env, LOG_LEVEL: env.LOG_LEVEL || 'warn' });
	const location = getDatabaseLocation(config);
	if (config.databaseUrl === null && !existsSync(location.file))
		return unavailable(`There is no market in ${config.dataDir}. Set DATA_DIR, or start the server once.`);
	if (existsSync(config.dataDir) && statSync(config.dataDir).uid !== process.getuid?.())
		return unavailable(`Run this as the owner of ${config.dataDir}, so that the server can use the files afterwards.`);
	const db = openDatabase(location);
	const pending = await listPendingMigrations(db, migrations).finally(() => db.close());
	if (pending.length > 0)
		return unavailable('The database needs migrations. Start the server, or run main/migrate.ts.');

	try {
		const server = await createServer(config, {
			runJobs: false,
			logDestination: { write: (line) => void process.stderr.write(line) },
		});
		try {
			return await runCommand(server, call, new AbortController().signal);
		} finally {
			await server.close();
		}
	} catch (error) {
		if (!(error instanceof FolderLockedError)) throw error;
		return unavailable(
			'Another command runs on this data directory, or a server that is not ready for commands. Try again soon.',
		);
	}
}

function unavailable(message: string): { error: CommandError } {
	return { error: { code: 'unavailable', message } };
}
