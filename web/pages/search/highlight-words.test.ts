import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMatches } from './highlight-words.tsx';

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

test('finds a single letter as a whole word only', () => {
	expect(found('I phone in a box', 'i', 'phone')).toEqual(['I', 'phone']);
});

test('folds letters, digits and apostrophes as searches do', () => {
	expect(found('Ǝdo cloth, Ƙarfe, Ɔfɛ', 'edo', 'karfe', 'ofe')).toEqual(['Ǝdo', 'Ƙarfe', 'Ɔfɛ']);
	expect(found('Sam\u200Bsung Ｓａｍｓｕｎｇ', 'samsung')).toEqual(['Sam\u200Bsung', 'Ｓａｍｓｕｎｇ']);
	expect(found('Womenʼs, Women´s, ɗan`uwa, ١٢', 'womens', 'danuwa', '12')).toEqual([
		'Womenʼs',
		'Women´s',
		'ɗan`uwa',
		'١٢',
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
