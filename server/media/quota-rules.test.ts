import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../contract/limits.ts';
import * as mediaApiText from '../../contract/text/media-api.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../platform/testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { removeFilesJob } from './job-definitions.ts';
import { createQuota, type NewFile, type Quota } from './quota.ts';
import type { MediaRow, MediaTables } from './tables.ts';

// The rules on a database of their own; `quota.test.ts` meets them through the API.

const { files: videos, bytes: videoBytes } = limits.unpublished.video;
const { files: pictures, bytes: pictureBytes } = limits.unpublished.image;
const hold = limits.unpublishedProtection;

let db: Database;
let clock: FakeClock;
let quota: Quota;
let unfinished: string;
let accountId: number;
let lock: ReturnType<typeof vi.fn<Accounts['lock']>>;
/** Public ids of the files that are to be removed. */
let removed: string[];

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	clock = fakeClock();
	unfinished = await mkdtemp(join(tmpdir(), 'kasuwa-quota-'));
	lock = vi.fn<Accounts['lock']>(async () => {});
	removed = [];
	const add = async (_: unknown, { name }: { name: string }, { public_id }: { public_id: string }) => {
		expect(name).toBe(removeFilesJob.name);
		removed.push(public_id);
	};
	quota = createQuota({ clock, jobs: { add } as unknown as Jobs, accounts: { lock }, uploadFolder: unfinished });
	({ id: accountId } = await seedAccount(db));
});
afterEach(async () => {
	await db.close();
	await rm(unfinished, { recursive: true });
});

const tables = () => db.tables<MediaTables>();
let planted = 0;

/** A file that was sent `age` milliseconds ago; answers its public id. */
async function plantFile(age: number, change: Partial<MediaRow> = {}): Promise<string> {
	planted += 1;
	const name = `file-${planted}`;
	await tables()
		.insertInto('media')
		.values({
			public_id: name,
			account_id: accountId,
			kind: 'video',
			state: 'ready',
			access: 'private',
			capability: name,
			secure_url: `/media/${name}/main`,
			file_name: 'a',
			bytes: 1,
			created_at: clock.now() - age,
			...change,
		})
		.execute();
	return name;
}

/** An upload that was begun `age` milliseconds ago; answers its id. */
async function plantUpload(age: number, bytes = 1): Promise<string> {
	planted += 1;
	const id = `upload-${planted}`;
	const upload = { id, account_id: accountId, capability: `${id}-capability`, file_name: 'a', bytes };
	await tables()
		.insertInto('uploads')
		.values({ ...upload, created_at: clock.now() - age })
		.execute();
	await writeFile(join(unfinished, id), '');
	return id;
}

const file = (change: Partial<NewFile> = {}): NewFile => ({
	accountId,
	kind: 'video',
	bytes: 1,
	capability: null,
	...change,
});
const makeRoom = (change: Partial<NewFile> = {}) => db.transaction((tx) => quota.makeRoom(tx, file(change)));
const check = (change: Partial<NewFile> = {}) => quota.check(db, file(change));
const uploadIds = async () => (await tables().selectFrom('uploads').select('id').execute()).map(({ id }) => id);
const fileIds = async () =>
	(await tables().selectFrom('media').select('public_id').orderBy('id').execute()).map(({ public_id }) => public_id);

const full = (message: string, retryAfter: number) => ({ code: 'too_many', message, retryAfter });

test('has room up to the number of files', async () => {
	for (let index = 1; index < videos; index += 1) await plantFile(0);
	await check();
	await makeRoom();
	expect(lock.mock.calls.map(([, id]) => id)).toEqual([accountId]);
	await plantFile(0);
	const refused = full(mediaApiText.tooManyVideosWaiting(videos), hold / 1000);
	await expect(check()).rejects.toMatchObject(refused);
	await expect(makeRoom()).rejects.toMatchObject(refused);
	expect(removed).toEqual([]);
});

