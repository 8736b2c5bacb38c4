import { createReadStream } from 'node:fs';
import { rename, stat, truncate } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { ResourceType, UploadedChunk, UploadResponse } from '../../contract/media/media.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Platform } from '../platform.ts';
import type { MediaService, UploadForm } from './media.ts';
import { authorizeUploadOwner } from './policy.ts';
import type { UploadQuota } from './quota.ts';
import { receiveBytes } from './receive-bytes.ts';
import { createFileTooLargeError, type ReceivedFile, sanitizeFileName } from './receive-form.ts';
import { getUploadExpiry, newUploadId, type ResumableUploadService } from './resumable-uploads.ts';
import * as store from './store.ts';
import type { UploadRow } from './tables.ts';
import type { UploadCapabilityClaims } from './upload-capability.ts';

export interface ChunkedUploadServiceDeps extends Pick<Platform, 'db' | 'clock'> {
	media: Pick<MediaService, 'checkForm'>;
	quota: Pick<UploadQuota, 'makeRoom'>;
	resumableUploads: Pick<ResumableUploadService, 'getPath' | 'start' | 'remove' | 'lock' | 'finish'>;
}

export type ChunkedUploadService = ReturnType<typeof createChunkedUploadService>;

/** A part of a file, as Cloudinary's clients send it. */
export interface Chunk {
	/** Id that the client gives to all chunks of one file. It may be short, so it is unique only within one capability. */
	clientId: string;
	/** Position of the first byte of the chunk in the file. */
	start: number;
	/** Position after the last byte of the chunk. */
	end: number;
	/** Size of the file in bytes. Null if only the last chunk tells it. */
	total: number | null;
}

/**
 * Parses the headers of a chunk: `Content-Range: bytes 0-5999999/-1` and `X-Unique-Upload-Id`. Returns null if the request contains a whole
 * file. Throws `malformed`.
 */
export function parseChunk(headers: IncomingHttpHeaders): Chunk | null {
	const { 'content-range': range, 'x-unique-upload-id': clientId } = headers;
	if (range === undefined) return null;
	const match = /^bytes (\d{1,15})-(\d{1,15})\/(-1|\*|\d{1,15})$/.exec(range);
	if (!match || typeof clientId !== 'string' || !/^[\w-]{1,100}$/.test(clientId)) throw unreadable();
	const [start, last, size] = match.slice(1).map(Number) as [number, number, number];
	const chunk = { clientId, start, end: last + 1, total: size >= 0 ? size : null };
	if (chunk.end <= start || (chunk.total !== null && chunk.end > chunk.total)) throw unreadable();
	return chunk;
}

/**
 * Receives files in chunks, in their order. The capability of the first chunk must be valid; the same capability then allows the further
 * chunks while its session lasts, until `limits.chunkedUploadTtl` is over. It is used up when the complete file is published.
 */
