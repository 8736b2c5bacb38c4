import { z } from 'zod';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { id, idParam, time } from './fields.ts';

/** A place where the own account is logged in. */
export const openSession = z.strictObject({
	id,
	/** In words, such as 'Chrome on Android'. */
	device: z.string(),
	/** Whether it is the one that asks. */
	current: z.boolean(),
	began_at: time,
	/** To the minute. */
	last_used_at: time,
});
export type OpenSession = z.infer<typeof openSession>;

export const listSessions = endpoint(addresses.listSessions, {
	summary: 'Where the own account is logged in: this session first, then the one used last',
	answers: { 200: z.strictObject({ items: z.array(openSession) }) },
});

export const endSession = endpoint(addresses.endSession, {
	summary: 'End one of the own sessions',
	params: z.strictObject({ id: idParam }),
	answers: { 204: null },
});

export const endSessions = endpoint(addresses.endSessions, {
	summary: 'End every own session, or with `others` every one but this',
	query: z.strictObject({ others: z.stringbool().optional() }),
	answers: { 204: null },
});
