import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createCursorPageSchema } from '../../contract/core/page.ts';
import { createSerializer } from './serialize.ts';

const item = z.strictObject({ name: z.string() });

test('serializes a page like JSON.stringify', () => {
	const page = { items: [{ name: 'a' }, Object.freeze({ name: '"' })], next_cursor: null };
	expect(JSON.parse(createSerializer(createCursorPageSchema(item))(page))).toEqual(page);
	expect(createSerializer(z.strictObject({ items: z.array(item) }))({ items: [] })).toBe('{"items":[]}');
	expect(createSerializer(item)({ name: 'a' })).toBe('{"name":"a"}');
	expect(createSerializer(null)({ any: 1 })).toBe('{"any":1}');
});

test('rejects undeclared properties of a page, of an item and of a frozen item', () => {
	const serialize = createSerializer(createCursorPageSchema(item));
	const undeclared = { name: 'a', secret: 's' };
	const pages = [
		{ items: [], next_cursor: null, secret: 's' },
		{ items: [undeclared], next_cursor: null },
		{ items: [Object.freeze(undeclared)], next_cursor: null },
	];
	for (const page of pages) for (let round = 0; round < 2; round += 1) expect(() => serialize(page)).toThrow('secret');
});

test('checks a frozen item once, and any other item each time', () => {
	const check = vi.fn(() => true);
	const serialize = createSerializer(z.strictObject({ items: z.array(item.refine(check)) }));
	const [frozen, open] = [Object.freeze({ name: 'a' }), { name: 'b' }];
	serialize({ items: [frozen, open] });
	open.name = 'c';
	expect(serialize({ items: [frozen, open] })).toBe('{"items":[{"name":"a"},{"name":"c"}]}');
	expect(check).toHaveBeenCalledTimes(3);
});
