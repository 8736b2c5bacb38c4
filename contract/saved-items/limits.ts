// Units as in `contract/core/limits.ts`.

export const savedItems = 1000;
