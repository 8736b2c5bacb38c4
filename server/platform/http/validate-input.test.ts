import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { DomainError } from '../domain-error.ts';
import { createInputValidator } from './validate-input.ts';

const page = z.strictObject({ limit: z.coerce.number().int().max(50).default(20), word: z.string().optional() });

/** What an endpoint with this query makes of what an address asks. */
function check(query: z.ZodObject, asked: Record<string, unknown>) {
	const endpoint = { query } as Endpoint;
	// As Fastify's parser makes them: without a prototype.
	const request = { params: {}, query: Object.setPrototypeOf({ ...asked }, null) } as FastifyRequest;
	return createInputValidator(endpoint)(request).query;
}

test('an address that asks for nothing has the defaults, and nobody can change them for the next', () => {
	const query = check(page, {}) as { limit: number };
	expect(query).toEqual({ limit: 20 });
	expect(() => Object.assign(query, { limit: 1000 })).toThrow(TypeError);
});

test('an address that asks is checked', () => {
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

test('what must be asked for is missing each time', () => {
	const needy = z.strictObject({ q: z.string() });
	for (let time = 0; time < 2; time += 1) {
		expect(() => check(needy, {})).toThrow(expect.objectContaining({ fields: { q: expect.any(String) } }));
	}
});

test.each(['constructor', 'toString', '__proto__'])('%s is an unknown name like any other', (name) => {
	let refusal: unknown;
	try {
		check(page, Object.fromEntries([[name, '1']]));
	} catch (error) {
		refusal = error;
	}
	const { fields = {} } = refusal as DomainError;
	expect(Object.getOwnPropertyNames(fields)).toEqual([name]);
});

test('a part that does not parse is refused though nothing is said about it', () => {
	const mute = z.strictObject({}).and(z.never());
	vi.spyOn(mute, 'safeParse').mockReturnValue({ success: false, error: new z.ZodError([]) } as never);
	expect(() => check(mute as never, { word: 'x' })).toThrow(expect.objectContaining({ code: 'invalid' }));
});

test('a name that cannot be stored is refused, too', () => {
	const request = { params: {}, query: {}, body: { names: { 'a\0': 'x' } } } as unknown as FastifyRequest;
	const body = z.strictObject({ names: z.record(z.string(), z.string()) });
	expect(() => createInputValidator({ body })(request)).toThrow(
		expect.objectContaining({ fields: { names: expect.any(String) } }),
	);
});
