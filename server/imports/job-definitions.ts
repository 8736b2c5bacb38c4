import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

const minute = 60_000;

/** Deletes the ads of an import that its owner has undone. */
export const importUndoJob = defineJob('imports.undo', z.object({ import_id: z.number() }), {
	concurrency: 1,
	timeout: 10 * minute,
	tries: 5,
});
