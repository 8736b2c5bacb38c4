import type { PostKind } from '../../contract/posts/posts.ts';
import * as savedItemLimits from '../../contract/saved-items/limits.ts';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import type { AdService } from '../ads/index.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import * as store from './store.ts';

export interface SavedItemServiceDeps extends Pick<Platform, 'db' | 'clock'> {
	ads: AdService;
	posts: PostService;
}

export type SavedItemService = ReturnType<typeof createSavedItemService>;

const postKinds: Record<Exclude<SavedList, 'wishlist'>, PostKind> = { talks: 'talk', tweets: 'tweet' };

export function createSavedItemService({ db, clock, ads, posts }: SavedItemServiceDeps) {
	const listSaved = (db: Db, actor: Actor, list: SavedList) =>
		store.listSavedIds(db, actor.accountId, list, savedItemLimits.savedItems).then((ids) => ({ ids }));

	/** Throws `not_found` for an item that is not visible, and `invalid` for a post whose kind doesn't fit the list. */
	async function assertSavable(db: Db, list: SavedList, id: number): Promise<void> {
		if (list === 'wishlist') {
			if (await ads.target(db, id)) return;
		} else {
			const post = await posts.target(db, id);
			if (post && post.kind !== postKinds[list]) throw invalidInput({ id: contentApiText.wrongKind(postKinds[list]) });
			if (post) return;
		}
		throw new DomainError('not_found', commonText.notHere);
	}

	/**
	 * Selects visible items of the list's kind, and items that are no longer visible, which the list shows as unavailable. The result does
	 * not reveal whether an invisible item is deleted or hidden, or which kind it has.
	 */
	async function filterSavable(db: Db, list: SavedList, ids: readonly number[]): Promise<number[]> {
		const service = list === 'wishlist' ? ads : posts;
		const [lastId, visibleIds] = [await service.lastId(db), await service.visibleIds(db, ids)];
		const matchingIds = list === 'wishlist' ? visibleIds : await posts.visibleIds(db, ids, postKinds[list]);
		return ids.filter((id) => (visibleIds.has(id) ? matchingIds.has(id) : id <= lastId));
	}

	return {
		countByDay: store.countSavesByItemAndDay,

		/** Lists the ids of saved items, newest first. */
		list: (actor: Actor, list: SavedList) => listSaved(db, actor, list),

		/** Adds ids that a browser stored before the login, newest first, until the list is full. Returns the whole list. */
		async merge(tx: Tx, actor: Actor, list: SavedList, ids: readonly number[]) {
			const savedIds = (await listSaved(tx, actor, list)).ids;
			const savedSet = new Set(savedIds);
			const newIds = [...new Set(ids)].filter((id) => !savedSet.has(id));
			const added = (await filterSavable(tx, list, newIds)).slice(
				0,
				Math.max(0, savedItemLimits.savedItems - savedIds.length),
			);
			await store.insertSavedItems(tx, actor.accountId, list, added.reverse(), clock.now());
			return listSaved(tx, actor, list);
		},

		async save(tx: Tx, actor: Actor, list: SavedList, id: number): Promise<void> {
			await assertSavable(tx, list, id);
			const savedIds = (await listSaved(tx, actor, list)).ids;
			if (savedIds.includes(id)) return;
			if (savedIds.length >= savedItemLimits.savedItems)
				throw invalidInput({ id: validationText.tooManyItems(savedItemLimits.savedItems) });
			await store.insertSavedItems(tx, actor.accountId, list, [id], clock.now());
		},

		/** Removes an item from a list, even if the item is no longer visible. */
		unsave: (tx: Tx, actor: Actor, list: SavedList, id: number): Promise<void> =>
			store.deleteSavedItem(tx, actor.accountId, list, id),

		listSavers: store.listAdSavers,

		/** Lists an account's recently saved items, newest first. */
		listRecent: (db: Db, accountId: number, limit: number) => store.listRecentlySavedItems(db, accountId, limit),
	};
}
