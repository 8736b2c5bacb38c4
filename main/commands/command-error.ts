import type { z } from 'zod';
import type { ProblemCode } from '../../contract/problem.ts';

export interface CommandError {
	code: ProblemCode;
	message: string;
	/** A message per invalid input. */
	fields?: Readonly<Record<string, string>>;
}

/** Converts the errors of a schema. */
export function toInputError(error: z.ZodError): CommandError {
	const fields = Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.') || 'input', message]));
	return {
		code: 'invalid',
		message: Object.entries(fields)
			.map((field) => field.join(': '))
			.join('\n'),
		fields,
	};
}
