import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from '../contract/core/endpoint.ts';
import { endpoints } from '../contract/core/endpoints.ts';
import type { DomainError } from './core/domain-error.ts';
import { createInputValidator, setValidationMessages } from './http/validate-input.ts';

const longValues = ['x'.repeat(60_000), Array(2000).fill('x'), Array(2000).fill(1)];
const wrongValues = [
	undefined,
	null,
	true,
	'',
	[],
	'x',
	' ',
	'\u200b',
	-1,
	1.5,
	1e9,
	1e300,
	-1e300,
	[null],
	{},
	{ a: 1 },
];

/** Lists the path of each field of a schema, and of what its fields contain. '0' is an element of a list. */
function listPaths(schema: z.core.$ZodType, path: string[] = []): string[][] {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	if (def.type === 'object') {
		return [path, ...Object.entries(def.shape).flatMap(([name, field]) => listPaths(field, [...path, name]))];
	}
	if (def.type === 'array') return [path, ...listPaths(def.element, [...path, '0'])];
	if (def.type === 'union') return def.options.flatMap((option) => listPaths(option, path));
	if (def.type === 'pipe') return listPaths(def.in, path);
	return 'innerType' in def ? listPaths(def.innerType, path) : [path];
}

function buildInput([name, ...rest]: string[], value: unknown): unknown {
	if (name === undefined) return value;
	return name === '0' ? [buildInput(rest, value)] : { [name]: buildInput(rest, value) };
}

/** Sends each wrong value in each field of each endpoint. Returns the messages, with the fields that got them. */
function collectMessages(values: readonly unknown[]): Map<string, Set<string>> {
	const messages = new Map<string, Set<string>>();
	for (const endpoint of Object.values<Endpoint>(endpoints)) {
		for (const part of ['params', 'query', 'body'] as const) {
			const schema = endpoint[part];
			if (!schema) continue;
			const validate = createInputValidator({ [part]: schema });
			for (const path of listPaths(schema)) {
				for (const value of values) {
					try {
						validate({ params: {}, query: {}, [part]: buildInput(path, value) } as unknown as FastifyRequest);
					} catch (error) {
						for (const [field, message] of Object.entries((error as DomainError).fields ?? {})) {
							messages.set(message, (messages.get(message) ?? new Set()).add(`${endpoint.name} ${field}`));
						}
					}
				}
			}
		}
	}
	return messages;
}

setValidationMessages();
const zodsOwn = /Invalid (?!email address)|Too (big|small)|expected|received|Unrecognized|must match/;

test('every field of the API says what is wrong with it in a sentence of the market', () => {
	const messages = collectMessages([...wrongValues, ...longValues]);
	expect(messages.size).toBeGreaterThan(80);
	for (const [message, fields] of messages) {
		expect(message, [...fields].join(', ')).not.toMatch(zodsOwn);
		expect(message, [...fields].join(', ')).not.toContain(String(Number.MAX_SAFE_INTEGER));
	}
});

test('limits on the length of texts and lists are not worded as limits of numbers', () => {
	for (const [message, fields] of collectMessages(longValues)) {
		expect(message, [...fields].join(', ')).not.toMatch(/^Use \S+ or (less|more)$/);
	}
});
