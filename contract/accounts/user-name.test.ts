import fc from 'fast-check';
import { expect, test } from 'vitest';
import { userNameSchema } from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import { toUserName } from './user-name.ts';

test.each([
	['Bisi Fabrics', 'bisi_fabrics'],
	['  Mama Nkechi & Sons!  ', 'mama_nkechi_sons'],
	['Iya Ọlọ́ṣà', 'iya_olosa'],
	['Ɗan Ɓaure Ƙwarai Ƴan', 'dan_baure_kwarai_yan'],
	['Ǝmmǝ Straße', 'emme_strasse'],
	["Bisi's Fabrics", 'bisis_fabrics'],
	['Ayo’s ⅓ off', 'ayos_1_3_off'],
	['Al', 'al_shop'],
	['王', null],
	['متجر', null],
	['🛍️ !!', null],
	['', null],
])('turns %s into %s', (name, expected) => {
	expect(toUserName(name)).toBe(expected);
});

test('cuts a long name after a word, and a long word at the limit', () => {
	expect(toUserName('Bisi Fabrics and Wedding Textiles')).toBe('bisi_fabrics_and_wedding');
	expect(toUserName('a'.repeat(29).concat(' b'))).toBe('a'.repeat(29));
	expect(toUserName('n'.repeat(60))).toBe('n'.repeat(limits.userName.max));
});

test('returns a valid user name for every name', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
			const userName = toUserName(name);
			expect(userName === null || userNameSchema.parse(userName) === userName).toBe(true);
		}),
	);
});
