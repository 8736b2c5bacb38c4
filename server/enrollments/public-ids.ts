import { createSignedIds } from '../platform/signed-ids.ts';

export type EnrollmentIdSigner = ReturnType<typeof createEnrollmentIdSigner>;

/** Signed, so that ids cannot be guessed. */
export const createEnrollmentIdSigner = (secret: string) => createSignedIds(secret, 'enrollment');
