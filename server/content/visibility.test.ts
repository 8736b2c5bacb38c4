import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Person } from '../../contract/accounts.ts';
import * as problemsText from '../../contract/text/problems.ts';
import type { Accounts } from '../accounts/index.ts';
import { accountVisibilityChanged, visibilityTag } from '../accounts/index.ts';
import type { Media, PresentedMedia } from '../media/index.ts';
import type { Database } from '../platform/database/index.ts';
import { createEvents, type Events } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../platform/testing/database.ts';
import { watchInvalidation } from '../platform/testing/watch-invalidation.ts';
import type { PostRow, PostTables } from '../posts/tables.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { createContent } from './content.ts';

// Who sees what, on a database of its own, with what lies below in memory.

let db: Database;
let clock: FakeClock;
let events: Events;
let content: ReturnType<typeof createContent<PostRow, string>>;
let owner: Actor;
let other: Actor;
const admin = { accountId: 0, role: 'admin' } as Actor;

/** Tags that were changed, ids that a search holds, access that files were given, and files that were removed. */
let changed: string[];
let found: Set<number>;
let access: [ids: readonly number[], access: string][];
let removed: number[][];

const shown = (ids: readonly number[], how: string) =>
	new Map(ids.map((id) => [id, { picture: { url: `${how} ${id}` } } as PresentedMedia]));

beforeEach(async () => {
	db = watchInvalidation(await openTestDatabase(defaultEngine), (tags) => changed.push(...tags));
	[changed, found, access, removed] = [[], new Set(), [], []];
	clock = fakeClock();
	events = createEvents();
	const media = {
		findByIds: vi.fn(async (_, ids: readonly number[]) => shown(ids, 'public')),
		findByIdsSigned: vi.fn(async (_, ids: readonly number[]) => shown(ids, 'signed')),
		setAccess: async (_: unknown, ids: readonly number[], to: string) => void access.push([ids, to]),
		remove: async (_: unknown, ids: number[]) => void removed.push(ids),
	} as unknown as Media;
	const findPeople = async (_: unknown, ids: Iterable<number>) =>
		new Map([...ids].filter((id) => id === owner.accountId).map((id) => [id, { user_name: `user ${id}` } as Person]));
	content = createContent<PostRow, string>(
		{ db, clock, events, accounts: { findPeople } as unknown as Accounts, media },
		{
			target: 'posts',
			ownerId: (row) => row.author_id,
			isDeleted: (row) => row.deleted_at !== null,
			tag: (id) => `post:${id}`,
			listsTag: 'posts',
			index: async (_, row) => void (row.hidden_at === null ? found.add(row.id) : found.delete(row.id)),
			unindex: async (_, id) => void found.delete(id),
			title: (row) => `title of ${row.text}`,
			text: (row) => row.text,
			path: (row) => `/post/${row.id}`,
			toTarget: (row) => `about ${row.text}`,
			notFoundText: 'gone',
			notOwnerText: 'of another',
		},
	);
	const actorOf = async () => ({ accountId: (await seedAccount(db)).id, role: 'user' }) as Actor;
	[owner, other] = [await actorOf(), await actorOf()];
});
afterEach(() => db.close());

let files = 0;

/** A post with two files; answers its row and their ids. */
async function plant(change: Partial<PostRow> = {}): Promise<{ row: PostRow; fileIds: number[] }> {
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
		await content.add(
			tx,
			row,
			attached.map((id) => ({ id, state: 'ready' as const })),
		);
		return { row, fileIds: attached };
	});
}

const hidden = { hidden_at: 0, hidden_reason: 'No.' };
const inTransaction = <Result>(work: Parameters<Database['transaction']>[0]) => db.transaction(work) as Promise<Result>;
const now = (id: number) => content.findAny(db, id);
const forget = () => {
	[changed, access, removed] = [[], [], []];
};

test('is found by everyone, with its files, once it is added', async () => {
	const { row, fileIds } = await plant();
	expect(found).toEqual(new Set([row.id]));
	expect(changed).toEqual(['posts']);
	expect((await content.findFileIds(db, [row.id])).get(row.id)).toEqual(fileIds);
	for (const actor of [null, owner, other, admin]) expect(await content.find(db, row.id, actor)).toEqual(row);
});

test('is found by its owner alone while it is hidden, or its owner is, and by nobody once it is deleted', async () => {
	const gone = { code: 'not_found', message: 'gone' };
	for (const change of [hidden, { owner_gone: 1 }]) {
		const { row } = await plant(change);
		for (const actor of [null, other, admin]) await expect(content.find(db, row.id, actor)).rejects.toMatchObject(gone);
		expect(await content.find(db, row.id, owner)).toEqual(row);
	}
	const { row } = await plant({ deleted_at: 0 });
	for (const actor of [null, owner]) await expect(content.find(db, row.id, actor)).rejects.toMatchObject(gone);
	await expect(content.find(db, 999, owner)).rejects.toMatchObject(gone);
});

