import { isoTime, type PersonalData } from '../accounts/index.ts';
import type { Files } from '../platform/files/index.ts';
import { exportedFiles, nameOf } from './exported-files.ts';
import type { Media } from './media.ts';
import { mediaOf } from './store.ts';

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
		files: async (at, accountId) => exportedFiles(files, await mediaOf(at, accountId)),
		async erase(tx, accountId) {
			const rows = await mediaOf(tx, accountId);
			await media.remove(
				tx,
				rows.map((row) => row.id),
			);
		},
	};
}
