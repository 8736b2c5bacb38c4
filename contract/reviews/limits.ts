// Units as in `contract/core/limits.ts`.

export const review = { max: 1000 } as const;
export const reviewReply = { max: 1000 } as const;