test('is changed by its owner alone; others learn of it only where they may see it', async () => {
	const { row } = await plant();
	const { row: unseen } = await plant(hidden);
	const findOwn = (actor: Actor, id: number) => inTransaction((tx) => content.findOwn(tx, actor, id));
	expect(await findOwn(owner, row.id)).toEqual(row);
	expect(await findOwn(owner, unseen.id)).toEqual(unseen);
	const forbidden = { code: 'forbidden', message: 'of another' };
	for (const actor of [other, admin]) {
		await expect(findOwn(actor, row.id)).rejects.toMatchObject(forbidden);
		await expect(findOwn(actor, unseen.id)).rejects.toMatchObject({ code: 'not_found' });
	}
});

test('is something to like, report or list only while everyone may see it', async () => {
	const { row } = await plant();
	const others = [await plant(hidden), await plant({ owner_gone: 1 }), await plant({ deleted_at: 0 })];
	const unseen = others.map((post) => post.row.id);
	const all = [...unseen, row.id, 999];
	expect(await content.findShown(db, all)).toEqual([row]);
	expect([row, ...others.map((post) => post.row)].map(content.isShown)).toEqual([true, false, false, false]);
	expect(await content.service.targets(db, all)).toEqual(new Map([[row.id, 'about Lamps']]));
	expect(await content.service.target(db, row.id)).toBe('about Lamps');
	for (const id of unseen) expect(await content.service.target(db, id)).toBeNull();
	expect([...(await content.service.allTargets(db, new Set(all))).keys()].sort()).toEqual([...unseen, row.id].sort());
	expect((await content.inOrder(db, [row.id, 999, ...unseen])).map(({ id }) => id)).toEqual([row.id, ...unseen]);
});

test('shows pictures of what is hidden by signed addresses alone, and nothing of who is not there', async () => {
	const [open, closed, foreign] = [await plant(), await plant(hidden), await plant({ author_id: other.accountId })];
	const rows = [closed.row, foreign.row, open.row];
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
		[closed.row.id, name, closed.fileIds.map((id) => `signed ${id}`)],
		[open.row.id, name, open.fileIds.map((id) => `public ${id}`)],
	]);
	expect(await content.present(db, [open.row], new Map(), show)).toEqual([[open.row.id, name, []]]);
});

test('is hidden and shown again by an administrator, with its files and in the search', async () => {
	const { row, fileIds } = await plant();
	forget();
	await inTransaction((tx) => content.service.hide(tx, admin, row.id, 'No.'));
	expect(await now(row.id)).toMatchObject({ hidden_at: clock.now(), hidden_reason: 'No.' });
	expect([access, changed, found]).toEqual([
		[[fileIds, 'private']],
		[`post:${row.id}`, 'posts', visibilityTag],
		new Set(),
	]);
	forget();
	await inTransaction((tx) => content.service.unhide(tx, admin, row.id));
	expect(await now(row.id)).toEqual(row);
	expect([access, changed, found]).toEqual([
		[[fileIds, 'public']],
		[`post:${row.id}`, 'posts', visibilityTag],
		new Set([row.id]),
	]);
});

test('stays private where it is shown again and its owner is not to be seen, or has deleted it', async () => {
	for (const change of [{ owner_gone: 1 }, { deleted_at: 0 }]) {
		const { row, fileIds } = await plant({ ...hidden, ...change });
		forget();
		await inTransaction((tx) => content.service.unhide(tx, admin, row.id));
		expect(access).toEqual([[fileIds, 'private']]);
	}
});

test('is taken down for good by an administrator', async () => {
	const { row, fileIds } = await plant();
	forget();
	await inTransaction((tx) => content.service.takeDown(tx, admin, row.id));
	expect(await now(row.id)).toBeNull();
	expect([removed, found]).toEqual([[fileIds], new Set()]);
	expect(new Set(changed)).toEqual(new Set([`post:${row.id}`, 'posts', visibilityTag]));
});

test('is for nobody else to hide, show or take down', async () => {
	const { row } = await plant();
	forget();
	const forbidden = { code: 'forbidden', message: problemsText.administratorsOnly };
	const { hide, unhide, takeDown } = content.service;
	await expect(inTransaction((tx) => hide(tx, owner, row.id, 'No.'))).rejects.toMatchObject(forbidden);
	await expect(inTransaction((tx) => unhide(tx, owner, row.id))).rejects.toMatchObject(forbidden);
	await expect(inTransaction((tx) => takeDown(tx, owner, row.id))).rejects.toMatchObject(forbidden);
	for (const actor of [owner, admin]) {
		await inTransaction((tx) => hide(tx, actor, 999, 'No.'));
		await inTransaction((tx) => takeDown(tx, actor, 999));
	}
	expect(await now(row.id)).toEqual(row);
	expect([changed, access, removed]).toEqual([[], [], []]);
});

