import type { Target } from '../../contract/target.ts';
import type { Ads } from '../ads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Posts } from '../posts/index.ts';
import type { LikeEvents } from './events.ts';
import * as store from './store.ts';

export interface LikesParts {
	db: Database;
	clock: Clock;
	ads: Ads;
	posts: Posts;
	events: LikeEvents;
}

export type Likes = ReturnType<typeof createLikes>;

export function createLikes({ db, clock, ads, posts, events }: LikesParts) {
	const doors = { ads, posts };

	async function targetOf(tx: Tx, target: Target, id: number) {
		const found = await doors[target].target(tx, id);
		if (!found) throw notFound();
		return found;
	}

	/** The likes that a target has, once as many are added. */
	async function count(tx: Tx, target: Target, id: number, likes: number): Promise<number> {
		const counts = await doors[target].bump(tx, id, { likes });
		if (!counts) throw notFound();
		return counts.likes;
	}

	async function like(tx: Tx, accountId: number, target: Target, targetId: number) {
		const { ownerId } = await targetOf(tx, target, targetId);
		const added = await store.insertLike(tx, { target, targetId, accountId }, clock.now());
		return { added, ownerId, likes: await count(tx, target, targetId, added ? 1 : 0) };
	}

	return {
		like: (actor: Actor, target: Target, targetId: number) =>
			db.transaction(async (tx) => {
				const { accountId } = actor;
				const { added, ownerId, likes } = await like(tx, accountId, target, targetId);
				if (added) await events.liked.announce(tx, { target, targetId, ownerId, accountId });
				return { liked: true, likes };
			}),

		unlike: (actor: Actor, target: Target, targetId: number) =>
			db.transaction(async (tx) => {
				const key = { target, targetId, accountId: actor.accountId };
				await targetOf(tx, target, targetId);
				// The target is locked before the like, as when the target is deleted with its likes.
				const before = await count(tx, target, targetId, 0);
				const likes = (await store.deleteLike(tx, key)) ? await count(tx, target, targetId, -1) : before;
				return { liked: false, likes };
			}),

		/** How many likes these ads or posts have got a day, from a moment on (milliseconds). */
		countByDay: store.countByDay,

		/** A like of the sample content. */
		likeSample: (tx: Tx, accountId: number, target: Target, targetId: number) => like(tx, accountId, target, targetId),

		/** What an account liked last, newest first. */
		recentOf: (at: Db, accountId: number, most: number) => store.recentLikes(at, accountId, most),

		/** Which of these ads and posts an account likes, in that order. */
		async listOwn(actor: Actor, asked: Record<Target, readonly number[]>): Promise<Record<Target, number[]>> {
			const [likedAds, likedPosts] = [
				await store.likedOf(db, actor.accountId, 'ads', asked.ads),
				await store.likedOf(db, actor.accountId, 'posts', asked.posts),
			];
			return {
				ads: asked.ads.filter((id) => likedAds.has(id)),
				posts: asked.posts.filter((id) => likedPosts.has(id)),
			};
		},
	};
}

function notFound(): Refusal {
	return new Refusal('not_found', 'This is not here any more.');
}
