import { z } from 'zod';

/** The closed list of what can go wrong, as a program reads it. */
export const problemCodes = [
	'malformed',
	'unauthenticated',
	'forbidden',
	'not_found',
	'method_not_allowed',
	'conflict',
	'too_large',
	'unsupported_type',
	'invalid',
	'too_many',
	'unavailable',
	'disk_full',
	'internal',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** The one shape of an error: a sentence for people, and one for each field concerned. */
export const problem = z.strictObject({
	code: z.enum(problemCodes),
	message: z.string(),
	fields: z.record(z.string(), z.string()).optional(),
	/** Names the log line of an unexpected error. */
	request_id: z.string().optional(),
});

export type Problem = z.infer<typeof problem>;
