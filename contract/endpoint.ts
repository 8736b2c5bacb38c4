import type { z } from 'zod';
import type { Address } from './addresses.ts';

/** Success answers by status; `null` is an answer without a body. Errors are `problem` everywhere and need not be listed. */
export type Answers = Partial<Record<200 | 201 | 202 | 204, z.ZodType | null>>;

export interface EndpointParts {
	/** One sentence for the API's documentation. */
	summary: string;
	params?: z.ZodObject;
	query?: z.ZodObject;
	body?: z.ZodType;
	answers: Answers;
	/** May be repeated with the same `Idempotency-Key` header: one effect, one answer. */
	repeatable?: true;
}

/** What one call says and answers: implemented by the server, called by the web, used by the tests. */
export type Endpoint<A extends Address = Address, P extends EndpointParts = EndpointParts> = P & { address: A };

/** Declares an endpoint. Inputs are strict objects: an unknown key is an error. */
export function endpoint<A extends Address, const P extends EndpointParts>(address: A, parts: P): Endpoint<A, P> {
	return { address, ...parts };
}

type InputOf<T> = T extends z.ZodType ? z.input<T> : never;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

type Present<T> = { [K in keyof T as [T[K]] extends [never] ? never : K]: T[K] };

/** What a caller hands over. */
export type CallInput<E extends EndpointParts> = Present<{
	params: InputOf<E['params']>;
	query: InputOf<E['query']>;
	body: InputOf<E['body']>;
}>;

/** What the server's handler receives: checked, with defaults filled in. */
export interface HandledInput<E extends EndpointParts> {
	params: OutputOf<E['params']>;
	query: OutputOf<E['query']>;
	body: OutputOf<E['body']>;
}

type AnswerBody<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a successful call answers. */
export type AnswerOf<E extends EndpointParts> = {
	[S in keyof E['answers']]: AnswerBody<E['answers'][S]>;
}[keyof E['answers']];
