import { limits } from '../../contract/limits.ts';
import type { PostKind } from '../../contract/posts.ts';
import type { SavedList } from '../../contract/saved-items.ts';
import * as commonText from '../../contract/text/common.ts';
import * as contentApiText from '../../contract/text/content-api.ts';
import * as validationText from '../../contract/text/validation.ts';
import type { Ads } from '../ads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import type { Posts } from '../posts/index.ts';
import * as store from './store.ts';

export interface SavedItemsParts {
	db: Database;
	clock: Clock;
	ads: Ads;
	posts: Posts;
}

export type SavedItems = ReturnType<typeof createSavedItems>;

const kinds: Record<Exclude<SavedList, 'wishlist'>, PostKind> = { talks: 'talk', tweets: 'tweet' };

export function createSavedItems({ db, clock, ads, posts }: SavedItemsParts) {
	const saved = (at: Db, actor: Actor, list: SavedList) =>
		store.savedIds(at, actor.accountId, list, limits.saved).then((ids) => ({ ids }));

	/** Throws `not_found` for what may not be seen, `invalid` for a post of another kind. */
	async function check(at: Db, list: SavedList, id: number): Promise<void> {
		if (list === 'wishlist') {
			if (await ads.target(at, id)) return;
		} else {
			const post = await posts.target(at, id);
			if (post && post.kind !== kinds[list]) throw invalid({ id: contentApiText.wrongKind(kinds[list]) });
			if (post) return;
		}
		throw new Refusal('not_found', commonText.notHere);
	}

	/**
	 * Those of these ids that a list keeps: what may be seen there, and what may be seen no more, so that the list can say so. Whether
	 * that was deleted or hidden, or ever of this kind, stays unsaid.
	 */
	async function kept(at: Db, list: SavedList, ids: readonly number[]): Promise<number[]> {
		const door = list === 'wishlist' ? ads : posts;
		const [last, shown] = [await door.lastId(at), await door.visibleIds(at, ids)];
		const fitting = list === 'wishlist' ? shown : await posts.visibleIds(at, ids, kinds[list]);
		return ids.filter((id) => (shown.has(id) ? fitting.has(id) : id <= last));
	}

	return {
		/** How many have saved these ads or posts a day, from a moment on (milliseconds). */
		countByDay: store.countByDay,

		/** Newest first. */
		list: (actor: Actor, list: SavedList) => saved(db, actor, list),

		/** Adds the ids of a browser, newest first, to the own ones, as far as there is room; answers all of them. */
		unite: (actor: Actor, list: SavedList, ids: readonly number[]) =>
			db.transaction(async (tx) => {
				const known = (await saved(tx, actor, list)).ids;
				const here = new Set(known);
				const unknown = [...new Set(ids)].filter((id) => !here.has(id));
				const added = (await kept(tx, list, unknown)).slice(0, Math.max(0, limits.saved - known.length));
				await store.insertSaved(tx, actor.accountId, list, added.reverse(), clock.now());
				return saved(tx, actor, list);
			}),

		save: (actor: Actor, list: SavedList, id: number): Promise<void> =>
			db.transaction(async (tx) => {
				await check(tx, list, id);
				const known = (await saved(tx, actor, list)).ids;
				if (known.includes(id)) return;
				if (known.length >= limits.saved) throw invalid({ id: validationText.tooManyItems(limits.saved) });
				await store.insertSaved(tx, actor.accountId, list, [id], clock.now());
			}),

		/** What is gone can be taken out, too. */
		unsave: (actor: Actor, list: SavedList, id: number): Promise<void> =>
			store.deleteSaved(db, actor.accountId, list, id),

		/** Who has an ad in the wishlist, in the order of their saves, after one of these. */
		saversOf: store.saversOf,

		/** What an account saved last, newest first. */
		recentOf: (at: Db, accountId: number, most: number) => store.recentlySaved(at, accountId, most),
	};
}
