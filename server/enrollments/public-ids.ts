import { createSignedIds } from '../platform/signed-ids.ts';

export type PublicIds = ReturnType<typeof createPublicIds>;

/** The unguessable ids of requests. */
export const createPublicIds = (secret: string) => createSignedIds(secret, 'enrollment');
