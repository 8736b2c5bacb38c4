import { createIdSigner } from '../core/signed-ids.ts';

export type EnrollmentIdSigner = ReturnType<typeof createEnrollmentIdSigner>;

/** Signs the public ids of enrollments, so that nobody can guess an id. */
export const createEnrollmentIdSigner = (secret: string) => createIdSigner(secret, 'enrollment');
