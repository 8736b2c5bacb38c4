import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createSealedIds } from './sealed-ids.ts';

let ids: ReturnType<typeof createSealedIds>;
let id: string;

beforeEach(() => {
	ids = createSealedIds('secret', 'enrollment');
	id = ids.idOf(123_456);
});

test('is read back by who made it, and by nobody else', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 36 ** 10 - 1 }), (number) => {
			expect(ids.read(ids.idOf(number))).toBe(number);
			expect(createSealedIds('another secret', 'enrollment').read(ids.idOf(number))).toBeNull();
			expect(createSealedIds('secret', 'certificate').read(ids.idOf(number))).toBeNull();
		}),
	);
});

test('holds the number and a seal of 144 bits', () => {
	expect(id).toMatch(/^2n9c\.[\w-]{24}$/);
});

test('is nothing with one letter more, less or changed', () => {
	for (const wrong of [`x${id}`, `${id}x`, ` ${id}`, id.slice(1), id.slice(0, -1), id.replace('2', '3')]) {
		expect(ids.read(wrong)).toBeNull();
	}
});

test('is nothing where it is no id at all', () => {
	fc.assert(
		fc.property(fc.string(), (text) => {
			expect(ids.read(text)).toBeNull();
		}),
	);
	expect(ids.read('')).toBeNull();
	expect(ids.read('2n9c')).toBeNull();
	expect(ids.read(`.${id.slice(-24)}`)).toBeNull();
});
