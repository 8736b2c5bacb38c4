import { day, hour, mebibyte, minute } from '../core/units.ts';

// Units as in `contract/core/limits.ts`.

/** Largest video upload, in bytes (specification, section 9). */
export const videoBytes = 50 * mebibyte;
/** Largest picture upload, in bytes. */
export const pictureBytes = 10 * mebibyte;
/** Longer side of a picture after the browser has scaled it for the upload, in pixels. */
export const pictureLongSide = 1920;
/** Side of the square to which the browser crops an avatar before the upload, in pixels. */
export const avatarSide = 512;
/** Minimum length of the part that is kept of a trimmed video, in milliseconds. */
export const shortestVideoCut = 1000;
/** Maximum text length of a line that is drawn into a video. */
export const videoOverlay = { max: 60 } as const;
export const capabilityTtl = 15 * minute;
export const resumableUploadTtl = 7 * day;
/** Milliseconds after its first chunk during which an upload in Cloudinary's chunks must be complete: 50 MB at 120 kbit/s. */
export const chunkedUploadTtl = hour;
/** Maximum number of incomplete uploads per account. A new upload replaces the oldest. */
export const resumableUploads = 5;
/** Size of a chunk of a resumable upload, in bytes. After a network failure, at most one chunk is sent again. */
export const uploadChunkBytes = mebibyte;
/** Maximum number and total bytes of an account's unpublished files, including videos that are still being uploaded. */
export const unpublished = {
	image: { files: 40, bytes: 300 * mebibyte },
	video: { files: 5, bytes: 250 * mebibyte },
} as const;
/** Milliseconds after its upload during which an unpublished file cannot be deleted to make room for a newer upload. */
export const unpublishedProtection = hour;
export const fileName = { max: 255 } as const;
/** Maximum text length of a caption file and of one caption, and maximum number of captions. */
export const captions = { max: 60_000, caption: 200, count: 1000 } as const;
