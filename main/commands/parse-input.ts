import type { z } from 'zod';
import { describeIssue } from '../../contract/core/describe-issue.ts';
import type { ProblemCode } from '../../contract/core/problem.ts';

export interface CommandError {
	code: ProblemCode;
	message: string;
	/** A message per invalid input. */
	fields?: Readonly<Record<string, string>>;
}

/** Validates the input of a command. */
export function parseInput(
	schema: z.ZodObject,
	input: Record<string, unknown>,
): { data: Record<string, unknown> } | { error: CommandError } {
	const parsed = schema.safeParse(input, {
		error: (issue) => (issue.input === undefined ? 'Missing' : describeIssue(issue)),
	});
	if (parsed.success) return { data: parsed.data };
	const fields = Object.fromEntries(
		parsed.error.issues.map(({ path, message }) => [path.join('.') || 'input', message]),
	);
	const message = Object.entries(fields)
		.map((field) => field.join(': '))
		.join('\n');
	return { error: { code: 'invalid', message, fields } };
}
