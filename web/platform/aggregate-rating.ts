import type { Rating } from '../../contract/accounts/accounts.ts';

/** Builds schema.org AggregateRating data of a seller. */
export function buildAggregateRating({ average, count }: Rating) {
	return { '@type': 'AggregateRating', ratingValue: average, reviewCount: count, bestRating: 5, worstRating: 1 };
}
