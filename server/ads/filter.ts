import type { Condition, DeliveryOption } from '../../contract/ads/ad-options.ts';
import type { AdFormat } from '../../contract/ads/ads.ts';
import * as limits from '../../contract/core/limits.ts';
import type { AdFilterQuery } from '../../contract/feed/feed.ts';
import { isLgaOf } from '../../contract/location/lgas.ts';
import type { State } from '../../contract/location/states.ts';
import * as validationText from '../../text/shared/validation.ts';
import { invalidInput } from '../core/domain-error.ts';
import {
	createRangeFilter,
	type Facet,
	type FacetFilter,
	listDocumentWords,
	tokenize,
	toNumberFacets,
} from '../search/index.ts';
import { toDeliveryOptions } from './delivery.ts';
import type { AdRow } from './tables.ts';

/** Filters of a list of ads. All that are set must match. */
export interface AdFilter {
	category?: string | undefined;
	format?: AdFormat | undefined;
	condition?: Condition | undefined;
	negotiable?: true | undefined;
	/** Option that the ad offers among others. */
	delivery?: DeliveryOption | undefined;
	state?: State | undefined;
	/** Local government area of `state`. Ignored without a state. */
	lga?: string | undefined;
	place?: string | undefined;
	/** Lowest price of the ads to list, in kobo. */
	minPrice?: number | undefined;
	maxPrice?: number | undefined;
	sellerId?: number | undefined;
}

/** Converts filters as the API takes them. A place without a letter or number is no filter. Throws `invalid` for an area that is not in the state. */
export function toAdFilter(query: AdFilterQuery): AdFilter {
	const { category, format, condition, negotiable, delivery, state, lga, place, min_price, max_price } = query;
	if (lga && state === undefined) throw invalidInput({ lga: validationText.lgaWithoutState });
	if (lga && state !== undefined && !isLgaOf(state, lga)) throw invalidInput({ lga: validationText.lgaUnknown });
	return {
		category,
		format,
		condition,
		negotiable: negotiable && true,
		delivery,
		state,
		lga: lga || undefined,
		place: place && tokenize(place).length > 0 ? place : undefined,
		minPrice: min_price,
		maxPrice: max_price,
	};
}

/** Filters that an index lists in trending order, one at a time. The filter by area includes its state. */
export type IndexedFilter = Omit<AdFilter, 'place' | 'minPrice' | 'maxPrice' | 'sellerId'>;

/** Returns whether one index lists the ads of a filter in trending order. A combination, a place, a price and a seller have none. */
export function isIndexed({ place, minPrice, maxPrice, sellerId, lga, ...single }: AdFilter): boolean {
	const isSet = (value: unknown) => value !== undefined && value !== '';
	return ![place, minPrice, maxPrice, sellerId].some(isSet) && Object.values(single).filter(isSet).length <= 1;
}

/** Value of the facet `price` of an ad without a price. */
export const noPrice = 'none';

export function toFacets(ad: AdRow): Facet[] {
	return [
		{ name: 'category', value: ad.category },
		{ name: 'format', value: ad.format },
		{ name: 'seller', value: String(ad.seller_id) },
		...(ad.condition === null ? [] : [{ name: 'condition', value: ad.condition }]),
		...(ad.negotiable === 1 ? [{ name: 'negotiable', value: 'yes' }] : []),
		...toDeliveryOptions(ad.delivery).map((value) => ({ name: 'delivery', value })),
		...(ad.state === null ? [] : [{ name: 'state', value: ad.state }]),
		...(ad.state === null || ad.lga === null ? [] : [{ name: 'lga', value: toLgaValue(ad.state, ad.lga) }]),
		...listDocumentWords(listPlaceNames(ad).join(' ')).map((value) => ({ name: 'place', value })),
		...(ad.price_kobo === null ? [{ name: 'price', value: noPrice }] : toNumberFacets('price', ad.price_kobo)),
	];
}

/** Lists the names of an ad's place, from the spot to the state. */
export function listPlaceNames({ place, lga, state }: Pick<AdRow, 'place' | 'lga' | 'state'>): string[] {
	return [place, lga, state].filter((name) => name !== null);
}

/** Six areas have a namesake in another state, so the value of the facet includes the state. */
function toLgaValue(state: string, lga: string): string {
	return `${state} ${lga}`;
}

/** Returns the filters for the search index. The index knows approximate prices only, so the SQL query checks the exact price range. */
export function toFacetFilters(filter: AdFilter): FacetFilter[] {
	const {
		category,
		format,
		condition,
		negotiable,
		delivery,
		state,
		lga,
		place = '',
		minPrice,
		maxPrice,
		sellerId,
	} = filter;
	const facets: FacetFilter[] = tokenize(place).map((word) => ({ name: 'place', anyOf: [word], prefix: true }));
	const single = {
		category,
		format,
		condition,
		delivery,
		negotiable: negotiable && 'yes',
		state,
		seller: sellerId?.toString(),
	};
	for (const [name, value] of Object.entries(single)) if (value !== undefined) facets.push({ name, anyOf: [value] });
	if (state !== undefined && lga !== undefined) facets.push({ name: 'lga', anyOf: [toLgaValue(state, lga)] });
	if (minPrice !== undefined || maxPrice !== undefined) {
		const { min, max } = limits.priceKobo;
		facets.push(createRangeFilter('price', [minPrice ?? min, maxPrice ?? max], { min, max }, [noPrice]));
	}
	return facets;
}
