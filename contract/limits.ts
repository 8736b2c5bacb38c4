const mebibyte = 1_048_576;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every limit of the product. Bytes count the file without the multipart form; text lengths are characters and durations milliseconds,
 * unless stated otherwise.
 */
export const limits = {
	/** 1 MB as the product counts it, bytes. */
	megabyte: mebibyte,

	/** Largest video that a user can select, bytes (specification, section 5). */
	selectedVideoBytes: 300 * mebibyte,
	/** Largest video upload, bytes (specification, section 9). */
	videoBytes: 50 * mebibyte,
	/** Largest picture upload, bytes. */
	pictureBytes: 10 * mebibyte,
	/** Most pixels of a decoded picture. A small file can decode to more than fits in memory. */
	picturePixels: 40_000_000,
	/** Same limit for AVIF, which takes five times as long to decode. */
	avifPixels: 16_000_000,
	adPictures: { min: 1, max: 8 },
	/** The browser scales pictures to this length before upload, pixels of the longer side. */
	pictureLongSide: 1920,
	/** The browser crops avatars to a square of this side before upload, pixels. */
	avatarSide: 512,

	/** Longest video, seconds; largest frame (4K), pixels; frames per second; streams per file. */
	videoSeconds: 600,
	videoFramePixels: 4096 * 2304,
	videoFrameRate: 60,
	videoStreams: 8,
	/** Largest height of a transcoded video, lines. */
	videoLines: 720,
	/** H.264 video at or below this bit rate is remuxed, not transcoded, bits per second. */
	videoRemuxBitRate: 3_000_000,

	capabilityTtl: 15 * minute,
	resumableUploadTtl: 7 * day,
	/** Resumable uploads per account; a new one replaces the oldest. */
	resumableUploads: 5,
	/** Size of an upload chunk, bytes: the most that is sent again after a network failure. */
	uploadChunkBytes: mebibyte,
	/** Unpublished uploads are deleted after this time, milliseconds. */
	unpublishedTtl: day,
	/** Unpublished files and their bytes per account. Videos in upload count. */
	unpublished: {
		image: { files: 40, bytes: 300 * mebibyte },
		video: { files: 5, bytes: 250 * mebibyte },
	},
	/** A newer upload cannot replace an unpublished file younger than this, milliseconds. */
	unpublishedProtection: hour,

	userName: { min: 3, max: 30 },
	displayName: { max: 60 },
	password: { min: 8, max: 256 },
	email: { max: 254 },
	title: { max: 80 },
	description: { max: 4000 },
	place: { max: 60 },
	bio: { max: 300 },
	/** Characters per kind of post, and pictures of a tweet or talk. A picture post has exactly one picture. */
	post: { tweet: 280, talk: 4000, picture: 280, pictures: 4 },
	comment: { max: 1000 },
	reportNote: { max: 500 },
	decisionReason: { max: 1000 },
	appeal: { max: 2000 },
	phoneInput: { max: 40 },
	moduleText: { max: 100_000 },
	enrollmentNote: { max: 1000 },
	/** Pictures that prove a transfer, per enrollment. */
	enrollmentProofs: 5,
	signedUrlTtl: 10 * minute,
	/** How long a deleted post can be restored, milliseconds. */
	undoWindow: 10 * minute,
	savedItems: 1000,
	/** Characters of a notice and of its path; longest duration in hours. */
	notice: { text: 280, path: 200, hours: 2160 },
	search: 100,
	insightDays: 30,
	fileName: { max: 255 },
	/** Whole kobo, up to ten billion naira. */
	priceKobo: { min: 100, max: 1_000_000_000_000 },
	slug: 60,

	page: { min: 1, max: 50, default: 20 },
	idsPerRequest: 50,

	/** Session lifetimes, milliseconds: since the last use, and in total. */
	session: { idle: 14 * day, absolute: 90 * day },
	adminSession: { idle: hour, absolute: 12 * hour },
	/**
	 * How long an account remembers a network or browser that logged in, milliseconds, and how many of them. Longer than a session, so that
	 * a browser is still known when its session expires.
	 */
	knownCallerTtl: 120 * day,
	knownCallers: 50,
	/** How long an account counts as new, milliseconds. */
	newAccountPeriod: day,
	/** Items that an account can post per day: new and unverified, new and verified, and older. Administrators have no limit. */
	postingQuota: {
		unverified: { ads: 3, posts: 10, comments: 30 },
		verified: { ads: 10, posts: 30, comments: 100 },
		older: { ads: 100, posts: 300, comments: 1000 },
	},
	emailVerificationTtl: 2 * day,
	passwordResetTtl: 30 * minute,
	/** How long a deleted account can be restored, milliseconds. */
	accountDeletionGrace: 14 * day,
	googleSignInTtl: 10 * minute,
	/** Browsers per account that receive push messages. */
	devices: 20,
	/** Lifetime of a handle for a test notification, milliseconds. */
	sendHandleTtl: minute,
	/** Retention of notifications, milliseconds. */
	notificationRetention: 90 * day,
	/** How long the response for an `Idempotency-Key` is stored, milliseconds. */
	idempotencyTtl: 30 * day,
	recoveryCodes: 10,

	/** Viewport width above which the full-screen flag is set, pixels (specification, section 4). */
	fullScreenWidth: 1026,
	/** Toasts: duration in milliseconds, most visible at once (section 9). */
	toast: { duration: 4000, visible: 3 },
	/** Player: seconds per seek step, milliseconds until the controls hide (section 9). */
	player: { step: 10, hideAfter: 3000 },
	/** Queries: retries, longest retry delay and lifetime of unused data, milliseconds (section 9). */
	query: { retries: 3, maxRetryDelay: 30_000, gcTime: 5 * minute },
} as const;
