import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as mediaLimits from '../../contract/media/limits.ts';
import type { UploadResponse } from '../../contract/media/media.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { DomainError } from '../core/domain-error.ts';
import type { NamedLocks } from '../core/locks.ts';
import { isUniqueViolation } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { EarlyProbe } from '../media-tools/transcoding/index.ts';
import type { Platform } from '../platform.ts';
import type { MediaService } from './media.ts';
import { ownHostCloudName } from './own-host.ts';
import { authorizeUploadOwner } from './policy.ts';
import type { UploadQuota } from './quota.ts';
import { createFileTooLargeError, sanitizeFileName } from './receive-form.ts';
import * as store from './store.ts';
import type { UploadRow } from './tables.ts';

export interface ResumableUploadServiceDeps extends Pick<Platform, 'db' | 'clock' | 'staging'> {
	media: MediaService;
	quota: Pick<UploadQuota, 'makeRoom'>;
	locks: NamedLocks;
	/** Folder of incomplete uploads. Must survive restarts. Must be on the same disk as `staging`, because files are hard-linked. */
	folder: string;
}

export type ResumableUploadService = ReturnType<typeof createResumableUploadService>;

/** Milliseconds that a request waits for another request of the same upload. */
const lockTimeout = 10_000;
const sweepBatchSize = 500;

/**
 * Manages incomplete uploads. A capability (permission) and a session of its account start a resumable upload of a video, the session
 * continues it, `finish` publishes it. Uploads in Cloudinary's chunks are stored and published in the same way; see `chunked-uploads.ts`.
 */
