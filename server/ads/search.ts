import type { searchSorts } from '../../contract/feed.ts';
import { limits } from '../../contract/limits.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Db, Tx } from '../platform/database/index.ts';
import {
	createStepsFilter,
	type FacetFilter,
	groupStepsByDoubling,
	type MatchClass,
	matchClasses,
	openSearchIndex,
	toLogarithmicStep,
} from '../platform/search/index.ts';
import { type AdFilter, listPlaceNames, toFacetFilters, toFacets } from './filter.ts';
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
	await adIndex.put(tx, {
		id: ad.id,
		title: ad.title,
		text: [ad.category, ...listPlaceNames(ad), ad.description].join('\n'),
		facets: toFacets(ad),
	});
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
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ ids: number[]; nextCursor: string | null }> {
	const [number = 0, newestThen, ...lastKey] = decodeCursor(cursor, 4) ?? [];
	let [upTo, after] = cursor === undefined ? [undefined, null] : [newestThen, lastKey];
	const found: { id: number; cursor: number[] }[] = [];
	for await (const step of listSteps(db, search, number, lastKey[0])) {
		while (found.length <= limit) {
			const match = { ...step, words: search.words ?? [], ...(upTo !== undefined && { upTo }) };
			const ids = await adIndex.findNewest(db, match, windowSize + 1);
			const newest = upTo ?? ids[0] ?? 0;
			const window = ids.slice(0, windowSize);
			const keys = await store.sortVisibleAdIds(db, window, search, after, limit + 1 - found.length);
			found.push(...keys.map(({ key, id }) => ({ id, cursor: [step.number, newest, key, id] })));
			after = null;
			upTo = ids[windowSize];
			if (upTo === undefined) break;
		}
		if (found.length > limit) break;
		upTo = undefined;
	}
	const pageItems = found.slice(0, limit);
	const last = found.length > limit ? pageItems.at(-1) : undefined;
	return { ids: pageItems.map(({ id }) => id), nextCursor: last ? encodeCursor(last.cursor) : null };
}

/** Yields the steps of a search in order. Starts at step `number`, and at `price` if the search is sorted by price. */
async function* listSteps(
	db: Db,
	search: AdSearch,
	number: number,
	price: number | undefined,
): AsyncGenerator<SearchStep> {
	const { sort } = search;
	const words = search.words ?? [];
	const facets = toFacetFilters(search);
	if (sort === 'best' && search.words !== null) {
		for (const [place, wanted] of matchClasses.entries()) {
			if (place >= number) yield { number: place, class: wanted, facets };
		}
		return;
	}
	const all: SearchStep = { number: 0, class: search.words === null ? 'filtered' : 'any', facets };
	const byPrice = sort === 'cheapest' || sort === 'dearest';
	const several = byPrice && (await adIndex.count(db, { ...all, words }, windowSize + 1)) > windowSize;
	if (!several) return yield all;

	const within = (filter: FacetFilter): SearchStep => ({ ...all, facets: [...facets, filter] });
	const least = Math.max(search.minPrice ?? 0, limits.priceKobo.min);
	const most = Math.min(search.maxPrice ?? limits.priceKobo.max, limits.priceKobo.max);
	const steps = groupStepsByDoubling(least, most);
	if (sort === 'dearest') steps.reverse();
	const reached = price === undefined || price === store.unpricedAdSortKeys[sort] ? null : toLogarithmicStep(price);
	const isPast = (step: number) => reached !== null && (sort === 'cheapest' ? step < reached : step > reached);
	const left = price === store.unpricedAdSortKeys[sort] ? [] : steps.filter((doubling) => !doubling.every(isPast));
	for (const doubling of left) {
		const whole = within(createStepsFilter('price', doubling));
		const matching = await adIndex.count(db, { ...whole, words }, windowSize + 1);
		const inOrder = sort === 'cheapest' ? doubling : doubling.toReversed();
		if (matching > windowSize) {
			for (const step of inOrder) if (!isPast(step)) yield within(createStepsFilter('price', [step]));
		} else if (matching > 0) yield whole;
	}
	if (search.minPrice === undefined && search.maxPrice === undefined) yield within({ name: 'price', anyOf: ['none'] });
}
