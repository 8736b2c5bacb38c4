import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getDatabaseLocation, lockFolder } from '../../server/database/index.ts';
import { openFileStore } from '../../server/files/index.ts';
import { migrations, seededTables } from '../../server/migrations/index.ts';
import { searchTables } from '../../server/operations/index.ts';
import { lockTask, resolveOutside } from '../../server/operator/backup/index.ts';
import {
	endImport,
	importFiles,
	importJobs,
	importRows,
	isEncrypted,
	type MoveProgress,
	type MoveResult,
	openExport,
	summarize,
	toUnfinishedError,
} from '../../server/operator/moving/index.ts';
import { createServer } from '../../server/server.ts';
import type { LocalContext } from '../commands/define-command.ts';
import { getMediaType } from '../media-types.ts';
import { formatProgress } from './format-progress.ts';

/**
 * Fills the configured market, which must be empty, from an export, while no server runs. The same call continues an import that has
 * stopped. Throws an error with a message for the operator.
 */
export async function importFromFolder(
	context: LocalContext,
	{ folder: text }: { folder: string },
): Promise<MoveResult> {
	const { config, readPassphrase } = context;
	const folder = resolveOutside(config.dataDir, text);
	const passphrase = isEncrypted(folder) ? await readPassphrase({ isNew: false }) : null;
	const source = await openExport(folder, passphrase);
	await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
	if (statSync(config.dataDir).uid !== process.getuid?.())
		throw new Error(`Run this as the owner of ${config.dataDir}, so that the server can use the files afterwards.`);
	const lost = new AbortController();
	const release = await lockTask('import', config.dataDir, getDatabaseLocation(config), (error) => lost.abort(error));
	if (!release) throw new Error('Another import into this market is running');
	try {
		await importAll({ ...context, signal: AbortSignal.any([context.signal, lost.signal]) }, source);
	} finally {
		await release();
	}
	return summarize(source.manifest);
}

async function importAll(
	{ config, signal, showProgress }: LocalContext,
	source: Awaited<ReturnType<typeof openExport>>,
): Promise<void> {
	const database = getDatabaseLocation(config);
	const onProgress = (progress: MoveProgress) => showProgress(formatProgress(progress));
	const unlock = config.databaseUrl === null ? lockFolder(join(config.dataDir, 'server.lock')) : () => {};
	const files = await openFileStore(config);
	const { isContinued } = await importRows({
		source,
		database,
		files,
		migrations,
		derivedTables: searchTables,
		seededTables,
		signal,
		onProgress,
	}).finally(() => {
		files.close();
		unlock();
	});
	// The server takes the lock itself. Until the import ends, no other server starts.
	const server = await createServer(config, {
		runJobs: false,
		isImporting: true,
		logDestination: { write: (line) => void process.stderr.write(line) },
	});
	try {
		const workFolder = join(config.dataDir, 'import-work');
		await importFiles({ source, files: server.files, isContinued, workFolder, getMediaType, signal, onProgress });
		await importJobs({ source, db: server.db, jobs: server.jobs });
		onProgress({ step: 'search', done: 0, total: null });
		await server.operations.fillSearch(signal);
		await endImport(server.db);
	} catch (error) {
		throw toUnfinishedError(error);
	} finally {
		await server.close();
	}
}
