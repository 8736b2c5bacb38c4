import type { z } from 'zod';
import type { Person } from '../../contract/accounts.ts';
import { limits } from '../../contract/limits.ts';
import type { Picture } from '../../contract/media.ts';
import type { Page } from '../../contract/page.ts';
import { postPath } from '../../contract/page-paths.ts';
import type { newPost, OwnPost, Post, PostKind } from '../../contract/posts.ts';
import * as commonText from '../../contract/text/common.ts';
import * as contentApiText from '../../contract/text/content-api.ts';
import * as validationText from '../../contract/text/validation.ts';
import { type Accounts, accountShownChanged, offShowTag } from '../accounts/index.ts';
import type { Attached, Media, ShownMedia } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import { type Authorized, invalid, Refusal } from '../platform/refusal.ts';
import { type Counts, scoreGained, trendingScore } from '../platform/trending.ts';
import { postWritten } from './events.ts';
import { isHidden, maySee, ownPostOf } from './policy.ts';
import { presentOwn, presentPost } from './present.ts';
import { index, postIndex } from './search.ts';
import * as store from './store.ts';
import type { PostRow } from './tables.ts';
import { postListsTag, postTag } from './tags.ts';

export interface PostsParts {
	db: Database;
	clock: Clock;
	events: Events;
	accounts: Accounts;
	media: Media;
}

/** A post as a ranking sees it; times in milliseconds since 1970. */
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

/** A post as what people do to it sees it. */
export interface PostTarget {
	id: number;
	ownerId: number;
	kind: PostKind;
	title: string;
	category: string | null;
	/** Of its page. */
	path: string;
}

/** What is reported, for who judges it. */
export interface ForReview {
	ownerId: number;
	title: string;
	text: string;
	picture: Picture | null;
	/** Of its page; null while it has none. */
	path: string | null;
}

export type Posts = ReturnType<typeof createPosts>;

type Form = Omit<z.output<typeof newPost>, 'images'>;

export interface ListInput {
	limit: number;
	cursor?: string | undefined;
}

const sweptAtOnce = 200;

