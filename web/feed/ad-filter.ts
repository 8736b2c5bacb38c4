import type { Condition, DeliveryOption } from '../../contract/ads/ad-options.ts';
import type { AdFormat } from '../../contract/ads/ads.ts';
import type { State } from '../../contract/location/states.ts';
import type { Category } from '../../contract/market-settings/categories.ts';

/** Filters of a list of ads, as the API takes them. All that are set must match. */
export interface AdFilter {
	category?: Category | undefined;
	format?: AdFormat | undefined;
	condition?: Condition | undefined;
	/** Lists only ads with a negotiable price. */
	negotiable?: 'true' | undefined;
	delivery?: DeliveryOption | undefined;
	state?: State | undefined;
	/** Local government area of the state. */
	lga?: string | undefined;
	/** Spot, area or state as typed. */
	place?: string | undefined;
	/** Lowest price in kobo. */
	min_price?: number | undefined;
	max_price?: number | undefined;
}
