import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as messages from '../../contract/core/messages.ts';
import type { MediaKind } from '../../contract/media/media.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import { makePicture, PictureRejectedError } from '../media-tools/images/index.ts';
import { probeVideo, type VideoMetadata, VideoRejectedError } from '../media-tools/transcoding/index.ts';
import { toStoredPicture } from './finished-media.ts';
import { getStorageKey, queueNextVideoJob, storePictureSizes } from './jobs.ts';
import type { MediaServiceDeps } from './media.ts';
import type { ReceivedFile } from './receive-form.ts';
import * as store from './store.ts';
import type { MediaRow } from './tables.ts';

/** A stored file without a `media` row. */
export type StoredUpload = Pick<MediaRow, 'public_id' | 'kind' | 'state' | 'secure_url' | 'file_name' | 'bytes'> &
	Partial<Pick<MediaRow, 'width' | 'height' | 'duration_ms' | 'picture' | 'renditions' | 'fragmented'>>;

/** Owner of a new `media` row. `attached` is its access if it is attached to content, else null. */
export interface Ownership {
	accountId: number | null;
	capability: string;
	attached: MediaRow['access'] | null;
}

/** Inserts the row of a stored file. No job processes it. `now` is in milliseconds since 1970. */
export async function insertFile(
	tx: Tx,
	file: StoredUpload,
	{ accountId, capability, attached }: Ownership,
	now: number,
): Promise<MediaRow> {
	return store.insertMedia(tx, {
		...file,
		account_id: accountId,
		capability,
		access: attached ?? 'private',
		attached_at: attached ? now : null,
		created_at: now,
	});
}

export type FileStorer = ReturnType<typeof createFileStorer>;

/** Stores received files and inserts their rows. */
export function createFileStorer({
	db,
	clock,
	jobs,
	files,
	tools,
	staging,
}: Pick<MediaServiceDeps, 'db' | 'clock' | 'jobs' | 'files' | 'tools' | 'staging'>) {
	/** Checks and processes a received file and stores it under a new name. May move the file at `received.path`. Inserts no row. */
	async function prepareFile(kind: MediaKind, received: ReceivedFile, signal?: AbortSignal): Promise<StoredUpload> {
		if (received.bytes === 0) throw invalidInput({ file: mediaApiText.fileEmpty });
		const common = nameFile(kind, received.fileName, received.bytes);
		const { public_id: publicId } = common;
		if (kind === 'video') {
			// Flushing to disk is the slowest part of storing a video, so it runs while the video is probed.
			const [facts] = await Promise.all([probeReceived(received, signal).catch(rejectVideo), syncFile(received.path)]);
			await files.write(getStorageKey(publicId, 'original'), { path: received.path }, 'application/octet-stream');
			const { width, height, durationMs } = facts;
			return { ...common, state: 'processing', width, height, duration_ms: durationMs };
		}
		const folder = await mkdtemp(join(staging, 'picture-'));
		try {
			const made = await storePicture(publicId, received.path, folder, signal).catch(rejectPicture);
			return { ...common, state: 'ready', ...made };
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	async function probeReceived({ path, earlyProbe }: ReceivedFile, signal?: AbortSignal): Promise<VideoMetadata> {
		return (await earlyProbe?.finish()) ?? probeVideo(tools, path, signal ? { signal } : {});
	}

	/** Inserts the `media` row of a stored file and queues the first job of a video. */
	async function insert(tx: Tx, file: StoredUpload, owner: Ownership): Promise<MediaRow> {
		const media = await insertFile(tx, file, owner, clock.now());
		await queueNextVideoJob(tx, jobs, media);
		return media;
	}

	/** Runs the transaction `work`, which inserts the row of a stored file. Deletes the file if the transaction fails. */
	async function publishOrRemove<Result>(file: StoredUpload, work: (tx: Tx) => Promise<Result>): Promise<Result> {
		try {
			return await db.transaction(work);
		} catch (error) {
			await files.remove(`media/${file.public_id}/`).catch(() => {});
			throw error;
		}
	}

	async function storePicture(publicId: string, path: string, folder: string, signal?: AbortSignal) {
		const made = await makePicture(path, folder, signal ? { signal } : {});
		await storePictureSizes(files, publicId, made.sizes);
		return { width: made.width, height: made.height, picture: JSON.stringify(toStoredPicture(made)) };
	}

	return { prepareFile, insert, publishOrRemove };
}

async function syncFile(path: string): Promise<void> {
	const file = await open(path, 'r+');
	await file.sync().finally(() => file.close());
}

/** Returns the columns of a new file that have no relation to its content. */
export function nameFile(kind: MediaKind, fileName: string, bytes: number) {
	const publicId = newPublicId();
	const name = kind === 'video' ? 'main.mp4' : 'main.webp';
	return { public_id: publicId, kind, secure_url: `/media/${publicId}/${name}`, file_name: fileName, bytes };
}

export function newPublicId(): string {
	return randomBytes(12).toString('hex');
}

function rejectVideo(error: unknown): never {
	if (!(error instanceof VideoRejectedError)) throw error;
	const wrongType = error.reason === 'not_video' || error.reason === 'no_video_stream' || error.reason === 'broken';
	const sentence = wrongType ? messages.videoNotVideo : error.message;
	throw new DomainError(wrongType ? 'unsupported_type' : 'invalid', sentence, { fields: { file: sentence } });
}

function rejectPicture(error: unknown): never {
	if (!(error instanceof PictureRejectedError)) throw error;
	const code = error.reason === 'too_many_pixels' ? 'invalid' : 'unsupported_type';
	throw new DomainError(code, error.message, { fields: { file: error.message } });
}
