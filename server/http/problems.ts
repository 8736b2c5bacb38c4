import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem, ProblemCode } from '../../contract/core/problem.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { isDiskFull } from '../core/disk-full-error.ts';
import { DomainError } from '../core/domain-error.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';

/** HTTP status of each error code. No two codes share a status. */
export const statusByCode = {
	malformed: 400,
	unauthenticated: 401,
	forbidden: 403,
	not_found: 404,
	method_not_allowed: 405,
	conflict: 409,
	too_large: 413,
	unsupported_type: 415,
	invalid: 422,
	too_many: 429,
	internal: 500,
	not_implemented: 501,
	unavailable: 503,
	disk_full: 507,
} as const satisfies Record<ProblemCode, number>;

const codeByStatus = new Map<number, ProblemCode>(
	Object.entries(statusByCode).map(([code, status]) => [status, code as ProblemCode]),
);

/**
 * Codes that replace others for Cloudinary's clients, which read the message of an error only with the statuses 400, 401, 404, 420, 429 and
 * 500. The server can be busy or its disk full only for a while, so these clients shall try again.
 */
const codesForCloudinary: Partial<Record<ProblemCode, ProblemCode>> = {
	forbidden: 'unauthenticated',
	conflict: 'malformed',
	too_large: 'malformed',
	unsupported_type: 'malformed',
	invalid: 'malformed',
	unavailable: 'too_many',
	disk_full: 'too_many',
};

/** Seconds until a retry may succeed, for errors that do not tell. */
const retryAfterByCode: Partial<Record<ProblemCode, number>> = { unavailable: 5, disk_full: 60 };

const frameworkMessages: Partial<Record<ProblemCode, string>> = {
	malformed: problemsText.malformed,
	too_large: problemsText.tooLarge,
	unsupported_type: problemsText.unsupportedType,
	unavailable: problemsText.tooBusy,
	too_many: problemsText.tooManyRequests,
};

/** Converts any error to an error response. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const { problem, retryAfter } = describeError(error, request.id, request.log);
	if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
	return sendProblem(request, reply, problem);
}

/**
 * Returns the status and body of the response to any error, and the seconds until a retry may succeed. An unexpected error is logged under
 * the id of the request. Its response reveals only this id.
 */
export function describeError(
	error: unknown,
	id: string,
	log: FastifyBaseLogger,
): { status: number; problem: Problem; retryAfter: number | undefined } {
	const domainError = toDomainError(error);
	if (!domainError) {
		log.error({ request: id, err: error }, 'unexpected error');
		const problem = { code: 'internal', message: problemsText.unexpected, request_id: id } as const;
		return { status: 500, problem, retryAfter: undefined };
	}
	if (error instanceof ServiceUnavailableError) {
		log.warn({ request: id, reason: error.message }, 'a service does not respond');
	}
	const { code, message, fields } = domainError;
	const status = statusByCode[code];
	return {
		status,
		problem: { code, message, ...(fields && { fields: { ...fields } }) },
		retryAfter: domainError.retryAfter ?? retryAfterByCode[code],
	};
}

/** Sends an error body. Routes for Cloudinary's clients also send `error.message`, where these clients read the message. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
	const { cloudinaryErrors } = request.routeOptions.config;
	// Such as `CloudinaryNode/2.11.0 (Node 24.4.1)`, after the names of plugins.
	const isCloudinary = cloudinaryErrors && /\bCloudinary\w*\//.test(request.headers['user-agent'] ?? '');
	const code = (isCloudinary && codesForCloudinary[problem.code]) || problem.code;
	const body = { ...problem, code, ...(cloudinaryErrors && { error: { message: problem.message } }) };
	reply.removeHeader('etag');
	return reply
		.code(statusByCode[code])
		.header('cache-control', 'no-store')
		.type('application/json; charset=utf-8')
		.send(Buffer.from(JSON.stringify(body)));
}

function toDomainError(error: unknown): DomainError | null {
	if (error instanceof DomainError) return error;
	if (error instanceof ServiceUnavailableError) return new DomainError('unavailable', problemsText.unavailable);
	if (isDiskFull(error)) return new DomainError('disk_full', problemsText.diskFull);
	// Errors of Fastify carry a status. Their text is for engineers, so a text for users replaces it.
	const status = (error as { statusCode?: unknown } | null)?.statusCode;
	if (typeof status !== 'number' || (status >= 500 && status !== 503)) return null;
	const code = codeByStatus.get(status) ?? 'malformed';
	return new DomainError(code, frameworkMessages[code] ?? problemsText.notTaken);
}
