// Units as in `contract/core/limits.ts`.

/** Number at which the counts of administrators' waiting work stop. */
export const waitingItems = 99;
/** Maximum text length of a site notice and of its path, and its longest duration in hours. */
export const notice = { text: 280, path: 200, hours: 2160 } as const;
