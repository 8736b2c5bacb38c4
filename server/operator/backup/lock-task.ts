import { join } from 'node:path';
import { createNamedLocks } from '../../core/locks.ts';
import { type DatabaseLocation, FolderLockedError, lockFolder } from '../../database/index.ts';

/**
 * Takes the lock of a task that runs once at a time for a database: with SQLite in the data directory, with PostgreSQL across all
 * processes. Returns the function that releases it, or null if the task runs already. The system releases the lock of a process that dies.
 * With PostgreSQL, the loss of the connection releases it, too: then `onLost` is called.
 */
export async function lockTask(
	name: 'backup' | 'import',
	dataDir: string,
	{ postgresUrl }: DatabaseLocation,
	onLost: (error: Error) => void,
): Promise<(() => Promise<void>) | null> {
	if (postgresUrl === null) {
		try {
			const release = lockFolder(join(dataDir, `${name}.lock`));
			return async () => release();
		} catch (error) {
			if (error instanceof FolderLockedError) return null;
			throw error;
		}
	}
	const locks = createNamedLocks(postgresUrl, onLost);
	const release = await locks.acquire(name, { timeout: 0 }).catch(async (error: unknown) => {
		await locks.close();
		throw error;
	});
	if (!release) await locks.close();
	return release && (() => release().finally(() => locks.close()));
}
