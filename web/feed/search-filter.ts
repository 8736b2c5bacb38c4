import * as limits from '../../contract/core/limits.ts';
import type { SearchKind } from '../../contract/feed/feed.ts';
import * as searchText from '../../text/web/search.ts';
import { readTextParam } from '../data/url-params.ts';
import type { SearchInput } from '../saved-searches/queries.ts';
import { adFilterParamNames, toAdFilterParams } from './filters/params.ts';
import { parseAdFilter } from './filters/parse.ts';
import type { SearchFilter, Sort } from './search-query.ts';

export const searchParamNames = ['q', 'kind', 'sort', ...adFilterParamNames] as const;

/** Parses a search; ignores invalid values, and ad filters if ads are not searched. Prices in the parameters are in naira. */
export function parseSearch(params: URLSearchParams): SearchFilter {
	const q = readTextParam(params, 'q', limits.search);
	const named = params.get('kind') ?? '';
	const kind = Object.hasOwn(searchText.kindNames, named) ? (named as SearchKind) : null;
	const ofAds = includesAds(kind) ? params : new URLSearchParams();
	const sort = ofAds.get('sort') ?? '';
	return {
		q,
		kind,
		...parseAdFilter(ofAds),
		sort: Object.hasOwn(searchText.sortNames, sort) ? (sort as Sort) : 'best',
	};
}

export function includesAds(kind: SearchKind | null): boolean {
	return kind === null || kind === 'ads';
}

/** Returns the path of a search. */
export function toSearchPath({ q, kind, sort, ...filter }: SearchFilter): string {
	return searchFormPath(Object.entries({ q, kind, sort, ...toAdFilterParams(filter) }));
}

/** Returns the words and filters of a search, without its order. */
export function toSavedSearch({ kind, sort, ...search }: SearchFilter): SearchInput {
	return search;
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
