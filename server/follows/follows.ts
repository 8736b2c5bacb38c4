import type { Person } from '../../contract/accounts/accounts.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import {
	type AccountService,
	accountRankingStarted,
	accountVisibilityChanged,
	accountVisibilityLocking,
} from '../accounts/index.ts';
import { type PageQuery, readPageById } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { followAdded } from './events.ts';
import * as store from './store.ts';

export interface FollowServiceDeps extends Pick<Platform, 'db' | 'clock' | 'events'> {
	accounts: AccountService;
}

export type FollowService = ReturnType<typeof createFollowService>;

/** Maximum number of ids that `listFollowedIds` returns. */
const maxFollowed = 1000;

/** Number of follows that one statement updates. */
const batchSize = 500;

/**
 * Stores follows of one account and counts them. Emits no events. Returns the new numbers of followers of the accounts that it did not
 * follow before.
 */
export async function addFollows(
	tx: Tx,
	accounts: AccountService,
	followerId: number,
	followedIds: readonly number[],
	at: number,
): Promise<Map<number, number>> {
	// The accounts are locked in one order and before the follows, as when one is hidden or begins to count, to prevent deadlocks.
	const isRanking = (await accounts.lockRanking(tx, [followerId, ...followedIds])).get(followerId);
	if (isRanking === undefined) throw new DomainError('unauthenticated', problemsText.logInFirst);
	const ranked = isRanking ? 1 : 0;
	const added = await store.insertFollows(tx, followerId, followedIds, { at, ranked });
	return added.length === 0 ? new Map() : accounts.incrementFollowers(tx, added, { followers: 1, ranked });
}

export function createFollowService({ db, clock, events, accounts }: FollowServiceDeps) {
	events.on(accountVisibilityLocking, async (tx, { accountIds, add }) =>
		add(await store.listAllFollowedIds(tx, accountIds)),
	);

	/** Sets a flag of all follows of an account and changes the numbers that depend on it. The flag of a follow prevents repeats. */
	async function setFlag(tx: Tx, followerId: number, flag: store.FollowFlag, value: boolean): Promise<void> {
		for (;;) {
			const changed = await store.setFollowFlag(tx, followerId, flag, value, batchSize);
			if (changed.length === 0) return;
			const by = value ? 1 : -1;
			const added = flag === 'counted' ? { followers: by, ranked: 0 } : { followers: 0, ranked: by };
			await accounts.incrementFollowers(tx, changed, added);
		}
	}

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		await setFlag(tx, accountId, 'counted', isVisible);
		await setFlag(tx, accountId, 'ranked', isVisible && (await accounts.filterRanking(tx, [accountId])).size > 0);
	});

	events.on(accountRankingStarted, async (tx, { accountId, isVisible }) => {
		if (isVisible) await setFlag(tx, accountId, 'ranked', true);
	});

	return {
		async follow(tx: Tx, actor: Actor, userName: string): Promise<{ following: boolean; followers: number }> {
			const seller = await accounts.getVisibleByUserName(tx, userName);
			if (seller.id === actor.accountId) throw invalidInput({ user_name: accountsApiText.cannotFollowYourself });
			const followers = (await addFollows(tx, accounts, actor.accountId, [seller.id], clock.now())).get(seller.id);
			if (followers !== undefined) {
				await events.emit(tx, followAdded, { followerId: actor.accountId, followedId: seller.id });
			}
			return { following: true, followers: followers ?? seller.followers };
		},

		async unfollow(tx: Tx, actor: Actor, userName: string): Promise<{ following: boolean; followers: number }> {
			const seller = await accounts.getVisibleByUserName(tx, userName);
			// The seller is locked before the follow, as when the follower is hidden or begins to count in rankings, to prevent deadlocks.
			await accounts.lock(tx, seller.id);
			const { followers, ranked } = await store.deleteFollow(tx, actor.accountId, seller.id);
			const removed = { followers: -followers, ranked: -ranked };
			const counts = followers > 0 ? await accounts.incrementFollowers(tx, [seller.id], removed) : null;
			return { following: false, followers: counts?.get(seller.id) ?? seller.followers };
		},

		/** Lists a page of the accounts that the actor follows, newest follow first. Throws `invalid` for a malformed cursor. */
		async listFollowing(actor: Actor, page: PageQuery): Promise<CursorPage<Person>> {
			const { rows, next_cursor } = await readPageById(page, (below, most) =>
				store.listFollowPage(db, actor.accountId, below, most),
			);
			const people = await accounts.findVisiblePeople(
				db,
				rows.map((row) => row.followed_id),
			);
			return { items: rows.flatMap((row) => people.get(row.followed_id) ?? []), next_cursor };
		},

		/** Returns those of the named accounts that the actor follows. */
		async listFollowingByUserName(actor: Actor, userNames: readonly string[]): Promise<CursorPage<Person>> {
			const ids = await store.filterFollowedIds(db, actor.accountId, await accounts.findIdsByUserName(db, userNames));
			const people = await accounts.findVisiblePeople(db, ids);
			return { items: ids.flatMap((id) => people.get(id) ?? []), next_cursor: null };
		},

		/** Counts the followers of accounts again. Returns the number of wrong counts, which it corrects. */
		async recount(tx: Tx, accountIds: readonly number[]): Promise<number> {
			const counts = await accounts.lockCounts(tx, accountIds);
			const followers = await store.countFollowers(tx, accountIds);
			let wrong = 0;
			for (const [id, stored] of counts) {
				const counted = followers.get(id) ?? { followers: 0, ranked: 0 };
				const added = { followers: counted.followers - stored.followers, ranked: counted.ranked - stored.ranked };
				if (added.followers === 0 && added.ranked === 0) continue;
				await accounts.incrementFollowers(tx, [id], added);
				wrong += 1;
			}
			return wrong;
		},

		/** Lists the followers of an account, oldest follow first. */
		listFollowers: store.listFollowers,

		/** Lists the ids of the accounts that an account follows, newest follow first, at most `maxFollowed`. */
		async listFollowedIds(db: Db, accountId: number): Promise<number[]> {
			const keys = await store.listFollowPage(db, accountId, null, maxFollowed);
			return keys.map((key) => key.followed_id);
		},
	};
}
