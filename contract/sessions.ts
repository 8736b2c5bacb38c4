import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParam, time } from './fields.ts';

export const activeSession = z.strictObject({
	id,
	/** Device description, such as 'Chrome on Android'. */
	device: z.string(),
	/** Whether the request uses this session. */
	current: z.boolean(),
	began_at: time,
	/** To the minute. */
	last_used_at: time,
});
export type ActiveSession = z.infer<typeof activeSession>;

export const listSessions = endpoint('listSessions', {
	summary: 'List your sessions: this one first, then by last use',
	responses: { 200: z.strictObject({ items: z.array(activeSession) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const endSession = endpoint('endSession', {
	summary: 'End one of your sessions',
	params: z.strictObject({ id: idParam }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const endSessions = endpoint('endSessions', {
	summary: 'End all your sessions, or with `others` all except this one',
	query: z.strictObject({ others: z.stringbool().optional() }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
