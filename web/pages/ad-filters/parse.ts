import { adFormats, conditions, deliveryOptions } from '../../../contract/ad-options.ts';
import { categories } from '../../../contract/categories.ts';
import { limits } from '../../../contract/limits.ts';
import { states } from '../../../contract/states.ts';
import { parseNaira } from '../../ads/naira.ts';
import { readTextParam } from '../../data/url-params.ts';
import type { AdFilter } from '../../feed/ad-filter.ts';

/** Parses the filters of an address. Ignores invalid values. Prices in the parameters are in naira. */
export function parseAdFilter(params: URLSearchParams): AdFilter {
	const choose = <Value extends string>(name: string, values: readonly Value[]) =>
		values.find((value) => value === params.get(name));
	const state = choose('state', states);
	const [min, max] = [parsePrice(params.get('min')), parsePrice(params.get('max'))];
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

/** Parses a price in naira to kobo; undefined if it is not a price. */
export function parsePrice(value: string | null): number | undefined {
	const kobo = parseNaira(value ?? '');
	return kobo !== null && kobo > 0 && kobo <= limits.priceKobo.max ? kobo : undefined;
}
