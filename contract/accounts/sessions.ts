import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { idParamSchema, idSchema, timeSchema } from '../core/fields.ts';

export const activeSessionSchema = z.strictObject({
	id: idSchema,
	/** Description of the session's device, such as 'Chrome on Android'. */
	device: z.string(),
	/** True for the session that sends the request. */
	current: z.boolean(),
	began_at: timeSchema,
	/** Time of the last request in the session, accurate to a minute. */
	last_used_at: timeSchema,
});
export type ActiveSession = z.infer<typeof activeSessionSchema>;

export const listSessions = defineEndpoint('listSessions', {
	summary: 'List your sessions: this one first, then by last use',
	responses: { 200: z.strictObject({ items: z.array(activeSessionSchema) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const endSession = defineEndpoint('endSession', {
	summary: 'End one of your sessions',
	params: z.strictObject({ id: idParamSchema }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const endSessions = defineEndpoint('endSessions', {
	summary: 'End all your sessions, or with `others` all except this one',
	query: z.strictObject({ others: z.stringbool().optional() }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
