import { existsSync } from 'node:fs';
import { getDatabaseLocation } from '../../server/database/index.ts';
import { openFileStore } from '../../server/files/index.ts';
import { listReferencedFiles } from '../../server/media/index.ts';
import { migrations } from '../../server/migrations/index.ts';
import { searchTables } from '../../server/operations/index.ts';
import { resolveOutside } from '../../server/operator/backup/index.ts';
import { exportMarket, type MoveResult } from '../../server/operator/moving/index.ts';
import type { LocalContext } from '../commands/define-command.ts';
import { formatProgress } from './format-progress.ts';

/** Exports the configured market into a folder, whether or not a server runs. Throws an error with a message for the operator. */
export async function exportToFolder(
	{ config, signal, showProgress, readPassphrase }: LocalContext,
	{ folder: text, encrypt }: { folder: string; encrypt: boolean },
): Promise<MoveResult & { folder: string; encrypted: boolean }> {
	const database = getDatabaseLocation(config);
	if (database.postgresUrl === null && !existsSync(database.file))
		throw new Error(`There is no market in ${config.dataDir}. Set DATA_DIR.`);
	const folder = resolveOutside(config.dataDir, text);
	const passphrase = encrypt ? await readPassphrase({ isNew: true }) : null;
	const files = await openFileStore(config);
	try {
		const result = await exportMarket({
			database,
			files,
			migrations,
			derivedTables: searchTables,
			listReferencedKeys: listReferencedFiles,
			folder,
			passphrase,
			now: Date.now(),
			signal,
			onProgress: (progress) => showProgress(formatProgress(progress)),
		});
		return { folder, encrypted: encrypt, ...result };
	} finally {
		files.close();
	}
}
