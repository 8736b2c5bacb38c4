import { day, minute } from '../core/units.ts';

// Units as in `contract/core/limits.ts`.

/** Maximum number of browsers per account that receive push messages. */
export const devices = 20;
/** Lifetime in milliseconds of the token that sends a test notification. */
export const sendHandleTtl = minute;
/** Milliseconds for which notifications are stored. */
export const notificationRetention = 90 * day;
