import { type ContentTarget, contentTargets } from '../../contract/core/target.ts';
import * as commonText from '../../text/shared/common.ts';
import { type AccountService, accountRankingStarted, accountVisibilityChanged } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { toItemKey } from '../content/index.ts';
import { createRowBatcher, type LockOptions } from '../core/batcher.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import { type LikeAdded, likesAdded } from './events.ts';
import * as store from './store.ts';

export interface LikeServiceDeps extends Pick<Platform, 'db' | 'clock' | 'events'> {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
}

export type LikeService = ReturnType<typeof createLikeService>;

/** Maximum number of likes that one SQL statement updates. */
const batchSize = 500;

export function createLikeService({ db, clock, events, accounts, ads, posts }: LikeServiceDeps) {
	const services = { ads, posts };

	async function requireTarget(tx: Tx, target: ContentTarget, id: number) {
		const found = await services[target].target(tx, id);
		if (!found) throw notFound();
		return found;
	}

	/** Adds inserted likes to the counts of their ads or posts. Returns the new counts. */
	function addInserted(tx: Tx, target: ContentTarget, inserted: readonly { targetId: number; ranked: number }[]) {
		const listIds = (likes: typeof inserted) => likes.map(({ targetId }) => targetId);
		const ranked = inserted.filter((like) => like.ranked === 1);
		return services[target].bumpPerId(tx, listIds(inserted), 'likes', listIds(ranked));
	}

	/**
	 * Adds likes of several accounts. Returns for each the new like count of its ad or post, or null if that or the account is not visible;
	 * with `skipLocked`, also if another transaction has locked one of them.
	 */
	async function addLikes(tx: Tx, likes: readonly store.LikeKey[], options: LockOptions): Promise<(number | null)[]> {
		const added: LikeAdded[] = [];
		const counts = new Map<string, number>();
		// Accounts are locked before ads and posts, as when they begin to count in rankings, to prevent deadlocks.
		const ranking = await accounts.lockRanking(
			tx,
			likes.map(({ accountId }) => accountId),
			options,
		);
		for (const target of contentTargets) {
			const keys = likes.filter((like) => like.target === target && ranking.has(like.accountId));
			const items = await services[target].lockVisible(tx, new Set(keys.map(({ targetId }) => targetId)), options);
			for (const [targetId, { counts: before }] of items) counts.set(toItemKey({ target, targetId }), before.likes);
			const inserted = await store.insertLikes(
				tx,
				target,
				keys.flatMap(({ targetId, accountId }) => {
					const item = items.get(targetId);
					if (!item) return [];
					const isOwn = item.about.ownerId === accountId;
					const ranked = !isOwn && ranking.get(accountId) ? 1 : 0;
					return { targetId, accountId, own: isOwn ? 1 : 0, ranked };
				}),
				clock.now(),
			);
			for (const [targetId, { likes: after }] of await addInserted(tx, target, inserted))
				counts.set(toItemKey({ target, targetId }), after);
			for (const { targetId, accountId } of inserted) {
				const ownerId = items.get(targetId)?.about.ownerId;
				if (ownerId !== undefined) added.push({ target, targetId, accountId, ownerId });
			}
		}
		if (added.length > 0) await events.emit(tx, likesAdded, added);
		return likes.map((like) => (ranking.has(like.accountId) ? counts.get(toItemKey(like)) : null) ?? null);
	}

	// Waiting likes share a transaction, because the likes of one ad would otherwise wait for each other's commit.
	const like = createRowBatcher(db, toItemKey, (likes: readonly store.LikeKey[], options) =>
		db.transaction((tx) => addLikes(tx, likes, options)),
	);

	/** Sets a flag of all likes of an account and changes the counts that depend on it. The flag of a like prevents repeats. */
	async function setFlag(
		tx: Tx,
		accountId: number,
		target: ContentTarget,
		flag: store.LikeFlag,
		value: boolean,
	): Promise<void> {
		for (;;) {
			const ids = await store.listLikedIds(tx, accountId, target, flag, !value, batchSize);
			if (ids.length === 0) return;
			// Rows of ads and posts are locked before rows of likes, as in `unlike`, to prevent deadlocks.
			await services[target].bumpEach(tx, ids, {});
			const changed = await store.setLikeFlag(tx, accountId, target, ids, flag, value);
			await services[target].bumpEach(tx, changed, { [flag === 'counted' ? 'likes' : 'ranked_likes']: value ? 1 : -1 });
		}
	}

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		const isRanked = isVisible && (await accounts.filterRanking(tx, [accountId])).has(accountId);
		for (const target of contentTargets) {
			await setFlag(tx, accountId, target, 'counted', isVisible);
			await setFlag(tx, accountId, target, 'ranked', isRanked);
		}
	});

	events.on(accountRankingStarted, async (tx, { accountId, isVisible }) => {
		if (isVisible) for (const target of contentTargets) await setFlag(tx, accountId, target, 'ranked', true);
	});

	return {
		async like({ accountId }: Actor, target: ContentTarget, targetId: number) {
			const likes = await like({ accountId, target, targetId });
			if (likes === null) throw notFound();
			return { liked: true, likes };
		},

		async unlike(tx: Tx, actor: Actor, target: ContentTarget, targetId: number) {
			const key = { target, targetId, accountId: actor.accountId };
			await requireTarget(tx, target, targetId);
			// The row of the ad or post is locked before the row of the like, as when an ad or post is deleted, to prevent deadlocks.
			const before = await services[target].bump(tx, targetId, {});
			const { likes: counted, ranked_likes: ranked } = await store.deleteLike(tx, key);
			const after =
				counted > 0 ? await services[target].bump(tx, targetId, { likes: -counted, ranked_likes: -ranked }) : before;
			if (!after) throw notFound();
			const { likes } = after;
			return { liked: false, likes };
		},

		countByDay: store.countLikesByItemAndDay,

		/** Counts the likes of ads or posts again. Returns the number of wrong counts, which it corrects. */
		async recount(tx: Tx, target: ContentTarget, ids: readonly number[]): Promise<number> {
			const items = await services[target].bumpEach(tx, ids, {});
			const counts = await store.countLikes(tx, target, ids);
			const rankedCounts = await services[target].findRankedCounts(tx, ids);
			let wrong = 0;
			for (const [id, stored] of items) {
				const { likes, ranked } = counts.get(id) ?? { likes: 0, ranked: 0 };
				const added = { likes: likes - stored.likes, ranked_likes: ranked - (rankedCounts.get(id)?.ranked_likes ?? 0) };
				if (added.likes === 0 && added.ranked_likes === 0) continue;
				await services[target].bump(tx, id, added);
				wrong += 1;
			}
			return wrong;
		},

		/** Lists an account's likes, newest first. */
		listRecent: (db: Db, accountId: number, limit: number) => store.listRecentLikes(db, accountId, limit),

		/** Selects the ids of ads and posts that the actor likes, in the given order. */
		async filterLiked(
			actor: Actor,
			ids: Record<ContentTarget, readonly number[]>,
		): Promise<Record<ContentTarget, number[]>> {
			const [likedAds, likedPosts] = [
				await store.filterLikedIds(db, actor.accountId, 'ads', ids.ads),
				await store.filterLikedIds(db, actor.accountId, 'posts', ids.posts),
			];
			return {
				ads: ids.ads.filter((id) => likedAds.has(id)),
				posts: ids.posts.filter((id) => likedPosts.has(id)),
			};
		},
	};
}

function notFound(): DomainError {
	return new DomainError('not_found', commonText.notHere);
}
