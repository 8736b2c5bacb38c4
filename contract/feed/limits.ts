// Units as in `contract/core/limits.ts`.

/** Maximum number of similar ads below an ad. */
export const similarAds = 6;
