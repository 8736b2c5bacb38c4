import type { Comment, UnansweredComment } from '../../contract/comments/comments.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { ReportedItem } from '../content/index.ts';
import type { Moderator } from '../core/authorization.ts';
import type { LockOptions } from '../core/batcher.ts';
import type { PageQuery } from '../core/cursor.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import type * as store from './store.ts';

export interface CommentServiceDeps extends Pick<Platform, 'db' | 'clock' | 'events'> {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
}

export interface CommentInput {
	text: string;
	parent_id?: number | null | undefined;
}

/** Comment that an account wants to post. */
export interface NewComment {
	accountId: number;
	target: ContentTarget;
	targetId: number;
	form: CommentInput;
}

/** What the rest of the server can do with comments. A malformed cursor of a page throws `invalid`. */
export interface CommentService {
	create(tx: Tx, comment: NewComment): Promise<Comment>;
	/**
	 * Creates several comments without parents with few statements. Returns null for each that `create` must create or reject alone:
	 * comments on what is not visible, and comments whose author may not post. With `skipLocked`, also for comments on what another
	 * transaction has locked. An error means that one of the comments cannot be created; then the transaction must roll back.
	 */
	createTogether(tx: Tx, comments: readonly NewComment[], options: LockOptions): Promise<(Comment | null)[]>;
	update(tx: Tx, actor: Actor, id: number, text: string): Promise<Comment>;
	remove(tx: Tx, actor: Actor, id: number): Promise<void>;

	/** Hides a comment with its replies. Does nothing if the comment does not exist. */
	hide(tx: Tx, actor: Moderator, id: number): Promise<void>;
	/** Reverses `hide`. The comment stays invisible while its author is suspended or pending deletion. */
	unhide(tx: Tx, actor: Moderator, id: number): Promise<void>;
	/** Deletes a comment with its replies for a moderator, whoever the author is. */
	takeDown(tx: Tx, actor: Moderator, id: number): Promise<void>;
	eraseByAuthor(tx: Tx, accountId: number): Promise<void>;
	/** Counts the comments of ads or posts and the replies to them again. Returns the number of wrong counts, which it corrects. */
	recount(tx: Tx, target: ContentTarget, ids: readonly number[]): Promise<number>;
	/** Computes the response time of an account again. */
	refreshResponseTime(tx: Tx, accountId: number): Promise<void>;
	/** Computes the response times again that are older than a day, because answers age. */
	refreshResponseTimes(): Promise<void>;

	/** Lists a page of comments without replies, newest first. */
	list(target: ContentTarget, targetId: number, page: PageQuery): Promise<CursorPage<Comment>>;
	/** Lists a page of the replies to a comment, oldest first. */
	listReplies(id: number, page: PageQuery): Promise<CursorPage<Comment>>;
	/** Lists comments that the owner of their ad or post has not answered, newest first. Checks the last 1,000 comments. */
	listUnanswered(actor: Actor, page: PageQuery): Promise<CursorPage<UnansweredComment>>;
	/** Lists the ads and posts of an account's latest comments, newest comment first. */
	listRecent: typeof store.listRecentlyCommentedItems;
	/** Counts visible comments and replies of each ad or post per UTC day. `from` is in milliseconds since 1970. */
	countByDay: typeof store.countCommentsByItemAndDay;
	/** Returns whether everybody can see at least one of the comments. */
	hasVisible(db: Db, ids: readonly number[]): Promise<boolean>;
	/** Finds a comment that everybody can see, with the path of its ad or post. Returns null for any other. */
	findVisible(db: Db, id: number): Promise<(Comment & { path: string }) | null>;
	/** Finds a comment as the subject of a report. Returns null if the comment or its ad or post is not visible. */
	target(db: Db, id: number): Promise<{ id: number; ownerId: number } | null>;
	/** Finds comments for moderators, including hidden ones. `picture` belongs to the ad or post of the comment. */
	findForReview(db: Db, ids: readonly number[]): Promise<Map<number, ReportedItem>>;
}
