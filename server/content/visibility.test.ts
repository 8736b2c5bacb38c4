import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Person } from '../../contract/accounts/accounts.ts';
import * as problemsText from '../../text/shared/problems.ts';
import type { AccountService } from '../accounts/index.ts';
import { accountVisibilityChanged, visibilityCacheTag } from '../accounts/index.ts';
import { createEventBus, type EventBus } from '../core/events.ts';
import type { Database } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { MediaService, PresentedMedia } from '../media/index.ts';
import type { PostRow, PostTables } from '../posts/tables.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { watchInvalidation } from '../testing/watch-invalidation.ts';
import { addContent } from './add-content.ts';
import type { Content, ContentAdapter } from './content.ts';
import { createContentService } from './create-content-service.ts';

// Tests the content service with a real database. The other modules that it calls are fakes.

let db: Database;
let clock: FakeClock;
let events: EventBus;
let content: Content<PostRow, string>;
let owner: Actor;
let other: Actor;
const admin = { accountId: 0, role: 'admin' } as Actor;

/** Recorded effects of the content service: invalidated cache tags, indexed ids, changed file access and removed files. */
let invalidatedTags: string[];
let indexedIds: Set<number>;
let accessChanges: [ids: readonly number[], to: string][];
let removedFiles: number[][];

const kind: ContentAdapter<PostRow, string> = {
	target: 'posts',
	ownerId: (row) => row.author_id,
	isDeleted: (row) => row.deleted_at !== null,
	tag: (id) => `post:${id}`,
	listsTag: 'posts',
	index: async (_, row) => void (row.hidden_at === null ? indexedIds.add(row.id) : indexedIds.delete(row.id)),
	unindex: async (_, id) => void indexedIds.delete(id),
	title: (row) => `title of ${row.text}`,
	text: (row) => row.text,
	path: (row) => `/post/${row.id}`,
	toTarget: (row) => `about ${row.text}`,
	notFoundText: 'gone',
	notOwnerText: 'of another',
};

const presentFiles = (ids: readonly number[], how: string) =>
	new Map(ids.map((id) => [id, { picture: { url: `${how} ${id}` } } as PresentedMedia]));

beforeEach(async () => {
	db = watchInvalidation(await openTestDatabase(defaultEngine), (tags) => invalidatedTags.push(...tags));
	[invalidatedTags, indexedIds, accessChanges, removedFiles] = [[], new Set(), [], []];
	clock = createFakeClock();
	events = createEventBus();
	const media = {
		findByIds: vi.fn(async (_, ids: readonly number[]) => presentFiles(ids, 'public')),
		findByIdsSigned: vi.fn(async (_, ids: readonly number[]) => presentFiles(ids, 'signed')),
		setAccess: async (_: unknown, ids: readonly number[], to: string) => void accessChanges.push([ids, to]),
		remove: async (_: unknown, ids: number[]) => void removedFiles.push(ids),
	} as unknown as MediaService;
	const findAuthors = async (_: unknown, ids: Iterable<number>) =>
		new Map(
			[...ids].filter((id) => id === owner.accountId).map((id) => [id, () => ({ user_name: `user ${id}` }) as Person]),
		);
	content = createContentService(
		{ db, clock, events, accounts: { findAuthors } as unknown as AccountService, media },
		kind,
	);
	const createActor = async () => ({ accountId: (await seedAccount(db)).id, role: 'user' }) as Actor;
	[owner, other] = [await createActor(), await createActor()];
});
afterEach(() => db.close());

let files = 0;

/** Inserts a post with two files. Returns the row and the media ids of the files. */
async function seedPost(change: Partial<PostRow> = {}): Promise<{ row: PostRow; fileIds: number[] }> {
	const values = {
		author_id: owner.accountId,
		kind: 'tweet' as const,
		text: 'Lamps',
		score: 0,
		created_at: 0,
		...change,
	};
	return db.transaction(async (tx) => {
		const row = (await tx
			.tables<PostTables>()
			.insertInto('posts')
			.values(values)
			.returningAll()
			.executeTakeFirstOrThrow()) as PostRow;
		const attached = [];
		for (let index = 0; index < 2; index += 1) {
			files += 1;
			const name = `file-${files}`;
			const { id } = await tx
				.tables<{ media: Record<string, unknown> & { id: number } }>()
				.insertInto('media')
				.values({
					public_id: name,
					account_id: row.author_id,
					kind: 'image',
					state: 'ready',
					access: 'public',
					capability: name,
					secure_url: name,
					file_name: 'a',
					bytes: 1,
					created_at: 0,
				} as never)
				.returning('id')
				.executeTakeFirstOrThrow();
			attached.push(Number(id));
		}
		await addContent(
			tx,
			kind,
			row,
			attached.map((id) => ({ id, state: 'ready' as const })),
		);
		return { row, fileIds: attached };
	});
}

