const mebibyte = 1_048_576;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every limit of the product. File sizes exclude the multipart form. Text lengths are in UTF-16 code units and durations in milliseconds,
 * unless stated otherwise.
 */
export const limits = {
	/** Bytes that the product calls 1 MB. */
	megabyte: mebibyte,

	/** Largest video file that a user can select, in bytes (specification, section 5). */
	selectedVideoBytes: 300 * mebibyte,
	/** Largest video upload, in bytes (specification, section 9). */
	videoBytes: 50 * mebibyte,
	/** Largest picture upload, in bytes. */
	pictureBytes: 10 * mebibyte,
	/** Maximum number of pixels of an uploaded picture, because a small file can decode to more than fits in memory. */
	picturePixels: 40_000_000,
	/** Maximum number of pixels of an uploaded AVIF picture. AVIF takes five times as long to decode. */
	avifPixels: 16_000_000,
	adPictures: { min: 1, max: 8 },
	/** Longer side of a picture after the browser has scaled it for the upload, in pixels. */
	pictureLongSide: 1920,
	/** Side of the square to which the browser crops an avatar before the upload, in pixels. */
	avatarSide: 512,

	/** Limits of an uploaded video: seconds, pixels per frame (4K), and tracks with picture or sound. */
	videoSeconds: 600,
	videoFramePixels: 4096 * 2304,
	videoStreams: 8,
	/** Minimum length of an uploaded video, in milliseconds. */
	shortestVideo: 500,
	/** Least part of its announced length that a video file must contain. */
	completeVideoShare: 0.9,
	/** Highest number of frames per second of a transcoded video. More are reduced to it. */
	videoFrameRate: 60,
	/** Minimum length of the part that is kept of a trimmed video, in milliseconds. */
	shortestVideoCut: 1000,
	/** Maximum text length of a line that is drawn into a video. */
	videoOverlay: { max: 60 },
	/** Maximum length of the shorter side of a transcoded video, in pixels. */
	videoLines: 720,
	/** Highest bit rate at which a video is copied instead of transcoded, in bits per second. */
	videoRemuxBitRate: 3_000_000,

	capabilityTtl: 15 * minute,
	resumableUploadTtl: 7 * day,
	/** Milliseconds after its first chunk during which an upload in Cloudinary's chunks must be complete: 50 MB at 120 kbit/s. */
	chunkedUploadTtl: hour,
	/** Maximum number of incomplete uploads per account. A new upload replaces the oldest. */
	resumableUploads: 5,
	/** Size of a chunk of a resumable upload, in bytes. After a network failure, at most one chunk is sent again. */
	uploadChunkBytes: mebibyte,
	/** Milliseconds after which an unpublished upload is deleted. */
	unpublishedTtl: day,
	/** Maximum number and total bytes of an account's unpublished files, including videos that are still being uploaded. */
	unpublished: {
		image: { files: 40, bytes: 300 * mebibyte },
		video: { files: 5, bytes: 250 * mebibyte },
	},
	/** Milliseconds after its upload during which an unpublished file cannot be deleted to make room for a newer upload. */
	unpublishedProtection: hour,

	userName: { min: 3, max: 30 },
	displayName: { max: 60 },
	password: { min: 8, max: 256 },
	email: { max: 254 },
	title: { max: 80 },
	description: { max: 4000 },
	/** Maximum text length of a caption file and of one caption, and maximum number of captions. */
	captions: { max: 60_000, caption: 200, count: 1000 },
	place: { max: 60 },
	bio: { max: 300 },
	/** Maximum text length per kind of post, and maximum pictures of a tweet or talk. A picture post has exactly one picture. */
	post: { tweet: 280, talk: 4000, picture: 280, pictures: 4 },
	comment: { max: 1000 },
	review: { max: 1000 },
	reviewReply: { max: 1000 },
	reportNote: { max: 500 },
	decisionReason: { max: 1000 },
	appeal: { max: 2000 },
	phoneInput: { max: 40 },
	moduleText: { max: 100_000 },
	enrollmentNote: { max: 1000 },
	/** Maximum number of pictures that prove the bank transfer for an enrollment. */
	enrollmentProofs: 5,
	/** Number at which the counts of administrators' waiting work stop. */
	waitingItems: 99,
	signedUrlTtl: 10 * minute,
	/** Milliseconds during which a deleted post can be restored. */
	undoWindow: 10 * minute,
	savedItems: 1000,
	/** Total bytes of saved videos up to which a device downloads more of them ahead. */
	offlineVideoBytes: 300 * mebibyte,
	/** Maximum number of an account's saved searches, and of the new ads that one of them keeps until its owner looks. */
	savedSearches: 50,
	savedSearchMatches: 50,
	/** Maximum text length of a site notice and of its path, and its longest duration in hours. */
	notice: { text: 280, path: 200, hours: 2160 },
	search: 100,
	/** Maximum number of similar ads below an ad. */
	similarAds: 6,
	/** Maximum number of products that are pinned to a video, and of the videos that are named on the page of a product. */
	pinnedProducts: 3,
	videosOfProduct: 3,
	/** Number at which the count of a filter option stops. */
	countedAds: 1000,
	insightDays: 30,
	fileName: { max: 255 },
	/** Price in whole kobo: one naira to ten billion naira. */
	priceKobo: { min: 100, max: 1_000_000_000_000 },
	slug: 60,

	page: { min: 1, max: 50, default: 20 },
	idsPerRequest: 50,

	/** Session lifetimes in milliseconds: `idle` since the last use, `absolute` since the login. */
	session: { idle: 14 * day, absolute: 90 * day },
	adminSession: { idle: hour, absolute: 12 * hour },
	/** Milliseconds for which an account remembers a network or browser of a login; longer than the longest session. */
	knownCallerTtl: 120 * day,
	knownCallers: 50,
	/** Milliseconds for which hashes of removed items and suspended accounts are kept. */
	removedItemTtl: 365 * day,
	/** Milliseconds for which an account counts as new. */
	newAccountPeriod: day,
	/**
	 * Maximum new items per account and day, except administrators. `contacts` counts the ads whose sellers the account got in touch with.
	 * A new account's email address is `unverified` or `verified`.
	 */
	postingQuota: {
		unverified: { ads: 3, posts: 10, comments: 30, contacts: 30, reviews: 5, reports: 3 },
		verified: { ads: 10, posts: 30, comments: 100, contacts: 100, reviews: 10, reports: 10 },
		older: { ads: 100, posts: 300, comments: 1000, contacts: 300, reviews: 50, reports: 30 },
	},
	/** Maximum number of an account's API tokens, their lifetime in days, and the text length of a name. */
	apiTokens: 10,
	apiTokenDays: { min: 1, max: 365 },
	apiTokenName: { max: 60 },
	/** Maximum number of webhooks of an account, and of the market; text length of a URL. */
	webhooks: 5,
	webhookUrl: { max: 500 },
	/** Milliseconds for which deliveries of webhooks are listed. */
	webhookDeliveryRetention: 30 * day,
	emailVerificationTtl: 2 * day,
	/** Milliseconds for which the owner can restore former numbers, or the former email address. */
	contactUndoTtl: day,
	passwordResetTtl: 30 * minute,
	/** Milliseconds during which a deleted account can be restored. */
	accountDeletionGrace: 14 * day,
	googleSignInTtl: 10 * minute,
	/** Maximum number of browsers per account that receive push messages. */
	devices: 20,
	/** Lifetime in milliseconds of the token that sends a test notification. */
	sendHandleTtl: minute,
	/** Milliseconds for which notifications are stored. */
	notificationRetention: 90 * day,
	/** Milliseconds after posting or renewing an ad until it can be renewed. */
	renewInterval: 7 * day,
	/** Milliseconds for which the seller of an ad sees who got in touch, since the last time. */
	contactRetention: 90 * day,
	/** Milliseconds after its last change until a course request is deleted that no account has confirmed and nobody has paid for. */
	unconfirmedRequestRetention: 180 * day,
	/** What a buyer says in a WhatsApp chat, in UTF-16 code units. */
	chatWords: { max: 300 },
	/** Milliseconds after the first contact about an ad until the buyer may review the seller. */
	reviewDelay: hour,
	/**
	 * Milliseconds for which the response to an `Idempotency-Key` is stored. It is shorter than `accountDeletionGrace`, so that no response to
	 * another account shows a person after the erasure.
	 */
	idempotencyTtl: 13 * day,
	recoveryCodes: 10,
	/** Maximum number of an account's passkeys, the text length of a name, and the milliseconds in which a device must answer. */
	passkeys: 10,
	passkeyName: { max: 60 },
	passkeyChallengeTtl: 5 * minute,

	/** Viewport width in pixels above which the layout is wide. The specification calls it full-screen (section 4). */
	fullScreenWidth: 1026,
	/** Toasts: `duration` in milliseconds, `visible` at once (specification, section 9). */
	toast: { duration: 4000, visible: 3 },
	/**
	 * How video ads are watched: number of equal parts that are counted, seconds after which a play and a view count (or half of a shorter
	 * video), and number of plays from which the seller sees how long people watch.
	 */
	watching: { parts: 20, playAfter: 1, viewAfter: 3, shownFrom: 5 },
	/** Video player: seconds per seek `step`, and milliseconds until the controls hide (specification, section 9). */
	player: { step: 10, hideAfter: 3000 },
	/** Number of query retries; longest retry delay and lifetime of unused query data in milliseconds (specification, section 9). */
	query: { retries: 3, maxRetryDelay: 30_000, gcTime: 5 * minute },
} as const;
