import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import * as validationText from '../../../contract/text/validation.ts';
import { DomainError, invalidInput } from '../domain-error.ts';

/** Inputs whose schema has no sentence of its own are refused in plain words too. */
export function setValidationMessages(): void {
	z.config({
		customError({ code, ...issue }) {
			if (code === 'too_big') return validationText.atMost(Number(issue.maximum));
			if (code === 'too_small') return validationText.atLeast(Number(issue.minimum));
			if (code === 'invalid_value') return validationText.notAChoice;
			if (code === 'invalid_type') return issue.input === undefined ? validationText.missing : validationText.wrongType;
			return validationText.notUnderstood;
		},
	});
}

/** What a request brings, checked. */
export interface Input {
	params: unknown;
	query: unknown;
	body: unknown;
}

const emptyObject = z.strictObject({});
/** What a body may be where none is declared: some clients send an empty object with every call. */
const emptyBody = emptyObject.nullish();
const failed = Symbol('did not parse');

/**
 * Checks requests to an endpoint: tells all that is wrong at once. A query or body that is not declared has to be empty. Throws `malformed`
 * without a body where one is declared, else `invalid` with a sentence for each field.
 */
export function createInputValidator({
	params,
	query = emptyObject,
	body,
}: Pick<Endpoint, 'params' | 'query' | 'body'>): (request: FastifyRequest) => Input {
	// Most requests ask for nothing but what their path says: what that means is found out once, and shared.
	const emptyQuery = query.safeParse({});
	const defaultQuery = emptyQuery.success ? Object.freeze(emptyQuery.data) : undefined;

	return (request) => {
		const hasBody = (request.body ?? null) !== null;
		if (body && !hasBody) throw new DomainError('malformed', problemsText.bodyMissing);
		// A map, so that `constructor` and `toString` are names like any other.
		const problems = new Map<string, string>();
		const input = {
			params: params && parse(params, request.params, problems),
			query: defaultQuery && isEmpty(request.query) ? defaultQuery : parse(query, request.query, problems),
			body: hasBody ? parse(body ?? emptyBody, request.body, problems) : undefined,
		};
		// Not by the problems alone: a handler runs only on parts that parsed.
		if (problems.size > 0 || Object.values(input).includes(failed)) throw invalidInput(Object.fromEntries(problems));
		return input;
	};
}

/** Refuses a query and a JSON body, for routes that take neither. */
export const rejectInput = createInputValidator({});

/** What the schema makes of `value`, or `failed` with a sentence for each field in `problems`. */
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

/** Of several problems with one field the first counts. */
function addProblem(problems: Map<string, string>, field: string, sentence: string): void {
	if (!problems.has(field)) problems.set(field, sentence);
}

function isEmpty(fields: unknown): boolean {
	for (const _ in fields as object) return false;
	return true;
}

/** PostgreSQL fails on NUL and lone surrogates, which SQLite takes. */
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
