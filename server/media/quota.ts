import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as mediaLimits from '../../contract/media/limits.ts';
import type { MediaKind } from '../../contract/media/media.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import type { AccountService } from '../accounts/index.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import { removeFilesJob } from './job-definitions.ts';
import * as store from './store.ts';

export interface UploadQuotaDeps extends Pick<Platform, 'clock' | 'jobs'> {
	accounts: Pick<AccountService, 'lock'>;
	/** Folder of incomplete resumable uploads. */
	uploadFolder: string;
}

export interface UploadRequest {
	accountId: number;
	kind: MediaKind;
	bytes: number;
	/** Id of the capability, which permits the upload. Null before the capability is created. */
	capability: string | null;
}

export type UploadQuota = ReturnType<typeof createUploadQuota>;

/** Limits the unpublished uploads of an account to `mediaLimits.unpublished`. */
export function createUploadQuota({ clock, jobs, accounts, uploadFolder }: UploadQuotaDeps) {
	/** Selects unpublished files to delete for a file above the quota: unusable, then oldest. Throws `too_many` if they are too recent. */
	async function selectEvictions(
		db: Db,
		{ accountId, kind, bytes, capability }: UploadRequest,
	): Promise<store.UnpublishedFile[]> {
		const quota = mediaLimits.unpublished[kind];
		const files = await store.listUnpublishedFiles(db, accountId, kind, capability);
		files.sort((a, b) => Number(isPublishable(a)) - Number(isPublishable(b)) || a.created_at - b.created_at);
		let count = files.length + 1;
		let sum = files.reduce((total, file) => total + file.bytes, bytes);
		const now = clock.now();
		const evicted = [];
		for (const file of files) {
			if (count <= quota.files && sum <= quota.bytes) break;
			const evictableAt = file.created_at + mediaLimits.unpublishedProtection;
			if (isPublishable(file) && evictableAt > now) throw quotaExceeded(kind, Math.ceil((evictableAt - now) / 1000));
			evicted.push(file);
			count -= 1;
			sum -= file.bytes;
		}
		return evicted;
	}

	return {
		/** Throws `too_many` if `makeRoom` would throw `too_many`. */
		async check(db: Db, file: UploadRequest): Promise<void> {
			await selectEvictions(db, file);
		},

		/** Deletes unpublished files if a new file exceeds the quota. Locks the account. Throws `too_many` if they are too recent. */
		async makeRoom(tx: Tx, file: UploadRequest): Promise<void> {
			await accounts.lock(tx, file.accountId);
			const evicted = await selectEvictions(tx, file);
			const ids = evicted.flatMap(({ mediaId }) => mediaId ?? []);
			for (const public_id of await store.deleteMediaIfUnattached(tx, ids))
				await jobs.add(tx, removeFilesJob, { public_id });
			const uploads = evicted.flatMap(({ uploadId }) => uploadId ?? []);
			await store.deleteUploads(tx, uploads);
			tx.onCommit(() => {
				// If deleting a file fails, the hourly sweep deletes it.
				for (const id of uploads) void rm(join(uploadFolder, id)).catch(() => {});
			});
		},
	};
}

/** A failed file without a `failure` is publishable, because publishing retries the file. */
function isPublishable({ mediaId, failure }: store.UnpublishedFile): boolean {
	return mediaId !== null && failure === null;
}

function quotaExceeded(kind: MediaKind, retryAfter: number): DomainError {
	const { files } = mediaLimits.unpublished[kind];
	const sentence =
		kind === 'video' ? mediaApiText.tooManyVideosWaiting(files) : mediaApiText.tooManyPhotosWaiting(files);
	return new DomainError('too_many', sentence, { retryAfter });
}
