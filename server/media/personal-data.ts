import { isoTime, type PersonalData } from '../accounts/index.ts';
import type { Files } from '../platform/files/index.ts';
import { keyOf } from './jobs.ts';
import type { Media } from './media.ts';
import { mediaOf } from './store.ts';
import type { MediaRow, StoredFile, StoredPicture } from './tables.ts';

export function mediaData({ media, files }: { media: Media; files: Files }): PersonalData {
	return {
		noun: 'media',
		export: async (at, accountId) =>
			(await mediaOf(at, accountId)).map((row) => ({
				file: nameOf(row),
				// Where another host keeps it.
				...(!row.secure_url.startsWith('/') && { url: row.secure_url }),
				kind: row.kind,
				state: row.state,
				file_name: row.file_name,
				bytes: row.bytes,
				created_at: isoTime(row.created_at),
			})),
		async files(at, accountId) {
			return (await mediaOf(at, accountId)).flatMap((row) => {
				const [name, stored] = [nameOf(row), largestOf(row)];
				if (name === null || stored === null) return [];
				const open = async () => (await files.read(keyOf(row.public_id, stored)))?.stream ?? null;
				return [{ name, open }];
			});
		},
		async erase(tx, accountId) {
			const rows = await mediaOf(tx, accountId);
			await media.remove(
				tx,
				rows.map((row) => row.id),
			);
		},
	};
}

/** Its name in the export; null where there is nothing of it here. */
function nameOf(row: MediaRow): string | null {
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