export function createResumableUploadService({
	db,
	clock,
	media,
	quota,
	locks,
	folder,
	staging,
}: ResumableUploadServiceDeps) {
	const getPath = (id: string) => join(folder, id);

	/** Finds a resumable upload. Throws `not_found` unless the upload belongs to the actor and has not expired. */
	async function find(actor: Actor, id: string): Promise<AuthorizedRow<UploadRow>> {
		const upload = /^[0-9a-f]{24}$/.test(id) ? await store.findUpload(db, id) : null;
		const own = upload && authorizeUploadOwner(actor, upload);
		if (!own || getUploadExpiry(own) <= clock.now()) throw new DomainError('not_found', mediaApiText.uploadUnknown);
		return own;
	}

	async function remove(ids: readonly string[]): Promise<void> {
		if (ids.length === 0) return;
		await db.transaction((tx) => store.deleteUploads(tx, ids));
		for (const id of ids) await rm(getPath(id), { force: true });
	}

	/** Inserts an upload and removes the account's oldest uploads above the limit. Throws `forbidden` for a used capability, or `too_many`. */
	async function start(upload: UploadRow): Promise<void> {
		const { account_id: accountId, kind, bytes, capability } = upload;
		await db
			.transaction(async (tx) => {
				await quota.makeRoom(tx, { accountId, kind, bytes, capability });
				await store.insertUpload(tx, upload);
			})
			.catch((error: unknown) => {
				const used = new DomainError('forbidden', mediaApiText.permissionUsed);
				throw isUniqueViolation(error, 'uploads.capability') ? used : error;
			});
		await remove((await store.listUploadIds(db, accountId)).slice(mediaLimits.resumableUploads));
	}

	async function publish(
		actor: UploadingActor,
		upload: AuthorizedRow<UploadRow>,
		origin: string,
		earlyProbe: EarlyProbe | undefined,
	): Promise<UploadResponse> {
		const bytes = (await stat(getPath(upload.id)).catch(() => null))?.size;
		if (bytes === undefined) throw new DomainError('not_found', mediaApiText.uploadUnknown);
		if (bytes !== upload.bytes) throw new DomainError('conflict', mediaApiText.uploadUnfinished);
		await mkdir(staging, { recursive: true });
		// `media.publish` may move the hard link at `path`. If publishing fails, the uploaded file remains for another attempt.
		const path = join(staging, `upload-${randomBytes(12).toString('hex')}`);
		await link(getPath(upload.id), path);
		try {
			const { accountId, sessionId } = actor;
			const capability = {
				id: upload.capability,
				accountId,
				sessionId,
				kind: upload.kind,
				bytes,
				expiresAt: getUploadExpiry(upload),
			};
			const received = { path, bytes, fileName: upload.file_name, ...(earlyProbe && { earlyProbe }) };
			return await media.publish(capability, received, origin);
		} catch (error) {
			// Publishing invalid content would fail again, so the upload is removed.
			const isRejected =
				error instanceof DomainError && (error.code === 'invalid' || error.code === 'unsupported_type');
			if (isRejected) await remove([upload.id]);
			throw error;
		} finally {
			await rm(path, { force: true });
		}
	}

	return {
		find,
		getPath,
		start,
		remove: ({ id }: AuthorizedRow<UploadRow>) => remove([id]),

		/**
		 * Starts a resumable upload and uses up the capability, which must belong to the actor. Throws like `media.checkForm` and `start`, or `too_large`. If
		 * `respond` fails, the new upload is removed.
		 */
		async begin<Result>(
			actor: Actor,
			preset: string,
			bytes: number,
			fileName: string,
			respond: (upload: UploadRow) => Promise<Result>,
		): Promise<Result> {
			const capability = await media.checkForm('video', ownHostCloudName, { upload_preset: preset });
			if (capability.accountId !== actor.accountId) throw new DomainError('forbidden', mediaApiText.uploadOfAnother);
			if (bytes > capability.bytes) throw createFileTooLargeError(capability);
			const upload = {
				id: newUploadId(),
				account_id: capability.accountId,
				capability: capability.id,
				kind: capability.kind,
				client_id: null,
				file_name: sanitizeFileName(fileName),
				bytes,
				created_at: clock.now(),
			};
			await start(upload);
			return respond(upload).catch(async (error: unknown) => {
				await remove([upload.id]);
				throw error;
			});
		},

		/** Creates a probe of an upload whose last bytes are being received. The caller must cancel it at the end. */
		createEarlyProbe: ({ id }: UploadRow): EarlyProbe => media.createEarlyProbe(getPath(id)),

		/** Finds an upload without checking its owner. */
		findUpload: (id: string) => store.findUpload(db, id),

		/** Returns the number of stored bytes, also while a request sends more. The bytes of a published upload are already deleted. */
		countReceived: async ({ id, bytes }: UploadRow): Promise<number> =>
			(await stat(getPath(id)).catch(() => null))?.size ?? bytes,

		async isPublished(upload: UploadRow): Promise<boolean> {
			return (await store.findMediaByCapability(db, upload.capability)) !== null;
		},

		/** Locks an upload. Returns a function that releases the lock, or null after the timeout. */
		lock: (id: string, options: { signal?: AbortSignal; onWanted?: () => void } = {}) =>
			locks.acquire(`upload ${id}`, { timeout: lockTimeout, ...options }),

		/**
		 * Publishes a complete upload. Repeated calls return the same response. Throws `conflict` for missing bytes or a locked upload.
		 * Throws like `publish`.
		 */
		async finish(
			actor: UploadingActor,
			upload: AuthorizedRow<UploadRow>,
			origin: string,
			earlyProbe?: EarlyProbe,
		): Promise<UploadResponse> {
			const release = await this.lock(upload.id);
			if (!release) throw new DomainError('conflict', mediaApiText.uploadBusy);
			try {
				const published = await media.findPublished(upload.capability, origin);
				const response = published ?? (await publish(actor, upload, origin, earlyProbe));
				await rm(getPath(upload.id), { force: true });
				return response;
			} finally {
				await release();
			}
		},

		/** Deletes rows of expired uploads, and files in `folder` without an unfinished upload. */
		async sweep(): Promise<void> {
			const now = clock.now();
			const until = { resumable: now - mediaLimits.resumableUploadTtl, chunked: now - mediaLimits.chunkedUploadTtl };
			await db.transaction((tx) => store.deleteExpiredUploads(tx, until));
			const names = await readdir(folder).catch(() => []);
			for (let from = 0; from < names.length; from += sweepBatchSize) {
				const batch = names.slice(from, from + sweepBatchSize);
				const unfinished = await store.filterUnfinishedUploads(db, batch);
				for (const name of batch)
					if (!unfinished.has(name)) await rm(join(folder, name), { recursive: true, force: true });
			}
		},
	};
}

/** Account and session that a file is uploaded for. */
type UploadingActor = Pick<Actor, 'accountId' | 'sessionId'>;

export function newUploadId(): string {
	return randomBytes(12).toString('hex');
}

/** Returns the expiry of an incomplete upload in milliseconds since 1970. */
export function getUploadExpiry({ created_at, client_id }: UploadRow): number {
	return created_at + (client_id === null ? mediaLimits.resumableUploadTtl : mediaLimits.chunkedUploadTtl);
}
