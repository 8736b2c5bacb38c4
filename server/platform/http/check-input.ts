import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid, Refusal } from '../refusal.ts';
import type { Route } from './route.ts';

/** Inputs whose schema has no sentence of its own are refused in plain words too. */
export function sayWhatIsWrong(): void {
	z.config({
		customError({ code, ...issue }) {
			if (code === 'too_big') return `At most ${issue.maximum}`;
			if (code === 'too_small') return `At least ${issue.minimum}`;
			if (code === 'invalid_value') return 'This is not one of the choices';
			if (code === 'invalid_type')
				return issue.input === undefined ? 'This is missing' : 'This is not of the right kind';
			return 'This is not understood';
		},
	});
}

/** What a request brings, checked. */
export interface Input {
	params: unknown;
	query: unknown;
	body: unknown;
}

/** Checks requests to an endpoint: tells all that is wrong at once. Throws `malformed` without a body, else `invalid` with a sentence for each field. */
export function inputCheckOf({ params, query, body }: Route['endpoint']): (request: FastifyRequest) => Input {
	// Most requests ask for nothing but what their path says: what that means is found out once, and shared.
	const unasked = query?.safeParse({});
	const nothingAsked = unasked?.success ? Object.freeze(unasked.data) : undefined;

	return (request) => {
		if (body && (request.body ?? null) === null) throw new Refusal('malformed', 'This request needs a body.');
		const fields: Record<string, string> = {};
		const input = {
			params: parse(params, request.params, fields),
			query: nothingAsked && isEmpty(request.query) ? nothingAsked : parse(query, request.query, fields),
			body: parse(body, request.body, fields),
		};
		if (!isEmpty(fields)) throw invalid(fields);
		return input;
	};
}

function parse(schema: z.ZodType | undefined, value: unknown, fields: Record<string, string>): unknown {
	if (!schema) return undefined;
	const result = schema.safeParse(value);
	if (result.success) {
		refuseUnstorable(result.data, [], fields);
		return result.data;
	}
	for (const issue of result.error.issues) {
		if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] ??= 'This is not known here';
		else fields[issue.path.join('.') || 'body'] ??= issue.message;
	}
	return undefined;
}

function isEmpty(fields: unknown): boolean {
	for (const _ in fields as object) return false;
	return true;
}

/** PostgreSQL fails on NUL and lone surrogates, which SQLite takes. */
function refuseUnstorable(value: unknown, path: readonly string[], fields: Record<string, string>): void {
	if (typeof value === 'string') {
		if (value.includes('\0') || !value.isWellFormed())
			fields[path.join('.')] = 'This has characters that are not taken';
	} else if (typeof value === 'object' && value !== null) {
		for (const [name, part] of Object.entries(value)) refuseUnstorable(part, [...path, name], fields);
	}
}
