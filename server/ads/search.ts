import type { AdFormat } from '../../contract/ads.ts';
import type { sorts } from '../../contract/feed.ts';
import { limits } from '../../contract/limits.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Db, Tx } from '../platform/database/index.ts';
import {
	classes,
	type FacetFilter,
	type MatchClass,
	numberFacets,
	rangeFilter,
	searchIndex,
	stepFilter,
	stepOf,
	wordsOf,
} from '../platform/search/index.ts';
import * as store from './store.ts';
import type { AdRow } from './tables.ts';

/** `trending` as the feed stands; `best` puts what has the words in its title before that. */
export type AdSort = (typeof sorts)[number] | 'trending';

export interface AdSearch {
	/** As they were understood; without any nothing is found. */
	words: readonly string[];
	category?: string | undefined;
	format?: AdFormat | undefined;
	place?: string | undefined;
	/** Kobo. */
	minPrice?: number | undefined;
	maxPrice?: number | undefined;
	sort: AdSort;
}

export const adIndex = searchIndex('ads');

/** What a search knows of an ad follows its row: only what is on show can be found. */
export async function index(tx: Tx, ad: AdRow): Promise<void> {
	if (ad.visible === 0 || ad.sold_at !== null) return adIndex.remove(tx, ad.id);
	await adIndex.put(tx, {
		id: ad.id,
		title: ad.title,
		text: [ad.category, ad.place ?? '', ad.description].join('\n'),
		facets: [
			{ name: 'category', value: ad.category },
			{ name: 'format', value: ad.format },
			...wordsOf(ad.place ?? '').map((value) => ({ name: 'place', value })),
			...(ad.price_kobo === null ? [{ name: 'price', value: 'none' }] : numberFacets('price', ad.price_kobo)),
		],
	});
}

/** So many of the newest that match are put in order at once; more than that follow after them. */
const windowSize = 2000;

interface Step {
	class: MatchClass;
	facets: readonly FacetFilter[];
}

/**
 * A page of ids. Matches are taken class by class (or price step by price step), the newest 2000 of each first, and each such
 * window is put in order by the rows: a search costs the same however many ads there are. Where more than 2000 match, the order
 * by score or time is therefore one of windows, each of which is older than the one before.
 */
export async function searchPage(
	db: Db,
	search: AdSearch,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ ids: number[]; nextCursor: string | null }> {
	const begin = decodeCursor(cursor, 4);
	const filters = filtersOf(search);
	const steps = await stepsOf(db, search, filters);
	const found: { id: number; cursor: number[] }[] = [];
	let [number, upTo, ...after] = begin ?? [0];
	if (steps.length === 1) number = 0;
	for (let step = number ?? 0; step < steps.length && found.length <= limit; step++) {
		const { class: wanted, facets } = steps[step] as Step;
		while (found.length <= limit) {
			const match = { words: search.words, class: wanted, facets, ...(upTo !== undefined && { upTo }) };
			const ids = await adIndex.newest(db, match, windowSize + 1);
			const newest = upTo ?? ids[0] ?? 0;
			const keys = await store.orderAmong(
				db,
				ids.slice(0, windowSize),
				search,
				after.length > 0 ? after : null,
				limit + 1 - found.length,
			);
			found.push(...keys.map(({ key, id }) => ({ id, cursor: [step, newest, key, id] })));
			after = [];
			upTo = ids[windowSize];
			if (upTo === undefined) break;
		}
		upTo = undefined;
	}
	const shown = found.slice(0, limit);
	const last = found.length > limit ? shown.at(-1) : undefined;
	return { ids: shown.map(({ id }) => id), nextCursor: last ? encodeCursor(last.cursor) : null };
}

/** What is asked of an ad beside its words, as far as the index knows it; prices by their steps, the rest by the row. */
function filtersOf({ category, format, place = '', minPrice, maxPrice }: AdSearch): FacetFilter[] {
	const filters: FacetFilter[] = wordsOf(place).map((word) => ({ name: 'place', anyOf: [word], prefix: true }));
	if (category !== undefined) filters.push({ name: 'category', anyOf: [category] });
	if (format !== undefined) filters.push({ name: 'format', anyOf: [format] });
	if (minPrice !== undefined || maxPrice !== undefined) {
		filters.push(rangeFilter('price', minPrice ?? 1, maxPrice ?? limits.priceKobo.max));
	}
	return filters;
}

async function stepsOf(db: Db, { words, sort, minPrice, maxPrice }: AdSearch, facets: FacetFilter[]): Promise<Step[]> {
	if (sort === 'best') return classes.map((wanted) => ({ class: wanted, facets }));
	const all: Step = { class: 'any', facets };
	if (sort === 'newest' || sort === 'trending') return [all];
	// By price: few are put in order at once, of many the cheapest (or dearest) have to be found first.
	const most = await adIndex.newest(db, { words, ...all }, windowSize + 1);
	if (most.length <= windowSize) return [all];
	const least = stepOf(minPrice ?? limits.priceKobo.min);
	const steps: FacetFilter[] = [];
	for (let step = least; step <= stepOf(maxPrice ?? limits.priceKobo.max); step++)
		steps.push(stepFilter('price', step));
	if (sort === 'dearest') steps.reverse();
	if (minPrice === undefined && maxPrice === undefined) steps.push({ name: 'price', anyOf: ['none'] });
	return steps.map((step) => ({ class: 'any', facets: [...facets, step] }));
}
