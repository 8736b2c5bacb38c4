// Units as in `contract/core/limits.ts`.

export const moduleText = { max: 100_000 } as const;
