import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createIdSigner } from './signed-ids.ts';

let ids: ReturnType<typeof createIdSigner>;
let id: string;

beforeEach(() => {
	ids = createIdSigner('secret', 'enrollment');
	id = ids.encode(123_456);
});

test('decodes only ids of the same secret and purpose', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 36 ** 10 - 1 }), (number) => {
			expect(ids.decode(ids.encode(number))).toBe(number);
			expect(createIdSigner('another secret', 'enrollment').decode(ids.encode(number))).toBeNull();
			expect(createIdSigner('secret', 'certificate').decode(ids.encode(number))).toBeNull();
		}),
	);
});

test('contains the number and a signature of 144 bits', () => {
	expect(id).toMatch(/^2n9c\.[\w-]{24}$/);
});

test('rejects an id with one character added, removed or changed', () => {
	for (const wrong of [`x${id}`, `${id}x`, ` ${id}`, id.slice(1), id.slice(0, -1), id.replace('2', '3')]) {
		expect(ids.decode(wrong)).toBeNull();
	}
});

test('rejects any other text', () => {
	fc.assert(
		fc.property(fc.string(), (text) => {
			expect(ids.decode(text)).toBeNull();
		}),
	);
	expect(ids.decode('')).toBeNull();
	expect(ids.decode('2n9c')).toBeNull();
	expect(ids.decode(`.${id.slice(-24)}`)).toBeNull();
});
