import { adFormats, conditions, deliveryOptions } from '../../contract/ads/ad-options.ts';
import * as limits from '../../contract/core/limits.ts';
import type { CountedFilter } from '../../contract/feed/feed.ts';
import { lgasByState } from '../../contract/location/lgas.ts';
import { states } from '../../contract/location/states.ts';
import type { Db } from '../database/index.ts';
import { toDeliveryOptions } from './delivery.ts';
import { type AdFilter, isIndexed, toFacetFilters } from './filter.ts';
import { adIndex } from './search.ts';
import * as store from './store.ts';

export interface CountedOption {
	filter: CountedFilter;
	value: string;
	ads: number;
}

type CountedSearch = AdFilter & {
	/** Words of the search query; null without a query. */
	words: readonly string[] | null;
};

const most = limits.countedAds;

/**
 * Counts the ads that match a search, and the ads of each filter option. The count of an option replaces the option's own filter and keeps
 * the others. Counts stop at `limits.countedAds`. Omits options without ads.
 */
export async function countAdOptions(
	db: Db,
	search: CountedSearch,
): Promise<{ ads: number; options: CountedOption[] }> {
	const options: CountedOption[] = [];
	const { ads, ...others } = await countWithin(db, search, listOptions(search.state).filter(isUnset(search)));
	options.push(...others.options);
	// The options of a filter that is set are counted without it.
	for (const filter of ['format', 'condition', 'negotiable', 'delivery', 'state', 'lga'] as const) {
		if (search[filter] === undefined) continue;
		const without = { ...search, [filter]: undefined, ...(filter === 'state' && { lga: undefined }) };
		const own = listOptions(search.state).filter((option) => option.filter === filter);
		options.push(...(await countWithin(db, without, own)).options);
	}
	return { ads, options: options.filter((option) => option.ads > 0) };
}

type Option = Omit<CountedOption, 'ads'>;

function listOptions(state: AdFilter['state']): Option[] {
	const values: Record<CountedFilter, readonly string[]> = {
		format: adFormats,
		condition: conditions,
		negotiable: ['true'],
		delivery: deliveryOptions,
		state: states,
		lga: state === undefined ? [] : lgasByState[state],
	};
	return Object.entries(values).flatMap(([filter, some]) =>
		some.map((value) => ({ filter: filter as CountedFilter, value })),
	);
}

function isUnset(search: AdFilter) {
	return ({ filter }: Option) => search[filter] === undefined;
}

function toFilter({ filter, value }: Option): AdFilter {
	return filter === 'negotiable' ? { negotiable: true } : { [filter]: value };
}

/** Counts the ads of a search, and those of each option within the search. */
async function countWithin(
	db: Db,
	search: CountedSearch,
	options: readonly Option[],
): Promise<{ ads: number; options: CountedOption[] }> {
	const { words, ...filter } = search;
	const match = (facets: AdFilter) =>
		words === null
			? { words: [], class: 'filtered' as const, facets: toFacetFilters(facets) }
			: { words, class: 'any' as const, facets: toFacetFilters(facets) };
	const within = options.map((option) => ({ option, filter: { ...filter, ...toFilter(option) } }));

	if (words === null && toFacetFilters(filter).length === 0) {
		const [ads = 0, ...counts] = await store.countVisibleAds(db, [{}, ...within.map((each) => each.filter)], most);
		return { ads, options: within.map(({ option }, position) => ({ ...option, ads: counts[position] ?? 0 })) };
	}
	const ids = await adIndex.findNewest(db, match(filter), most + 1);
	if (ids.length <= most) {
		const rows = await store.listVisibleAdOptions(db, ids, filter);
		return { ads: rows.length, options: options.map((option) => ({ ...option, ads: countRows(rows, option) })) };
	}
	const counted: CountedOption[] = [];
	for (const { option, filter } of within) {
		// A price counts as approximately as the index knows it.
		const [ads = 0] =
			words === null && isIndexed(filter)
				? await store.countVisibleAds(db, [filter], most)
				: [await adIndex.count(db, match(filter), most)];
		counted.push({ ...option, ads });
	}
	return { ads: most, options: counted };
}

function countRows(rows: readonly store.AdOptionColumns[], { filter, value }: Option): number {
	return rows.filter((row) => {
		if (filter === 'negotiable') return row.negotiable === 1;
		if (filter === 'delivery') return (toDeliveryOptions(row.delivery) as string[]).includes(value);
		return row[filter] === value;
	}).length;
}
