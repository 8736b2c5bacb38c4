import type { ContentTarget } from '../../contract/target.ts';
import * as commonText from '../../contract/text/common.ts';
import { accountVisibilityChanged } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { EventBus } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import type { PostService } from '../posts/index.ts';
import { likeAdded } from './events.ts';
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

	async function addLike(tx: Tx, accountId: number, target: ContentTarget, targetId: number) {
		const added = await store.insertLike(tx, { target, targetId, accountId }, clock.now());
		const liked = await services[target].bumpVisible(tx, targetId, { likes: added ? 1 : 0 });
		if (!liked) throw notFound();
		return { added, ownerId: liked.about.ownerId, likes: liked.counts.likes };
	}

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
		like: (actor: Actor, target: ContentTarget, targetId: number) =>
			db.transaction(async (tx) => {
				const { accountId } = actor;
				const { added, ownerId, likes } = await addLike(tx, accountId, target, targetId);
				if (added) await events.emit(tx, likeAdded, { target, targetId, ownerId, accountId });
				return { liked: true, likes };
			}),

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
			const counts = new Map<number, number>();
			for (const id of await store.insertLikes(tx, target, likes, clock.now()))
				counts.set(id, (counts.get(id) ?? 0) + 1);
			// One statement adds to all ads or posts with the same number of new likes.
			for (const [count, items] of Map.groupBy(counts, ([, added]) => added)) {
				const ids = items.map(([id]) => id);
				await services[target].bumpEach(tx, ids, { likes: count });
			}
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
