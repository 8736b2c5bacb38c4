import { z } from 'zod';

/** Machine-readable codes of API errors. */
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
	'not_implemented',
	'unavailable',
	'disk_full',
	'internal',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Body of every error response: one message for people, and one message per invalid field. */
export const problemSchema = z.strictObject({
	code: z.enum(problemCodes),
	message: z.string(),
	fields: z.record(z.string(), z.string()).optional(),
	/** Id of the log entry for an unexpected error. */
	request_id: z.string().optional(),
});

export type Problem = z.infer<typeof problemSchema>;
