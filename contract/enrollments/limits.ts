import { day } from '../core/units.ts';

// Units as in `contract/core/limits.ts`.

export const phoneInput = { max: 40 } as const;
export const enrollmentNote = { max: 1000 } as const;
/** Maximum number of pictures that prove the bank transfer for an enrollment. */
export const enrollmentProofs = 5;
/** Milliseconds after its last change until a course request is deleted that no account has confirmed and nobody has paid for. */
export const unconfirmedRequestRetention = 180 * day;
