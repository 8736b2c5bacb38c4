import type { EventBus } from '../core/events.ts';
import type { AccountService } from './accounts.ts';
import { followersCacheTag, personCacheTag, userNameCacheTag } from './cache-tags.ts';
import * as store from './store.ts';
import { lockForVisibility } from './update-account-visibility.ts';
import { isAccountVisible } from './visibility.ts';

/** Locks accounts and changes their counts. */
export function createAccountLocks(events: EventBus) {
	return {
		async lock(tx, accountId) {
			await store.lockAccountRow(tx, accountId);
		},

		async lockCounts(tx, ids) {
			const rows = await store.lockAccountRows(tx, ids);
			return new Map(
				rows.map(({ id, followers, ranked_followers: ranked, review_count: reviews, review_stars: stars }) => [
					id,
					{ followers, ranked, reviews, stars },
				]),
			);
		},

		lockForVisibility: async (tx, accountId) => {
			await lockForVisibility(tx, events, [accountId]);
		},

		async lockRanking(tx, ids, options) {
			const rows = await store.lockAccountRows(tx, [...new Set(ids)], options);
			return new Map(rows.filter(isAccountVisible).map(({ id, is_ranking }) => [id, is_ranking === 1]));
		},

		async incrementFollowers(tx, accountIds, added) {
			if (added.followers !== 0) tx.invalidate(...accountIds.map(followersCacheTag));
			return store.incrementFollowers(tx, accountIds, added);
		},

		async addReviews(tx, accountId, added) {
			const userName = await store.addReviews(tx, accountId, added);
			if (userName !== null) tx.invalidate(personCacheTag(accountId), userNameCacheTag(userName));
		},
	} satisfies Partial<AccountService>;
}
