import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ForYouKind, forYouKinds } from '../../contract/feed/for-you.ts';
import { type ForYouCandidate, noInterests, type ReaderInterests, rankCandidates } from './ranking.ts';

const now = Date.UTC(2026, 5, 1);
const hour = 3_600_000;
const categories = ['Sportswear', 'Motorcycles', 'Real Estate', "Men's Shoes"];

const candidate = (id: number, fields: Partial<ForYouCandidate> = {}): ForYouCandidate => ({
	id,
	authorId: id,
	kind: 'tweet',
	category: null,
	createdAt: now - 48 * hour,
	likes: 0,
	comments: 0,
	views: 0,
	...fields,
});

const anyCandidates = fc
	.array(
		fc.record({
			authorId: fc.integer({ min: 1, max: 12 }),
			kind: fc.constantFrom(...forYouKinds),
			category: fc.option(fc.constantFrom(...categories)),
			createdAt: fc.integer({ min: now - 100 * 24 * hour, max: now + hour }),
			likes: fc.nat(500),
			comments: fc.nat(100),
			views: fc.nat(10_000),
		}),
		{ maxLength: 160 },
	)
	.map((items): ForYouCandidate[] => items.map((item, index) => ({ id: index + 1, ...item })));

const authors = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 5 });
const anyPreferences: fc.Arbitrary<ReaderInterests> = fc
	.record({
		followed: authors,
		sellers: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 50 }))),
		categories: fc.array(fc.tuple(fc.constantFrom(...categories), fc.integer({ min: 1, max: 50 }))),
		lessSellers: authors,
		lessKinds: fc.subarray([...forYouKinds]),
		lessCategories: fc.subarray(categories),
	})
	.map((generated) => ({
		followed: new Set(generated.followed),
		sellers: new Map(generated.sellers),
		categories: new Map(generated.categories),
		mutes: {
			sellers: new Set(generated.lessSellers),
			kinds: new Set(generated.lessKinds),
			categories: new Set(generated.lessCategories),
		},
	}));

function assertForAll(
	check: (ranked: ForYouCandidate[], candidates: ForYouCandidate[], preferences: ReaderInterests) => void,
): void {
	fc.assert(
		fc.property(anyCandidates, anyPreferences, (candidates, preferences) => {
			const byId = new Map(candidates.map((item) => [item.id, item]));
			const ranked = rankCandidates(candidates, preferences, now).map(({ id }) => byId.get(id) as ForYouCandidate);
			check(ranked, candidates, preferences);
		}),
	);
}

describe('for any history', () => {
	test('lists every post at most once', () => {
		assertForAll((ranked) => expect(new Set(ranked).size).toBe(ranked.length));
	});

	test('ranks all posts if nothing is muted', () => {
		fc.assert(
			fc.property(anyCandidates, anyPreferences, (candidates, preferences) => {
				expect(rankCandidates(candidates, { ...preferences, mutes: noInterests.mutes }, now)).toHaveLength(
					candidates.length,
				);
			}),
		);
	});

	test('omits muted sellers', () => {
		assertForAll((ranked, _, { mutes }) => {
			for (const { authorId } of ranked) expect(mutes.sellers.has(authorId)).toBe(false);
		});
	});

	test('limits each muted kind or category to a fifth, in groups of their size', () => {
		assertForAll((ranked, _, { mutes }) => {
			const has = (kind: ForYouKind) => mutes.kinds.size < forYouKinds.length && mutes.kinds.has(kind);
			const limits: [isMuted: (item: ForYouCandidate) => boolean, most: number][] = [
				...[...mutes.categories].map((name): (typeof limits)[number] => [(item) => item.category === name, 1]),
				[({ kind }) => kind === 'ad' && has('ad'), 4],
				[({ kind }) => kind === 'talk' && has('talk') && !has('tweet'), 1],
				[({ kind }) => kind === 'tweet' && has('tweet') && !has('talk'), 1],
				[({ kind }) => kind !== 'ad' && has('tweet') && has('talk'), 2],
			];
			for (const [isMuted, most] of limits) {
				for (let from = 0; from + 5 * most <= ranked.length; from++) {
					expect(ranked.slice(from, from + 5 * most).filter(isMuted).length).toBeLessThanOrEqual(most);
				}
			}
		});
	});

	test('never lists an author twice in a row while other authors are left', () => {
		assertForAll((ranked) => {
			for (let index = 1; index < ranked.length; index++) {
				if (ranked[index]?.authorId !== ranked[index - 1]?.authorId) continue;
				for (const later of ranked.slice(index)) expect(later.authorId).toBe(ranked[index]?.authorId);
			}
		});
	});

	test("doesn't depend on the order of the input", () => {
		fc.assert(
			fc.property(anyCandidates, anyPreferences, (candidates, preferences) => {
				expect(rankCandidates(candidates.toReversed(), preferences, now)).toEqual(
					rankCandidates(candidates, preferences, now),
				);
			}),
		);
	});

	test('ends at the given number of items', () => {
		fc.assert(
			fc.property(anyCandidates, anyPreferences, (candidates, preferences) => {
				const all = rankCandidates(candidates, preferences, now);
				expect(rankCandidates(candidates, preferences, now, 5)).toEqual(all.slice(0, 5));
			}),
		);
	});

	test('keeps the first post first after one more like', () => {
		fc.assert(
			fc.property(
				anyCandidates.filter((list) => list.length > 0),
				(candidates) => {
					const [first] = rankCandidates(candidates, noInterests, now);
					const liked = candidates.map((post) => (post.id === first?.id ? { ...post, likes: post.likes + 1 } : post));
					expect(rankCandidates(liked, noInterests, now)[0]?.id).toBe(first?.id);
				},
			),
		);
	});
});

