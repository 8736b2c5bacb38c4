import type { Target } from '../../contract/target.ts';
import * as commonText from '../../contract/text/common.ts';
import { accountVisibilityChanged } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Events } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import type { Posts } from '../posts/index.ts';
import { likeAdded } from './events.ts';
import * as store from './store.ts';

export interface LikesDeps {
	db: Database;
	clock: Clock;
	events: Events;
	ads: Ads;
	posts: Posts;
}

export type Likes = ReturnType<typeof createLikes>;

/** Likes that are counted, or left out, in one statement. */
const batchSize = 500;

export function createLikes({ db, clock, events, ads, posts }: LikesDeps) {
	const services = { ads, posts };

	async function requireTarget(tx: Tx, target: Target, id: number) {
		const found = await services[target].target(tx, id);
		if (!found) throw notFound();
		return found;
	}

	/** The likes that a target has, once as many are added. */
	async function incrementLikes(tx: Tx, target: Target, id: number, likes: number): Promise<number> {
		const counts = await services[target].bump(tx, id, { likes });
		if (!counts) throw notFound();
		return counts.likes;
	}

	async function addLike(tx: Tx, accountId: number, target: Target, targetId: number) {
		const { ownerId } = await requireTarget(tx, target, targetId);
		const added = await store.insertLike(tx, { target, targetId, accountId }, clock.now());
		return { added, ownerId, likes: await incrementLikes(tx, target, targetId, added ? 1 : 0) };
	}

	/** Takes an account's likes out of the counts, or back into them. Each like says where it stands, so that none counts twice. */
	async function setCounted(tx: Tx, accountId: number, target: Target, counted: boolean): Promise<void> {
		for (;;) {
			const ids = await store.listTargetIds(tx, accountId, target, !counted, batchSize);
			if (ids.length === 0) return;
			// The targets are locked before the likes, as when one is taken back.
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
		like: (actor: Actor, target: Target, targetId: number) =>
			db.transaction(async (tx) => {
				const { accountId } = actor;
				const { added, ownerId, likes } = await addLike(tx, accountId, target, targetId);
				if (added) await events.emit(tx, likeAdded, { target, targetId, ownerId, accountId });
				return { liked: true, likes };
			}),

		unlike: (actor: Actor, target: Target, targetId: number) =>
			db.transaction(async (tx) => {
				const key = { target, targetId, accountId: actor.accountId };
				await requireTarget(tx, target, targetId);
				// The target is locked before the like, as when the target is deleted with its likes.
				const before = await incrementLikes(tx, target, targetId, 0);
				const counted = await store.deleteLike(tx, key);
				const likes = counted > 0 ? await incrementLikes(tx, target, targetId, -counted) : before;
				return { liked: false, likes };
			}),

		/** How many likes these ads or posts have got a day, from a moment on (milliseconds). */
		countByDay: store.countByDay,

		/** A like of the sample content. */
		likeSample: (tx: Tx, accountId: number, target: Target, targetId: number) =>
			addLike(tx, accountId, target, targetId),

		/** What an account liked last, newest first. */
		listRecent: (at: Db, accountId: number, limit: number) => store.listRecentLikes(at, accountId, limit),

		/** Which of these ads and posts an account likes, in that order. */
		async filterLiked(actor: Actor, ids: Record<Target, readonly number[]>): Promise<Record<Target, number[]>> {
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
