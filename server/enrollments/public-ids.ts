import { createSignedIds } from '../platform/signed-ids.ts';

export type PublicIds = ReturnType<typeof createPublicIds>;

/** Public ids are signed, so that nobody can guess them. */
export const createPublicIds = (secret: string) => createSignedIds(secret, 'enrollment');