const hidden = { hidden_at: 0, hidden_reason: 'No.' };
const inTransaction = <Result>(work: Parameters<Database['transaction']>[0]) => db.transaction(work) as Promise<Result>;
const findRow = (id: number) => content.findAny(db, id);
const resetRecords = () => {
	[invalidatedTags, accessChanges, removedFiles] = [[], [], []];
};

test('adds content with its files and indexes it for everyone', async () => {
	const { row, fileIds } = await seedPost();
	expect(indexedIds).toEqual(new Set([row.id]));
	expect(invalidatedTags).toEqual(['posts']);
	expect((await content.findFileIds(db, [row.id])).get(row.id)).toEqual(fileIds);
	for (const actor of [null, owner, other, admin]) expect(await content.find(db, row.id, actor)).toEqual(row);
});

test('returns hidden content to its owner only, and deleted content to no one', async () => {
	const notFound = { code: 'not_found', message: 'gone' };
	for (const change of [hidden, { owner_gone: 1 }]) {
		const { row } = await seedPost(change);
		for (const actor of [null, other, admin])
			await expect(content.find(db, row.id, actor)).rejects.toMatchObject(notFound);
		expect(await content.find(db, row.id, owner)).toEqual(row);
	}
	const { row } = await seedPost({ deleted_at: 0 });
	for (const actor of [null, owner]) await expect(content.find(db, row.id, actor)).rejects.toMatchObject(notFound);
	await expect(content.find(db, 999, owner)).rejects.toMatchObject(notFound);
});

test("lets only the owner change content, and returns not_found for what others can't see", async () => {
	const { row } = await seedPost();
	const { row: hiddenRow } = await seedPost(hidden);
	const lockOwn = (actor: Actor, id: number) => inTransaction((tx) => content.lockOwn(tx, actor, id));
	expect(await lockOwn(owner, row.id)).toEqual(row);
	expect(await lockOwn(owner, hiddenRow.id)).toEqual(hiddenRow);
	const forbidden = { code: 'forbidden', message: 'of another' };
	for (const actor of [other, admin]) {
		await expect(lockOwn(actor, row.id)).rejects.toMatchObject(forbidden);
		await expect(lockOwn(actor, hiddenRow.id)).rejects.toMatchObject({ code: 'not_found' });
	}
});

test('lists and targets only content visible to everyone', async () => {
	const { row } = await seedPost();
	const others = [await seedPost(hidden), await seedPost({ owner_gone: 1 }), await seedPost({ deleted_at: 0 })];
	const hiddenIds = others.map((post) => post.row.id);
	const all = [...hiddenIds, row.id, 999];
	expect(await content.findVisible(db, all)).toEqual([row]);
	expect([row, ...others.map((post) => post.row)].map(content.isVisible)).toEqual([true, false, false, false]);
	expect(await content.service.targets(db, all)).toEqual(new Map([[row.id, 'about Lamps']]));
	expect(await content.service.target(db, row.id)).toBe('about Lamps');
	for (const id of hiddenIds) expect(await content.service.target(db, id)).toBeNull();
	expect([...(await content.service.allTargets(db, new Set(all))).keys()].sort()).toEqual(
		[...hiddenIds, row.id].sort(),
	);
	expect((await content.findInOrder(db, [row.id, 999, ...hiddenIds])).map(({ id }) => id)).toEqual([
		row.id,
		...hiddenIds,
	]);
});

test('presents hidden pictures by signed URLs, and skips rows without an owner', async () => {
	const [visible, hiddenPost, foreign] = [
		await seedPost(),
		await seedPost(hidden),
		await seedPost({ author_id: other.accountId }),
	];
	const rows = [hiddenPost.row, foreign.row, visible.row];
	const fileIds = await content.findFileIds(
		db,
		rows.map(({ id }) => id),
	);
	const show = (row: PostRow, person: Person, pictures: readonly PresentedMedia[]) => [
		row.id,
		person.user_name,
		pictures.map((file) => file.picture?.url),
	];
	const name = `user ${owner.accountId}`;
	expect(await content.present(db, rows, fileIds, show)).toEqual([
		[hiddenPost.row.id, name, hiddenPost.fileIds.map((id) => `signed ${id}`)],
		[visible.row.id, name, visible.fileIds.map((id) => `public ${id}`)],
	]);
	expect(await content.present(db, [visible.row], new Map(), show)).toEqual([[visible.row.id, name, []]]);
});

