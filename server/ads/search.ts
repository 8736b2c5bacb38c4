import * as limits from '../../contract/core/limits.ts';
import type { searchSorts } from '../../contract/feed/feed.ts';
import { decodeCursor, type PageQuery, toPage } from '../core/cursor.ts';
import type { Db, Tx } from '../database/index.ts';
import {
	createDocumentMatcher,
	createStepsFilter,
	type FacetFilter,
	groupStepsByDoubling,
	listSearchKeys,
	type MatchClass,
	matchClasses,
	openSearchIndex,
	type ResolvedSearch,
	type SearchDocument,
	toLogarithmicStep,
} from '../search/index.ts';
import { type AdFilter, listPlaceNames, noPrice, toFacetFilters, toFacets } from './filter.ts';
import * as store from './store.ts';
import type { AdRow } from './tables.ts';

/** Order of found ads. `trending`: by trending score. `best`: by match class (how well the words match), then by trending score. */
export type AdSort = (typeof searchSorts)[number] | 'trending';

export interface AdSearch extends AdFilter {
	/** Words of the search query. Null for a list that only the filters select; no words find nothing. */
	words: readonly string[] | null;
	sort: AdSort;
}

export const adIndex = openSearchIndex('ads');

/** Updates the search index entry of an ad. Only visible, unsold ads are in the index. */
export async function indexAd(tx: Tx, ad: AdRow): Promise<void> {
	if (ad.visible === 0 || ad.sold_at !== null) return adIndex.remove(tx, ad.id);
	await adIndex.put(tx, toDocument(ad));
}

function toDocument(ad: AdRow): SearchDocument {
	return {
		id: ad.id,
		title: ad.title,
		text: [ad.category, ...listPlaceNames(ad), ad.description].join('\n'),
		facets: toFacets(ad),
	};
}

/** Words and filters of a search that is stored to be compared with new ads. Without words, the filters alone decide. */
export interface StoredAdSearch {
	words: readonly string[];
	filter: AdFilter;
}

/** Key of searches that every ad may match, such as a price alone. */
const keyOfAll = '*';

export interface AdMatcher {
	/** Keys under which the searches that may match the ad are stored. */
	keys: readonly string[];
	/** Returns whether a search finds the ad. Words are compared as typed: spelling is not corrected. */
	matches(search: StoredAdSearch): boolean;
}

/** Compares an ad with stored searches by the rules of the search index, and by the exact price. */
export function createAdMatcher(ad: AdRow): AdMatcher {
	const { keys, matches } = createDocumentMatcher(toDocument(ad));
	return {
		keys: [keyOfAll, ...keys],
		matches: ({ words, filter }) =>
			matches({ words, facets: toFacetFilters(filter) }) && isPriceWithin(ad.price_kobo, filter),
	};
}

function isPriceWithin(price: number | null, { minPrice, maxPrice }: AdFilter): boolean {
	if (minPrice === undefined && maxPrice === undefined) return true;
	return price !== null && price >= (minPrice ?? 0) && price <= (maxPrice ?? limits.priceKobo.max);
}

/** Number of ads beyond which a key counts as frequent. */
const maxKeyCount = 1000;

/** Chooses the key under which to store a search: the word or filter that the fewest ads have today. */
export async function chooseSearchKey(db: Db, { words, filter }: StoredAdSearch): Promise<string> {
	let best = { key: keyOfAll, ads: Number.POSITIVE_INFINITY };
	for (const { key, part } of listSearchKeys({ words, facets: toFacetFilters(filter) })) {
		const match = { ...part, class: part.words.length > 0 ? 'any' : 'filtered' } as const;
		const ads = await adIndex.count(db, match, maxKeyCount);
		if (ads < best.ads) best = { key, ads };
	}
	return best.key;
}

/** Number of newest matches that are loaded and sorted at a time. */
const windowSize = 1000;

interface SearchStep {
	/** Position of the step among the steps of the search; part of the cursor. */
	number: number;
	class: MatchClass;
	facets: readonly FacetFilter[];
}

