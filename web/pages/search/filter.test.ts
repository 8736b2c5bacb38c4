import fc from 'fast-check';
import { expect, test } from 'vitest';
import { search } from '../../../contract/feed.ts';
import { countFilters, parseSearch, searchFormPath, searchKindPath } from './filter.ts';

const read = (address: string) => parseSearch(new URL(address, 'http://localhost').searchParams);
const nothing = {
	q: '',
	kind: null,
	category: null,
	format: null,
	place: '',
	minPrice: null,
	maxPrice: null,
	sort: 'best',
};

test('parses every parameter of an address', () => {
	expect(
		read('/search?q=+shoes+&category=Entertainment&format=video&place=Ikeja&min=5k&max=70,000&sort=cheapest'),
	).toEqual({
		q: 'shoes',
		kind: null,
		category: 'Entertainment',
		format: 'video',
		place: 'Ikeja',
		minPrice: 500_000,
		maxPrice: 7_000_000,
		sort: 'cheapest',
	});
});

test('ignores invalid values', () => {
	expect(read('/search?kind=toString&category=Cars&format=pdf&min=much&max=-1&sort=toString')).toEqual(nothing);
	expect(read('/search?max=99999999999999')).toEqual(nothing);
});

test('ignores ad filters in searches for posts and people', () => {
	const narrowed = 'q=shoes&category=Entertainment&format=video&place=Ikeja&min=5k&max=70k&sort=cheapest';
	for (const kind of ['posts', 'people'] as const) {
		expect(read(`/search?${narrowed}&kind=${kind}`)).toEqual({ ...nothing, q: 'shoes', kind });
		expect(searchKindPath(new URLSearchParams(`${narrowed}&kind=ads`), kind)).toBe(`/search?q=shoes&kind=${kind}`);
	}
	expect(read(`/search?${narrowed}&kind=ads`)).toEqual({ ...read(`/search?${narrowed}`), kind: 'ads' });
	expect(searchKindPath(new URLSearchParams('q=shoes&place=Ikeja'), 'ads')).toBe(
		'/search?q=shoes&place=Ikeja&kind=ads',
	);
	expect(searchKindPath(new URLSearchParams('q=shoes&place=Ikeja&kind=ads'), null)).toBe('/search?q=shoes&place=Ikeja');
	expect(searchKindPath(new URLSearchParams(), null)).toBe('/search');
});

test('swaps a minimum price above the maximum', () => {
	expect(read('/search?min=900&max=100')).toMatchObject({ minPrice: 10_000, maxPrice: 90_000 });
});

test('sends the server a valid query for any address', () => {
	const names = fc.constantFrom('q', 'kind', 'category', 'format', 'place', 'min', 'max', 'sort', 'page');
	const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 130 }), fc.integer().map(String));
	fc.assert(
		fc.property(fc.array(fc.tuple(names, value)), (fields) => {
			const filter = parseSearch(new URLSearchParams(fields));
			const { q, kind, sort, category, format, place, minPrice, maxPrice } = filter;
			const parsed = search.query.safeParse({
				q: q || 'anything',
				sort,
				place,
				...(kind && { kind }),
				...(category && { category }),
				...(format && { format }),
				...(minPrice !== null && { min_price: minPrice }),
				...(maxPrice !== null && { max_price: maxPrice }),
			});
			expect(parsed.success).toBe(true);
			expect(countFilters(filter)).toBeLessThanOrEqual(4);
		}),
	);
});

test('round-trips the form through the address', () => {
	const word = fc.string({ maxLength: 40 }).map((text) => text.trim());
	fc.assert(
		fc.property(word, word, fc.integer({ min: 0, max: 1_000_000 }), (q, place, naira) => {
			const filter = read(searchFormPath(Object.entries({ q, place, min: String(naira), max: '', sort: 'best' })));
			expect(filter).toEqual({ ...nothing, q, place, minPrice: naira * 100 });
		}),
	);
	expect(
		searchFormPath([
			['q', 'best'],
			['sort', 'best'],
		]),
	).toBe('/search?q=best');
	expect(searchFormPath([['q', ' ']])).toBe('/search');
});
