import { day, hour, minute } from '../core/units.ts';

// Units as in `contract/core/limits.ts`.

export const bio = { max: 300 } as const;
/** Session lifetimes in milliseconds: `idle` since the last use, `absolute` since the login. */
export const session = { idle: 14 * day, absolute: 90 * day } as const;
export const adminSession = { idle: hour, absolute: 12 * hour } as const;
/** Milliseconds for which an account counts as new. */
export const newAccountPeriod = day;
/** Maximum number of an account's API tokens, their lifetime in days, and the text length of a name. */
export const apiTokens = 10;
export const apiTokenDays = { min: 1, max: 365 } as const;
export const apiTokenName = { max: 60 } as const;
export const emailVerificationTtl = 2 * day;
/** Milliseconds for which the owner can restore former numbers, or the former email address. */
export const contactUndoTtl = day;
/** Milliseconds during which a deleted account can be restored. */
export const accountDeletionGrace = 14 * day;
export const googleSignInTtl = 10 * minute;
export const recoveryCodes = 10;
/** Maximum number of an account's passkeys, the text length of a name, and the milliseconds in which a device must answer. */
export const passkeys = 10;
export const passkeyName = { max: 60 } as const;
export const passkeyChallengeTtl = 5 * minute;
