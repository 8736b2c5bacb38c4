import { day } from '../core/units.ts';

// Units as in `contract/core/limits.ts`.

/** Milliseconds for which the seller of an ad sees who got in touch, since the last time. */
export const contactRetention = 90 * day;
/** What a buyer says in a WhatsApp chat, in UTF-16 code units. */
export const chatWords = { max: 300 } as const;
