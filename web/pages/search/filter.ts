import { adFormats } from '../../../contract/ads.ts';
import { categories } from '../../../contract/categories.ts';
import type { SearchKind } from '../../../contract/feed.ts';
import { limits } from '../../../contract/limits.ts';
import * as searchText from '../../../contract/text/search.ts';
import { parseNaira } from '../../ads/naira.ts';
import { readTextParam } from '../../data/url-params.ts';
import type { SearchFilter, Sort } from '../../feed/search-query.ts';

export const searchParamNames = ['q', 'kind', 'category', 'sort', 'format', 'place', 'min', 'max'] as const;

/** Parses a search; ignores invalid values, and ad filters if ads are not searched. Prices in the parameters are in naira. */
export function parseSearch(params: URLSearchParams): SearchFilter {
	const q = readTextParam(params, 'q', limits.search);
	const named = params.get('kind') ?? '';
	const kind = Object.hasOwn(searchText.kindNames, named) ? (named as SearchKind) : null;
	return { q, kind, ...parseAdFilter(includesAds(kind) ? params : new URLSearchParams()) };
}

export function includesAds(kind: SearchKind | null): boolean {
	return kind === null || kind === 'ads';
}

function parseAdFilter(params: URLSearchParams): Omit<SearchFilter, 'q' | 'kind'> {
	const sort = params.get('sort') ?? '';
	const [min, max] = [parsePrice(params.get('min')), parsePrice(params.get('max'))];
	const isReversed = min !== null && max !== null && min > max;
	return {
		category: categories.find((category) => category === params.get('category')) ?? null,
		format: adFormats.find((format) => format === params.get('format')) ?? null,
		place: readTextParam(params, 'place', limits.place.max),
		minPrice: isReversed ? max : min,
		maxPrice: isReversed ? min : max,
		sort: Object.hasOwn(searchText.sortNames, sort) ? (sort as Sort) : 'best',
	};
}

/** Returns the number of active filters in the panel 'Filters'. */
export function countFilters({ format, place, minPrice, maxPrice }: SearchFilter): number {
	return [format !== null, place !== '', minPrice !== null, maxPrice !== null].filter(Boolean).length;
}

/** Returns the path of the same search for another kind of result. Keeps ad filters only if ads are searched. */
export function searchKindPath(params: URLSearchParams, kind: SearchKind | null): string {
	const names = searchParamNames.filter((name) => name !== 'kind' && (name === 'q' || includesAds(kind)));
	const given = names.map((name): [string, string] => [name, params.get(name) ?? '']);
	return searchFormPath(kind === null ? given : [...given, ['kind', kind]]);
}

/** Returns the search path for the form's values. Omits empty fields and the default order. */
export function searchFormPath(fields: Iterable<[string, unknown]>): string {
	const given = [...fields].flatMap(([name, value]) =>
		typeof value !== 'string' || value.trim() === '' || (name === 'sort' && value === 'best') ? [] : [[name, value]],
	);
	return given.length > 0 ? `/search?${new URLSearchParams(given)}` : '/search';
}

function parsePrice(value: string | null): number | null {
	const kobo = parseNaira(value ?? '');
	return kobo !== null && kobo >= 0 && kobo <= limits.priceKobo.max ? kobo : null;
}
