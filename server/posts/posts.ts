import type { z } from 'zod';
import type { Person } from '../../contract/accounts/accounts.ts';
import * as limits from '../../contract/core/limits.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import { postPath } from '../../contract/core/page-paths.ts';
import * as postLimits from '../../contract/posts/limits.ts';
import type { newPostSchema, OwnPost, Post, PostKind } from '../../contract/posts/posts.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import {
	addContent,
	type ContentAdapter,
	type ContentServiceDeps,
	createContentService,
	isContentHidden,
	type NewestFilter,
	trendingScore,
} from '../content/index.ts';
import type { PageQuery } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { AttachedMedia, PresentedMedia } from '../media/index.ts';
import { postCacheTag, postListsCacheTag } from './cache-tags.ts';
import { postCreatedOrEdited } from './events.ts';
import { presentOwnPost, presentPost } from './present.ts';
import { indexPost, postIndex } from './search.ts';
import * as store from './store.ts';
import type { PostRow } from './tables.ts';

/** Fields of a post for ranking. Times are in milliseconds since 1970. */
export interface PostCandidate {
	id: number;
	authorId: number;
	kind: PostKind;
	category: string | null;
	createdAt: number;
	likes: number;
	comments: number;
	views: number;
}

/** Fields of a post for likes, comments, saves and reports. */
export interface TargetPost {
	id: number;
	ownerId: number;
	kind: PostKind;
	title: string;
	category: string | null;
	path: string;
}

export type PostService = ReturnType<typeof createPostService>;

type PostForm = Omit<z.output<typeof newPostSchema>, 'images'>;

type PresentPost<Presented> = (row: PostRow, author: Person, files: readonly PresentedMedia[]) => Presented;

const sweepBatch = 200;

/** How posts differ from ads. */
const postKind: ContentAdapter<PostRow, TargetPost> = {
	target: 'posts',
	ownerId: (row) => row.author_id,
	isDeleted: (row) => row.deleted_at !== null,
	tag: postCacheTag,
	listsTag: postListsCacheTag,
	index: indexPost,
	unindex: postIndex.remove,
	title: toTitle,
	text: (row) => row.text,
	path: postPath,
	toTarget: toTargetPost,
	notFoundText: contentApiText.postGone,
	notOwnerText: contentApiText.postOfAnother,
};

/**
 * Adds a post with its files to the tables and to the search index. Emits no events. `boost` is a number of likes that the trending score
 * counts in addition.
 */
export async function addPost(
	tx: Tx,
	authorId: number,
	form: PostForm,
	files: readonly AttachedMedia[],
	{ at, boost = 0 }: { at: number; boost?: number },
): Promise<PostRow> {
	const row = await store.insertPost(tx, {
		author_id: authorId,
		kind: form.kind,
		text: form.text,
		category: form.category ?? null,
		score: trendingScore({ created_at: at, likes: boost, comments: 0, views: 0 }),
		created_at: at,
	});
	await addContent(tx, postKind, row, files);
	return row;
}

