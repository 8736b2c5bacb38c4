import type { PersonalFile } from '../accounts/index.ts';
import type { Files } from '../platform/files/index.ts';
import { keyOf } from './jobs.ts';
import type { MediaRow, StoredFile, StoredPicture } from './tables.ts';

/** The best there is of each in our store, for the export of whose they are. */
export function exportedFiles(files: Files, rows: readonly MediaRow[]): PersonalFile[] {
	return rows.flatMap((row) => {
		const [name, stored] = [nameOf(row), largestOf(row)];
		if (name === null || stored === null) return [];
		const open = async () => (await files.read(keyOf(row.public_id, stored)))?.stream ?? null;
		return [{ name, open }];
	});
}

/** Its name in the export; null where there is nothing of it here. */
export function nameOf(row: MediaRow): string | null {
	const stored = largestOf(row);
	if (stored === null) return null;
	return `media/${row.public_id}${stored.slice(stored.lastIndexOf('.'))}`;
}

/** The best there is of it in our store. */
function largestOf({ kind, picture, renditions, secure_url }: MediaRow): string | null {
	if (!secure_url.startsWith('/')) return null;
	if (kind === 'video')
		return renditions === null ? null : ((JSON.parse(renditions) as StoredFile[]).at(-1)?.name ?? null);
	return picture === null ? null : ((JSON.parse(picture) as StoredPicture).sizes.at(-1)?.name ?? null);
}
