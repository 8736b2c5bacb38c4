import { buffer } from 'node:stream/consumers';
import { toDataExportFiles } from './data-export-files.ts';
import { getStorageKey } from './jobs.ts';
import type { MediaService, MediaServiceDeps, PresentedMedia } from './media.ts';
import { buildPublicFileUrl, presentCaptions, presentPicture, presentVideo } from './present.ts';
import * as store from './store.ts';
import type { MediaRow, StoredPicture } from './tables.ts';
import { parseEdit } from './video-edits.ts';

export function createMediaFinder({
	db,
	files,
	config,
	signedUrls,
}: Pick<MediaServiceDeps, 'db' | 'files' | 'config' | 'signedUrls'>) {
	return {
		findCaptions: store.findCaptionsByIds,

		async findByIds(db, ids) {
			const rows = await store.findMediaByIds(db, ids);
			return new Map(rows.map((row) => [row.id, presentMedia(row, config.publicUrl ?? '')]));
		},

		async findByIdsSigned(db, ids) {
			const rows = await store.findMediaByIds(db, ids);
			return new Map(rows.map((row) => [row.id, presentMedia(row, config.publicUrl ?? '', signedUrls.create)]));
		},

		async findOverlays(db, ids) {
			const rows = await store.findMediaByIds(db, ids);
			return new Map(
				rows.flatMap(({ id, edit }) => {
					const overlay = parseEdit(edit)?.overlay;
					return overlay === undefined ? [] : [[id, overlay]];
				}),
			);
		},

		async readSmallPictures(db, ids) {
			const found: Buffer[] = [];
			for (const { public_id, picture } of await store.findMediaByIds(db, ids)) {
				const name = picture && (JSON.parse(picture) as StoredPicture).sizes[0]?.name;
				const file = name && !/^https?:/.test(name) ? await files.read(getStorageKey(public_id, name)) : null;
				if (file) found.push(await buffer(file.stream));
			}
			return found;
		},

		listPersonalFiles: async (db, ids) => toDataExportFiles(files, await store.findMediaByIds(db, ids)),

		getSiteStats: async (from) => ({
			...(await store.countMedia(db.longReads)),
			days: await store.countUploadsByDay(db.longReads, from),
		}),
	} satisfies Partial<MediaService>;
}

function presentMedia(media: MediaRow, origin: string, toUrl = buildPublicFileUrl): PresentedMedia {
	const main = media.kind === 'video' ? 'main.mp4' : 'main.webp';
	const ownUrl = () => `${origin}${toUrl === buildPublicFileUrl ? media.secure_url : toUrl(media.public_id, main)}`;
	return {
		kind: media.kind,
		state: media.state,
		url: media.secure_url.startsWith('/') ? ownUrl() : media.secure_url,
		picture: presentPicture(media, toUrl),
		video: media.kind === 'video' ? presentVideo(media, toUrl) : null,
		captions: presentCaptions(media, toUrl),
		failure: media.failure,
	};
}
