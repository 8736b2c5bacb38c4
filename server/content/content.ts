import type { Person } from '../../contract/accounts/accounts.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { Picture } from '../../contract/media/media.ts';
import type { AccountService, AdNumbers } from '../accounts/index.ts';
import type { AuthorizedRow, Moderator, ModeratorAuthorizedRow } from '../core/authorization.ts';
import type { PageQuery } from '../core/cursor.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { MediaService, PresentedMedia } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import type { ContentPolicy } from './policy.ts';
import type { ContentStore, NewestFilter } from './store.ts';
import type { ContentRow } from './tables.ts';
import type { AddedCounts, EngagementCounts, RankedCounts } from './trending-store.ts';

export interface ContentServiceDeps extends Pick<Platform, 'db' | 'clock' | 'events'> {
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

/** Ad or post as a subject, with its counts. */
export interface CountedItem<About> {
	about: About;
	counts: EngagementCounts;
}

/** Numbers of ads or posts by name, and of new ones per day. */
export type ContentStats<Name extends string> = Record<Name, number> & { days: { day: number; count: number }[] };

/** What ads and posts offer to other modules. */
export interface ContentService<Row extends ContentRow, About>
	extends Pick<ContentStore<Row>, 'listByOwner' | 'countByOwner' | 'nextVisibleId' | 'lastId' | 'listIdsAfter'> {
	/** Hides an ad or post from everyone except its owner, who also sees the reason. Does nothing for an unknown id. */
	hide(tx: Tx, actor: Moderator, id: number, reason: string): Promise<void>;
	/** Reverses `hide`. The ad or post stays hidden while its owner's account is hidden. */
	unhide(tx: Tx, actor: Moderator, id: number): Promise<void>;
	/** Deletes an ad or post with its files for a moderator, whoever the owner is. */
	takeDown(tx: Tx, actor: Moderator, id: number): Promise<void>;
	/** Deletes all ads or posts of an account. */
	eraseByOwner(tx: Tx, accountId: number): Promise<void>;
	/** Finds ads or posts for moderators, including hidden ones. Omits those that their owner deleted. */
	findForReview(db: Db, ids: readonly number[]): Promise<Map<number, ReportedItem>>;
	/** Reads the pictures of an ad or post, or the poster of its video, in their smallest size, also of a hidden one. */
	readSmallPictures(db: Db, id: number): Promise<Buffer[]>;
	/** Writes ads or posts to the search index again, or removes those that do not belong there. */
	reindex(tx: Tx, ids: readonly number[]): Promise<void>;
	/** Lists the counts of an account's ads or posts, newest first. With `id`, lists only the ad or post with that id. */
	listStats(
		db: Db,
		accountId: number,
		options: { id?: number | undefined; most: number },
	): Promise<(EngagementCounts & { id: number; title: string })[]>;
	/** Finds an ad or post as the subject of a like, comment, save or report. Returns null if it is hidden, deleted or unknown. */
	target(db: Db, id: number): Promise<About | null>;
	/** Finds ads or posts by id. Omits those that are hidden or deleted. */
	targets(db: Db, ids: readonly number[]): Promise<Map<number, About>>;
	/** Finds ads or posts by id, including those that are hidden or deleted. */
	allTargets(db: Db, ids: Iterable<number>): Promise<Map<number, About>>;
	/**
	 * Dates items from the future at the present. They were posted or renewed while the clock was ahead, and would lead the lists until
	 * their time comes.
	 */
	resetFutureTimes(): Promise<void>;
	/** Adds to the counts of an ad or post and updates its trending score. Returns the new counts, or null for an unknown id. */
	bump(tx: Tx, id: number, added: Partial<AddedCounts>): Promise<EngagementCounts | null>;
	/**
	 * Adds to the counts of a visible ad or post, like `bump`, and returns it as a subject with its new counts. Returns null if it is
	 * hidden, deleted or unknown. Then the transaction must roll back.
	 */
	bumpVisible(tx: Tx, id: number, added: Partial<AddedCounts>): Promise<CountedItem<About> | null>;
	/** Adds `added` to the counts of each ad or post. If `added` is empty, only locks the rows. Returns the new counts of those that exist. */
	bumpEach(tx: Tx, ids: readonly number[], added: Partial<AddedCounts>): Promise<Map<number, EngagementCounts>>;
	/**
	 * Adds a like or a comment to an ad or post for each time its id is given; `rankedIds` are the ids of those that count in rankings.
	 * Returns the new counts of those that exist.
	 */
	bumpPerId(
		tx: Tx,
		ids: readonly number[],
		what: 'likes' | 'comments',
		rankedIds: readonly number[],
	): Promise<Map<number, EngagementCounts>>;
	/** Returns the stored counts of ads or posts that count in rankings. */
	findRankedCounts(db: Db, ids: readonly number[]): Promise<Map<number, RankedCounts>>;
	/**
	 * Locks visible ads or posts in the order of their ids, until the transaction ends. Omits those that are hidden or deleted; with
	 * `skipLocked`, also those that another transaction has locked.
	 */
	lockVisible(
		tx: Tx,
		ids: Iterable<number>,
		options: { skipLocked: boolean },
	): Promise<Map<number, CountedItem<About>>>;
}

/** What ads and posts are built from. `service` is the part for other modules. */
export interface Content<Row extends ContentRow, About>
	extends Pick<ContentPolicy<Row>, 'canSee' | 'owned'>,
		Pick<ContentStore<Row>, 'findFileIds' | 'listVisibleBetween'> {
	service: ContentService<Row, About>;
	isVisible(row: Row): boolean;
	/** Finds an ad or post in any state. Returns null for an unknown id. */
	findAny(db: Db, id: number): Promise<Row | null>;
	/** Finds an ad or post that the actor may see. Throws `not_found`. */
	find(db: Db, id: number, actor: Actor | null): Promise<Row>;
	findVisible(db: Db, ids: readonly number[]): Promise<Row[]>;
	findInOrder(db: Db, ids: readonly number[]): Promise<Row[]>;
	/** Locks an ad or post that the actor owns until the transaction ends. Throws `not_found` and `forbidden`. */
	lockOwn(tx: Tx, actor: Actor, id: number): Promise<AuthorizedRow<Row>>;
	/** Deletes an ad or post with its files. */
	remove(tx: Tx, row: AuthorizedRow<Row> | ModeratorAuthorizedRow<Row>): Promise<void>;
	/** Makes the files of a visible ad or post public, and the files of a hidden one private. */
	setAccess(tx: Tx, row: Row): Promise<void>;
	/** Presents ads or posts in their order, each with its owner and files. Omits rows whose owner no longer exists. */
	present<Presented>(
		db: Db,
		rows: readonly Row[],
		fileIds: ReadonlyMap<number, readonly number[]>,
		show: (row: Row, owner: Person, files: readonly PresentedMedia[]) => Presented,
	): Promise<Presented[]>;
	/** Lists a page of ids, newest first. Throws `invalid` for a malformed cursor. */
	listNewestIds(filter: NewestFilter, page: PageQuery): Promise<{ ids: number[]; next_cursor: string | null }>;
	/** Counts ads or posts by SQL condition, and new ones per day. `from` is the start of the first day in milliseconds since 1970. */
	getSiteStats<Name extends string>(
		conditions: Readonly<Record<Name, string>>,
		from: number,
	): Promise<ContentStats<Name>>;
}

/** Returns a key that identifies an ad or post. */
export function toItemKey({ target, targetId }: { target: ContentTarget; targetId: number }): string {
	return `${target} ${targetId}`;
}