export function createPosts({ db, clock, events, accounts, media }: PostsParts) {
	async function post(
		tx: Tx,
		authorId: number,
		form: Form,
		files: readonly Attached[],
		{ at = clock.now(), boost = 0 }: { at?: number; boost?: number } = {},
	): Promise<PostRow> {
		tx.changed(postListsTag);
		const row = await store.insertPost(
			tx,
			{
				author_id: authorId,
				kind: form.kind,
				text: form.text,
				category: form.category ?? null,
				score: trendingScore({ created_at: at, likes: boost, comments: 0, views: 0 }),
				created_at: at,
			},
			files.map((file) => file.id),
		);
		await index(tx, row);
		return row;
	}

	/** Rows in their order, with what each shows, loaded once. */
	async function present(at: Db, rows: readonly PostRow[]): Promise<Post[]> {
		return presentAs(at, rows, presentPost);
	}

	async function presentAs<Shown>(
		at: Db,
		rows: readonly PostRow[],
		show: (row: PostRow, author: Person, files: readonly ShownMedia[]) => Shown,
	): Promise<Shown[]> {
		const people = await accounts.people(at, new Set(rows.map((row) => row.author_id)));
		const fileIds = await store.mediaIdsOf(
			at,
			rows.map((row) => row.id),
		);
		const filesOf = (posts: PostRow[]) => posts.flatMap((row) => fileIds.get(row.id) ?? []);
		// Who may see a hidden post sees its pictures by signed addresses: the public ones work for nobody.
		const files = new Map([
			...(await media.byId(at, filesOf(rows.filter((row) => !isHidden(row))))),
			...(await media.byIdSigned(at, filesOf(rows.filter(isHidden)))),
		]);
		return rows.flatMap((row) => {
			const author = people.get(row.author_id);
			const shown = (fileIds.get(row.id) ?? []).flatMap((id) => files.get(id) ?? []);
			return author ? [show(row, author, shown)] : [];
		});
	}

	async function presentOne(at: Db, row: PostRow): Promise<Post> {
		const [shown] = await present(at, [row]);
		if (!shown) throw notFound();
		return shown;
	}

	async function inOrder(at: Db, ids: readonly number[]): Promise<PostRow[]> {
		const rows = new Map((await store.findPosts(at, ids)).map((row) => [row.id, row]));
		return ids.flatMap((id) => rows.get(id) ?? []);
	}

	async function visiblePost(at: Db, id: number, actor: Actor | null): Promise<PostRow> {
		const row = await store.findPost(at, id);
		if (!row || !maySee(row, actor)) throw notFound();
		return row;
	}

	async function own(tx: Tx, actor: Actor, id: number): Promise<Authorized<PostRow>> {
		const row = ownPostOf(actor, await visiblePost(tx, id, actor));
		if (!row) throw new Refusal('forbidden', contentApiText.postOfAnother);
		return row;
	}

	async function newest(filter: store.PostFilter, page: ListInput): Promise<Page<Post>> {
		return newestAs(filter, page, presentPost);
	}

	async function newestAs<Shown>(
		filter: store.PostFilter,
		{ limit, cursor }: ListInput,
		show: (row: PostRow, author: Person, files: readonly ShownMedia[]) => Shown,
	): Promise<Page<Shown>> {
		const [below] = decodeCursor(cursor, 1) ?? [null];
		const keys = await store.newestKeys(db, filter, below ?? null, limit + 1);
		const ids = keys.slice(0, limit);
		const last = keys.length > limit ? ids.at(-1) : undefined;
		return {
			items: await presentAs(db, await inOrder(db, ids), show),
			next_cursor: last === undefined ? null : encodeCursor([last]),
		};
	}

	/** Its files can be fetched, or not, as the post can be seen. */
	async function setAccess(tx: Tx, id: number, access: 'public' | 'private'): Promise<void> {
		await media.setAccess(tx, (await store.mediaIdsOf(tx, [id])).get(id) ?? [], access);
	}

	events.on(accountShownChanged, async (tx, { accountId, shown }) => {
		const changed = await store.setOwnerGone(tx, accountId, !shown);
		for (const row of changed) {
			tx.changed(postTag(row.id));
			await index(tx, row);
		}
		if (changed.length > 0) tx.changed(postListsTag);
		await media.setAccess(tx, await store.mediaIdsOfAuthor(tx, accountId), shown ? 'public' : 'private');
	});

	async function emitWritten(tx: Tx, { id: postId, author_id: ownerId, text }: PostRow, isNew: boolean): Promise<void> {
		await events.emit(tx, postWritten, { postId, ownerId, text, isNew });
	}

	async function setHidden(
		tx: Tx,
		id: number,
		hidden: { hidden_at: number | null; hidden_reason: string },
	): Promise<void> {
		if (!(await store.lockPost(tx, id))) return;
		const changed = await store.updatePost(tx, id, hidden);
		tx.changed(postTag(id), postListsTag, offShowTag);
		await index(tx, changed);
		await setAccess(tx, id, changed.visible === 1 ? 'public' : 'private');
	}

	return {
		async create(tx: Tx, actor: Actor, { images, ...form }: z.output<typeof newPost>): Promise<Post> {
			await accounts.countPosted(tx, actor.accountId, 'posts');
			const files = await media.attach(tx, actor, 'image', images, 'images');
			const row = await post(tx, actor.accountId, form, files);
			await emitWritten(tx, row, true);
			return presentOne(tx, row);
		},

		/** A post of the sample content. `boost` puts it higher among the trending, as so many likes would. */
		postSample: (
			tx: Tx,
			authorId: number,
			form: Form,
			files: readonly Attached[],
			when: { at: number; boost: number },
		): Promise<PostRow> => post(tx, authorId, form, files, when),

		/** A post as this actor may see it: where it is hidden, its author reads why. Throws `not_found`. */
		async show(id: number, actor: Actor | null): Promise<Post | OwnPost> {
			const row = await visiblePost(db, id, actor);
			const [shown] = await presentAs<Post | OwnPost>(db, [row], isHidden(row) ? presentOwn : presentPost);
			if (!shown) throw notFound();
			return shown;
		},

		update: (actor: Actor, id: number, text: string): Promise<Post> =>
			db.transaction(async (tx) => {
				const row = await own(tx, actor, id);
				refuseLength(row.kind, text);
				if (text === row.text) return presentOne(tx, row);
				tx.changed(postTag(id));
				const changed = await store.updatePost(tx, id, { text, edited_at: clock.now() });
				await index(tx, changed);
				await emitWritten(tx, changed, false);
				return presentOne(tx, changed);
			}),

		remove: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => {
				await own(tx, actor, id);
				tx.changed(postTag(id), postListsTag);
				await store.updatePost(tx, id, { deleted_at: clock.now() });
				await postIndex.remove(tx, id);
				await setAccess(tx, id, 'private');
			}),

		restore: (actor: Actor, id: number): Promise<Post> =>
			db.transaction(async (tx) => {
				const row = await store.findPost(tx, id);
				// Unknown, somebody else's and too late read alike: nobody can find out what was deleted.
				if (!row || !ownPostOf(actor, row)) throw notFound();
				if (row.deleted_at === null) return presentOne(tx, row);
				const restored = await store.restorePost(tx, id, clock.now() - limits.undoLife);
				if (!restored) throw notFound();
				tx.changed(postTag(id), postListsTag);
				await index(tx, restored);
				if (restored.visible === 1) await setAccess(tx, id, 'public');
				return presentOne(tx, restored);
			}),

		/** Takes a post off every surface; its author sees it, and the reason. Nothing happens to one that is gone. */
		hide: (tx: Tx, id: number, reason: string): Promise<void> =>
			setHidden(tx, id, { hidden_at: clock.now(), hidden_reason: reason }),

		/** Shows a hidden post again, where its author is to be seen. */
		unhide: (tx: Tx, id: number): Promise<void> => setHidden(tx, id, { hidden_at: null, hidden_reason: '' }),

		/** Deletes a post for good, whoever wrote it, with its files. */
		async takeDown(tx: Tx, id: number): Promise<void> {
			if (!(await store.lockPost(tx, id))) return;
			tx.changed(postTag(id), postListsTag, offShowTag);
			await postIndex.remove(tx, id);
			await media.remove(tx, await store.deletePosts(tx, [id]));
		},

		/** Posts as those who judge see them, hidden or not; what its author has deleted is gone. */
		async forReview(at: Db, ids: readonly number[]): Promise<Map<number, ForReview>> {
			const rows = (await store.findPosts(at, ids)).filter((row) => row.deleted_at === null);
			const fileIds = await store.mediaIdsOf(
				at,
				rows.map((row) => row.id),
			);
			const files = await media.byIdSigned(
				at,
				[...fileIds.values()].flatMap((ids) => ids[0] ?? []),
			);
			return new Map(
				rows.map((row) => [
					row.id,
					{
						ownerId: row.author_id,
						title: headline(row),
						text: row.text,
						picture: files.get(fileIds.get(row.id)?.[0] ?? 0)?.picture ?? null,
						path: isHidden(row) ? null : postPath(row),
					},
				]),
			);
		},

		/** How many posts of any state these authors have. */
		countByAuthors: store.countByAuthors,

		/** The whole market in numbers, for who runs it. `from` is the first day, milliseconds since 1970. */
		siteFigures: async (from: number) => ({ ...(await store.siteFigures(db)), days: await store.countByDay(db, from) }),

		/** A page of posts, newest first. Throws `invalid` for a cursor that is not ours. */
		list: (filter: { kind?: PostKind | undefined }, page: ListInput): Promise<Page<Post>> => newest(filter, page),

		/** The posts of these ids that may be seen, in that order. */
		async listByIds(ids: readonly number[]): Promise<Post[]> {
			return present(
				db,
				(await inOrder(db, ids)).filter((row) => row.visible === 1),
			);
		},

		listOwn: (actor: Actor, { kind, ...page }: ListInput & { kind?: PostKind | undefined }): Promise<Page<OwnPost>> =>
			newestAs({ authorId: actor.accountId, kind, withHidden: true }, page, presentOwn),

		/** A page of what an author has on show, newest first. */
		onShow: (authorId: number, page: ListInput): Promise<Page<Post>> => newest({ authorId }, page),

		/** Which of these ids are of posts that may be seen, of one kind or of any. */
		async visibleIds(at: Db, ids: readonly number[], kind?: PostKind): Promise<Set<number>> {
			const rows = await store.findPosts(at, ids);
			return new Set(rows.filter((row) => row.visible === 1 && (kind ?? row.kind) === row.kind).map((row) => row.id));
		},

		/** What a like, a comment, a save or a report is about; null where it may not be seen. */
		async target(at: Db, id: number): Promise<PostTarget | null> {
			const row = await store.findPost(at, id);
			return row?.visible === 1 ? targetOf(row) : null;
		},

		/** The same of many, by id; without those that may not be seen. */
		async targets(at: Db, ids: readonly number[]): Promise<Map<number, PostTarget>> {
			const rows = await store.findPosts(at, ids);
			return new Map(rows.filter((row) => row.visible === 1).map((row) => [row.id, targetOf(row)]));
		},

		/** What an author's posts have gathered, newest first; of one post with an `id`. */
		async figuresOf(at: Db, authorId: number, asked: { id?: number | undefined; most: number }) {
			const rows = await store.postsOf(at, authorId, asked);
			return rows.map((row) => ({
				id: row.id,
				title: headline(row),
				views: row.views,
				likes: row.likes,
				comments: row.comments,
			}));
		},

		/** Whose posts these are, and of what category. */
		async about(at: Db, ids: Iterable<number>): Promise<Map<number, { ownerId: number; category: string | null }>> {
			const rows = await store.findPosts(at, [...ids]);
			return new Map(rows.map((row) => [row.id, { ownerId: row.author_id, category: row.category }]));
		},

		/** Tweets and talks to choose from: the newest, the most trending of each kind, and the newest of some authors. */
		async candidates(
			at: Db,
			wanted: { newest: number; trending: number; followed: number; authorIds: readonly number[] },
		): Promise<PostCandidate[]> {
			const found = [
				...(await store.newestRows(at, wanted.newest)),
				...(await store.trendingRows(at, 'tweet', wanted.trending)),
				...(await store.trendingRows(at, 'talk', wanted.trending)),
				...(await store.newestRows(at, wanted.followed, wanted.authorIds)),
			];
			return [...new Map(found.map((row) => [row.id, presentCandidate(row)])).values()];
		},

		/** Those of these posts that may be seen. */
		async candidatesById(at: Db, ids: readonly number[]): Promise<PostCandidate[]> {
			return (await store.findPosts(at, ids)).filter((row) => row.visible === 1).map(presentCandidate);
		},

		/** Id of the first post on show from this one on; null after the last. */
		nextShown: store.nextShown,

		/** The highest id there is. */
		lastId: store.lastId,

		/** Posts on show with ids from one to another, both included. */
		shownBetween: store.shownBetween,

		/** Adds to its counts, rescores it and answers them; null where it is gone. A view alone drops no cached answer. */
		async bump(tx: Tx, id: number, by: Partial<Counts>): Promise<Counts | null> {
			const row = await store.addToCounts(tx, id, by);
			if (!row) return null;
			const { likes, comments, views } = row;
			await store.updatePost(tx, id, { score: row.score + scoreGained(row, by) });
			if (by.likes || by.comments) tx.changed(postTag(id));
			return { likes, comments, views };
		},

		/** Does the same to many posts, in a few statements. With nothing to add it locks their rows. */
		async bumpEach(tx: Tx, ids: readonly number[], by: Partial<Counts>): Promise<void> {
			const changed = await store.addCountsToEach(tx, ids, by);
			const gained = changed.map((row) => [row.id, scoreGained(row, by)] as const).filter(([, score]) => score !== 0);
			await store.addScores(tx, new Map(gained));
			if (by.likes || by.comments) tx.changed(...changed.map(({ id }) => postTag(id)));
		},

		/** Deletes for good what can no longer be brought back, with its files. */
		async sweep(): Promise<void> {
			for (;;) {
				const ids = await store.deletedKeys(db, clock.now() - limits.undoLife, sweptAtOnce);
				if (ids.length === 0) return;
				await db.transaction(async (tx) => media.remove(tx, await store.deletePosts(tx, ids)));
				if (ids.length < sweptAtOnce) return;
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
	likes,
	comments,
	views,
}: PostRow): PostCandidate {
	return { id, authorId: author_id, kind, category, createdAt: created_at, likes, comments, views };
}

function refuseLength(kind: PostKind, text: string): void {
	const max = limits.post[kind];
	if (text.length > max) throw invalid({ text: validationText.atMostCharacters(max) });
	if (text === '' && kind !== 'picture') throw invalid({ text: commonText.writeSomething });
}

/** Its first line, as short as a title. */
function headline({ text, kind }: PostRow): string {
	const [line = ''] = text.split('\n');
	return line.slice(0, limits.title.max).toWellFormed().trim() || contentApiText.untitledPost(kind);
}

function targetOf(row: PostRow): PostTarget {
	const { id, author_id: ownerId, kind, category } = row;
	return { id, ownerId, kind, title: headline(row), category, path: postPath(row) };
}

function notFound(): Refusal {
	return new Refusal('not_found', contentApiText.postGone);
}