test('lets an administrator hide and unhide content, with its files and index entry', async () => {
	const { row, fileIds } = await seedPost();
	resetRecords();
	await inTransaction((tx) => content.service.hide(tx, admin, row.id, 'No.'));
	expect(await findRow(row.id)).toMatchObject({ hidden_at: clock.now(), hidden_reason: 'No.' });
	expect([accessChanges, invalidatedTags, indexedIds]).toEqual([
		[[fileIds, 'private']],
		[`post:${row.id}`, 'posts', visibilityCacheTag],
		new Set(),
	]);
	resetRecords();
	await inTransaction((tx) => content.service.unhide(tx, admin, row.id));
	expect(await findRow(row.id)).toEqual(row);
	expect([accessChanges, invalidatedTags, indexedIds]).toEqual([
		[[fileIds, 'public']],
		[`post:${row.id}`, 'posts', visibilityCacheTag],
		new Set([row.id]),
	]);
});

test('keeps files private when unhiding content that is deleted or whose owner is hidden', async () => {
	for (const change of [{ owner_gone: 1 }, { deleted_at: 0 }]) {
		const { row, fileIds } = await seedPost({ ...hidden, ...change });
		resetRecords();
		await inTransaction((tx) => content.service.unhide(tx, admin, row.id));
		expect(accessChanges).toEqual([[fileIds, 'private']]);
	}
});

test('lets an administrator delete content with its files', async () => {
	const { row, fileIds } = await seedPost();
	resetRecords();
	await inTransaction((tx) => content.service.takeDown(tx, admin, row.id));
	expect(await findRow(row.id)).toBeNull();
	expect([removedFiles, indexedIds]).toEqual([[fileIds], new Set()]);
	expect(new Set(invalidatedTags)).toEqual(new Set([`post:${row.id}`, 'posts', visibilityCacheTag]));
});

test('rejects moderation by other accounts and ignores unknown ids', async () => {
	const { row } = await seedPost();
	resetRecords();
	const forbidden = { code: 'forbidden', message: problemsText.administratorsOnly };
	const { hide, unhide, takeDown } = content.service;
	await expect(inTransaction((tx) => hide(tx, owner, row.id, 'No.'))).rejects.toMatchObject(forbidden);
	await expect(inTransaction((tx) => unhide(tx, owner, row.id))).rejects.toMatchObject(forbidden);
	await expect(inTransaction((tx) => takeDown(tx, owner, row.id))).rejects.toMatchObject(forbidden);
	for (const actor of [owner, admin]) {
		await inTransaction((tx) => hide(tx, actor, 999, 'No.'));
		await inTransaction((tx) => takeDown(tx, actor, 999));
	}
	expect(await findRow(row.id)).toEqual(row);
	expect([invalidatedTags, accessChanges, removedFiles]).toEqual([[], [], []]);
});

test('hides content with its owner, and restores it except what a moderator hid', async () => {
	const [visible, hiddenPost, foreign] = [
		await seedPost(),
		await seedPost(hidden),
		await seedPost({ author_id: other.accountId }),
	];
	const emitVisibility = (isVisible: boolean) =>
		inTransaction((tx) => events.emit(tx, accountVisibilityChanged, { accountId: owner.accountId, isVisible }));
	const tags = [`post:${visible.row.id}`, `post:${hiddenPost.row.id}`, 'posts'];
	resetRecords();
	indexedIds.clear();
	await emitVisibility(false);
	expect(indexedIds).toEqual(new Set([visible.row.id]));
	expect(await findRow(visible.row.id)).toMatchObject({ owner_gone: 1 });
	expect(await findRow(foreign.row.id)).toMatchObject({ owner_gone: 0 });
	expect([accessChanges, invalidatedTags]).toEqual([[[visible.fileIds, 'private']], tags]);
	resetRecords();
	await emitVisibility(true);
	expect(await findRow(visible.row.id)).toMatchObject({ owner_gone: 0 });
	expect([accessChanges, invalidatedTags]).toEqual([[[visible.fileIds, 'public']], tags]);
	resetRecords();
	await inTransaction((tx) => events.emit(tx, accountVisibilityChanged, { accountId: 999, isVisible: false }));
	expect(invalidatedTags).toEqual([]);
});

test("deletes all content of an erased account and no one else's", async () => {
	const [mine, deleted, foreign] = [
		await seedPost(),
		await seedPost({ deleted_at: 0 }),
		await seedPost({ author_id: other.accountId }),
	];
	resetRecords();
	await inTransaction((tx) => content.service.eraseByOwner(tx, owner.accountId));
	expect([await findRow(mine.row.id), await findRow(deleted.row.id)]).toEqual([null, null]);
	expect(await findRow(foreign.row.id)).toEqual(foreign.row);
	expect(removedFiles).toEqual([mine.fileIds, deleted.fileIds]);
	expect(invalidatedTags).toContain(visibilityCacheTag);
});

