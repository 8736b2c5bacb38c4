import type { z } from 'zod';
import { addresses, type EndpointName } from './addresses.ts';
import type { ProblemCode } from './problem.ts';

/** Successful responses by status; `null` is a response without a body. */
export type Responses = Partial<Record<200 | 201 | 202 | 204, z.ZodType | null>>;

/** Any operation checks its input and may meet a limit, a service that does not answer, or a fault of ours. */
const commonErrors = ['invalid', 'too_many', 'internal', 'unavailable'] as const;
/** Any method but GET takes a body and writes. */
const writeErrors = ['malformed', 'too_large', 'unsupported_type', 'disk_full'] as const;
/** A second request with the same idempotency key comes while the first is in flight. */
const idempotencyErrors = ['conflict'] as const;

/** What does not follow from an endpoint's shape; `disk_full` is for a GET that writes. */
export type DeclaredError = Extract<
	ProblemCode,
	'unauthenticated' | 'forbidden' | 'not_found' | 'conflict' | 'disk_full'
>;

export interface EndpointDefinition {
	/** One sentence for the API's documentation. */
	summary: string;
	params?: z.ZodObject;
	query?: z.ZodObject;
	body?: z.ZodType;
	responses: Responses;
	/** The errors of this operation, beside those of its shape; see `getErrorCodes`. */
	errors: readonly DeclaredError[];
	/** May be repeated with the same `Idempotency-Key` header: one effect, one response. */
	idempotent?: true;
}

/** One operation of the API: implemented by the server, called by the web, used by the tests. */
export type Endpoint<
	Name extends EndpointName = EndpointName,
	P extends EndpointDefinition = EndpointDefinition,
> = P & {
	/** Its operation name: a key of `addresses`. */
	name: Name;
	address: (typeof addresses)[Name];
};

/** Declares an endpoint. Inputs are strict objects: an unknown key is an error. */
export function endpoint<Name extends EndpointName, const P extends EndpointDefinition>(
	name: Name,
	definition: P,
): Endpoint<Name, P> {
	return { name, address: addresses[name], ...definition };
}

/** Every code that an endpoint may answer with: those it declares, and those that follow from its method and `repeatable`. Each once. */
export function getErrorCodes({ address, errors, idempotent }: Endpoint): ReadonlySet<ProblemCode> {
	return new Set([
		...errors,
		...commonErrors,
		...(address.startsWith('GET ') ? [] : writeErrors),
		...(idempotent ? idempotencyErrors : []),
	]);
}

type InputOf<T> = T extends z.ZodType ? z.input<T> : never;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

type OmitNever<T> = { [K in keyof T as [T[K]] extends [never] ? never : K]: T[K] };

/** What a caller hands over. */
export type CallInput<E extends EndpointDefinition> = OmitNever<{
	params: InputOf<E['params']>;
	query: InputOf<E['query']>;
	body: InputOf<E['body']>;
}>;

/** What the server's handler receives: checked, with defaults filled in. */
export interface HandledInput<E extends EndpointDefinition> {
	params: OutputOf<E['params']>;
	query: OutputOf<E['query']>;
	body: OutputOf<E['body']>;
}

/** The body of a successful response; `undefined` where it has none. */
export type ResponseOf<E extends EndpointDefinition> = {
	[S in keyof E['responses']]: OutputOf<E['responses'][S]>;
}[keyof E['responses']];
