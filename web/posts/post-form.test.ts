import { describe, expect, test } from 'vitest';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import { parseDraft } from './draft.ts';
import { countLetters, createPostTextSchema, toPostBody, validatePost } from './post-form.ts';

describe('countLetters', () => {
	test.each([
		['', 0],
		['  Fresh pepper \n', 12],
		['a\r\nb', 3],
		['ẹ̀kọ́', 'ẹ̀kọ́'.length],
		['Ƙasuwa', 6],
		['👩🏽‍🌾', 7],
		['\u202Ehidden', 6],
	])('counts %j as %i', (text, letters) => {
		expect(countLetters(text)).toBe(letters);
	});

	test('agrees with validation at the limit, also for emoji and combining marks', () => {
		const tweet = createPostTextSchema('tweet');
		for (const letter of ['a', 'ọ̀', '🧵', '👩🏽‍🌾', 'ƙ']) {
			for (let count = 1; count <= 290; count++) {
				const text = letter.repeat(count);
				const fits = countLetters(text) <= 280;
				expect(validatePost('tweet', { text, category: '' }, 0) === null).toBe(fits);
				expect(tweet.safeParse({ text }).success).toBe(fits);
			}
		}
	});
});

describe('validatePost', () => {
	test('requires text in a tweet', () => {
		expect(validatePost('tweet', { text: ' \n', category: '' }, 2)).toEqual({ text: commonText.writeSomething });
	});

	test('requires a picture, but no text, in a picture post', () => {
		expect(validatePost('picture', { text: '', category: '' }, 0)).toEqual({ pictures: validationText.onePictureOnly });
		expect(validatePost('picture', { text: '', category: '' }, 1)).toBeNull();
		expect(createPostTextSchema('picture').safeParse({ text: '' }).success).toBe(true);
	});

	test('rejects too many pictures and an unknown category', () => {
		expect(validatePost('talk', { text: 'x', category: 'Nothing' }, 5)).toEqual({
			pictures: validationText.tooManyPictures(4),
			category: validationText.categoryMissing,
		});
	});
});

test('omits an empty category from the request', () => {
	expect(toPostBody('talk', { text: 'x', category: '' }, [])).toEqual({ kind: 'talk', text: 'x', images: [] });
});

test.each([
	[null, { text: '', category: '' }],
	['{"text":"a","category":"Furniture"}', { text: 'a', category: 'Furniture' }],
	['{"text":5}', { text: '', category: '' }],
	['[', { text: '', category: '' }],
	['null', { text: '', category: '' }],
])('parses the draft %j', (stored, fields) => {
	expect(parseDraft(stored)).toEqual(fields);
});