test('goes off show with its owner, and comes back without what is hidden for itself', async () => {
	const [open, closed, foreign] = [await plant(), await plant(hidden), await plant({ author_id: other.accountId })];
	const tell = (isShown: boolean) =>
		inTransaction((tx) =>
			events.emit(tx, accountVisibilityChanged, { accountId: owner.accountId, isVisible: isShown }),
		);
	const tags = [`post:${open.row.id}`, `post:${closed.row.id}`, 'posts'];
	forget();
	found.clear();
	await tell(false);
	expect(found).toEqual(new Set([open.row.id]));
	expect(await now(open.row.id)).toMatchObject({ owner_gone: 1 });
	expect(await now(foreign.row.id)).toMatchObject({ owner_gone: 0 });
	expect([access, changed]).toEqual([[[open.fileIds, 'private']], tags]);
	forget();
	await tell(true);
	expect(await now(open.row.id)).toMatchObject({ owner_gone: 0 });
	expect([access, changed]).toEqual([[[open.fileIds, 'public']], tags]);
	forget();
	await inTransaction((tx) => events.emit(tx, accountVisibilityChanged, { accountId: 999, isVisible: false }));
	expect(changed).toEqual([]);
});

test('is all deleted with its owner, and nothing of anybody else', async () => {
	const [mine, deleted, foreign] = [
		await plant(),
		await plant({ deleted_at: 0 }),
		await plant({ author_id: other.accountId }),
	];
	forget();
	await inTransaction((tx) => content.service.eraseByOwner(tx, owner.accountId));
	expect([await now(mine.row.id), await now(deleted.row.id)]).toEqual([null, null]);
	expect(await now(foreign.row.id)).toEqual(foreign.row);
	expect(removed).toEqual([mine.fileIds, deleted.fileIds]);
	expect(changed).toContain(visibilityTag);
});

test('is judged by its words and first picture, hidden or not, until its owner has deleted it', async () => {
	const [open, closed, deleted] = [await plant(), await plant(hidden), await plant({ deleted_at: 0 })];
	const bare = await db
		.tables<PostTables>()
		.insertInto('posts')
		.values({ author_id: owner.accountId, kind: 'tweet', text: 'Fans', score: 0, created_at: 0 })
		.returning('id')
		.executeTakeFirstOrThrow();
	await inTransaction((tx) => content.service.unhide(tx, admin, bare.id));
	expect(access).toEqual([[[], 'public']]);
	const judged = await content.service.findForReview(db, [open.row.id, closed.row.id, deleted.row.id, bare.id]);
	const lamps = { ownerId: owner.accountId, title: 'title of Lamps', text: 'Lamps' };
	expect(judged).toEqual(
		new Map([
			[open.row.id, { ...lamps, picture: { url: `signed ${open.fileIds[0]}` }, path: `/post/${open.row.id}` }],
			[closed.row.id, { ...lamps, picture: { url: `signed ${closed.fileIds[0]}` }, path: null }],
			[
				bare.id,
				{ ownerId: owner.accountId, title: 'title of Fans', text: 'Fans', picture: null, path: `/post/${bare.id}` },
			],
		]),
	);
});

test('is listed newest first, page by page, without what is hidden', async () => {
	const ids = [];
	for (let index = 0; index < 3; index += 1) ids.unshift((await plant()).row.id);
	const { row: unseen } = await plant(hidden);
	const first = await content.listNewestIds({}, { limit: 2 });
	expect(first).toEqual({ ids: ids.slice(0, 2), next_cursor: expect.any(String) });
	const cursor = first.next_cursor ?? undefined;
	expect(await content.listNewestIds({}, { limit: 2, cursor })).toEqual({ ids: ids.slice(2), next_cursor: null });
	expect(await content.listNewestIds({}, { limit: 3 })).toEqual({ ids, next_cursor: null });
	expect((await content.listNewestIds({}, { limit: 1 })).next_cursor).toEqual(expect.any(String));
	expect((await content.listNewestIds({ withHidden: true }, { limit: 9 })).ids).toEqual([unseen.id, ...ids]);
});

test('counts what people do to it, moves among the trending, and is told of but for views', async () => {
	const [one, two] = [await plant(), await plant()];
	forget();
	const { bump, bumpEach, listStats } = content.service;
	const counts = { likes: 1, comments: 0, views: 0 };
	expect(await inTransaction((tx) => bump(tx, one.row.id, { likes: 1 }))).toEqual(counts);
	expect(changed).toEqual([`post:${one.row.id}`]);
	const liked = (await now(one.row.id))?.score ?? 0;
	expect(liked).toBeGreaterThan(one.row.score);
	forget();
	await inTransaction((tx) => bumpEach(tx, [one.row.id, two.row.id, 999], { views: 100 }));
	expect(changed).toEqual([]);
	expect((await now(one.row.id))?.score).toBeGreaterThan(liked);
	await inTransaction((tx) => bumpEach(tx, [two.row.id], { comments: 1 }));
	expect(changed).toEqual([`post:${two.row.id}`]);
	forget();
	await inTransaction((tx) => bumpEach(tx, [two.row.id], {}));
	expect(changed).toEqual([]);
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
