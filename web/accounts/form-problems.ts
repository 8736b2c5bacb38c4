import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../../contract/client.ts';

/** Puts what the server refused next to the fields it concerns. Answers what belongs to no field of the form, or null. */
export function showProblem<Form extends FieldValues>(
	problem: unknown,
	fields: readonly Path<Form>[],
	setError: UseFormSetError<Form>,
): string | null {
	if (!(problem instanceof ApiError)) return null;
	const said = problem.problem.fields ?? {};
	const known = fields.filter((field) => said[field] !== undefined);
	for (const [index, field] of known.entries()) {
		setError(field, { message: said[field] ?? '' }, { shouldFocus: index === 0 });
	}
	return known.length > 0 ? null : problem.message;
}
