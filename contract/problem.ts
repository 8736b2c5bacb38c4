import { z } from 'zod';

/** Machine-readable error codes. */
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

/** Body of every error response: a message for people, and one per invalid field. */
export const problemSchema = z.strictObject({
	code: z.enum(problemCodes),
	message: z.string(),
	fields: z.record(z.string(), z.string()).optional(),
	/** Id of the log entry of an unexpected error. */
	request_id: z.string().optional(),
});

export type Problem = z.infer<typeof problemSchema>;