test('has room up to the number of bytes', async () => {
	await plantFile(0, { bytes: videoBytes - 10 });
	await expect(check({ bytes: 10 })).resolves.toBeUndefined();
	await expect(check({ bytes: 11 })).rejects.toMatchObject({ code: 'too_many' });
	await plantFile(0, { kind: 'image', bytes: pictureBytes - 10 });
	await expect(check({ kind: 'image', bytes: 10 })).resolves.toBeUndefined();
	const refused = full(mediaApiText.tooManyPhotosWaiting(pictures), hold / 1000);
	await expect(check({ kind: 'image', bytes: 11 })).rejects.toMatchObject(refused);
});

test('counts only what is of this kind, of this account and not published', async () => {
	const { id: other } = await seedAccount(db);
	for (let index = 0; index < videos; index += 1) {
		await plantFile(0, { kind: 'image' });
		await plantFile(0, { account_id: other });
		await plantFile(0, { attached_at: 0 });
	}
	await expect(check()).resolves.toBeUndefined();
});

test('lets the oldest give way once it is old enough, and no more than is needed', async () => {
	/** Newest first. */
	const names: string[] = [];
	const indexes = Array.from({ length: videos }, (_, index) => index);
	// Sent in another order than by age.
	for (const index of indexes.toSorted((a, b) => (b % 2) - (a % 2))) names[index] = await plantFile(hold + index);
	await check();
	expect(removed).toEqual([]);
	await makeRoom();
	expect(removed).toEqual(names.slice(-1));
	expect((await fileIds()).sort()).toEqual(names.slice(0, -1).sort());
	removed = [];
	await tables()
		.updateTable('media')
		.set({ bytes: videoBytes / 4 })
		.execute();
	await makeRoom({ bytes: videoBytes / 2 });
	expect(new Set(removed)).toEqual(new Set(names.slice(-3, -1)));
});

test('holds what is newer, and says when it gives way', async () => {
	for (let index = 0; index < videos; index += 1) await plantFile(hold - 1500);
	await expect(makeRoom()).rejects.toMatchObject({ retryAfter: 2 });
	clock.advance(1499);
	await expect(makeRoom()).rejects.toMatchObject({ retryAfter: 1 });
	clock.advance(1);
	await makeRoom();
	expect(removed).toHaveLength(1);
});

test('lets what can never be published give way first, however new it is', async () => {
	for (let index = 2; index < videos; index += 1) await plantFile(2 * hold);
	const failed = await plantFile(0, { state: 'failed', failure: 'It is no video' });
	// This one is tried again when it is published.
	await plantFile(2 * hold - 1, { state: 'failed', failure: null });
	await makeRoom();
	expect(removed).toEqual([failed]);
});

test('lets uploads that are not whole give way first, the oldest of them, with their bytes', async () => {
	for (let index = 2; index < videos; index += 1) await plantFile(2 * hold);
	const newer = await plantUpload(0);
	await plantUpload(1);
	await makeRoom();
	expect(await uploadIds()).toEqual([newer]);
	await vi.waitFor(async () => expect(await readdir(unfinished)).toEqual([newer]));
	expect(removed).toEqual([]);
});

test('keeps everything where the transaction is rolled back', async () => {
	for (let index = 0; index < videos; index += 1) await plantUpload(0);
	const failed = db.transaction(async (tx) => {
		await quota.makeRoom(tx, file());
		throw new Error('rolled back');
	});
	await expect(failed).rejects.toThrow('rolled back');
	expect(await uploadIds()).toHaveLength(videos);
	expect(await readdir(unfinished)).toHaveLength(videos);
});

test('does not count the upload that becomes this file', async () => {
	for (let index = 1; index < videos; index += 1) await plantFile(0);
	const id = await plantUpload(0);
	await makeRoom({ capability: `${id}-capability` });
	expect(await uploadIds()).toEqual([id]);
	await makeRoom({ capability: 'another' });
	expect(await uploadIds()).toEqual([]);
});

test('is made where the bytes of an upload are gone already', async () => {
	for (let index = 0; index < videos; index += 1) await plantUpload(index);
	await rm(unfinished, { recursive: true });
	await makeRoom();
	expect(await uploadIds()).toHaveLength(videos - 1);
	await mkdir(unfinished);
});
