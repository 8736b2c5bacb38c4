import { type ContentTarget, contentTargets } from '../../contract/target.ts';
import * as commonText from '../../contract/text/common.ts';
import { accountVisibilityChanged } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { createBatcher } from '../platform/batcher.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { EventBus } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import type { EngagementCounts } from '../platform/trending.ts';
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
	 * Adds likes of several accounts. Returns the new like counts of their ads or posts. Omits what is not visible, and with `skipLocked` what
	 * another transaction has locked.
	 */
	async function addLikes(tx: Tx, likes: readonly store.LikeKey[], options: { skipLocked: boolean }) {
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
			for (const [targetId, { likes: after }] of await countLikes(tx, target, inserted))
				counts.set(toItemKey({ target, targetId }), after);
			for (const like of inserted) {
				const ownerId = items.get(like.targetId)?.about.ownerId;
				if (ownerId !== undefined) added.push({ ...like, target, ownerId });
			}
		}
		if (added.length > 0) await events.emit(tx, likesAdded, added);
		return counts;
	}

	/** Adds likes of several accounts. Returns the like count for each, or null if its ad or post is not visible. */
	async function addBatch(likes: readonly store.LikeKey[]): Promise<(number | null)[]> {
		const byItem = Map.groupBy(likes, toItemKey);
		const counts = new Map<string, number>();
		async function add(some: readonly store.LikeKey[], options: { skipLocked: boolean }) {
			const added = await db.transaction((tx) => addLikes(tx, some, options));
			for (const [item, count] of added) counts.set(item, count);
		}
		// A transaction waits for an ad or post only while it holds no other one, so that it cannot deadlock with one that changes several.
		if (byItem.size > 1) await add(likes, { skipLocked: true });
		for (const [item, ofItem] of byItem) if (!counts.has(item)) await add(ofItem, { skipLocked: false });
		return likes.map((like) => counts.get(toItemKey(like)) ?? null);
	}

	/** Adds new likes to the counts of their ads or posts. Returns the new counts. */
	async function countLikes(tx: Tx, target: ContentTarget, likes: readonly { targetId: number }[]) {
		const counts = new Map<number, EngagementCounts>();
		const byItem = Map.groupBy(likes, ({ targetId }) => targetId);
		// One statement adds to all ads or posts with the same number of new likes.
		for (const [count, items] of Map.groupBy(byItem, ([, { length }]) => length)) {
			const ids = items.map(([id]) => id);
			for (const [id, after] of await services[target].bumpEach(tx, ids, { likes: count })) counts.set(id, after);
		}
		return counts;
	}

	// Waiting likes share a transaction, because the likes of one ad would otherwise wait for each other's commit.
	const like = createBatcher(db, addBatch);

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

		/** Adds likes of the sample content without events. `likes` is at most a few thousand. */
		async likeSample(
			tx: Tx,
			target: ContentTarget,
			likes: readonly { targetId: number; accountId: number }[],
		): Promise<void> {
			await countLikes(tx, target, await store.insertLikes(tx, target, likes, clock.now()));
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

/** Returns a key that identifies an ad or post. */
function toItemKey({ target, targetId }: Pick<store.LikeKey, 'target' | 'targetId'>): string {
	return `${target} ${targetId}`;
}

function notFound(): DomainError {
	return new DomainError('not_found', commonText.notHere);
}
