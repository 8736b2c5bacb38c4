import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageQuery } from '../../contract/page.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { DomainError } from './domain-error.ts';

const key = fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 4 });

test('a cursor of ours comes back as its key', () => {
	fc.assert(
		fc.property(key, (key) => {
			const exact = key.map((part) => (Object.is(part, -0) ? 0 : part));
			const cursor = encodeCursor(exact);
			expect(pageQuery.cursor.parse(cursor)).toBe(cursor);
			expect(decodeCursor(cursor, exact.length)).toEqual(exact);
		}),
	);
});

test('without a cursor there is no key', () => {
	expect(decodeCursor(undefined, 2)).toBeNull();
});

test('a cursor of another list is refused', () => {
	fc.assert(
		fc.property(key, (key) => {
			expect(() => decodeCursor(encodeCursor(key), key.length + 1)).toThrow(DomainError);
		}),
	);
});

test('any other text is refused, or is the very cursor of its key', () => {
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
