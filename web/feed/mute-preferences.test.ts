import { describe, expect, test } from 'vitest';
import * as forYouText from '../../text/web/for-you.ts';
import { makeAdCard } from '../testing/ads.ts';
import { makePerson, makePost } from '../testing/posts.ts';
import {
	findHiddenItems,
	getMuteOptions,
	type MuteOption,
	type MuteSubject,
	toMuteSubject,
} from './mute-preferences.ts';

const risi = makePerson(1, 'risi');
const tunde = makePerson(2, 'tunde');

function item(values: Partial<MuteSubject>): MuteSubject {
	return { key: 'post 1', kind: 'tweet', category: null, seller: risi, ...values };
}

describe('mute preferences', () => {
	test('offer the seller, the kind and, if set, the category of a post', () => {
		const talk = makePost(4, { kind: 'talk', category: 'Furniture & Home Items', author: risi });
		const subject = toMuteSubject({ type: 'post', post: talk, reason: 'fresh', why: '' });
		expect(subject).toMatchObject({ key: 'post 4' });
		expect(getMuteOptions(subject).map(({ of }) => of)).toEqual([
			{ what: 'seller', user_name: 'risi' },
			{ what: 'kind', kind: 'talk' },
			{ what: 'category', category: 'Furniture & Home Items' },
		]);
		expect(getMuteOptions(item({ seller: { ...risi, display_name: 'Mama Risi' } })).map(({ label }) => label)).toEqual([
			forYouText.hideSeller('Mama Risi'),
			forYouText.hideKind.tweet,
		]);
	});

	test('offer the seller, products and the category of a product', () => {
		const ad = makeAdCard(4, { category: 'Sportswear', seller: tunde });
		const subject = toMuteSubject({ type: 'ad', ad, reason: 'fresh', why: '' });
		expect(subject).toMatchObject({ key: 'ad 4' });
		expect(getMuteOptions(subject).map(({ label }) => label)).toEqual([
			forYouText.hideSeller('tunde'),
			forYouText.hideKind.ad,
			forYouText.hideCategory('Sportswear'),
		]);
	});

	const pickOption = (from: MuteSubject, what: string) =>
		getMuteOptions(from).find(({ of }) => of.what === what) as MuteOption;
	const newItems = (values: (index: number) => Partial<MuteSubject>, count = 50) =>
		Array.from({ length: count }, (_, index) => item({ key: `post ${index + 1}`, ...values(index) }));
	const visibleItems = (items: MuteSubject[], muted: [string, MuteOption][]) => {
		const hidden = findHiddenItems(items, new Map(muted));
		return items.filter(({ key }) => !hidden.has(key) && !muted.some(([of]) => of === key));
	};

	test('hide everything of a muted seller and nothing else', () => {
		const items = newItems((index) => ({
			seller: index % 2 === 0 ? risi : tunde,
			kind: index % 3 === 0 ? 'ad' : 'tweet',
		}));
		const visible = visibleItems(items, [['post 5', pickOption(item({}), 'seller')]]);
		expect(visible).toEqual(items.filter(({ seller }) => seller === tunde));
	});

	test('leave at most one in five later items of a muted kind of post or category', () => {
		for (const what of ['kind', 'category'] as const) {
			const mutedValues = { kind: 'talk', category: 'Sportswear' } as const;
			const items = newItems((index) => (index % 3 === 2 ? {} : mutedValues));
			const visible = visibleItems(items, [['post 4', pickOption(item(mutedValues), what)]]);
			expect(visible.slice(0, 3)).toEqual(items.slice(0, 3));
			const laterMatches = visible.slice(3).map(({ kind }) => kind === 'talk');
			expect(laterMatches.filter(Boolean).length).toBeGreaterThan(1);
			for (let start = 0; start < laterMatches.length; start++) {
				expect(laterMatches.slice(start, start + 5).filter(Boolean).length).toBeLessThanOrEqual(1);
			}
		}
	});

	test('leave at most one in five later products in a muted category, among posts', () => {
		const items = newItems((index) => ({ kind: index % 2 === 0 ? 'ad' : 'tweet', category: 'Sportswear' }));
		const muted = pickOption(item({ kind: 'ad', category: 'Sportswear' }), 'category');
		expect(visibleItems(items, [['post 1', muted]])).toHaveLength(1);
	});

	test('leave four in twenty later items of muted products', () => {
		const items = newItems((index) => ({ kind: index % 6 < 4 ? 'ad' : 'tweet' }), 90);
		const visible = visibleItems(items, [['post 1', pickOption(item({ kind: 'ad' }), 'kind')]]);
		const pattern = visible.map(({ kind }) => (kind === 'ad' ? 'A' : 'p')).join('');
		expect(pattern).toBe(`AAAppA${'p'.repeat(14)}AAAppA${'p'.repeat(12)}`);
	});

	test('apply to two categories, and to tweets and talks together, but not to all kinds at once', () => {
		const categories = ['Sportswear', 'Motorcycles'] as const;
		const kinds = ['tweet', 'talk', 'ad'] as const;
		const items = newItems((index) => ({ category: categories[index % 2] ?? null, kind: kinds[index % 3] ?? 'ad' }));
		const mute = (what: string, count: number) =>
			items.slice(0, count).map((one): [string, MuteOption] => [one.key, pickOption(one, what)]);
		expect(visibleItems(items, mute('category', 2))).toHaveLength(2);
		const posts = items.filter(({ kind }) => kind !== 'ad');
		expect(visibleItems(posts, mute('kind', 2))).toHaveLength(2);
		expect(visibleItems(items, mute('kind', 3))).toHaveLength(47);
	});
});