export function createPostService(deps: ContentServiceDeps) {
	const { db, clock, events, accounts, media } = deps;
	const content = createContentService(deps, postKind);

	/** Presents posts with author and pictures, in the given order. */
	async function present<Presented>(
		db: Db,
		rows: readonly PostRow[],
		show: PresentPost<Presented>,
	): Promise<Presented[]> {
		const fileIds = await content.findFileIds(
			db,
			rows.map((row) => row.id),
		);
		return content.present(db, rows, fileIds, show);
	}

	async function presentOne<Presented>(db: Db, row: PostRow, show: PresentPost<Presented>): Promise<Presented> {
		const [presented] = await present(db, [row], show);
		if (!presented) throw notFound();
		return presented;
	}

	async function listNewest<Presented>(
		filter: NewestFilter,
		page: PageQuery,
		show: PresentPost<Presented>,
	): Promise<CursorPage<Presented>> {
		const { ids, next_cursor } = await content.listNewestIds(filter, page);
		return { items: await present(db, await content.findInOrder(db, ids), show), next_cursor };
	}

	/** Emits that a post was posted or changed. Returns the post, which a handler may have hidden. */
	async function emitWritten(tx: Tx, row: PostRow, isNew: boolean): Promise<PostRow> {
		const { id: postId, author_id: ownerId, text } = row;
		await events.emit(tx, postCreatedOrEdited, { postId, ownerId, text, isNew });
		return (await content.findAny(tx, postId)) ?? row;
	}

	return {
		...content.service,

		async create(tx: Tx, actor: Actor, { images, ...form }: z.output<typeof newPostSchema>): Promise<Post> {
			await accounts.consumePostingQuota(tx, actor.accountId, 'posts');
			const files = await media.attach(tx, actor, 'image', images, 'images');
			const row = await emitWritten(tx, await addPost(tx, actor.accountId, form, files, { at: clock.now() }), true);
			return presentOne(tx, row, presentPost);
		},

		/** Returns a post. If the post is hidden, its author also gets the reason. Throws `not_found` if the actor may not see the post. */
		async show(id: number, actor: Actor | null): Promise<Post | OwnPost> {
			const row = await content.find(db, id, actor);
			return presentOne<Post | OwnPost>(db, row, isContentHidden(row) ? presentOwnPost : presentPost);
		},

		async update(tx: Tx, actor: Actor, id: number, text: string): Promise<Post> {
			const row = await content.lockOwn(tx, actor, id);
			assertLength(row.kind, text);
			if (text === row.text) return presentOne(tx, row, presentPost);
			tx.invalidate(postCacheTag(id), postListsCacheTag);
			const changed = await store.updatePost(tx, row, { text, edited_at: clock.now() });
			await indexPost(tx, changed);
			return presentOne(tx, await emitWritten(tx, changed, false), presentPost);
		},

		async remove(tx: Tx, actor: Actor, id: number): Promise<void> {
			const row = await content.lockOwn(tx, actor, id);
			tx.invalidate(postCacheTag(id), postListsCacheTag);
			const deleted = await store.updatePost(tx, row, { deleted_at: clock.now() });
			await indexPost(tx, deleted);
			await content.setAccess(tx, deleted);
		},

		async restore(tx: Tx, actor: Actor, id: number): Promise<Post> {
			const row = await content.findAny(tx, id);
			const own = row && content.owned(actor, row);
			// Unknown posts, posts of other accounts and expired posts cause the same error, so that deleted posts can't be probed.
			if (!own) throw notFound();
			if (own.deleted_at === null) return presentOne(tx, own, presentPost);
			const restored = await store.restorePost(tx, own, clock.now() - postLimits.undoWindow);
			if (!restored) throw notFound();
			tx.invalidate(postCacheTag(id), postListsCacheTag);
			await indexPost(tx, restored);
			await content.setAccess(tx, restored);
			return presentOne(tx, restored, presentPost);
		},

		/** Returns site-wide counts of posts. `from` is the first day in milliseconds since 1970. */
		getSiteStats: (from: number) => content.getSiteStats(store.postStatsSqlConditions, from),

		/** Lists visible posts with ids from `first` to `last`, inclusive. */
		listVisibleBetween: (db: Db, first: number, last: number) =>
			content.listVisibleBetween(db, ['id', 'kind', 'text', 'edited_at', 'created_at'], first, last),

		/** Lists a page of posts, newest first. Throws `invalid` for a malformed cursor. */
		list: ({ kind }: { kind?: PostKind | undefined }, page: PageQuery): Promise<CursorPage<Post>> =>
			listNewest({ variety: kind }, page, presentPost),

		async listByIds(ids: readonly number[]): Promise<Post[]> {
			return present(db, (await content.findInOrder(db, ids)).filter(content.isVisible), presentPost);
		},

		listOwn: (
			actor: Actor,
			{ kind, ...page }: PageQuery & { kind?: PostKind | undefined },
		): Promise<CursorPage<OwnPost>> =>
			listNewest({ ownerId: actor.accountId, variety: kind, withHidden: true }, page, presentOwnPost),

		/** Lists a page of an author's visible posts, newest first. */
		listPublished: (authorId: number, page: PageQuery): Promise<CursorPage<Post>> =>
			listNewest({ ownerId: authorId }, page, presentPost),

		/** Selects the ids of visible posts among `ids`, of one kind or of any kind. */
		async visibleIds(db: Db, ids: readonly number[], kind?: PostKind): Promise<Set<number>> {
			const rows = await content.findVisible(db, ids);
			return new Set(rows.filter((row) => (kind ?? row.kind) === row.kind).map((row) => row.id));
		},

		/** Lists tweets and talks for ranking: the newest, the most trending of each kind, and the newest of the given authors. */
		async listCandidates(
			db: Db,
			wanted: { newest: number; trending: number; followed: number; authorIds: readonly number[] },
		): Promise<PostCandidate[]> {
			const found = [
				...(await store.listNewestPosts(db, wanted.newest)),
				...(await store.listTrendingPosts(db, 'tweet', wanted.trending)),
				...(await store.listTrendingPosts(db, 'talk', wanted.trending)),
				...(await store.listNewestPosts(db, wanted.followed, wanted.authorIds)),
			];
			return [...new Map(found.map((row) => [row.id, presentCandidate(row)])).values()];
		},

		listCandidatesById: async (db: Db, ids: readonly number[]): Promise<PostCandidate[]> =>
			(await content.findVisible(db, ids)).map(presentCandidate),

		/** Deletes rows and files of deleted posts whose undo window has passed. */
		async sweep(): Promise<void> {
			for (;;) {
				const deletedCount = await db.transaction(async (tx) => {
					const { swept, fileIds } = await store.purgeDeletedPosts(tx, clock.now() - postLimits.undoWindow, sweepBatch);
					await media.remove(tx, fileIds);
					return swept;
				});
				if (deletedCount < sweepBatch) return;
			}
		},
	};
}

function presentCandidate({
	id,
	author_id,
	kind,
	category,
	created_at,
	ranked_likes: likes,
	ranked_comments: comments,
	views,
}: PostRow): PostCandidate {
	return { id, authorId: author_id, kind, category, createdAt: created_at, likes, comments, views };
}

function assertLength(kind: PostKind, text: string): void {
	const max = postLimits.post[kind];
	if (text.length > max) throw invalidInput({ text: validationText.atMostCharacters(max) });
	if (text === '' && kind !== 'picture') throw invalidInput({ text: commonText.writeSomething });
}

/** Returns the first line of a post, cut to the maximum length of a title. */
function toTitle({ text, kind }: PostRow): string {
	const [line = ''] = text.split('\n');
	return line.slice(0, limits.title.max).toWellFormed().trim() || contentApiText.untitledPost(kind);
}

function toTargetPost(row: PostRow): TargetPost {
	const { id, author_id: ownerId, kind, category } = row;
	return { id, ownerId, kind, title: toTitle(row), category, path: postPath(row) };
}

function notFound(): DomainError {
	return new DomainError('not_found', contentApiText.postGone);
}
