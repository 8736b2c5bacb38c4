// What the search page says.
import { brand } from '../brand.ts';
import type { SearchKind, searchSorts } from '../feed.ts';

export const summary = `Find ads, tweets, talks and sellers on ${brand.name}.`;
export const resultsTitle = (words: string) => `${words}: search`;
export const kinds = 'What to look for';
export const kindNames: Record<SearchKind, string> = { ads: 'Ads', posts: 'Posts', people: 'People' };
/** As they stand inside a sentence. */
export const kindWords: Record<SearchKind, string> = { ads: 'ads', posts: 'posts', people: 'people' };
export const seeAll: Record<'posts' | 'people', string> = { posts: 'All posts', people: 'All people' };
const singular: Record<SearchKind, string> = { ads: 'ad', posts: 'post', people: 'person' };
export const found = (kind: SearchKind, count: number, more: boolean) =>
	`${count} ${count === 1 ? singular[kind] : kindWords[kind]}${more ? ' and more' : ''}`;
export const everything = 'Everything';
export const end = 'That is everything that matches.';
export const nothingFound = 'Nothing found';
export const nothingFoundFor = (words: string) => `Nothing found for "${words}"`;
export const noAdsFor = (words: string) => `No ads like this for "${words}"`;
export const noneOfKindFor = (kind: SearchKind, words: string) => `No ${kindWords[kind]} found for "${words}"`;
export const startTitle = 'What are you looking for?';
export const startHint = 'A product, a place, a seller. A letter too many or too few does no harm.';
export const recent = 'Recent searches';
export const forget = (words: string) => `Forget "${words}"`;
export const removeFilters = 'Look without filters';
export const searchEverything = 'Look for everything';
export const seeTrending = 'See what is trending';
export const fewerFiltersHint = 'Try it with fewer filters.';
export const otherWordsHint = 'Try fewer or other words.';
export const placeholder = 'Phones, ankara, Ibadan …';
export const order = 'Order';
export const sortNames: Record<(typeof searchSorts)[number], string> = {
	best: 'Best match',
	newest: 'Newest',
	cheapest: 'Lowest price',
	dearest: 'Highest price',
};
export const filters = (set: number) => (set > 0 ? `Filters (${set})` : 'Filters');
export const minPrice = 'Lowest price in naira';
export const maxPrice = 'Highest price in naira';
export const minPricePlaceholder = 'From ₦';
export const maxPricePlaceholder = 'To ₦';
export const format = 'Pictures or video';
export const allAds = 'All ads';
export const withPictures = 'With pictures';
export const withVideo = 'With a video';
