import fc from 'fast-check';
import { expect, test } from 'vitest';
import { search } from '../../contract/feed/feed.ts';
import { countAdFilters } from './filters/params.ts';
import { parseSearch, searchFormPath, searchKindPath, searchParamNames, toSearchPath } from './search-filter.ts';

const read = (address: string) => parseSearch(new URL(address, 'http://localhost').searchParams);
const nothing = { q: '', kind: null, sort: 'best' };

test('parses every parameter of an address', () => {
	const fields = 'condition=foreign_used&negotiable=true&delivery=nationwide&state=Lagos&lga=Ikeja&place=Allen';
	const others = 'category=Entertainment&format=video&min=5k&max=70,000&sort=cheapest';
	expect(read(`/search?q=+shoes+&${fields}&${others}`)).toEqual({
		q: 'shoes',
		kind: null,
		category: 'Entertainment',
		format: 'video',
		condition: 'foreign_used',
		negotiable: 'true',
		delivery: 'nationwide',
		state: 'Lagos',
		lga: 'Ikeja',
		place: 'Allen',
		min_price: 500_000,
		max_price: 7_000_000,
		sort: 'cheapest',
	});
});

test('ignores invalid values', () => {
	expect(read('/search?kind=toString&category=Cars&format=pdf&min=much&max=-1&sort=toString')).toEqual(nothing);
	expect(read('/search?max=99999999999999')).toEqual(nothing);
	expect(read('/search?condition=old&negotiable=yes&delivery=drone&state=toString&lga=Ikeja')).toEqual(nothing);
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

test('ignores a price that may be two', () => {
	const { min_price, max_price } = read('/search?min=1.500&max=1500,50');
	expect([min_price, max_price]).toEqual([undefined, 150_050]);
});

test('swaps a minimum price above the maximum', () => {
	expect(read('/search?min=900&max=100')).toMatchObject({ min_price: 10_000, max_price: 90_000 });
});

test('sends the server a valid query for any address', () => {
	const names = fc.constantFrom(...searchParamNames, 'page');
	const value = fc.oneof(
		fc.constantFrom('new', 'true', 'pickup', 'Lagos', 'Ikeja', 'image', 'Motorcycles', '5k'),
		fc.string({ unit: 'binary', maxLength: 130 }),
		fc.integer().map(String),
	);
	fc.assert(
		fc.property(fc.array(fc.tuple(names, value)), (fields) => {
			const filter = parseSearch(new URLSearchParams(fields));
			const { q, kind, sort, ...filters } = filter;
			const parsed = search.query.safeParse({
				q: q || 'anything',
				sort,
				...(kind && { kind }),
				...filters,
			});
			expect(parsed.success).toBe(true);
			expect(countAdFilters(filter)).toBeLessThanOrEqual(9);
			expect(read(toSearchPath(filter))).toEqual(filter);
		}),
	);
});

test('round-trips the form through the address', () => {
	const word = fc.string({ maxLength: 40 }).map((text) => text.trim());
	fc.assert(
		fc.property(word, word, fc.integer({ min: 1, max: 1_000_000 }), (q, place, naira) => {
			const filter = read(searchFormPath(Object.entries({ q, place, min: String(naira), max: '', sort: 'best' })));
			expect(filter).toEqual({ ...nothing, q, ...(place && { place }), min_price: naira * 100 });
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
