import { adFormats, conditions, deliveryOptions } from '../../../contract/ads/ad-options.ts';
import { explainPrice, parsePrice } from '../../../contract/ads/read-price.ts';
import * as limits from '../../../contract/core/limits.ts';
import { states } from '../../../contract/location/states.ts';
import { categories } from '../../../contract/market-settings/categories.ts';
import { readTextParam } from '../../data/url-params.ts';
import type { AdFilter } from '../ad-filter.ts';

/** Parses the filters of an address. Ignores invalid values. Prices in the parameters are in naira. */
export function parseAdFilter(params: URLSearchParams): AdFilter {
	const choose = <Value extends string>(name: string, values: readonly Value[]) =>
		values.find((value) => value === params.get(name));
	const state = choose('state', states);
	const [min, max] = [parseFilterPrice(params.get('min')), parseFilterPrice(params.get('max'))];
	const isReversed = min !== undefined && max !== undefined && min > max;
	const filter: AdFilter = {
		category: choose('category', categories),
		format: choose('format', adFormats),
		condition: choose('condition', conditions),
		negotiable: choose('negotiable', ['true']),
		delivery: choose('delivery', deliveryOptions),
		state,
		lga: state && readTextParam(params, 'lga', limits.place.max),
		place: readTextParam(params, 'place', limits.place.max),
		min_price: isReversed ? max : min,
		max_price: isReversed ? min : max,
	};
	return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

/** Parses a price of a filter to kobo; undefined if it is empty or `explainFilterPrice` says what is wrong with it. */
export function parseFilterPrice(value: string | null): number | undefined {
	const kobo = parsePrice(value ?? '');
	return kobo !== null && kobo > 0 && kobo <= limits.priceKobo.max ? kobo : undefined;
}

/** Says what is wrong with a price of a filter; undefined if nothing is, or if it is empty. */
export function explainFilterPrice(value: string): string | undefined {
	return parsePrice(value) === null || parseFilterPrice(value) !== undefined ? undefined : explainPrice(value);
}
