import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, noPreferences, type ReaderPreferences, rank } from './ranking.ts';

const now = Date.UTC(2026, 5, 1);
const hour = 3_600_000;
const categories = ['Sportswear', 'Motorcycles', 'Real Estate', "Men's Shoes"];

const candidate = (id: number, given: Partial<Candidate> = {}): Candidate => ({
	id,
	authorId: id,
	kind: 'tweet',
	category: null,
	createdAt: now - 48 * hour,
	likes: 0,
	comments: 0,
	views: 0,
	...given,
});

const anyCandidates = fc
	.array(
		fc.record({
			authorId: fc.integer({ min: 1, max: 12 }),
			kind: fc.constantFrom('tweet' as const, 'talk' as const),
			category: fc.option(fc.constantFrom(...categories)),
			createdAt: fc.integer({ min: now - 100 * 24 * hour, max: now + hour }),
			likes: fc.nat(500),
			comments: fc.nat(100),
			views: fc.nat(10_000),
		}),
		{ maxLength: 160 },
	)
	.map((posts): Candidate[] => posts.map((post, index) => ({ id: index + 1, ...post })));

const authors = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 5 });
const anyTaste: fc.Arbitrary<ReaderPreferences> = fc
	.record({
		followed: authors,
		sellers: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 50 }))),
		categories: fc.array(fc.tuple(fc.constantFrom(...categories), fc.integer({ min: 1, max: 50 }))),
		lessSellers: authors,
		lessKinds: fc.subarray(['tweet', 'talk'] as const),
		lessCategories: fc.subarray(categories),
	})
	.map((made) => ({
		followed: new Set(made.followed),
		sellers: new Map(made.sellers),
		categories: new Map(made.categories),
		mutes: {
			sellers: new Set(made.lessSellers),
			kinds: new Set(made.lessKinds),
			categories: new Set(made.lessCategories),
		},
	}));

function holds(check: (shown: Candidate[], candidates: Candidate[], taste: ReaderPreferences) => void): void {
	fc.assert(
		fc.property(anyCandidates, anyTaste, (candidates, taste) => {
			const byId = new Map(candidates.map((one) => [one.id, one]));
			const shown = rank(candidates, taste, now).map(({ id }) => byId.get(id) as Candidate);
			check(shown, candidates, taste);
		}),
	);
}

describe('whatever the history', () => {
	test('every post stands there once at most', () => {
		holds((shown) => expect(new Set(shown).size).toBe(shown.length));
	});

	test('without anything to show less of, none is lost', () => {
		fc.assert(
			fc.property(anyCandidates, anyTaste, (candidates, taste) => {
				expect(rank(candidates, { ...taste, mutes: noPreferences.mutes }, now)).toHaveLength(candidates.length);
			}),
		);
	});

	test('nobody of whom less is wanted is shown', () => {
		holds((shown, _, { mutes }) => {
			for (const { authorId } of shown) expect(mutes.sellers.has(authorId)).toBe(false);
		});
	});

	test('of any 50 at most a fifth are of a kind or a category of which less is wanted', () => {
		holds((shown, _, { mutes }) => {
			const wanted = [
				...[...mutes.categories].map((name) => (one: Candidate) => one.category === name),
				...(mutes.kinds.size === 1 ? [(one: Candidate) => mutes.kinds.has(one.kind)] : []),
			];
			for (const is of wanted) {
				for (let from = 0; from + 5 <= shown.length; from++) {
					expect(shown.slice(from, from + 5).filter(is).length).toBeLessThanOrEqual(1);
				}
				expect(shown.slice(0, 50).filter(is).length).toBeLessThanOrEqual(10);
			}
		});
	});

	test('nobody is shown twice in a row while somebody else has something left', () => {
		holds((shown) => {
			for (let at = 1; at < shown.length; at++) {
				if (shown[at]?.authorId !== shown[at - 1]?.authorId) continue;
				for (const later of shown.slice(at)) expect(later.authorId).toBe(shown[at]?.authorId);
			}
		});
	});

	test('the same is ranked the same', () => {
		fc.assert(
			fc.property(anyCandidates, anyTaste, (candidates, taste) => {
				expect(rank(candidates.toReversed(), taste, now)).toEqual(rank(candidates, taste, now));
			}),
		);
	});

	test('one more like never puts a post further down in its first place', () => {
		fc.assert(
			fc.property(
				anyCandidates.filter((list) => list.length > 0),
				(candidates) => {
					const [first] = rank(candidates, noPreferences, now);
					const liked = candidates.map((one) => (one.id === first?.id ? { ...one, likes: one.likes + 1 } : one));
					expect(rank(liked, noPreferences, now)[0]?.id).toBe(first?.id);
				},
			),
		);
	});
});

