import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { MediaKind, UploadedFile } from '../../contract/media/media.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { type Db, isUniqueViolation, type Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { mediaCacheTag } from './cache-tags.ts';
import { changeMediaState } from './change-state.ts';
import { buildCloudinarySizes, type ExternalMediaHost, isSignedByHost } from './external-host.ts';
import { getStorageKey, queueNextVideoJob } from './jobs.ts';
import type { AttachedMedia, MediaService, MediaServiceDeps } from './media.ts';
import { authorizeMediaOwner } from './policy.ts';
import { presentPicture } from './present.ts';
import * as store from './store.ts';
import { newPublicId } from './store-file.ts';
import type { MediaRow } from './tables.ts';
import { normalizeEdit } from './video-edits.ts';

export function createMediaAttaching(
	{ db, clock, jobs, files, events, config }: MediaServiceDeps,
	remove: MediaService['remove'],
) {
	const externalHost: ExternalMediaHost | null = config.mediaHost;

	/**
	 * Inserts a row for a file on the external host, after checking the host's signature. An edit can only choose the poster, because only the
	 * external host has the file.
	 */
	async function adoptExternalFile(
		tx: Tx,
		host: ExternalMediaHost,
		actor: Actor,
		kind: MediaKind,
		file: UploadedFile,
		edit: VideoEdit | null,
		field: string,
	): Promise<MediaRow> {
		if (!isSignedByHost(host, kind, file)) throw forbidden(mediaApiText.hostRejected);
		const { poster_ms, ...changes } = edit ?? {};
		if (Object.keys(changes).length > 0) throw invalidInput({ edit: mediaApiText.editOnOtherHost });
		const { picture, renditions } = buildCloudinarySizes(kind, file, poster_ms);
		const row = {
			public_id: newPublicId(),
			account_id: actor.accountId,
			kind,
			state: 'ready',
			access: 'private',
			capability: `${file.public_id} ${file.version}`,
			secure_url: file.secure_url,
			file_name: file.public_id ?? '',
			bytes: file.bytes ?? 0,
			width: file.width ?? null,
			height: file.height ?? null,
			duration_ms: file.duration === undefined ? null : Math.round(file.duration * 1000),
			picture: JSON.stringify(picture),
			renditions: renditions && JSON.stringify(renditions),
			edit: edit && JSON.stringify(edit),
			created_at: clock.now(),
		} as const;
		return store.insertMedia(tx, row).catch((error: unknown) => {
			// The file was used with another URL, or a concurrent request inserted the same file.
			throw isUniqueViolation(error, 'media.capability', 'media.secure_url') ? alreadyUsed(field) : error;
		});
	}

	async function findUploaded(db: Db, { secure_url }: UploadedFile): Promise<MediaRow | null> {
		// `secure_url` is a path for files on Kasuwa's own host, and a full URL for files on an external host.
		const path = URL.canParse(secure_url) ? new URL(secure_url).pathname : secure_url;
		return (externalHost && (await store.findMediaBySecureUrl(db, secure_url))) ?? store.findMediaBySecureUrl(db, path);
	}

	/** Proves that a file is the actor's own upload of this kind. Throws `invalid` or `forbidden`. */
	function authorizeUpload(actor: Actor, kind: MediaKind, media: MediaRow | null, field: string) {
		if (!media) throw invalidInput({ [field]: mediaApiText.fileNotUploadedHere });
		const own = authorizeMediaOwner(actor, media);
		if (!own) throw forbidden(mediaApiText.uploadOfAnother);
		if (media.kind !== kind)
			throw invalidInput({ [field]: kind === 'video' ? mediaApiText.notAVideo : mediaApiText.notAPicture });
		return own;
	}

	async function attachMedia(
		tx: Tx,
		actor: Actor,
		kind: MediaKind,
		media: MediaRow | null,
		field: string,
		change: { access: MediaRow['access']; account_id?: null },
		edit: VideoEdit | null = null,
	): Promise<AttachedMedia> {
		const own = authorizeUpload(actor, kind, media, field);
		// `attachMediaOnce` returns the current row. `media` may be out of date, because a worker may change the state concurrently.
		const attached = await store.attachMediaOnce(tx, own, { ...change, attached_at: clock.now() });
		if (!attached) throw alreadyUsed(field);
		const failed = attached.state === 'failed';
		if (failed && attached.failure !== null) throw invalidInput({ [field]: attached.failure });
		tx.invalidate(mediaCacheTag(attached.public_id));
		const current =
			(edit && (await changeMediaState(tx, events, attached, 'edited', startEdit(edit)))) ||
			(failed && (await changeMediaState(tx, events, attached, 'retry', {}))) ||
			attached;
		// A video without a poster is still being prepared. The preparation job applies the edit and queues the next job.
		if (failed || attached.picture !== null) await queueNextVideoJob(tx, jobs, current);
		return { id: current.id, state: current.state };
	}

	async function findOnOurHost(db: Db, upload: UploadedFile): Promise<MediaRow | null> {
		const media = await findUploaded(db, upload);
		return media?.secure_url.startsWith('/') ? media : null;
	}

	const attachPrivate: MediaService['attachPrivate'] = async (tx, actor, kind, upload, field) => {
		const media = await findOnOurHost(tx, upload);
		return attachMedia(tx, actor, kind, media, field, { access: 'private', account_id: null });
	};

	return {
		attachPrivate,

		async attach(tx, actor, kind, uploads, field) {
			const attached: AttachedMedia[] = [];
			for (const upload of uploads) {
				const edit = upload.edit ? normalizeEdit(upload.edit) : null;
				const stored = await findUploaded(tx, upload);
				const media =
					stored ?? (externalHost && (await adoptExternalFile(tx, externalHost, actor, kind, upload, edit, field)));
				attached.push(await attachMedia(tx, actor, kind, media, field, { access: 'public' }, stored && edit));
			}
			return attached;
		},

		async readPicture(actor, upload, field) {
			const media = await findOnOurHost(db, upload);
			authorizeUpload(actor, 'image', media, field);
			const url = media && presentPicture(media)?.url;
			const read = url && (await files.read(getStorageKey(media.public_id, basename(url))));
			if (!read) throw invalidInput({ [field]: mediaApiText.fileNotUploadedHere });
			return buffer(read.stream);
		},

		async removePicture(tx, actor, upload, field) {
			const { id } = await attachPrivate(tx, actor, 'image', upload, field);
			await remove(tx, [id]);
		},
	} satisfies Partial<MediaService>;
}

/** Returns the columns of a video that gets an edit. Files that are already made do not contain the edit. */
function startEdit(edit: VideoEdit) {
	return { edit: JSON.stringify(edit), picture: null, renditions: null };
}

function alreadyUsed(field: string): DomainError {
	return invalidInput({ [field]: mediaApiText.fileUsedAlready });
}

function forbidden(sentence: string): DomainError {
	return new DomainError('forbidden', sentence);
}
