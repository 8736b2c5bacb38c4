import { type ContentTarget, contentTargets } from '../../contract/target.ts';
import * as commonText from '../../contract/text/common.ts';
import { accountVisibilityChanged } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { toItemKey } from '../content/index.ts';
import { createRowBatcher, type LockOptions } from '../platform/batcher.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { EventBus } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import type { PostService } from '../posts/index.ts';
import { type LikeAdded, likesAdded } from './events.ts';
import * as store from './store.ts';

export interface LikeServiceDeps {
	db: Database;
	clock: Clock;
	events: EventBus;
	ads: AdService;
	posts: PostService;
}

export type LikeService = ReturnType<typeof createLikeService>;

/** Maximum number of likes that one SQL statement updates. */
const batchSize = 500;

export function createLikeService({ db, clock, events, ads, posts }: LikeServiceDeps) {
	const services = { ads, posts };

	async function requireTarget(tx: Tx, target: ContentTarget, id: number) {
		const found = await services[target].target(tx, id);
		if (!found) throw notFound();
		return found;
	}

	/** Adds `likes` to the like count of an ad or post and returns the new count. */
	async function incrementLikes(tx: Tx, target: ContentTarget, id: number, likes: number): Promise<number> {
		const counts = await services[target].bump(tx, id, { likes });
		if (!counts) throw notFound();
		return counts.likes;
	}

	/**
	 * Adds likes of several accounts. Returns for each the new like count of its ad or post, or null if that is not visible; with `skipLocked`,
	 * also if another transaction has locked it.
	 */
	async function addLikes(tx: Tx, likes: readonly store.LikeKey[], options: LockOptions): Promise<(number | null)[]> {
		const added: LikeAdded[] = [];
		const counts = new Map<string, number>();
		for (const target of contentTargets) {
			const keys = likes.filter((like) => like.target === target);
			const items = await services[target].lockVisible(tx, new Set(keys.map(({ targetId }) => targetId)), options);
			for (const [targetId, { counts: before }] of items) counts.set(toItemKey({ target, targetId }), before.likes);
			const inserted = await store.insertLikes(
				tx,
				target,
				keys.filter(({ targetId }) => items.has(targetId)),
				clock.now(),
			);
			const ids = inserted.map(({ targetId }) => targetId);
			for (const [targetId, { likes: after }] of await services[target].bumpPerId(tx, ids, 'likes'))
				counts.set(toItemKey({ target, targetId }), after);
			for (const like of inserted) {
				const ownerId = items.get(like.targetId)?.about.ownerId;
				if (ownerId !== undefined) added.push({ ...like, target, ownerId });
			}
		}
		if (added.length > 0) await events.emit(tx, likesAdded, added);
		return likes.map((like) => counts.get(toItemKey(like)) ?? null);
	}

	// Waiting likes share a transaction, because the likes of one ad would otherwise wait for each other's commit.
	const like = createRowBatcher(db, toItemKey, (likes: readonly store.LikeKey[], options) =>
		db.transaction((tx) => addLikes(tx, likes, options)),
	);

	/** When an account is shown or hidden, adds its likes to like counts or subtracts them. The column `counted` prevents repeats. */
	async function setCounted(tx: Tx, accountId: number, target: ContentTarget, counted: boolean): Promise<void> {
		for (;;) {
			const ids = await store.listLikedIds(tx, accountId, target, !counted, batchSize);
			if (ids.length === 0) return;
			// Rows of ads and posts are locked before rows of likes, as in `unlike`, to prevent deadlocks.
			await services[target].bumpEach(tx, ids, {});
			const changed = await store.setLikesCounted(tx, accountId, target, ids, counted);
			await services[target].bumpEach(tx, changed, { likes: counted ? 1 : -1 });
		}
	}

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		await setCounted(tx, accountId, 'ads', isVisible);
		await setCounted(tx, accountId, 'posts', isVisible);
	});

	return {
		async like({ accountId }: Actor, target: ContentTarget, targetId: number) {
			const likes = await like({ accountId, target, targetId });
			if (likes === null) throw notFound();
			return { liked: true, likes };
		},

		unlike: (actor: Actor, target: ContentTarget, targetId: number) =>
			db.transaction(async (tx) => {
				const key = { target, targetId, accountId: actor.accountId };
				await requireTarget(tx, target, targetId);
				// The row of the ad or post is locked before the row of the like, as when an ad or post is deleted, to prevent deadlocks.
				const before = await incrementLikes(tx, target, targetId, 0);
				const counted = await store.deleteLike(tx, key);
				const likes = counted > 0 ? await incrementLikes(tx, target, targetId, -counted) : before;
				return { liked: false, likes };
			}),

		countByDay: store.countLikesByItemAndDay,

		/** Counts the likes of ads or posts again. Returns the number of wrong counts, which it corrects. */
		async recount(tx: Tx, target: ContentTarget, ids: readonly number[]): Promise<number> {
			const items = await services[target].bumpEach(tx, ids, {});
			const likes = await store.countLikes(tx, target, ids);
			let wrong = 0;
			for (const [id, stored] of items) {
				const difference = (likes.get(id) ?? 0) - stored.likes;
				if (difference === 0) continue;
				await services[target].bump(tx, id, { likes: difference });
				wrong += 1;
			}
			return wrong;
		},

		/** Adds likes of the sample content without events. `likes` is at most a few thousand. */
		async likeSample(
			tx: Tx,
			target: ContentTarget,
			likes: readonly { targetId: number; accountId: number }[],
		): Promise<void> {
			const inserted = await store.insertLikes(tx, target, likes, clock.now());
			const ids = inserted.map(({ targetId }) => targetId);
			await services[target].bumpPerId(tx, ids, 'likes');
		},

		/** Lists an account's likes, newest first. */
		listRecent: (at: Db, accountId: number, limit: number) => store.listRecentLikes(at, accountId, limit),

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
