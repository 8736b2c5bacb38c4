import { describe, expect, test } from 'vitest';
import * as commonText from '../../contract/text/common.ts';
import * as validationText from '../../contract/text/validation.ts';
import { parseDraft } from './draft.ts';
import { bodyOf, changedPost, lettersOf, problemsOf } from './post-form.ts';

describe('letters left', () => {
	test.each([
		['', 0],
		['  Fresh pepper \n', 12],
		['a\r\nb', 3],
		['ẹ̀kọ́', 'ẹ̀kọ́'.length],
		['Ƙasuwa', 6],
		['👩🏽‍🌾', 7],
		['\u202Ehidden', 6],
	])('%j has %i', (text, letters) => {
		expect(lettersOf(text)).toBe(letters);
	});

	test('what has no letters left too few is what can be sent, emoji and marks included', () => {
		const tweet = changedPost('tweet');
		for (const letter of ['a', 'ọ̀', '🧵', '👩🏽‍🌾', 'ƙ']) {
			for (let count = 1; count <= 290; count++) {
				const text = letter.repeat(count);
				const fits = lettersOf(text) <= 280;
				expect(problemsOf('tweet', { text, category: '' }, 0) === null).toBe(fits);
				expect(tweet.safeParse({ text }).success).toBe(fits);
			}
		}
	});
});

describe('what is missing', () => {
	test('of a tweet: words', () => {
		expect(problemsOf('tweet', { text: ' \n', category: '' }, 2)).toEqual({ text: commonText.writeSomething });
	});

	test('of a picture: the picture, and no words', () => {
		expect(problemsOf('picture', { text: '', category: '' }, 0)).toEqual({ pictures: validationText.onePictureOnly });
		expect(problemsOf('picture', { text: '', category: '' }, 1)).toBeNull();
		expect(changedPost('picture').safeParse({ text: '' }).success).toBe(true);
	});

	test('too many pictures, a category that is none', () => {
		expect(problemsOf('talk', { text: 'x', category: 'Nothing' }, 5)).toEqual({
			pictures: 'At most 4 pictures',
			category: validationText.categoryMissing,
		});
	});
});

test('no category is not sent', () => {
	expect(bodyOf('talk', { text: 'x', category: '' }, [])).toEqual({ kind: 'talk', text: 'x', images: [] });
});

test.each([
	[null, { text: '', category: '' }],
	['{"text":"a","category":"Furniture"}', { text: 'a', category: 'Furniture' }],
	['{"text":5}', { text: '', category: '' }],
	['[', { text: '', category: '' }],
	['null', { text: '', category: '' }],
])('a draft of %j', (stored, fields) => {
	expect(parseDraft(stored)).toEqual(fields);
});