/**
 * Finds a page of ad ids. A search runs in steps: one per match class, or one per price range. Each step loads windows of its 1000 newest
 * matches and sorts each window by the requested order. The cost therefore does not depend on the number of ads. If a step has more than
 * 1000 matches, the order holds only within a window.
 */
export async function searchAdIds(
	db: Db,
	search: AdSearch,
	{ limit, cursor }: PageQuery,
): Promise<{ ids: number[]; next_cursor: string | null }> {
	const [number = 0, newestThen, ...lastKey] = decodeCursor(cursor, 4) ?? [];
	let [upTo, after] = cursor === undefined ? [undefined, null] : [newestThen, lastKey];
	const found: { id: number; key: number[] }[] = [];
	const resolved = await adIndex.resolve(db, search.words ?? []);
	for await (const step of listSteps(resolved, search, number, lastKey[0])) {
		while (found.length <= limit) {
			const matches = resolved.selectNewest({ ...step, ...(upTo !== undefined && { upTo }) }, windowSize + 1);
			const wanted = limit + 1 - found.length;
			const { ads, newest, next } = await store.sortNewestFound(db, matches, windowSize, search, after, wanted);
			found.push(...ads.map(({ key, id }) => ({ id, key: [step.number, upTo ?? newest ?? 0, key, id] })));
			after = null;
			upTo = next ?? undefined;
			if (upTo === undefined) break;
		}
		if (found.length > limit) break;
		upTo = undefined;
	}
	const { rows, next_cursor } = toPage(found, limit, ({ key }) => key);
	return { ids: rows.map(({ id }) => id), next_cursor };
}

/** Yields the steps of a search in order. Starts at step `number`, and at `price` if the search is sorted by price. */
async function* listSteps(
	resolved: ResolvedSearch,
	search: AdSearch,
	number: number,
	price: number | undefined,
): AsyncGenerator<SearchStep> {
	const { sort } = search;
	const facets = toFacetFilters(search);
	if (sort === 'best' && search.words !== null) {
		for (const [place, wanted] of matchClasses.entries()) {
			if (place >= number) yield { number: place, class: wanted, facets };
			// Several words often have no match beside the best ones. To find that out costs half as much as to search the other classes.
			if (place === 0 && number === 0 && (await resolved.count({ class: 'inexact', facets }, 1)) === 0) return;
		}
		return;
	}
	const all: SearchStep = { number: 0, class: search.words === null ? 'filtered' : 'any', facets };
	const byPrice = sort === 'cheapest' || sort === 'dearest';
	const several = byPrice && (await resolved.count(all, windowSize + 1)) > windowSize;
	if (!several) return yield all;

	const within = (filter: FacetFilter): SearchStep => ({ ...all, facets: [...facets, filter] });
	const least = Math.max(search.minPrice ?? 0, limits.priceKobo.min);
	const most = Math.min(search.maxPrice ?? limits.priceKobo.max, limits.priceKobo.max);
	const steps = groupStepsByDoubling(least, most);
	if (sort === 'dearest') steps.reverse();
	const reached = price === undefined || price === store.unpricedAdSortKeys[sort] ? null : toLogarithmicStep(price);
	const isPast = (step: number) => reached !== null && (sort === 'cheapest' ? step < reached : step > reached);
	let left = price === store.unpricedAdSortKeys[sort] ? [] : steps.filter((doubling) => !doubling.every(isPast));
	while (left.length > 0) {
		const ranges = left.map((doubling) => within(createStepsFilter('price', doubling)));
		const first = await resolved.findFirst(ranges, windowSize + 1);
		if (!first) break;
		const [doubling = []] = left.slice(first.position);
		const inOrder = sort === 'cheapest' ? doubling : doubling.toReversed();
		if (first.found > windowSize) {
			for (const step of inOrder) if (!isPast(step)) yield within(createStepsFilter('price', [step]));
		} else yield within(createStepsFilter('price', doubling));
		left = left.slice(first.position + 1);
	}
	if (search.minPrice === undefined && search.maxPrice === undefined) yield within({ name: 'price', anyOf: [noPrice] });
}