describe('rank', () => {
	const order = (candidates: ForYouCandidate[], preferences: Partial<ReaderInterests> = {}) =>
		rankCandidates(candidates, { ...noInterests, ...preferences }, now).map(({ id, reason }) => [id, reason]);

	test('orders by freshness and popularity for a visitor', () => {
		const posts = [
			candidate(1, { createdAt: now - 200 * hour }),
			candidate(2, { createdAt: now - hour }),
			candidate(3, { likes: 40, comments: 6 }),
		];
		expect(order(posts)).toEqual([
			[3, 'popular'],
			[2, 'fresh'],
			[1, 'discovery'],
		]);
	});

	test('puts followed authors first, with the reason', () => {
		const posts = [candidate(1), candidate(2, { likes: 3 }), candidate(3, { createdAt: now })];
		expect(order(posts, { followed: new Set([1]) })[0]).toEqual([1, 'following']);
	});

	test('prefers sellers and categories that the reader engaged with', () => {
		const posts = [candidate(1), candidate(2, { category: 'Sportswear' }), candidate(3)];
		const preferences = { sellers: new Map([[3, 5]]), categories: new Map([['Sportswear', 4]]) };
		expect(order(posts, preferences)).toEqual([
			[3, 'seller'],
			[2, 'category'],
			[1, 'fresh'],
		]);
	});

	test("gives every sixth position to a post outside the reader's interests", () => {
		const known = Array.from({ length: 30 }, (_, index) => candidate(index + 1, { likes: 50 }));
		const unknown = Array.from({ length: 10 }, (_, index) => candidate(index + 100));
		const ranked = order([...known, ...unknown], { followed: new Set(known.map((post) => post.authorId)) });
		const discovered = ranked.slice(0, 30).flatMap(([, reason], place) => (reason === 'discovery' ? [place] : []));
		expect(discovered).toEqual([5, 11, 17, 23, 29]);
	});

	test('limits a muted kind even if little else is left', () => {
		const talks = Array.from({ length: 60 }, (_, index) => candidate(index + 1, { kind: 'talk', likes: 100 }));
		const tweets = Array.from({ length: 50 }, (_, index) => candidate(index + 100));
		const mutes = { ...noInterests.mutes, kinds: new Set(['talk'] as const) };
		const ranked = order([...talks, ...tweets], { mutes }).slice(0, 50);
		expect(ranked).toHaveLength(50);
		expect(ranked.filter(([id]) => Number(id) < 100)).toHaveLength(10);
		expect(order(talks, { mutes })).toHaveLength(1);
	});

	describe('a mix of products and posts', () => {
		const many = (kind: ForYouKind, count: number, from: number) =>
			Array.from({ length: count }, (_, index) => candidate(from + index, { kind, likes: count - index }));
		const all = [...many('ad', 60, 1), ...many('tweet', 30, 101), ...many('talk', 30, 201)];
		const types = (items: ForYouCandidate[], kinds: ForYouKind[] = []) =>
			rankCandidates(items, { ...noInterests, mutes: { ...noInterests.mutes, kinds: new Set(kinds) } }, now)
				.map(({ type }) => (type === 'ad' ? 'A' : 'p'))
				.join('');

		test('begins with eight products, then alternates two posts and four products until one of them ends', () => {
			expect(types(all)).toBe(`AAAA${'AAAApp'.repeat(14)}${'p'.repeat(32)}`);
			expect(types(all.slice(0, 62))).toBe(`AAAAAAAApp${'A'.repeat(52)}`);
		});

		test('has a fifth of products if they are muted, and a fifth of posts if tweets and talks are', () => {
			expect(types(all, ['ad'])).toBe(`${'p'.repeat(16)}AAAA`.repeat(3) + 'p'.repeat(12));
			expect(types(all, ['tweet', 'talk']).slice(0, 40)).toBe('AAAAAAAApp'.repeat(4));
			expect(types(all, ['ad', 'tweet', 'talk'])).toBe(types(all));
		});

		test('keeps its shares if one kind of post is muted', () => {
			expect(types(all, ['talk']).slice(0, 64)).toBe(`AAAA${'AAAApp'.repeat(10)}`);
			const talks = [...many('ad', 60, 1), ...many('talk', 30, 201)];
			expect(types(talks, ['talk']).slice(0, 16)).toBe('AAAAAAAApAAAAApA');
		});

		test('takes a post for a product, and a product for a post, rather than repeat a seller', () => {
			const items = [
				candidate(1, { kind: 'ad', authorId: 7 }),
				candidate(2, { kind: 'ad', authorId: 7 }),
				candidate(3, { authorId: 7 }),
				candidate(4, { authorId: 8 }),
				candidate(5, { authorId: 9 }),
			];
			const authors = new Map(items.map(({ id, authorId }) => [id, authorId]));
			expect(order(items).map(([id]) => authors.get(id as number))).toEqual([7, 9, 7, 8, 7]);
		});

		test('tells a product from a post with the same id', () => {
			expect(
				rankCandidates([candidate(1), candidate(1, { kind: 'ad', authorId: 2 })], noInterests, now).map(
					({ type, id }) => [type, id],
				),
			).toEqual([
				['ad', 1],
				['post', 1],
			]);
		});

		test('gives every sixth product and every sixth post to discovery', () => {
			const known = new Set([...many('ad', 30, 1), ...many('tweet', 30, 101)].map(({ authorId }) => authorId));
			const unknown = [...many('ad', 9, 301), ...many('tweet', 9, 401)];
			const items = [...many('ad', 30, 1), ...many('tweet', 30, 101), ...unknown];
			const ranked = rankCandidates(items, { ...noInterests, followed: known }, now).slice(0, 36);
			const discovered = ranked.flatMap(({ type, reason }, place) => (reason === 'discovery' ? [[type, place]] : []));
			expect(discovered).toEqual([
				['ad', 5],
				['ad', 13],
				['post', 21],
				['ad', 23],
				['ad', 31],
			]);
		});

		test('lets a product stay fresh for longer than a post', () => {
			const aged = { createdAt: now - 72 * hour, likes: 1 };
			const older = [candidate(1, { kind: 'ad', ...aged }), candidate(2, aged)];
			expect(order(older)).toEqual([
				[1, 'fresh'],
				[2, 'popular'],
			]);
		});
	});

	test('alternates a frequent author with the others', () => {
		const many = Array.from({ length: 4 }, (_, index) => candidate(index + 1, { authorId: 7, likes: 100 }));
		const ranked = order([...many, candidate(10), candidate(11)]).map(([id]) => id);
		expect(ranked).toEqual([4, 11, 3, 10, 2, 1]);
	});

	test('ranks 2000 posts', () => {
		const posts = Array.from({ length: 2000 }, (_, index) =>
			candidate(index + 1, { authorId: index % 90, likes: index }),
		);
		expect(rankCandidates(posts, noInterests, now)).toHaveLength(2000);
	});
});
