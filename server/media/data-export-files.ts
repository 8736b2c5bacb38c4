import type { DataExportFile } from '../accounts/index.ts';
import type { FileStore } from '../files/index.ts';
import { getStorageKey } from './jobs.ts';
import type { MediaRow, StoredMediaFile, StoredPicture } from './tables.ts';

/** Returns the largest stored file of each `media` row. */
export function toDataExportFiles(files: FileStore, rows: readonly MediaRow[]): DataExportFile[] {
	return rows.flatMap((row) => {
		const [name, stored] = [getDataExportFileName(row), getLargestFileName(row)];
		if (name === null || stored === null) return [];
		const open = async () => (await files.read(getStorageKey(row.public_id, stored)))?.stream ?? null;
		return [{ name, open }];
	});
}

/** Returns the path of a file in the personal data export. Returns null for a file on an external host and for an unfinished video. */
export function getDataExportFileName(row: MediaRow): string | null {
	const stored = getLargestFileName(row);
	if (stored === null) return null;
	return `media/${row.public_id}${stored.slice(stored.lastIndexOf('.'))}`;
}

function getLargestFileName({ kind, picture, renditions, secure_url }: MediaRow): string | null {
	if (!secure_url.startsWith('/')) return null;
	if (kind === 'video')
		return renditions === null ? null : ((JSON.parse(renditions) as StoredMediaFile[]).at(-1)?.name ?? null);
	return picture === null ? null : ((JSON.parse(picture) as StoredPicture).sizes.at(-1)?.name ?? null);
}
