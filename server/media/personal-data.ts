import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { FileStore } from '../files/index.ts';
import { getDataExportFileName, toDataExportFiles } from './data-export-files.ts';
import type { MediaService } from './media.ts';
import { listAccountMedia } from './store.ts';
import { parseEdit } from './video-edits.ts';

export function createMediaPersonalData({
	media,
	files,
}: {
	media: MediaService;
	files: FileStore;
}): PersonalDataHandler {
	return {
		section: 'media',
		processing: {
			...processingText.media,
			people: ['sellers', 'others'],
			basis: 'contract',
			recipients: ['public', 'hosting', 'storage'],
		},
		async export(db, accountId) {
			const rows = await listAccountMedia(db, accountId);
			const captioned = rows.filter((row) => row.captions !== null).map(({ id }) => id);
			const captions = await media.findCaptions(db, captioned);
			return rows.map((row) => ({
				file: getDataExportFileName(row),
				// Files on an external host are exported as a URL.
				...(!row.secure_url.startsWith('/') && { url: row.secure_url }),
				kind: row.kind,
				state: row.state,
				file_name: row.file_name,
				bytes: row.bytes,
				captions: captions.get(row.id) ?? null,
				edit: parseEdit(row.edit),
				created_at: toIsoTime(row.created_at),
			}));
		},
		files: async (db, accountId) => toDataExportFiles(files, await listAccountMedia(db, accountId)),
		async erase(tx, accountId) {
			const rows = await listAccountMedia(tx, accountId);
			await media.remove(
				tx,
				rows.map((row) => row.id),
			);
		},
	};
}
