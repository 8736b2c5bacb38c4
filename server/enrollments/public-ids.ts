import { createSignedIds } from '../platform/signed-ids.ts';

export type PublicIds = ReturnType<typeof createPublicIds>;

/** Signed, so that ids cannot be guessed. */
export const createPublicIds = (secret: string) => createSignedIds(secret, 'enrollment');
