const mebibyte = 1_048_576;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Every limit of the product in one place. Bytes count the file itself, without the form around it. */
export const limits = {
	/** 1 MB as the product counts it, in bytes. */
	megabyte: mebibyte,

	/** Largest video that may be chosen in the browser, bytes (specification, section 5). */
	selectedVideoBytes: 300 * mebibyte,
	/** Largest video that is sent and accepted, bytes (specification, section 9). */
	videoBytes: 50 * mebibyte,
	/** Largest picture that is accepted, bytes. */
	pictureBytes: 10 * mebibyte,
	/** Most pixels a picture may decode to: a small file can hold far more than memory does. */
	picturePixels: 40_000_000,
	/** The same of an AVIF, which takes five times as long to decode. */
	avifPixels: 16_000_000,
	/** Pictures of one ad. */
	adPictures: { min: 1, max: 8 },
	/** What the browser shrinks a picture to before it sends it, pixels along the longer side. */
	pictureLongSide: 1920,
	/** Side of the square an avatar is cut to before it is sent, pixels. */
	avatarSide: 512,

	/** Longest video, seconds; largest frame (4K), pixels; frames a second; streams in the file. */
	videoSeconds: 600,
	videoFramePixels: 4096 * 2304,
	videoFrameRate: 60,
	videoStreams: 8,
	/** A video is shown with at most this many lines. */
	videoLines: 720,
	/** An H.264 video at or below this rate is not encoded again, bits a second. */
	videoRemuxBitRate: 3_000_000,

	/** How long an upload's capability can be used, milliseconds. */
	capabilityTtl: 15 * minute,
	/** How long an upload in pieces can be carried on, milliseconds. */
	resumableUploadTtl: 7 * day,
	/** Uploads in pieces of one account that are kept; an older one gives way. */
	resumableUploads: 5,
	/** A piece of an upload, bytes: what is sent again at most where a network breaks. */
	uploadChunkBytes: mebibyte,
	/** How long an upload waits to be published before it is swept away, milliseconds. */
	unpublishedTtl: day,
	/** Files of one account, and their bytes, that wait to be published; of videos, those still being sent are counted. */
	unpublished: {
		image: { files: 40, bytes: 300 * mebibyte },
		video: { files: 5, bytes: 250 * mebibyte },
	},
	/** How long a file that waits to be published cannot give way to a newer one, milliseconds. */
	unpublishedProtection: hour,

	userName: { min: 3, max: 30 },
	displayName: { max: 60 },
	password: { min: 8, max: 256 },
	email: { max: 254 },
	title: { max: 80 },
	description: { max: 4000 },
	place: { max: 60 },
	bio: { max: 300 },
	/** Letters and pictures of each kind of post; a picture post is its picture. */
	post: { tweet: 280, talk: 4000, picture: 280, pictures: 4 },
	comment: { max: 1000 },
	reportNote: { max: 500 },
	decisionReason: { max: 1000 },
	appeal: { max: 2000 },
	/** Letters of a phone number as it is typed. */
	phoneInput: { max: 40 },
	/** Letters of a lesson, Markdown. */
	moduleText: { max: 100_000 },
	enrollmentNote: { max: 1000 },
	/** Pictures that may be sent as the proof of a transfer. */
	enrollmentProofs: 5,
	/** How long a signed address of a private file works, milliseconds. */
	signedUrlTtl: 10 * minute,
	/** How long a deleted post can be brought back, milliseconds. */
	undoWindow: 10 * minute,
	/** Ids in each saved list. */
	savedItems: 1000,
	/** Letters of a notice and of the path it leads to, and hours it may stand. */
	notice: { text: 280, path: 200, hours: 2160 },
	/** Letters of a search. */
	search: 100,
	/** Days that insights are shown for. */
	insightDays: 30,
	fileName: { max: 255 },
	/** Whole kobo: up to ten billion naira. */
	priceKobo: { min: 100, max: 1_000_000_000_000 },
	/** Letters of the description that stand in an address. */
	slug: 60,

	/** Rows in a page of results. */
	page: { min: 1, max: 50, default: 20 },
	/** Ids that may be asked for at once. */
	idsPerRequest: 50,

	/** Session lifetimes, milliseconds: without use, and in all. */
	session: { idle: 14 * day, absolute: 90 * day },
	adminSession: { idle: hour, absolute: 12 * hour },
	/**
	 * How long a network or browser that logged in to an account is known to it, milliseconds, and how many of them are. Longer than a
	 * session, so that whoever is logged out at its end is still known.
	 */
	knownCallerTtl: 120 * day,
	knownCallers: 50,
	/** How long an account is new, milliseconds. */
	newAccountPeriod: day,
	/**
	 * How many an account can post within a day: while it is new and its e-mail address is not confirmed, while it is new, and later.
	 * Administrators have no limit.
	 */
	postingQuota: {
		unverified: { ads: 3, posts: 10, comments: 30 },
		verified: { ads: 10, posts: 30, comments: 100 },
		older: { ads: 100, posts: 300, comments: 1000 },
	},
	/** How long a link to verify an e-mail address works, milliseconds. */
	emailVerificationTtl: 2 * day,
	/** How long a link to choose a new password works, milliseconds. */
	passwordResetTtl: 30 * minute,
	/** How long a deleted account can be brought back, milliseconds. */
	accountDeletionGrace: 14 * day,
	/** How long signing in with Google may take, milliseconds. */
	googleSignInTtl: 10 * minute,
	/** Browsers of one account that receive push messages. */
	devices: 20,
	/** How long a test notification can be sent after its lookup, milliseconds. */
	sendHandleTtl: minute,
	/** How long notices are kept, milliseconds. */
	noticeRetention: 90 * day,
	/** How long the answer to a call with an `Idempotency-Key` is kept, so that a repeat has no second effect, milliseconds. */
	idempotencyTtl: 30 * day,
	/** Recovery codes given out with a second factor. */
	recoveryCodes: 10,

	/** Width in pixels above which the full-screen flag is set (specification, section 4). */
	fullScreenWidth: 1026,
	/** Toasts: milliseconds each, and how many are visible at once (section 9). */
	toast: { duration: 4000, visible: 3 },
	/** The player: seconds a step jumps, milliseconds until its controls hide (section 9). */
	player: { step: 10, hideAfter: 3000 },
	/** Queries: retries, longest pause between them, and how long unused data is kept, milliseconds (section 9). */
	query: { retries: 3, maxRetryDelay: 30_000, gcTime: 5 * minute },
} as const;
