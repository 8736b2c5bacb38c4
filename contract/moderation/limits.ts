import { day } from '../core/units.ts';

// Units as in `contract/core/limits.ts`.

export const reportNote = { max: 500 } as const;
export const appeal = { max: 2000 } as const;
/** Milliseconds for which hashes of removed items and suspended accounts are kept. */
export const removedItemTtl = 365 * day;
