// Units as in `contract/core/limits.ts`.

/** Maximum number of an account's saved searches, and of the new ads that one of them keeps until its owner looks. */
export const savedSearches = 50;
export const savedSearchMatches = 50;
