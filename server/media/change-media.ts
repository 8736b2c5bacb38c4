import { createHash } from 'node:crypto';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { DomainError } from '../core/domain-error.ts';
import { mediaCacheTag } from './cache-tags.ts';
import { changeMediaState } from './change-state.ts';
import { removeFilesJob } from './job-definitions.ts';
import { getStorageKey, queueNextVideoJob } from './jobs.ts';
import type { MediaService, MediaServiceDeps } from './media.ts';
import { folders, requireOwnCloud } from './own-host.ts';
import { authorizeMediaOwner } from './policy.ts';
import { captionsExtension } from './present.ts';
import * as store from './store.ts';
import type { StoredCaptions } from './tables.ts';

export function createMediaChanging({
	db,
	jobs,
	files,
	events,
}: Pick<MediaServiceDeps, 'db' | 'jobs' | 'files' | 'events'>) {
	return {
		async canRetry(id) {
			const media = await store.findMedia(db, id);
			return media?.state === 'failed' && (await files.size(getStorageKey(media.public_id, 'original'))) !== null;
		},

		async retry(tx, id) {
			const media = await store.findMedia(tx, id);
			const retried = media && (await changeMediaState(tx, events, media, 'retry', { failure: null }));
			if (!retried) return false;
			await queueNextVideoJob(tx, jobs, retried);
			return true;
		},

		async remove(tx, ids) {
			const rows = await store.findMediaByIds(tx, ids);
			await store.deleteMediaRows(tx, ids);
			for (const row of rows) {
				tx.invalidate(mediaCacheTag(row.public_id));
				await jobs.add(tx, removeFilesJob, { public_id: row.public_id });
			}
		},

		async destroy(tx, actor, cloudName, kind, publicId) {
			requireOwnCloud(cloudName);
			const [, folder, id = ''] = /^(\w+)\/([0-9a-f]{24})$/.exec(publicId) ?? [];
			if (folder !== folders[kind]) return false;
			const media = await store.findMediaByPublicId(tx, id);
			const own = media && authorizeMediaOwner(actor, media);
			if (own?.kind !== kind) return false;
			const [deleted] = await store.deleteMediaIfUnattached(tx, [own.id]);
			if (deleted === undefined) {
				const isAttached = (await store.findMedia(tx, own.id)) !== null;
				if (isAttached) throw new DomainError('conflict', mediaApiText.fileInUse);
				// A concurrent call has deleted the file.
				return false;
			}
			await jobs.add(tx, removeFilesJob, { public_id: deleted });
			return true;
		},

		async setCaptions(tx, id, captions) {
			const stored = captions === null ? null : { ...nameCaptions(captions), text: captions };
			const media = await store.setCaptions(tx, id, stored);
			if (media) tx.invalidate(mediaCacheTag(media.public_id));
		},

		async setAccess(tx, ids, access) {
			for (const { public_id } of await store.setMediaAccess(tx, ids, access)) tx.invalidate(mediaCacheTag(public_id));
		},
	} satisfies Partial<MediaService>;
}

/** Names captions by their content, because browsers cache a public file for a year. */
function nameCaptions(text: string): StoredCaptions {
	const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
	return { name: `captions-${hash}${captionsExtension}`, bytes: Buffer.byteLength(text) };
}
