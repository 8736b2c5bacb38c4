import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as limits from './limits.ts';
import { slugify } from './slug.ts';

test('turns a title into a readable slug', () => {
	expect(slugify("Women's Bags & Décor")).toBe('womens-bags-decor');
	expect(slugify('  iPhone 12 / 128GB!! ')).toBe('iphone-12-128gb');
	expect(slugify('ẹ̀wù àńkárá')).toBe('ewu-ankara');
	expect(slugify('🔥🔥')).toBe('ad');
	expect(slugify('')).toBe('ad');
	expect(slugify('a'.repeat(200))).toBe('a'.repeat(limits.slug));
	expect(slugify(`${'word '.repeat(11)}longer-than-that`)).toBe(Array(11).fill('word').join('-'));
});

test('turns any text into a safe, short and stable slug', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
			const slug = slugify(text);
			expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
			expect(slug.length).toBeLessThanOrEqual(limits.slug);
			expect(slugify(slug)).toBe(slug);
		}),
	);
});
