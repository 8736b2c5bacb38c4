import { createSealedIds } from '../platform/sealed-ids.ts';

export type PublicIds = ReturnType<typeof createPublicIds>;

/** The unguessable ids of requests. */
export const createPublicIds = (secret: string) => createSealedIds(secret, 'enrollment');
