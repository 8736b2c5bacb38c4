import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeIssue } from '../../contract/core/describe-issue.ts';
import type { Endpoint } from '../../contract/core/endpoint.ts';
import * as problemsText from '../../text/shared/problems.ts';
import * as validationText from '../../text/shared/validation.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';

/** Sets readable error messages for all schemas that have no message of their own. */
export function setValidationMessages(): void {
	z.config({ customError: describeIssue });
}

/** Parts of a request that a client chooses. */
type RequestParts = Pick<FastifyRequest, 'params' | 'query' | 'body'>;

/** Validated parts of a request. */
export interface ValidatedInput {
	params: unknown;
	query: unknown;
	body: unknown;
}

const emptyObjectSchema = z.strictObject({});
/** Body schema of an endpoint that declares no body. Some clients send an empty object with every call. */
const emptyBodySchema = emptyObjectSchema.nullish();
const failed = Symbol('did not parse');

/**
 * Creates the input validator of an endpoint. It reports all problems at once. If the endpoint declares no query or body, the request must
 * have none. Throws `malformed` if a declared body is missing, otherwise `invalid` with a message per field.
 */
export function createInputValidator({
	params,
	query = emptyObjectSchema,
	body,
}: Pick<Endpoint, 'params' | 'query' | 'body'>): (request: RequestParts) => ValidatedInput {
	// Most requests have no query, so the default values of an empty query are parsed once and shared.
	const emptyQuery = query.safeParse({});
	const defaultQuery = emptyQuery.success ? Object.freeze(emptyQuery.data) : undefined;

	return (request) => {
		const hasBody = (request.body ?? null) !== null;
		if (body && !hasBody) throw new DomainError('malformed', problemsText.bodyMissing);
		// Problems are in a Map, because `constructor` and `toString` may be field names.
		const problems = new Map<string, string>();
		const input = {
			params: params && parse(params, request.params, problems),
			query: defaultQuery && isEmpty(request.query) ? defaultQuery : parse(query, request.query, problems),
			body: hasBody ? parse(body ?? emptyBodySchema, request.body, problems) : undefined,
		};
		// A failed parse may report no issue, so the parsed parts are checked too.
		if (problems.size > 0 || Object.values(input).includes(failed)) throw invalidInput(Object.fromEntries(problems));
		return input;
	};
}

/** Rejects a query or JSON body of a request to a route that accepts neither. */
export const rejectAnyInput = createInputValidator({});

/** Parses `value` with a schema. On failure, returns `failed` and adds a message per field to `problems`. */
function parse(schema: z.ZodType, value: unknown, problems: Map<string, string>): unknown {
	const result = schema.safeParse(value);
	if (result.success) {
		checkStorable(result.data, [], problems);
		return result.data;
	}
	for (const issue of result.error.issues) {
		if (issue.code === 'unrecognized_keys')
			for (const key of issue.keys) addProblem(problems, key, validationText.fieldUnknown);
		else addProblem(problems, issue.path.join('.') || 'body', issue.message);
	}
	return failed;
}

/** Adds the problem of a field, unless the field already has one. */
function addProblem(problems: Map<string, string>, field: string, sentence: string): void {
	if (!problems.has(field)) problems.set(field, sentence);
}

function isEmpty(fields: unknown): boolean {
	for (const _ in fields as object) return false;
	return true;
}

/** Reports text with NUL or lone surrogates, which PostgreSQL cannot store. SQLite could store it. */
function checkStorable(value: unknown, path: readonly string[], problems: Map<string, string>): void {
	if (typeof value === 'string') {
		if (isUnstorable(value)) addProblem(problems, path.join('.'), validationText.charactersNotTaken);
	} else if (typeof value === 'object' && value !== null) {
		for (const [name, part] of Object.entries(value)) {
			if (isUnstorable(name)) addProblem(problems, path.join('.') || 'body', validationText.nameCharactersNotTaken);
			checkStorable(part, [...path, name], problems);
		}
	}
}

function isUnstorable(text: string): boolean {
	return text.includes('\0') || !text.isWellFormed();
}
