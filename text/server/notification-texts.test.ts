import { expect, test } from 'vitest';
import * as noticesText from './notification-texts.ts';

test('headings count what is new', () => {
	expect([1, 2].map(noticesText.commentTitle)).toEqual(['New comment', '2 new comments']);
	expect([1, 2].map(noticesText.replyTitle)).toEqual(['New reply', '2 new replies']);
	expect([1, 2].map(noticesText.likeTitle)).toEqual(['New like', '2 new likes']);
	expect([1, 2].map(noticesText.followTitle)).toEqual(['New follower', '2 new followers']);
});

test('the verb agrees with the number of people, comments are counted from two on', () => {
	const two = noticesText.twoNames('Ada', 'Bola');
	expect(noticesText.like('Ada', 1, '“A lamp”')).toBe('Ada likes “A lamp”');
	expect(noticesText.like(two, 2, '“A lamp”')).toBe('Ada and Bola like “A lamp”');
	expect(noticesText.follow('Ada', 1)).toBe('Ada follows you');
	expect(noticesText.follow(noticesText.manyNames('Ada', 3), 4)).toBe('Ada and 3 others follow you');
	expect(noticesText.comment('Ada', 1, '“A lamp”')).toBe('Ada commented on “A lamp”');
	expect(noticesText.comment('Ada', 2, '“A lamp”')).toBe('Ada left 2 comments on “A lamp”');
});
