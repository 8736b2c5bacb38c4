// What the search page says.

import { type PluralForms, plural } from '../../contract/core/plural.ts';
import type { SearchKind, searchSorts } from '../../contract/feed/feed.ts';

export const summary = (brand: string) => `Find ads, tweets, talks and sellers on ${brand}.`;
export const resultsTitle = (words: string) => `${words}: search`;
export const kinds = 'Search in';
export const kindNames: Record<SearchKind, string> = { ads: 'Ads', posts: 'Posts', people: 'People' };
/** As they stand inside a sentence. */
export const kindWords: Record<SearchKind, string> = { ads: 'ads', posts: 'posts', people: 'people' };
export const seeAll: Record<'posts' | 'people', string> = { posts: 'All posts', people: 'All people' };
const foundForms: Record<SearchKind, PluralForms> = {
	ads: { one: '# ad', other: '# ads' },
	posts: { one: '# post', other: '# posts' },
	people: { one: '# person', other: '# people' },
};
export const found = (kind: SearchKind, count: number, more: boolean) =>
	plural(count, foundForms[kind]) + (more ? ' and more' : '');
export const everything = 'Everything';
export const end = "You've seen all results.";
export const nothingFound = 'No results';
export const nothingFoundFor = (words: string) => `No results for "${words}"`;
export const noAdsFor = (words: string) => `No ads match "${words}"`;
export const noneOfKindFor = (kind: SearchKind, words: string) => `No ${kindWords[kind]} match "${words}"`;
export const startTitle = 'What are you looking for?';
export const startHint = "A product, a place or a seller. Don't worry about small spelling mistakes.";
export const recent = 'Recent searches';
export const removeRecent = (words: string) => `Remove "${words}"`;
export const removeFilters = 'Clear filters';
export const searchEverything = 'Search everything';
export const seeTrending = 'See trending ads';
export const fewerFiltersHint = 'Try fewer filters.';
export const otherWordsHint = 'Try fewer words or a different spelling.';
export const placeholder = 'Phones, ankara, Ibadan …';
export const order = 'Sort by';
export const sortNames: Record<(typeof searchSorts)[number], string> = {
	best: 'Best match',
	newest: 'Newest',
	cheapest: 'Lowest price',
	dearest: 'Highest price',
};
