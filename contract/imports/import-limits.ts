const minute = 60_000;
const day = 24 * 60 * minute;
const mebibyte = 1_048_576;

/** Limits of imports, apart from `limits`, which is on the first page. Durations are in milliseconds, sizes in bytes. */
export const importLimits = {
	/** Maximum number of ads of one import. */
	ads: 500,
	/** Imports of an account per day. */
	importsPerDay: 2,
	/** Ads per account and week, in all its imports. A new account's email address is `unverified` or `verified`. */
	adsPerWeek: { unverified: 3, verified: 50, older: 1000 },
	/** Time without a new ad after which an import ends by itself. */
	silence: day,
	/** Time after the last ad in which an import can be undone. */
	undoWindow: 7 * day,
	/** Difference between the trending scores of two ads of an import, so that they do not fill the first page of the feed. */
	scoreSpacing: 10 * minute,
	csvBytes: mebibyte,
	/** Limits of a zip: entries, files of all entries together, and uncompressed bytes per compressed byte of an entry. */
	zip: { entries: 4100, bytes: 2048 * mebibyte, ratio: 20 },
} as const;
