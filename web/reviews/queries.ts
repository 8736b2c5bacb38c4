import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import { dedupePagesById } from '../data/items.ts';
import { longListOptions } from '../data/list-options.ts';

/** Milliseconds between requests after the time from which the account should be able to review. */
const recheckInterval = 60_000;

/** Infinite query for the reviews of a seller, newest first. */
export function reviewsQuery(api: Client, userName: string) {
	return infiniteQueryOptions({
		...longListOptions,
		queryKey: ['reviews', userName],
		queryFn: ({ pageParam, signal }) =>
			api.listUserReviews({ params: { user_name: userName }, query: { cursor: pageParam ?? undefined } }, { signal }),
		select: dedupePagesById,
	});
}

/** Query for the account's review of the seller of an ad, or from when the account can write one. */
export function adReviewQuery(api: Client, accountId: number, adId: number) {
	return queryOptions({
		queryKey: ['ad-review', accountId, adId],
		queryFn: ({ signal }) => api.getAdReview({ params: { id: String(adId) } }, { signal }),
		// The buyer returns from WhatsApp or the phone after the first contact.
		refetchOnWindowFocus: true,
		refetchInterval: ({ state: { data } }) => {
			if (!data?.can_review_from || data.can_review) return false;
			// The server decides by its own clock, and the phone's clock may be wrong.
			const wait = Math.min(Date.parse(data.can_review_from) - Date.now(), limits.reviewDelay);
			return wait > 0 ? wait + 1000 : recheckInterval;
		},
	});
}
