import { describe, expect, test } from 'vitest';
import type { ForYouItem } from '../../contract/feed.ts';
import type { Post } from '../../contract/posts.ts';
import { choicesOf, goesToo, itemsOf, type LessChoice } from './for-you.ts';

function post(values: Partial<Post>): Post {
	return {
		id: 1,
		kind: 'tweet',
		text: 'Fresh pepper',
		category: null,
		images: [],
		author: { id: 1, user_name: 'risi', display_name: 'Mama Risi', user_image: null },
		created_at: '2026-01-01T00:00:00Z',
		edited_at: null,
		likes: 0,
		comments: 0,
		views: 0,
		...values,
	};
}

const item = (values: Partial<Post>): ForYouItem => ({ post: post(values), reason: 'fresh', why: 'New' });
const tunde = { id: 2, user_name: 'tunde', display_name: '', user_image: null };

describe('less of a post', () => {
	test('is less of its seller, of its kind, and of its category where it has one', () => {
		expect(choicesOf(post({ kind: 'talk', category: 'Furniture & Home Items' })).map(({ of }) => of)).toEqual([
			{ what: 'seller', user_name: 'risi' },
			{ what: 'kind', kind: 'talk' },
			{ what: 'category', category: 'Furniture & Home Items' },
		]);
		expect(choicesOf(post({})).map(({ label }) => label)).toEqual(['Nothing from Mama Risi', 'Fewer tweets']);
	});

	test('of a seller takes all of that seller along, and nobody else', () => {
		const [choice] = choicesOf(post({ id: 1 })) as [LessChoice];
		const lessened = new Map([[1, choice]]);
		expect(goesToo(post({ id: 2 }), lessened)).toBe(true);
		expect(goesToo(post({ id: 3, author: tunde }), lessened)).toBe(false);
		// The post it was asked at leaves the line that takes it back.
		expect(goesToo(post({ id: 1 }), lessened)).toBe(false);
	});

	test('of a kind leaves the others of that kind to the ranking', () => {
		const choice = choicesOf(post({})).find(({ of }) => of.what === 'kind') as LessChoice;
		expect(goesToo(post({ id: 2 }), new Map([[1, choice]]))).toBe(false);
	});
});

test('a post that stands on two pages shows once', () => {
	const pages = [{ items: [item({ id: 1 }), item({ id: 2 })] }, { items: [item({ id: 2 }), item({ id: 3 })] }];
	expect(itemsOf(pages).map(({ post }) => post.id)).toEqual([1, 2, 3]);
});
