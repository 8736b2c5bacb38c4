import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../contract/core/endpoint.ts';
import type { DomainError } from '../core/domain-error.ts';
import { createInputValidator } from './validate-input.ts';

const page = z.strictObject({ limit: z.coerce.number().int().max(50).default(20), word: z.string().optional() });

/** Validates query parameters with the schema `query`. */
function check(query: z.ZodObject, searchParams: Record<string, unknown>) {
	const endpoint = { query } as Endpoint;
	// Fastify's query parser returns objects without a prototype.
	const request = { params: {}, query: Object.setPrototypeOf({ ...searchParams }, null) } as FastifyRequest;
	return createInputValidator(endpoint)(request).query;
}

test('returns frozen defaults for an empty query', () => {
	const query = check(page, {}) as { limit: number };
	expect(query).toEqual({ limit: 20 });
	expect(() => Object.assign(query, { limit: 1000 })).toThrow(TypeError);
});

test('validates a query', () => {
	expect(check(page, { limit: '5' })).toEqual({ limit: 5 });
	expect(() => check(page, { limit: '51' })).toThrow(
		expect.objectContaining({ fields: { limit: expect.any(String) } }),
	);
	expect(() => check(page, { offset: '' })).toThrow(
		expect.objectContaining({ fields: { offset: expect.any(String) } }),
	);
	expect(() => check(page, { word: 'a\0b' })).toThrow(
		expect.objectContaining({ fields: { word: expect.any(String) } }),
	);
});

test('rejects a missing required parameter each time', () => {
	const required = z.strictObject({ q: z.string() });
	for (let time = 0; time < 2; time += 1) {
		expect(() => check(required, {})).toThrow(expect.objectContaining({ fields: { q: expect.any(String) } }));
	}
});

test.each(['constructor', 'toString', '__proto__'])('rejects %s as an unknown name', (name) => {
	let thrown: unknown;
	try {
		check(page, Object.fromEntries([[name, '1']]));
	} catch (error) {
		thrown = error;
	}
	const { fields = {} } = thrown as DomainError;
	expect(Object.getOwnPropertyNames(fields)).toEqual([name]);
});

test('rejects a part that fails to parse without an issue', () => {
	const silentSchema = z.strictObject({}).and(z.never());
	vi.spyOn(silentSchema, 'safeParse').mockReturnValue({ success: false, error: new z.ZodError([]) } as never);
	expect(() => check(silentSchema as never, { word: 'x' })).toThrow(expect.objectContaining({ code: 'invalid' }));
});

test('rejects a name that cannot be stored', () => {
	const request = { params: {}, query: {}, body: { names: { 'a\0': 'x' } } } as unknown as FastifyRequest;
	const body = z.strictObject({ names: z.record(z.string(), z.string()) });
	expect(() => createInputValidator({ body })(request)).toThrow(
		expect.objectContaining({ fields: { names: expect.any(String) } }),
	);
});
