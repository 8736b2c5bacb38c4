import * as adFiltersText from '../../text/shared/ad-filters.ts';
import * as adOptionsText from '../../text/shared/ad-options.ts';
import * as adsText from '../../text/shared/ads.ts';
import * as savedSearchesText from '../../text/shared/saved-searches.ts';
import { formatNaira } from '../core/money.ts';
import type { AdFilterQuery } from '../feed/feed.ts';

/** Names a search by its words and filters: '“iphone 12”, Lagos, Up to NGN 300,000'. */
export function nameSearch({ q, ...filter }: AdFilterQuery & { q?: string | undefined }): string {
	const { category, condition, negotiable, delivery, state, lga, place, min_price, max_price, format } = filter;
	const parts = [
		q && savedSearchesText.quotedWords(q),
		category,
		lga,
		state,
		place,
		condition && adsText.conditionNames[condition],
		min_price && adFiltersText.fromPrice(formatNaira(min_price)),
		max_price && adFiltersText.upToPrice(formatNaira(max_price)),
		negotiable && adOptionsText.negotiable,
		delivery && adOptionsText.deliveryNames[delivery],
		format && adFiltersText.formatNames[format],
	];
	return parts.filter((part) => part).join(', ');
}
