import type { ProblemCode } from '../../contract/problem.ts';
import * as validationText from '../../contract/text/validation.ts';

/** A rule says no, in words for the person who asked. Expected: never logged as an error. */
export class DomainError extends Error {
	override readonly name = 'Refusal';
	readonly code: ProblemCode;
	readonly fields: Readonly<Record<string, string>> | undefined;
	/** Seconds after which a try may succeed. */
	readonly retryAfter: number | undefined;

	constructor(
		code: ProblemCode,
		message: string,
		options: { fields?: Record<string, string>; retryAfter?: number } = {},
	) {
		super(message);
		this.code = code;
		this.fields = options.fields;
		this.retryAfter = options.retryAfter;
	}
}

/** Well-formed but not acceptable: a sentence for each field; the first one stands for all. */
export function invalidInput(fields: Record<string, string>): DomainError {
	return new DomainError('invalid', Object.values(fields)[0] ?? validationText.invalid, { fields });
}

/** Past a limit. A try may succeed after `wait` milliseconds. */
export function tooManyRequests(message: string, wait: number): DomainError {
	return new DomainError('too_many', message, { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}