test('returns review items with text and first picture, hidden or not, unless deleted', async () => {
	const [visible, hiddenPost, deleted] = [await seedPost(), await seedPost(hidden), await seedPost({ deleted_at: 0 })];
	const bare = await db
		.tables<PostTables>()
		.insertInto('posts')
		.values({ author_id: owner.accountId, kind: 'tweet', text: 'Fans', score: 0, created_at: 0 })
		.returning('id')
		.executeTakeFirstOrThrow();
	await inTransaction((tx) => content.service.unhide(tx, admin, bare.id));
	expect(accessChanges).toEqual([[[], 'public']]);
	const reviewItems = await content.service.findForReview(db, [
		visible.row.id,
		hiddenPost.row.id,
		deleted.row.id,
		bare.id,
	]);
	const lamps = { ownerId: owner.accountId, title: 'title of Lamps', text: 'Lamps' };
	expect(reviewItems).toEqual(
		new Map([
			[visible.row.id, { ...lamps, picture: { url: `signed ${visible.fileIds[0]}` }, path: `/post/${visible.row.id}` }],
			[hiddenPost.row.id, { ...lamps, picture: { url: `signed ${hiddenPost.fileIds[0]}` }, path: null }],
			[
				bare.id,
				{ ownerId: owner.accountId, title: 'title of Fans', text: 'Fans', picture: null, path: `/post/${bare.id}` },
			],
		]),
	);
});

test('pages newest first, without hidden content', async () => {
	const ids = [];
	for (let index = 0; index < 3; index += 1) ids.unshift((await seedPost()).row.id);
	const { row: hiddenRow } = await seedPost(hidden);
	const first = await content.listNewestIds({}, { limit: 2 });
	expect(first).toEqual({ ids: ids.slice(0, 2), next_cursor: expect.any(String) });
	const cursor = first.next_cursor ?? undefined;
	expect(await content.listNewestIds({}, { limit: 2, cursor })).toEqual({ ids: ids.slice(2), next_cursor: null });
	expect(await content.listNewestIds({}, { limit: 3 })).toEqual({ ids, next_cursor: null });
	expect((await content.listNewestIds({}, { limit: 1 })).next_cursor).toEqual(expect.any(String));
	expect((await content.listNewestIds({ withHidden: true }, { limit: 9 })).ids).toEqual([hiddenRow.id, ...ids]);
});

test('counts engagement, updates the trending score, and invalidates caches except for views', async () => {
	const [one, two] = [await seedPost(), await seedPost()];
	resetRecords();
	const { bump, bumpEach, listStats } = content.service;
	const counts = { likes: 1, comments: 0, views: 0 };
	expect(await inTransaction((tx) => bump(tx, one.row.id, { likes: 1, ranked_likes: 1 }))).toEqual(counts);
	expect(invalidatedTags).toEqual([`post:${one.row.id}`]);
	const liked = (await findRow(one.row.id))?.score ?? 0;
	expect(liked).toBeGreaterThan(one.row.score);
	resetRecords();
	await inTransaction((tx) => bumpEach(tx, [one.row.id, two.row.id, 999], { views: 100 }));
	expect(invalidatedTags).toEqual([]);
	expect((await findRow(one.row.id))?.score).toBeGreaterThan(liked);
	await inTransaction((tx) => bumpEach(tx, [two.row.id], { comments: 1 }));
	expect(invalidatedTags).toEqual([`post:${two.row.id}`]);
	resetRecords();
	await inTransaction((tx) => bumpEach(tx, [two.row.id], {}));
	expect(invalidatedTags).toEqual([]);
	expect(await inTransaction((tx) => bump(tx, 999, { likes: 1 }))).toBeNull();
	const title = 'title of Lamps';
	expect(await listStats(db, owner.accountId, { most: 9 })).toEqual([
		{ id: two.row.id, title, likes: 0, comments: 1, views: 100 },
		{ id: one.row.id, title, likes: 1, comments: 0, views: 100 },
	]);
	expect(await listStats(db, other.accountId, { most: 9 })).toEqual([]);
	const day = { day: 0, count: 2 };
	expect(await content.getSiteStats({ all: 'true', hidden: 'hidden_at is not null' }, 0)).toEqual({
		all: 2,
		hidden: 0,
		days: [day],
	});
});
