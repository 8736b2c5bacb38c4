import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

const minute = 60_000;

/** Job that removes what deleted rows have left in search indexes and in the files of the database. */
export const removeRemainsJob = defineJob('operations.remove-remains', z.object({}), {
	concurrency: 1,
	timeout: 60 * minute,
	tries: 10,
	backOff: minute,
});
