import type { Comment, UnansweredComment } from '../../contract/comments/comments.ts';
import * as limits from '../../contract/core/limits.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import { type ContentTarget, contentTargets } from '../../contract/core/target.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as commonText from '../../text/shared/common.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { type AccountService, accountRankingStarted, accountVisibilityChanged } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { type AddedCounts, getTarget, type ReportedItem, toItemKey } from '../content/index.ts';
import type { AuthorizedRow, Moderator, ModeratorAuthorizedRow } from '../core/authorization.ts';
import type { LockOptions } from '../core/batcher.ts';
import type { Clock } from '../core/clock.ts';
import { type PageQuery, readPageById } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { EventBus } from '../core/events.ts';
import type { Database, Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { PostService } from '../posts/index.ts';
import { commentsCacheTag } from './cache-tags.ts';
import { type CommentPosted, commentCreatedOrEdited, commentsPosted } from './events.ts';
import { authorizeCommentAuthor, authorizeCommentModerator } from './policy.ts';
import { presentComment } from './present.ts';
import { createResponseTimeService } from './response-time.ts';
import * as store from './store.ts';
import type { CommentRow } from './tables.ts';

export interface CommentServiceDeps {
	db: Database;
	clock: Clock;
	events: EventBus;
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
}

/** Numbers of comments of an ad or post that change with a comment. */
type CommentCounts = Pick<AddedCounts, 'comments' | 'ranked_comments'>;

export type CommentService = ReturnType<typeof createCommentService>;

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

export function createCommentService({ db, clock, events, accounts, ads, posts }: CommentServiceDeps) {
	const services = { ads, posts };
	const responseTimes = createResponseTimeService({ db, clock, accounts });

	async function requireVisibleTarget(at: Db, target: ContentTarget, id: number) {
		const found = await services[target].target(at, id);
		if (!found) throw new DomainError('not_found', commonText.notHere);
		return found;
	}

	/** Returns whether a comment is visible. A reply is visible only while its parent comment is. */
	async function isVisible(at: Db, { visible, parent_id }: CommentRow): Promise<boolean> {
		if (visible === 0) return false;
		return parent_id === null || (await store.findComment(at, parent_id))?.visible === 1;
	}

	/** Finds a comment. Throws `not_found` unless the comment and its ad or post are visible. */
	async function requireVisibleComment(at: Db, id: number): Promise<CommentRow> {
		const comment = await store.findComment(at, id);
		if (!comment || !(await isVisible(at, comment))) throw notFound();
		const { target, targetId } = getTarget(comment);
		await requireVisibleTarget(at, target, targetId);
		return comment;
	}

	async function requireOwnComment(tx: Tx, actor: Actor, id: number): Promise<AuthorizedRow<CommentRow>> {
		const comment = authorizeCommentAuthor(actor, await requireVisibleComment(tx, id));
		if (!comment) throw new DomainError('forbidden', contentApiText.commentOfAnother);
		return comment;
	}

	async function present(at: Db, rows: readonly CommentRow[]): Promise<Comment[]> {
		const people = await accounts.findPeople(at, new Set(rows.map((row) => row.account_id)));
		return rows.flatMap((row) => {
			const author = people.get(row.account_id);
			return author ? [presentComment(row, author)] : [];
		});
	}

	async function presentOne(at: Db, row: CommentRow): Promise<Comment> {
		const [presented] = await present(at, [row]);
		if (!presented) throw notFound();
		return presented;
	}

	/** Adds to the numbers of comments of an ad or post, and locks that row. Lock it before other writes, to prevent deadlocks. */
	async function addCounts(tx: Tx, target: ContentTarget, id: number, added: Partial<CommentCounts>): Promise<void> {
		if (!(await services[target].bump(tx, id, added))) throw notFound();
		tx.invalidate(commentsCacheTag(target, id));
	}

	/** Selects the authors that count in rankings on ads or posts, each once: owners do not. The ads or posts are locked. */
	async function filterRanking(tx: Tx, authors: readonly (store.ItemAuthor & { ownerId: number })[]) {
		const others = authors.filter(({ accountId, ownerId }) => accountId !== ownerId);
		const ids = new Set(others.map(({ accountId }) => accountId));
		const ranking = await accounts.filterRanking(tx, [...ids]);
		const counting = others.filter(({ accountId }) => ranking.has(accountId));
		return [...new Map(counting.map((author) => [toAuthorKey(author), author])).values()];
	}

	/** Lists the ads or posts on which authors of new comments begin to count in rankings. The ads or posts are locked. */
	async function listNewlyRankedIds(
		tx: Tx,
		target: ContentTarget,
		authors: readonly (store.ItemAuthor & { ownerId: number })[],
	): Promise<number[]> {
		const ranking = await filterRanking(tx, authors);
		const earlier = new Set((await store.filterAuthors(tx, target, ranking)).map(toAuthorKey));
		return ranking.filter((author) => !earlier.has(toAuthorKey(author))).map(({ targetId }) => targetId);
	}

	async function addComment(
		tx: Tx,
		accountId: number,
		target: ContentTarget,
		targetId: number,
		{ text, parent_id }: CommentInput,
		sampleAt?: number,
	): Promise<CommentRow> {
		const commented = await services[target].bumpVisible(tx, targetId, {});
		if (!commented) throw new DomainError('not_found', commonText.notHere);
		const { ownerId } = commented.about;
		tx.invalidateSoon(commentsCacheTag(target, targetId));
		const repliedTo = parent_id ? await store.findComment(tx, parent_id) : null;
		const parentTarget = repliedTo && getTarget(repliedTo);
		const parentId = repliedTo && (repliedTo.parent_id ?? repliedTo.id);
		if (parent_id && (parentTarget?.target !== target || parentTarget.targetId !== targetId)) throw invalidParent();
		if (repliedTo && !(await isVisible(tx, repliedTo))) throw invalidParent();
		if (parentId && !(await store.incrementReplyCount(tx, parentId, 1))) throw invalidParent();
		const newlyRanked = await listNewlyRankedIds(tx, target, [{ targetId, accountId, ownerId }]);
		await services[target].bump(tx, targetId, { comments: 1, ranked_comments: newlyRanked.length });
		const [comment] = await store.insertComments(tx, target, [
			{
				targetId,
				account_id: accountId,
				owner_id: ownerId,
				parent_id: parentId,
				text,
				created_at: sampleAt ?? clock.now(),
			},
		]);
		if (!comment) throw new Error('A comment was not inserted');
		if (sampleAt !== undefined) return comment;
		await events.emit(tx, commentsPosted, [{ ...toPosted(comment), repliedToId: repliedTo?.account_id ?? null }]);
		return comment;
	}

	/** Inserts comments without parents. `owners` has the owner of each ad or post. Returns the rows in the same order. */
	async function insertTogether(
		tx: Tx,
		comments: readonly NewComment[],
		owners: ReadonlyMap<string, number>,
	): Promise<CommentRow[]> {
		const created_at = clock.now();
		const rows: CommentRow[] = [];
		for (const target of contentTargets) {
			const ofTarget = comments.filter((comment) => comment.target === target);
			const values = ofTarget.map(({ accountId, targetId, form: { text } }) => {
				const owner_id = owners.get(toItemKey({ target, targetId })) ?? 0;
				return { targetId, account_id: accountId, owner_id, parent_id: null, text, created_at };
			});
			rows.push(...(await store.insertComments(tx, target, values)));
		}
		// Comments with the same key are equal, so it does not matter which of them gets which row.
		const toKey = (accountId: number, item: string, text: string) => `${accountId} ${item} ${text}`;
		const byKey = Map.groupBy(rows, (row) => toKey(row.account_id, toItemKey(getTarget(row)), row.text));
		return comments.map((comment) => {
			const row = byKey.get(toKey(comment.accountId, toItemKey(comment), comment.form.text))?.shift();
			if (!row) throw new Error('A comment was not inserted');
			return row;
		});
	}

	/** Locks visible ads or posts. Returns their owners; with `skipLocked`, only of those that no other transaction has locked. */
	async function lockOwners(
		tx: Tx,
		comments: readonly NewComment[],
		options: LockOptions,
	): Promise<Map<string, number>> {
		const owners = new Map<string, number>();
		for (const target of contentTargets) {
			const ids = comments.filter((comment) => comment.target === target).map(({ targetId }) => targetId);
			for (const [targetId, { about }] of await services[target].lockVisible(tx, new Set(ids), options))
				owners.set(toItemKey({ target, targetId }), about.ownerId);
		}
		return owners;
	}

	/** Adds new comments to the counts of their ads or posts, which the transaction has locked. `owners` has the owner of each. */
	async function countComments(
		tx: Tx,
		comments: readonly NewComment[],
		owners: ReadonlyMap<string, number>,
	): Promise<void> {
		for (const target of contentTargets) {
			const ofTarget = comments.filter((comment) => comment.target === target);
			const ids = ofTarget.map(({ targetId }) => targetId);
			const authors = ofTarget.map(({ accountId, targetId }) => {
				return { accountId, targetId, ownerId: owners.get(toItemKey({ target, targetId })) ?? 0 };
			});
			await services[target].bumpPerId(tx, ids, 'comments', await listNewlyRankedIds(tx, target, authors));
			for (const id of ids) tx.invalidateSoon(commentsCacheTag(target, id));
		}
	}

	/** Counts a comment and its visible replies. Returns 0 if the comment is not visible. */
	async function countVisible(tx: Tx, comment: CommentRow): Promise<number> {
		if (!(await isVisible(tx, comment))) return 0;
		return comment.parent_id === null ? 1 + comment.replies : 1;
	}

	/** Finds a comment for a moderator. Returns null if the comment does not exist. Throws `forbidden` for other actors. */
	async function findModerated(
		tx: Tx,
		actor: Moderator,
		id: number,
	): Promise<ModeratorAuthorizedRow<CommentRow> | null> {
		const comment = await store.findComment(tx, id);
		const moderated = comment && authorizeCommentModerator(actor, comment);
		if (comment && !moderated) throw new DomainError('forbidden', problemsText.administratorsOnly);
		return moderated;
	}

	/**
	 * Shows, hides or deletes a comment, and adjusts the counts of its ad or post and of its parent comment. `change` returns null for a
	 * deleted comment. Returns false if the comment is already deleted.
	 */
	async function changeVisibility(tx: Tx, row: CommentRow, change: () => Promise<CommentRow | null>): Promise<boolean> {
		const { target, targetId } = getTarget(row);
		// Locks the ad or post before the comment is read, so that the counts cannot change concurrently.
		await addCounts(tx, target, targetId, {});
		const before = await store.findComment(tx, row.id);
		if (!before) return false;
		const { account_id, owner_id: ownerId, parent_id } = before;
		const authorIds = [account_id, ...(before.replies > 0 ? await store.listReplyAuthorIds(tx, row.id) : [])];
		const authors = await filterRanking(
			tx,
			authorIds.map((accountId) => ({ targetId, accountId, ownerId })),
		);
		const count = async (comment: CommentRow | null): Promise<CommentCounts> => ({
			comments: comment ? await countVisible(tx, comment) : 0,
			ranked_comments: (await store.filterAuthors(tx, target, authors)).length,
		});
		const old = await count(before);
		const after = await change();
		const shown = (after?.visible ?? 0) - before.visible;
		if (shown === 0) return true;
		const now = await count(after);
		await addCounts(tx, target, targetId, {
			comments: now.comments - old.comments,
			ranked_comments: now.ranked_comments - old.ranked_comments,
		});
		if (parent_id !== null) await store.incrementReplyCount(tx, parent_id, shown);
		return true;
	}

	/** Deletes a comment with its replies. Returns false if the comment is already deleted. */
	const deletePermanently = (tx: Tx, row: AuthorizedRow<CommentRow> | ModeratorAuthorizedRow<CommentRow>) =>
		changeVisibility(tx, row, () => store.deleteComment(tx, row));

	async function setHidden(tx: Tx, actor: Moderator, id: number, hiddenAt: number | null): Promise<void> {
		const comment = await findModerated(tx, actor, id);
		if (comment) await changeVisibility(tx, comment, () => store.setCommentHidden(tx, comment, hiddenAt));
	}

	async function emitWritten(tx: Tx, { id, account_id, text }: CommentRow, isNew: boolean): Promise<void> {
		await events.emit(tx, commentCreatedOrEdited, { commentId: id, ownerId: account_id, text, isNew });
	}

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		for (const comment of await store.listAuthorComments(tx, accountId)) {
			await changeVisibility(tx, comment, () => store.setCommentAuthorHidden(tx, comment.id, !isVisible));
		}
	});

	events.on(accountRankingStarted, async (tx, { accountId }) => {
		for (const target of contentTargets) {
			const ids = await store.listCommentedIds(tx, target, accountId);
			// Locks the ads or posts before the comments are read, so that these cannot change concurrently.
			await services[target].bumpEach(tx, ids, {});
			const ranked = await store.filterAuthors(
				tx,
				target,
				ids.map((targetId) => ({ targetId, accountId })),
			);
			await services[target].bumpEach(
				tx,
				ranked.map(({ targetId }) => targetId),
				{ ranked_comments: 1 },
			);
		}
	});

	return {
		/** Lists the ads and posts of an account's latest comments, newest comment first. */
		listRecent: (at: Db, accountId: number, limit: number) => store.listRecentlyCommentedItems(at, accountId, limit),

		/** Counts visible comments and replies of each ad or post per UTC day. `from` is in milliseconds since 1970. */
		countByDay: store.countCommentsByItemAndDay,

		async create(tx: Tx, { accountId, target, targetId, form }: NewComment): Promise<Comment> {
			const author = await accounts.consumePostingQuota(tx, accountId, 'comments');
			const comment = await addComment(tx, accountId, target, targetId, form);
			await emitWritten(tx, comment, true);
			// The posting quota has locked the account of the seller, who is the author of the answer.
			if (comment.parent_id !== null && comment.ad_id !== null && comment.owner_id === accountId) {
				await responseTimes.refresh(tx, accountId);
				return presentOne(tx, comment);
			}
			return presentComment(comment, author);
		},

		/**
		 * Creates several comments without parents with few statements. Returns null for each that `create` must create or reject alone:
		 * comments on what is not visible, and comments whose author may not post. With `skipLocked`, also for comments on what another
		 * transaction has locked. An error means that one of the comments cannot be created; then the transaction must roll back.
		 */
		async createTogether(tx: Tx, comments: readonly NewComment[], options: LockOptions): Promise<(Comment | null)[]> {
			// Ads and posts are locked before authors, for whose locks nothing waits here.
			const owners = await lockOwners(tx, comments, options);
			const onVisible = comments.filter((comment) => owners.has(toItemKey(comment)));
			const authorIds = onVisible.map(({ accountId }) => accountId);
			const authors = await accounts.consumePostingQuotas(tx, authorIds, 'comments');
			const accepted = onVisible.filter(({ accountId }) => authors.has(accountId));
			await countComments(tx, accepted, owners);
			const rows = await insertTogether(tx, accepted, owners);
			if (rows.length > 0) await events.emit(tx, commentsPosted, rows.map(toPosted));
			for (const row of rows) await emitWritten(tx, row, true);
			const created = new Map(accepted.map((comment, index) => [comment, rows[index]]));
			return comments.map((comment) => {
				const [row, author] = [created.get(comment), authors.get(comment.accountId)];
				return row && author ? presentComment(row, author) : null;
			});
		},

		/** Counts the comments of ads or posts and the replies to them again. Returns the number of wrong counts, which it corrects. */
		async recount(tx: Tx, target: ContentTarget, ids: readonly number[]): Promise<number> {
			const items = await services[target].bumpEach(tx, ids, {});
			const wrongReplies = await store.listWrongReplyCounts(tx, target, ids);
			for (const { id, missing } of wrongReplies) await store.incrementReplyCount(tx, id, missing);
			const comments = await store.countVisibleComments(tx, target, ids);
			const authors = await store.listAuthors(tx, target, ids);
			const ranking = await accounts.filterRanking(tx, [...new Set(authors.map(({ accountId }) => accountId))]);
			const ranked = Map.groupBy(
				authors.filter(({ accountId }) => ranking.has(accountId)),
				({ targetId }) => targetId,
			);
			const rankedCounts = await services[target].findRankedCounts(tx, ids);
			let wrong = wrongReplies.length;
			for (const [id, stored] of items) {
				const added = {
					comments: (comments.get(id) ?? 0) - stored.comments,
					ranked_comments: (ranked.get(id)?.length ?? 0) - (rankedCounts.get(id)?.ranked_comments ?? 0),
				};
				if (added.comments === 0 && added.ranked_comments === 0) continue;
				await addCounts(tx, target, id, added);
				wrong += 1;
			}
			return wrong;
		},

		refreshResponseTimes: responseTimes.refreshStale,

		/** Computes the response time of an account again, for the sample content. */
		refreshResponseTime: responseTimes.refresh,

		/** Adds a comment of the sample content. Counts no posting quota and emits no events. */
		postSample: (
			tx: Tx,
			accountId: number,
			target: ContentTarget,
			targetId: number,
			form: CommentInput,
			at: number,
		): Promise<CommentRow> => addComment(tx, accountId, target, targetId, form, at),

		/** Lists a page of comments without replies, newest first. */
		async list(target: ContentTarget, targetId: number, input: PageQuery): Promise<CursorPage<Comment>> {
			await requireVisibleTarget(db, target, targetId);
			const { rows, next_cursor } = await readPageById(input, (below, most) =>
				store.listComments(db, target, targetId, below, most),
			);
			return { items: await present(db, rows), next_cursor };
		},

		/** Lists a page of the replies to a comment, oldest first. */
		async listReplies(id: number, input: PageQuery): Promise<CursorPage<Comment>> {
			await requireVisibleComment(db, id);
			const { rows, next_cursor } = await readPageById(input, (above, most) => store.listReplies(db, id, above, most));
			return { items: await present(db, rows), next_cursor };
		},

		update: (actor: Actor, id: number, text: string): Promise<Comment> =>
			db.transaction(async (tx) => {
				const comment = await requireOwnComment(tx, actor, id);
				if (comment.text === text) return presentOne(tx, comment);
				const changed = await store.updateCommentText(tx, comment, { text, edited_at: clock.now() });
				if (!changed) throw notFound();
				const { target, targetId } = getTarget(comment);
				tx.invalidate(commentsCacheTag(target, targetId));
				await emitWritten(tx, changed, false);
				return presentOne(tx, changed);
			}),

		remove: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => {
				if (!(await deletePermanently(tx, await requireOwnComment(tx, actor, id)))) throw notFound();
			}),

		/** Hides a comment with its replies. Does nothing if the comment does not exist. */
		hide: (tx: Tx, actor: Moderator, id: number): Promise<void> => setHidden(tx, actor, id, clock.now()),

		/** Reverses `hide`. The comment stays invisible while its author is suspended or pending deletion. */
		unhide: (tx: Tx, actor: Moderator, id: number): Promise<void> => setHidden(tx, actor, id, null),

		/** Deletes a comment with its replies for a moderator, whoever the author is. */
		async takeDown(tx: Tx, actor: Moderator, id: number): Promise<void> {
			const comment = await findModerated(tx, actor, id);
			if (comment) await deletePermanently(tx, comment);
		},

		async eraseByAuthor(tx: Tx, accountId: number): Promise<void> {
			for (const { id } of await store.listAuthorComments(tx, accountId)) {
				// A reply to the author's own comment may already be deleted together with that comment.
				const comment = await store.findComment(tx, id);
				const own = comment && authorizeCommentAuthor({ accountId }, comment);
				if (own) await deletePermanently(tx, own);
			}
		},

		async hasVisible(at: Db, ids: readonly number[]): Promise<boolean> {
			for (const id of ids) {
				const comment = await store.findComment(at, id);
				if (comment && (await isVisible(at, comment))) return true;
			}
			return false;
		},

		/** Finds comments for moderators, including hidden ones. `picture` belongs to the ad or post of the comment. */
		async findForReview(at: Db, ids: readonly number[]): Promise<Map<number, ReportedItem>> {
			const rows = await store.findComments(at, ids);
			const targets = {
				ads: await ads.findForReview(
					at,
					rows.flatMap((row) => row.ad_id ?? []),
				),
				posts: await posts.findForReview(
					at,
					rows.flatMap((row) => row.post_id ?? []),
				),
			};
			return new Map(
				rows.map((row) => {
					const { target, targetId } = getTarget(row);
					const { path = null, picture = null } = targets[target].get(targetId) ?? {};
					const title = row.text.slice(0, limits.title.max).toWellFormed().trim();
					const visiblePath = row.visible === 1 ? path : null;
					return [row.id, { ownerId: row.account_id, title, text: row.text, picture, path: visiblePath }];
				}),
			);
		},

		/** Lists comments that the owner of their ad or post has not answered, newest first. Checks the last 1,000 comments. */
		async listUnanswered(actor: Actor, input: PageQuery): Promise<CursorPage<UnansweredComment>> {
			const { rows, next_cursor } = await readPageById(input, (below, most) =>
				store.listUnansweredComments(db, actor.accountId, below, most),
			);
			const idsOn = (target: ContentTarget) => {
				const on = rows.map(getTarget).filter((one) => one.target === target);
				return [...new Set(on.map(({ targetId }) => targetId))];
			};
			const targets = {
				ads: await ads.targets(db, idsOn('ads')),
				posts: await posts.targets(db, idsOn('posts')),
			};
			const items = (await present(db, rows)).flatMap((comment) => {
				const on = targets[comment.target].get(comment.target_id);
				return on ? [{ ...comment, target_title: on.title, target_path: on.path }] : [];
			});
			return { items, next_cursor };
		},

		/** Finds a comment that everybody can see, with the path of its ad or post. Returns null for any other. */
		async findVisible(at: Db, id: number): Promise<(Comment & { path: string }) | null> {
			const row = await store.findComment(at, id);
			if (!row || !(await isVisible(at, row))) return null;
			const { target, targetId } = getTarget(row);
			const found = await services[target].target(at, targetId);
			const [comment] = await present(at, [row]);
			return found && comment ? { ...comment, path: found.path } : null;
		},

		/** Finds a comment as the subject of a report. Returns null if the comment or its ad or post is not visible. */
		async target(at: Db, id: number): Promise<{ id: number; ownerId: number } | null> {
			const comment = await store.findComment(at, id);
			if (!comment || !(await isVisible(at, comment))) return null;
			const { target, targetId } = getTarget(comment);
			return (await services[target].target(at, targetId)) ? { id, ownerId: comment.account_id } : null;
		},
	};
}

function toPosted(comment: CommentRow): CommentPosted {
	const { target, targetId } = getTarget(comment);
	const { id: commentId, owner_id: ownerId, account_id: accountId } = comment;
	return { commentId, target, targetId, ownerId, accountId, repliedToId: null };
}

function toAuthorKey({ targetId, accountId }: store.ItemAuthor): string {
	return `${targetId} ${accountId}`;
}

function notFound(): DomainError {
	return new DomainError('not_found', contentApiText.commentGone);
}

function invalidParent(): DomainError {
	return invalidInput({ parent_id: contentApiText.repliedCommentGone });
}
