import { createSealedIds } from '../platform/sealed-ids.ts';

export type Links = ReturnType<typeof createLinks>;

/** The unguessable ids of requests. */
export const createLinks = (secret: string) => createSealedIds(secret, 'enrollment');
