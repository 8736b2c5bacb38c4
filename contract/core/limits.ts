import { day, hour, mebibyte, minute } from './units.ts';

/*
 * The limits of several parts of the product, for `import * as limits`; those of one noun are in `contract/<noun>/limits.ts`. File sizes
 * exclude the multipart form. Text lengths are in UTF-16 code units and durations in milliseconds, unless stated otherwise.
 */

/** Bytes that the product calls 1 MB. */
export const megabyte = mebibyte;

/** Largest video file that a user can select, in bytes (specification, section 5). */
export const selectedVideoBytes = 300 * mebibyte;
/** Maximum number of pixels of an uploaded picture, because a small file can decode to more than fits in memory. */
export const picturePixels = 40_000_000;
/** Maximum number of pixels of an uploaded AVIF picture. AVIF takes five times as long to decode. */
export const avifPixels = 16_000_000;
export const adPictures = { min: 1, max: 8 } as const;

/** Limits of an uploaded video: seconds, pixels per frame (4K), and tracks with picture or sound. */
export const videoSeconds = 600;
export const videoFramePixels = 4096 * 2304;
export const videoStreams = 8;
/** Minimum length of an uploaded video, in milliseconds. */
export const shortestVideo = 500;
/** Least part of its announced length that a video file must contain. */
export const completeVideoShare = 0.9;
/** Highest number of frames per second of a transcoded video. More are reduced to it. */
export const videoFrameRate = 60;
/** Maximum length of the shorter side of a transcoded video, in pixels. */
export const videoLines = 720;
/** Highest bit rate at which a video is copied instead of transcoded, in bits per second. */
export const videoRemuxBitRate = 3_000_000;

/** Milliseconds after which an unpublished upload is deleted. */
export const unpublishedTtl = day;

export const userName = { min: 3, max: 30 } as const;
export const displayName = { max: 60 } as const;
export const password = { min: 8, max: 256 } as const;
export const email = { max: 254 } as const;
export const title = { max: 80 } as const;
export const description = { max: 4000 } as const;
export const place = { max: 60 } as const;
export const decisionReason = { max: 1000 } as const;
export const signedUrlTtl = 10 * minute;
/** Total bytes of saved videos up to which a device downloads more of them ahead. */
export const offlineVideoBytes = 300 * mebibyte;
export const search = 100;
/** Number at which the count of a filter option stops. */
export const countedAds = 1000;
export const insightDays = 30;
/** Price in whole kobo: one naira to ten billion naira. */
export const priceKobo = { min: 100, max: 1_000_000_000_000 } as const;
export const slug = 60;

export const page = { min: 1, max: 50, default: 20 } as const;
export const idsPerRequest = 50;

/** Milliseconds for which an account remembers a network or browser of a login; longer than the longest session. */
export const knownCallerTtl = 120 * day;
export const knownCallers = 50;
/**
 * Maximum new items per account and day, except administrators. `contacts` counts the ads whose sellers the account got in touch with.
 * A new account's email address is `unverified` or `verified`.
 */
export const postingQuota = {
	unverified: { ads: 3, posts: 10, comments: 30, contacts: 30, reviews: 5, reports: 3 },
	verified: { ads: 10, posts: 30, comments: 100, contacts: 100, reviews: 10, reports: 10 },
	older: { ads: 100, posts: 300, comments: 1000, contacts: 300, reviews: 50, reports: 30 },
} as const;
export const passwordResetTtl = 30 * minute;
/** Milliseconds after the first contact about an ad until the buyer may review the seller. */
export const reviewDelay = hour;
/**
 * Milliseconds for which the response to an `Idempotency-Key` is stored. It is shorter than `accountDeletionGrace`, so that no response to
 * another account shows a person after the erasure.
 */
export const idempotencyTtl = 13 * day;

/** Viewport width in pixels above which the layout is wide. The specification calls it full-screen (section 4). */
export const fullScreenWidth = 1026;
/** Toasts: `duration` in milliseconds, `visible` at once (specification, section 9). */
export const toast = { duration: 4000, visible: 3 } as const;
/**
 * How video ads are watched: number of equal parts that are counted, seconds after which a play and a view count (or half of a shorter
 * video), and number of plays from which the seller sees how long people watch.
 */
export const watching = { parts: 20, playAfter: 1, viewAfter: 3, shownFrom: 5 } as const;
/** Video player: seconds per seek `step`, and milliseconds until the controls hide (specification, section 9). */
export const player = { step: 10, hideAfter: 3000 } as const;
/** Number of query retries; longest retry delay and lifetime of unused query data in milliseconds (specification, section 9). */
export const query = { retries: 3, maxRetryDelay: 30_000, gcTime: 5 * minute } as const;
