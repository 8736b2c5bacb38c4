// Units as in `contract/core/limits.ts`.

export const comment = { max: 1000 } as const;
