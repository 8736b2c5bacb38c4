import type { Person } from '../../contract/accounts/accounts.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { Picture } from '../../contract/media/media.ts';
import * as problemsText from '../../text/shared/problems.ts';
import {
	type AccountService,
	type AdNumbers,
	accountVisibilityChanged,
	visibilityCacheTag,
} from '../accounts/index.ts';
import type { AuthorizedRow, Moderator, ModeratorAuthorizedRow } from '../core/authorization.ts';
import type { Clock } from '../core/clock.ts';
import { decodeCursor, type PageQuery, toPage } from '../core/cursor.ts';
import { DomainError } from '../core/domain-error.ts';
import type { EventBus } from '../core/events.ts';
import type { Database, Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { AttachedMedia, MediaService, PresentedMedia } from '../media/index.ts';
import { createContentPolicy, isContentHidden } from './policy.ts';
import { createContentStore, type NewestFilter } from './store.ts';
import type { ContentRow } from './tables.ts';
import type { AddedCounts, EngagementCounts, RankedCounts } from './trending-store.ts';

export interface ContentServiceDeps {
	db: Database;
	clock: Clock;
	events: EventBus;
	accounts: AccountService;
	media: MediaService;
}

/** Properties in which ads and posts differ. `About` describes an ad or post as the subject of likes, comments, saves and reports. */
export interface ContentAdapter<Row extends ContentRow, About> {
	target: ContentTarget;
	ownerId: (row: Row) => number;
	isDeleted: (row: Row) => boolean;
	/** Cache tag of responses with one ad or post. `listsTag` is the cache tag of lists of ads or posts. */
	tag: (id: number) => string;
	listsTag: string;
	index: (tx: Tx, row: Row) => Promise<void>;
	unindex: (tx: Tx, id: number) => Promise<void>;
	title: (row: Row) => string;
	text: (row: Row) => string;
	path: (row: Row) => string;
	/** Numbers that customers get from the item, if it has any of its own. */
	numbers?: (row: Row) => AdNumbers;
	toTarget: (row: Row) => About;
	/** Error message for a missing ad or post. `notOwnerText` is the message for one that belongs to another account. */
	notFoundText: string;
	notOwnerText: string;
}

/** Reported ad, post or comment as moderators see it. */
export interface ReportedItem {
	ownerId: number;
	title: string;
	text: string;
	picture: Picture | null;
	/** Path of the page that shows the content; null while the content is hidden. */
	path: string | null;
}

/** Milliseconds between two searches for items from the future. The first runs at the start. */
export const resetFutureTimesEvery = 10 * 60_000;
/** Milliseconds that a stored time may be ahead, because the clocks of machines differ. */
const clockTolerance = 60_000;
/** Largest number of items whose time one transaction corrects. */
const futureTimesBatch = 200;

export function createContentService<Row extends ContentRow, About>(
	{ db, clock, events, accounts, media }: ContentServiceDeps,
	kind: ContentAdapter<Row, About>,
) {
	const { ownerId, tag, listsTag } = kind;
	const store = createContentStore<Row>(kind.target);
	const policy = createContentPolicy(kind);
	const isVisible = (row: Row) => policy.canSee(row, null);
	const notFound = () => new DomainError('not_found', kind.notFoundText);

	/** Finds an ad or post that the actor may see. Throws `not_found`. */
	async function find(at: Db, id: number, actor: Actor | null): Promise<Row> {
		const row = await store.find(at, id);
		if (!row || !policy.canSee(row, actor)) throw notFound();
		return row;
	}

	/** Locks an ad or post that the actor owns until the transaction ends. Throws `not_found` and `forbidden`. */
	async function lockOwn(tx: Tx, actor: Actor, id: number): Promise<AuthorizedRow<Row>> {
		const row = await store.lock(tx, id);
		if (!row || !policy.canSee(row, actor)) throw notFound();
		const own = policy.owned(actor, row);
		if (!own) throw new DomainError('forbidden', kind.notOwnerText);
		return own;
	}

	/** Locks an ad or post for a moderator until the transaction ends. Returns null for an unknown id. Throws `forbidden`. */
	async function lockModerated(tx: Tx, actor: Moderator, id: number): Promise<ModeratorAuthorizedRow<Row> | null> {
		const row = await store.lock(tx, id);
		const moderated = row && policy.moderated(actor, row);
		if (row && !moderated) throw new DomainError('forbidden', problemsText.administratorsOnly);
		return moderated;
	}

	async function findInOrder(at: Db, ids: readonly number[]): Promise<Row[]> {
		const rows = new Map((await store.findMany(at, ids)).map((row) => [row.id, row]));
		return ids.flatMap((id) => rows.get(id) ?? []);
	}

	async function findVisible(at: Db, ids: readonly number[]): Promise<Row[]> {
		return (await store.findMany(at, ids)).filter(isVisible);
	}

	/** Makes the files of a visible ad or post public, and the files of a hidden one private. */
	async function setAccess(tx: Tx, row: Row): Promise<void> {
		const fileIds = (await store.findFileIds(tx, [row.id])).get(row.id) ?? [];
		await media.setAccess(tx, fileIds, isVisible(row) ? 'public' : 'private');
	}

	async function setHidden(
		tx: Tx,
		row: ModeratorAuthorizedRow<Row> | null,
		hidden: { hidden_at: number | null; hidden_reason: string },
	): Promise<void> {
		if (!row) return;
		const changed = await store.setHidden(tx, row, hidden);
		tx.invalidate(tag(row.id), listsTag, visibilityCacheTag);
		await kind.index(tx, changed);
		await setAccess(tx, changed);
	}

	async function remove(tx: Tx, row: AuthorizedRow<Row> | ModeratorAuthorizedRow<Row>): Promise<void> {
		tx.invalidate(tag(row.id), listsTag);
		await kind.unindex(tx, row.id);
		await media.remove(tx, await store.remove(tx, row));
	}

	/** Adds to the counts and the trending scores of ads or posts. Returns the updated rows that exist. */
	async function addCounts(tx: Tx, ids: readonly number[], added: Partial<AddedCounts>): Promise<Row[]> {
		const rows = await store.addCounts(tx, ids, added);
		// New views do not invalidate cached responses. Otherwise each reader would evict the response for the next reader.
		if (added.likes || added.ranked_likes || added.comments) tx.invalidateSoon(...rows.map(({ id }) => tag(id)));
		return rows;
	}

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		const changed = await store.setOwnerHidden(tx, accountId, !isVisible);
		for (const row of changed) {
			tx.invalidate(tag(row.id));
			await kind.index(tx, row);
		}
		if (changed.length > 0) tx.invalidate(listsTag);
		await media.setAccess(tx, await store.findFileIdsByOwner(tx, accountId), isVisible ? 'public' : 'private');
	});

	return {
		find,
		lockOwn,
		findVisible,
		findInOrder,
		isVisible,
		remove,
		setAccess,
		owned: policy.owned,
		canSee: policy.canSee,
		findAny: store.find,
		findFileIds: store.findFileIds,
		listVisibleBetween: store.listVisibleBetween,

		/** Attaches files to a new ad or post and adds the row to the search index. */
		async add(tx: Tx, row: Row, files: readonly AttachedMedia[]): Promise<void> {
			const fileIds = files.map((file) => file.id);
			await store.addFiles(tx, row.id, fileIds);
			await kind.index(tx, row);
			tx.invalidate(listsTag);
		},

		/** Presents ads or posts in their order, each with its owner and files. Omits rows whose owner no longer exists. */
		async present<Presented>(
			at: Db,
			rows: readonly Row[],
			fileIds: ReadonlyMap<number, readonly number[]>,
			show: (row: Row, owner: Person, files: readonly PresentedMedia[]) => Presented,
		): Promise<Presented[]> {
			const authors = await accounts.findAuthors(at, new Set(rows.map(ownerId)));
			const filesOf = (some: readonly Row[]) => some.flatMap((row) => fileIds.get(row.id) ?? []);
			// Files of hidden rows get signed URLs, because public URLs of private files do not work.
			const files = new Map([
				...(await media.findByIds(at, filesOf(rows.filter((row) => !isContentHidden(row))))),
				...(await media.findByIdsSigned(at, filesOf(rows.filter(isContentHidden)))),
			]);
			return rows.flatMap((row) => {
				const owner = authors.get(ownerId(row))?.(kind.numbers?.(row) ?? null);
				return owner
					? [
							show(
								row,
								owner,
								filesOf([row]).flatMap((id) => files.get(id) ?? []),
							),
						]
					: [];
			});
		},

		/** Lists a page of ids, newest first. Throws `invalid` for a malformed cursor. */
		async listNewestIds(filter: NewestFilter, { limit, cursor }: PageQuery) {
			const [below = null] = decodeCursor(cursor, 1) ?? [];
			const found = await store.newestIds(db, filter, below, limit + 1);
			const { rows: ids, next_cursor } = toPage(found, limit, (id) => [id]);
			return { ids, next_cursor };
		},

		/** Counts ads or posts by SQL condition, and new ones per day. `from` is the start of the first day in milliseconds since 1970. */
		getSiteStats: async <Name extends string>(conditions: Readonly<Record<Name, string>>, from: number) => ({
			...(await store.countByCondition(db.longReads, conditions)),
			days: await store.countByDay(db.longReads, from),
		}),

		/** Operations on ads and posts for other modules. */
		service: {
			/** Hides an ad or post from everyone except its owner, who also sees the reason. Does nothing for an unknown id. */
			hide: async (tx: Tx, actor: Moderator, id: number, reason: string): Promise<void> =>
				setHidden(tx, await lockModerated(tx, actor, id), { hidden_at: clock.now(), hidden_reason: reason }),

			/** Reverses `hide`. The ad or post stays hidden while its owner's account is hidden. */
			unhide: async (tx: Tx, actor: Moderator, id: number): Promise<void> =>
				setHidden(tx, await lockModerated(tx, actor, id), { hidden_at: null, hidden_reason: '' }),

			/** Deletes an ad or post with its files for a moderator, whoever the owner is. */
			async takeDown(tx: Tx, actor: Moderator, id: number): Promise<void> {
				const row = await lockModerated(tx, actor, id);
				if (!row) return;
				tx.invalidate(visibilityCacheTag);
				await remove(tx, row);
			},

			/** Reads the pictures of an ad or post, or the poster of its video, in their smallest size, also of a hidden one. */
			readSmallPictures: async (at: Db, id: number): Promise<Buffer[]> =>
				media.readSmallPictures(at, (await store.findFileIds(at, [id])).get(id) ?? []),

			listByOwner: store.listByOwner,

			async eraseByOwner(tx: Tx, accountId: number): Promise<void> {
				for (const { id } of await store.listByOwner(tx, accountId)) {
					const row = await store.lock(tx, id);
					const own = row && policy.owned({ accountId }, row);
					if (!own) continue;
					tx.invalidate(visibilityCacheTag);
					await remove(tx, own);
				}
			},

			/** Finds ads or posts for moderators, including hidden ones. Omits those that their owner deleted. */
			async findForReview(at: Db, ids: readonly number[]): Promise<Map<number, ReportedItem>> {
				const rows = (await store.findMany(at, ids)).filter((row) => !kind.isDeleted(row));
				const fileIds = await store.findFileIds(
					at,
					rows.map((row) => row.id),
				);
				const firstOf = ({ id }: Row) => fileIds.get(id)?.slice(0, 1) ?? [];
				const files = await media.findByIdsSigned(at, rows.flatMap(firstOf));
				return new Map(
					rows.map((row) => [
						row.id,
						{
							ownerId: ownerId(row),
							title: kind.title(row),
							text: kind.text(row),
							picture: firstOf(row).map((id) => files.get(id)?.picture)[0] ?? null,
							path: isContentHidden(row) ? null : kind.path(row),
						},
					]),
				);
			},

			/** Counts the ads or posts of each account, in any state. */
			countByOwner: store.countByOwner,

			/** Returns the lowest id of a visible ad or post, from the given id upwards. Null if there is none. */
			nextVisibleId: store.nextVisibleId,

			lastId: store.lastId,

			listIdsAfter: store.listIdsAfter,

			/** Writes ads or posts to the search index again, or removes those that do not belong there. */
			async reindex(tx: Tx, ids: readonly number[]): Promise<void> {
				for (const row of await store.lockMany(tx, ids)) await kind.index(tx, row);
				tx.invalidate(listsTag);
			},

			/** Lists the counts of an account's ads or posts, newest first. With `id`, lists only the ad or post with that id. */
			async listStats(at: Db, accountId: number, options: { id?: number | undefined; most: number }) {
				return (await store.listUndeletedByOwner(at, accountId, options)).map((row) => {
					const { id, views, likes, comments } = row;
					return { id, title: kind.title(row), views, likes, comments };
				});
			},

			/** Finds an ad or post as the subject of a like, comment, save or report. Returns null if it is hidden, deleted or unknown. */
			async target(at: Db, id: number): Promise<About | null> {
				const [row] = await findVisible(at, [id]);
				return row ? kind.toTarget(row) : null;
			},

			/** Finds ads or posts by id. Omits those that are hidden or deleted. */
			async targets(at: Db, ids: readonly number[]): Promise<Map<number, About>> {
				return new Map((await findVisible(at, ids)).map((row) => [row.id, kind.toTarget(row)]));
			},

			/** Finds ads or posts by id, including those that are hidden or deleted. */
			async allTargets(at: Db, ids: Iterable<number>): Promise<Map<number, About>> {
				return new Map((await store.findMany(at, [...ids])).map((row) => [row.id, kind.toTarget(row)]));
			},

			/**
			 * Dates items from the future at the present. They were posted or renewed while the clock was ahead, and would lead the lists until
			 * their time comes.
			 */
			async resetFutureTimes(): Promise<void> {
				for (;;) {
					const now = clock.now();
					const ids = await db.transaction(async (tx) => {
						const changed = await store.resetFutureTimes(tx, now + clockTolerance, now, futureTimesBatch);
						if (changed.length > 0) tx.invalidate(...changed.map(tag), listsTag);
						return changed;
					});
					if (ids.length < futureTimesBatch) return;
				}
			},

			/** Adds to the counts of an ad or post and updates its trending score. Returns the new counts, or null for an unknown id. */
			async bump(tx: Tx, id: number, added: Partial<AddedCounts>): Promise<EngagementCounts | null> {
				const [row] = await addCounts(tx, [id], added);
				return row ? toCounts(row) : null;
			},

			/**
			 * Adds to the counts of a visible ad or post, like `bump`, and returns it as a subject with its new counts. Returns null if it is
			 * hidden, deleted or unknown. Then the transaction must roll back.
			 */
			async bumpVisible(
				tx: Tx,
				id: number,
				added: Partial<AddedCounts>,
			): Promise<{ about: About; counts: EngagementCounts } | null> {
				const [row] = await addCounts(tx, [id], added);
				if (!row || !isVisible(row)) return null;
				return { about: kind.toTarget(row), counts: toCounts(row) };
			},

			/** Adds `added` to the counts of each ad or post. If `added` is empty, only locks the rows. Returns the new counts of those that exist. */
			async bumpEach(
				tx: Tx,
				ids: readonly number[],
				added: Partial<AddedCounts>,
			): Promise<Map<number, EngagementCounts>> {
				return new Map((await addCounts(tx, ids, added)).map((row) => [row.id, toCounts(row)]));
			},

			/**
			 * Adds a like or a comment to an ad or post for each time its id is given; `rankedIds` are the ids of those that count in rankings.
			 * Returns the new counts of those that exist.
			 */
			async bumpPerId(
				tx: Tx,
				ids: readonly number[],
				what: 'likes' | 'comments',
				rankedIds: readonly number[],
			): Promise<Map<number, EngagementCounts>> {
				const counts = new Map<number, EngagementCounts>();
				const count = (all: readonly number[]) => Map.groupBy(all, (id) => id);
				const ranked = count(rankedIds);
				const added = [...count(ids)].map(([id, { length }]) => ({
					id,
					times: length,
					ranked: ranked.get(id)?.length ?? 0,
				}));
				// One statement adds to all ads or posts that are given equally often.
				for (const group of Map.groupBy(added, (one) => `${one.times} ${one.ranked}`).values()) {
					const [{ times, ranked } = { times: 0, ranked: 0 }] = group;
					const rows = await addCounts(
						tx,
						group.map(({ id }) => id),
						{ [what]: times, [`ranked_${what}`]: ranked },
					);
					for (const row of rows) counts.set(row.id, toCounts(row));
				}
				return counts;
			},

			/** Returns the stored counts of ads or posts that count in rankings. */
			async findRankedCounts(at: Db, ids: readonly number[]): Promise<Map<number, RankedCounts>> {
				return new Map((await store.findMany(at, ids)).map((row) => [row.id, row]));
			},

			/**
			 * Locks visible ads or posts in the order of their ids, until the transaction ends. Omits those that are hidden or deleted; with
			 * `skipLocked`, also those that another transaction has locked.
			 */
			async lockVisible(
				tx: Tx,
				ids: Iterable<number>,
				options: { skipLocked: boolean },
			): Promise<Map<number, { about: About; counts: EngagementCounts }>> {
				const rows = (await store.lockMany(tx, [...ids], options)).filter(isVisible);
				return new Map(rows.map((row) => [row.id, { about: kind.toTarget(row), counts: toCounts(row) }]));
			},
		},
	};
}

/** Returns a key that identifies an ad or post. */
export function toItemKey({ target, targetId }: { target: ContentTarget; targetId: number }): string {
	return `${target} ${targetId}`;
}

function toCounts({ likes, comments, views }: ContentRow): EngagementCounts {
	return { likes, comments, views };
}
