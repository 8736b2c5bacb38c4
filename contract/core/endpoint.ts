import type { z } from 'zod';
import { type EndpointName, endpointAddresses } from './addresses.ts';
import type { ProblemCode } from './problem.ts';

/** Schemas of an endpoint's successful responses, by status. `null` means a response without a body. */
export type ResponseSchemas = Partial<Record<200 | 201 | 202 | 204, z.ZodType | null>>;

/** Error codes that every endpoint can return: failed validation, rate limits, server faults, unavailable services. */
const commonErrors = ['invalid', 'too_many', 'internal', 'unavailable'] as const;
/** Error codes that every endpoint can return unless its method is GET, because other requests have a body and write data. */
const writeErrors = ['malformed', 'too_large', 'unsupported_type', 'disk_full'] as const;
/** Error code of idempotent endpoints: another request with the same idempotency key is in progress. */
const idempotencyErrors = ['conflict'] as const;

/** Error codes that an endpoint has to declare. Only a GET endpoint that writes declares `disk_full`. */
export type DeclaredErrorCode = Extract<
	ProblemCode,
	'unauthenticated' | 'forbidden' | 'not_found' | 'conflict' | 'disk_full'
>;

export interface EndpointDefinition {
	/** Description of the endpoint in one sentence, for the API documentation. */
	summary: string;
	params?: z.ZodObject;
	query?: z.ZodObject;
	body?: z.ZodType;
	/** Fields of the multipart form of an upload, for the API documentation. The handler parses the form itself. */
	form?: z.ZodObject;
	responses: ResponseSchemas;
	/** Error codes in addition to those that `getErrorCodes` derives. */
	errors: readonly DeclaredErrorCode[];
	/** The endpoint accepts an `Idempotency-Key` header: repeated requests have one effect and one response. */
	idempotent?: true;
}

/** API endpoint as the server, the web client and the tests use it. */
export type Endpoint<
	Name extends EndpointName = EndpointName,
	P extends EndpointDefinition = EndpointDefinition,
> = P & {
	name: Name;
};

/** Declares an endpoint. Use strict objects as inputs, so that an unknown key is an error. */
export function defineEndpoint<Name extends EndpointName, const P extends EndpointDefinition>(
	name: Name,
	definition: P,
): Endpoint<Name, P> {
	return { name, ...definition };
}

/** Returns every error code of an endpoint: the declared ones, and those derived from its method and `idempotent`. */
export function getErrorCodes({ name, errors, idempotent }: Endpoint): ReadonlySet<ProblemCode> {
	return new Set([
		...errors,
		...commonErrors,
		...(endpointAddresses[name].startsWith('GET ') ? [] : writeErrors),
		...(idempotent ? idempotencyErrors : []),
	]);
}

type InputOf<T> = T extends z.ZodType ? z.input<T> : never;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

type OmitNever<T> = { [K in keyof T as [T[K]] extends [never] ? never : K]: T[K] };

/** Input of a client call, before defaults and transforms. */
export type CallInput<E extends EndpointDefinition> = OmitNever<{
	params: InputOf<E['params']>;
	query: InputOf<E['query']>;
	body: InputOf<E['body']>;
}>;

/** Input of a server handler, validated and with defaults applied. */
export interface HandlerInput<E extends EndpointDefinition> {
	params: OutputOf<E['params']>;
	query: OutputOf<E['query']>;
	body: OutputOf<E['body']>;
}

/** Body of an endpoint's successful response; `undefined` for a response without a body. */
export type ResponseOf<E extends EndpointDefinition> = {
	[S in keyof E['responses']]: OutputOf<E['responses'][S]>;
}[keyof E['responses']];
