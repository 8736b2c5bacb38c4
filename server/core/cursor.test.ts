import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paginationQueryShape } from '../../contract/core/page.ts';
import { decodeCursor, encodeCursor, readPageById, toPage } from './cursor.ts';
import { DomainError } from './domain-error.ts';

const key = fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 4 });

test('decodes an encoded cursor to its key', () => {
	fc.assert(
		fc.property(key, (key) => {
			const exact = key.map((part) => (Object.is(part, -0) ? 0 : part));
			const cursor = encodeCursor(exact);
			expect(paginationQueryShape.cursor.parse(cursor)).toBe(cursor);
			expect(decodeCursor(cursor, exact.length)).toEqual(exact);
		}),
	);
});

test('returns null without a cursor', () => {
	expect(decodeCursor(undefined, 2)).toBeNull();
});

test('rejects a cursor of a different length', () => {
	fc.assert(
		fc.property(key, (key) => {
			expect(() => decodeCursor(encodeCursor(key), key.length + 1)).toThrow(DomainError);
		}),
	);
});

test('rejects any text that is not the canonical cursor of its key', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.base64String()), fc.integer({ min: 1, max: 3 }), (text, length) => {
			try {
				expect(encodeCursor(decodeCursor(text, length) ?? [])).toBe(text);
			} catch (error) {
				expect(error).toMatchObject({ code: 'invalid', fields: { cursor: expect.any(String) } });
			}
		}),
		{ numRuns: 1000 },
	);
});

test('a page has a cursor only if another row follows', () => {
	const toKey = (id: number) => [id];
	expect(toPage([3, 2], 2, toKey)).toEqual({ rows: [3, 2], next_cursor: null });
	expect(toPage([3, 2, 1], 2, toKey)).toEqual({ rows: [3, 2], next_cursor: encodeCursor([2]) });
	expect(toPage([], 2, toKey)).toEqual({ rows: [], next_cursor: null });
});

test('reads each row on one page', async () => {
	const list = async (below: number | null, most: number) =>
		[{ id: 5 }, { id: 4 }, { id: 2 }].filter(({ id }) => below === null || id < below).slice(0, most);
	const first = await readPageById({ limit: 2 }, list);
	expect(first.rows).toEqual([{ id: 5 }, { id: 4 }]);
	expect(await readPageById({ limit: 2, cursor: first.next_cursor ?? '' }, list)).toEqual({
		rows: [{ id: 2 }],
		next_cursor: null,
	});
});
