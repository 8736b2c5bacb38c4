import { describe, expect, test } from 'vitest';
import type { Post } from '../../contract/posts.ts';
import * as forYouText from '../../contract/text/for-you.ts';
import { findHiddenPosts, getMuteOptions, type MuteOption } from './mute-preferences.ts';

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

const tunde = { id: 2, user_name: 'tunde', display_name: '', user_image: null };

describe('mute preferences', () => {
	test('offer the seller, the kind and, if set, the category of a post', () => {
		expect(getMuteOptions(post({ kind: 'talk', category: 'Furniture & Home Items' })).map(({ of }) => of)).toEqual([
			{ what: 'seller', user_name: 'risi' },
			{ what: 'kind', kind: 'talk' },
			{ what: 'category', category: 'Furniture & Home Items' },
		]);
		expect(getMuteOptions(post({})).map(({ label }) => label)).toEqual([
			forYouText.hideSeller('Mama Risi'),
			forYouText.hideKind.tweet,
		]);
	});

	const pickOption = (from: Post, what: string) =>
		getMuteOptions(from).find(({ of }) => of.what === what) as MuteOption;
	const newPosts = (values: (index: number) => Partial<Post>, count = 50) =>
		Array.from({ length: count }, (_, index) => post({ id: index + 1, ...values(index) }));
	const visiblePosts = (posts: Post[], muted: [number, MuteOption][]) => {
		const hidden = findHiddenPosts(posts, new Map(muted));
		return posts.filter(({ id }) => !hidden.has(id) && !muted.some(([postId]) => postId === id));
	};

	test('hide all posts of a muted seller and no others', () => {
		const posts = newPosts((index) => (index % 2 === 0 ? {} : { author: tunde }));
		const visible = visiblePosts(posts, [[5, pickOption(post({}), 'seller')]]);
		expect(visible).toEqual(posts.filter(({ author }) => author === tunde));
	});

	test('leave at most one in five later posts of a muted kind or category', () => {
		for (const what of ['kind', 'category'] as const) {
			const mutedValues = { kind: 'talk', category: 'Sportswear' } as const;
			const posts = newPosts((index) => (index % 3 === 2 ? {} : mutedValues));
			const visible = visiblePosts(posts, [[4, pickOption(post(mutedValues), what)]]);
			expect(visible.slice(0, 3)).toEqual(posts.slice(0, 3));
			const laterMatches = visible.slice(3).map(({ kind }) => kind === 'talk');
			expect(laterMatches.filter(Boolean).length).toBeGreaterThan(1);
			for (let start = 0; start < laterMatches.length; start++) {
				expect(laterMatches.slice(start, start + 5).filter(Boolean).length).toBeLessThanOrEqual(1);
			}
		}
	});

	test('apply to two categories, but not to both kinds at once', () => {
		const categories = ['Sportswear', 'Motorcycles'] as const;
		const posts = newPosts((index) => ({
			category: categories[index % 2] ?? null,
			kind: index % 2 === 0 ? 'tweet' : 'talk',
		}));
		const [first, second] = posts as [Post, Post];
		const muteBoth = (what: string): [number, MuteOption][] => [
			[1, pickOption(first, what)],
			[2, pickOption(second, what)],
		];
		expect(visiblePosts(posts, muteBoth('category'))).toHaveLength(2);
		expect(visiblePosts(posts, muteBoth('kind'))).toHaveLength(48);
	});
});
