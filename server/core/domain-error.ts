import type { ProblemCode } from '../../contract/core/problem.ts';
import * as validationText from '../../text/shared/validation.ts';

/** Expected error with a message for the caller. The server does not log it as an error. */
export class DomainError extends Error {
	override readonly name = 'DomainError';
	readonly code: ProblemCode;
	readonly fields: Readonly<Record<string, string>> | undefined;
	/** Seconds until a retry may succeed. */
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

/** Creates a validation error with a message per field. The first message is also the overall message. */
export function invalidInput(fields: Record<string, string>): DomainError {
	return new DomainError('invalid', Object.values(fields)[0] ?? validationText.invalid, { fields });
}

/** Creates a rate limit error. `wait` is in milliseconds until a retry may succeed. */
export function tooManyRequests(message: string, wait: number): DomainError {
	return new DomainError('too_many', message, { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}