export function createChunkedUploadService({ db, clock, media, quota, resumableUploads }: ChunkedUploadServiceDeps) {
	/** Finds the upload of the earlier chunks. Returns null if the chunk starts another upload, or if the upload has expired. */
	async function find(owner: UploadCapabilityClaims, { clientId }: Chunk): Promise<AuthorizedRow<UploadRow> | null> {
		const upload = await store.findChunkedUpload(db, owner.id);
		const own = upload && authorizeUploadOwner(owner, upload);
		return own?.client_id === clientId && getUploadExpiry(own) > clock.now() ? own : null;
	}

	/** Returns true for a further chunk. Its capability may have expired. A repeated last chunk may already have used it up. */
	async function isContinuation(capability: UploadCapabilityClaims, chunk: Chunk): Promise<boolean> {
		const upload = await find(capability, chunk);
		if (!upload) return false;
		if (upload.bytes === chunk.end && chunk.end === chunk.total) return true;
		return (await store.findMediaByCapability(db, capability.id)) === null;
	}

	/** Stores the first chunk. Removes another incomplete upload with the same capability, because the client has started again. */
	async function start(
		capability: UploadCapabilityClaims,
		{ clientId }: Chunk,
		{ path, bytes, fileName }: ReceivedFile,
	): Promise<void> {
		const previous = await store.findChunkedUpload(db, capability.id);
		const own = previous && authorizeUploadOwner(capability, previous);
		if (own) await resumableUploads.remove(own);
		const upload = {
			id: newUploadId(),
			account_id: capability.accountId,
			capability: capability.id,
			kind: capability.kind,
			client_id: clientId,
			file_name: sanitizeFileName(fileName),
			bytes,
			created_at: clock.now(),
		};
		await resumableUploads.start(upload);
		await rename(path, resumableUploads.getPath(upload.id));
	}

	/** Throws `not_found` and removes the upload if a crash has lost received bytes. */
	async function requireBytes(upload: AuthorizedRow<UploadRow>): Promise<void> {
		const size = (await stat(resumableUploads.getPath(upload.id)).catch(() => null))?.size ?? 0;
		if (size >= upload.bytes) return;
		await resumableUploads.remove(upload);
		throw new DomainError('not_found', mediaApiText.chunkUnknown);
	}

	/** Appends a chunk. After a crash, the file may be longer than the row says, so the file is cut first. */
	async function append(
		upload: AuthorizedRow<UploadRow>,
		{ start, end }: Chunk,
		{ path }: ReceivedFile,
	): Promise<void> {
		await requireBytes(upload);
		const target = resumableUploads.getPath(upload.id);
		await truncate(target, start);
		await receiveBytes(createReadStream(path), target, { flags: 'r+', start });
		await db.transaction(async (tx) => {
			const { account_id: accountId, kind, capability } = upload;
			await quota.makeRoom(tx, { accountId, kind, bytes: end, capability });
			await store.setReceivedBytes(tx, upload, end);
		});
	}

	/** Stores a chunk that follows the received bytes. A repeated chunk, whose response was lost, is already stored. */
	async function storeChunk(capability: UploadCapabilityClaims, chunk: Chunk, received: ReceivedFile): Promise<void> {
		const upload = await find(capability, chunk);
		if (!upload) {
			if (chunk.start > 0) throw new DomainError('not_found', mediaApiText.chunkUnknown);
			return start(capability, chunk, received);
		}
		if (chunk.start === upload.bytes) return append(upload, chunk, received);
		if (chunk.end !== upload.bytes) throw new DomainError('conflict', mediaApiText.chunkElsewhere(upload.bytes));
		// The bytes of a published file are elsewhere.
		if (chunk.end !== chunk.total) await requireBytes(upload);
	}

	return {
		/** Checks the form of a chunk before the chunk is received. Throws like `media.checkForm`, or `too_large`. */
		async check(
			resourceType: ResourceType,
			cloudName: string,
			form: UploadForm,
			chunk: Chunk,
		): Promise<UploadCapabilityClaims> {
			const capability = await media.checkForm(resourceType, cloudName, form, (claims) =>
				isContinuation(claims, chunk),
			);
			if ((chunk.total ?? chunk.end) > capability.bytes) throw createFileTooLargeError(capability);
			return capability;
		},

		/**
		 * Stores a received chunk. Publishes the file if this was its last chunk; a repeated last chunk gets the same response. Throws
		 * `malformed` for another length than announced, `not_found` without the earlier chunks, `conflict` for a wrong range or a
		 * concurrent chunk. Throws like `media.publish`.
		 */
		async receive(
			capability: UploadCapabilityClaims,
			chunk: Chunk,
			received: ReceivedFile,
			origin: string,
		): Promise<UploadResponse | UploadedChunk> {
			if (received.bytes !== chunk.end - chunk.start) throw new DomainError('malformed', mediaApiText.chunkLengthWrong);
			const release = await resumableUploads.lock(capability.id);
			if (!release) throw new DomainError('conflict', mediaApiText.uploadBusy);
			try {
				await storeChunk(capability, chunk, received);
				const upload = await find(capability, chunk);
				if (!upload) throw new DomainError('not_found', mediaApiText.chunkUnknown);
				if (chunk.end === chunk.total) return await resumableUploads.finish(capability, upload, origin);
				return { done: false, bytes: upload.bytes };
			} finally {
				await release();
			}
		},
	};
}

function unreadable(): DomainError {
	return new DomainError('malformed', mediaApiText.chunkRangeUnreadable);
}