describe('ranks', () => {
	const order = (candidates: Candidate[], taste: Partial<ReaderPreferences> = {}) =>
		rank(candidates, { ...noPreferences, ...taste }, now).map(({ id, reason }) => [id, reason]);

	test('for a visitor what is fresh and what is popular', () => {
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

	test('whom the reader follows before others, and says so', () => {
		const posts = [candidate(1), candidate(2, { likes: 3 }), candidate(3, { createdAt: now })];
		expect(order(posts, { followed: new Set([1]) })[0]).toEqual([1, 'following']);
	});

	test('what the reader engaged with: a seller, a category', () => {
		const posts = [candidate(1), candidate(2, { category: 'Sportswear' }), candidate(3)];
		const taste = { sellers: new Map([[3, 5]]), categories: new Map([['Sportswear', 4]]) };
		expect(order(posts, taste)).toEqual([
			[3, 'seller'],
			[2, 'category'],
			[1, 'fresh'],
		]);
	});

	test('a share of what the reader does not know yet', () => {
		const known = Array.from({ length: 30 }, (_, index) => candidate(index + 1, { likes: 50 }));
		const unknown = Array.from({ length: 10 }, (_, index) => candidate(index + 100));
		const ranked = order([...known, ...unknown], { followed: new Set(known.map((one) => one.authorId)) });
		const discovered = ranked.slice(0, 30).flatMap(([, reason], place) => (reason === 'discovery' ? [place] : []));
		expect(discovered).toEqual([5, 11, 17, 23, 29]);
	});

	test('less of one kind or category, also where there is hardly anything else', () => {
		const talks = Array.from({ length: 60 }, (_, index) => candidate(index + 1, { kind: 'talk', likes: 100 }));
		const tweets = Array.from({ length: 50 }, (_, index) => candidate(index + 100));
		const mutes = { ...noPreferences.mutes, kinds: new Set(['talk'] as const) };
		const shown = order([...talks, ...tweets], { mutes }).slice(0, 50);
		expect(shown).toHaveLength(50);
		expect(shown.filter(([id]) => Number(id) < 100)).toHaveLength(10);
		expect(order(talks, { mutes })).toHaveLength(1);
	});

	test('less of both kinds is less of nothing', () => {
		const posts = [candidate(1), candidate(2, { kind: 'talk' }), candidate(3)];
		expect(
			order(posts, { mutes: { ...noPreferences.mutes, kinds: new Set(['tweet', 'talk'] as const) } }),
		).toHaveLength(3);
	});

	test('a seller who posts a lot alternates with the others', () => {
		const many = Array.from({ length: 4 }, (_, index) => candidate(index + 1, { authorId: 7, likes: 100 }));
		const shown = order([...many, candidate(10), candidate(11)]).map(([id]) => id);
		expect(shown).toEqual([4, 11, 3, 10, 2, 1]);
	});

	test('two thousand posts in a few milliseconds', () => {
		const posts = Array.from({ length: 2000 }, (_, index) =>
			candidate(index + 1, { authorId: index % 90, likes: index }),
		);
		expect(rank(posts, noPreferences, now)).toHaveLength(2000);
	});
});
