import { describe, expect, test } from 'vitest';
import type { Post } from '../../contract/posts.ts';
import * as feedText from '../../contract/text/feed.ts';
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

describe('less of a post', () => {
	test('is less of its seller, of its kind, and of its category where it has one', () => {
		expect(getMuteOptions(post({ kind: 'talk', category: 'Furniture & Home Items' })).map(({ of }) => of)).toEqual([
			{ what: 'seller', user_name: 'risi' },
			{ what: 'kind', kind: 'talk' },
			{ what: 'category', category: 'Furniture & Home Items' },
		]);
		expect(getMuteOptions(post({})).map(({ label }) => label)).toEqual([
			feedText.nothingFrom('Mama Risi'),
			feedText.fewerOf.tweet,
		]);
	});

	const asked = (at: Post, what: string) => getMuteOptions(at).find(({ of }) => of.what === what) as MuteOption;
	const row = (values: (index: number) => Partial<Post>, count = 50) =>
		Array.from({ length: count }, (_, index) => post({ id: index + 1, ...values(index) }));
	const stay = (posts: Post[], lessened: [number, MuteOption][]) => {
		const gone = findHiddenPosts(posts, new Map(lessened));
		return posts.filter(({ id }) => !gone.has(id) && !lessened.some(([at]) => at === id));
	};

	test('of a seller takes all of that seller along, and nobody else', () => {
		const posts = row((index) => (index % 2 === 0 ? {} : { author: tunde }));
		const left = stay(posts, [[5, asked(post({}), 'seller')]]);
		expect(left).toEqual(posts.filter(({ author }) => author === tunde));
	});

	test('of a kind or a category leaves at most one in any five behind it', () => {
		for (const what of ['kind', 'category'] as const) {
			const much = { kind: 'talk', category: 'Sportswear' } as const;
			const posts = row((index) => (index % 3 === 2 ? {} : much));
			const left = stay(posts, [[4, asked(post(much), what)]]);
			expect(left.slice(0, 3)).toEqual(posts.slice(0, 3));
			const behind = left.slice(3).map(({ kind }) => kind === 'talk');
			expect(behind.filter(Boolean).length).toBeGreaterThan(1);
			for (let at = 0; at < behind.length; at++) {
				expect(behind.slice(at, at + 5).filter(Boolean).length).toBeLessThanOrEqual(1);
			}
		}
	});

	test('of two categories heeds both, and of both kinds is less of nothing', () => {
		const two = ['Sportswear', 'Motorcycles'] as const;
		const posts = row((index) => ({ category: two[index % 2] ?? null, kind: index % 2 === 0 ? 'tweet' : 'talk' }));
		const [one, other] = posts as [Post, Post];
		const both = (what: string): [number, MuteOption][] => [
			[1, asked(one, what)],
			[2, asked(other, what)],
		];
		expect(stay(posts, both('category'))).toHaveLength(2);
		expect(stay(posts, both('kind'))).toHaveLength(48);
	});
});
