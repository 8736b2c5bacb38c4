import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMatches } from './highlighted.tsx';

const found = (text: string, ...words: string[]) =>
	splitMatches(text, words)
		.filter((part) => part.isMatch)
		.map((part) => part.text);

test('finds words by prefix, ignoring case and accents', () => {
	expect(found('Home Décor, decorated', 'decor')).toEqual(['Décor', 'decorated']);
	expect(found("Women's dresses", 'womens', 'dress')).toEqual(["Women's", 'dresses']);
	expect(found('iPhone 13', 'phone')).toEqual([]);
	expect(splitMatches('Red shoes', ['shoes'])).toEqual([
		{ text: 'Red ', isMatch: false },
		{ text: 'shoes', isMatch: true },
	]);
});

test('keeps the text intact, and matches nothing without words', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (text, words) => {
			expect(
				splitMatches(text, words)
					.map((part) => part.text)
					.join(''),
			).toBe(text);
			expect(found(text)).toEqual([]);
		}),
	);
});
