import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as mediaLimits from '../../contract/media/limits.ts';
import type { MediaKind } from '../../contract/media/media.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import type { AccountService } from '../accounts/index.ts';
import type { Database } from '../database/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { removeFilesJob } from './job-definitions.ts';
import { createUploadQuota, type UploadQuota, type UploadRequest } from './quota.ts';
import type { MediaRow, MediaTables } from './tables.ts';

// These tests call the quota directly. `quota.test.ts` tests the quota through the API.

const { files: videos, bytes: videoBytes } = mediaLimits.unpublished.video;
const { files: pictures, bytes: pictureBytes } = mediaLimits.unpublished.image;
const protection = mediaLimits.unpublishedProtection;

let db: Database;
let clock: FakeClock;
let quota: UploadQuota;
let uploadFolder: string;
let accountId: number;
let lock: ReturnType<typeof vi.fn<AccountService['lock']>>;
/** Public ids of files that are queued for removal. */
let removed: string[];

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	clock = createFakeClock();
	uploadFolder = await mkdtemp(join(tmpdir(), 'kasuwa-quota-'));
	lock = vi.fn<AccountService['lock']>(async () => {});
	removed = [];
	const add = async (_: unknown, { name }: { name: string }, { public_id }: { public_id: string }) => {
		expect(name).toBe(removeFilesJob.name);
		removed.push(public_id);
	};
	quota = createUploadQuota({ clock, jobs: { add } as unknown as JobQueue, accounts: { lock }, uploadFolder });
	({ id: accountId } = await seedAccount(db));
});
afterEach(async () => {
	await db.close();
	await rm(uploadFolder, { recursive: true });
});

const tables = () => db.tables<MediaTables>();
let seedCount = 0;

/** Inserts a file created `age` milliseconds ago. Returns its public id. */
async function seedFile(age: number, change: Partial<MediaRow> = {}): Promise<string> {
	seedCount += 1;
	const name = `file-${seedCount}`;
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

/** Inserts an incomplete upload started `age` milliseconds ago. Returns its id. */
async function seedUpload(age: number, bytes = 1, kind: MediaKind = 'video'): Promise<string> {
	seedCount += 1;
	const id = `upload-${seedCount}`;
	const capability = `${id}-capability`;
	const upload = { id, account_id: accountId, capability, kind, client_id: null, file_name: 'a', bytes };
	await tables()
		.insertInto('uploads')
		.values({ ...upload, created_at: clock.now() - age })
		.execute();
	await writeFile(join(uploadFolder, id), '');
	return id;
}

const file = (change: Partial<UploadRequest> = {}): UploadRequest => ({
	accountId,
	kind: 'video',
	bytes: 1,
	capability: null,
	...change,
});
const makeRoom = (change: Partial<UploadRequest> = {}) => db.transaction((tx) => quota.makeRoom(tx, file(change)));
const check = (change: Partial<UploadRequest> = {}) => quota.check(db, file(change));
const listUploadIds = async () => (await tables().selectFrom('uploads').select('id').execute()).map(({ id }) => id);
const listFileIds = async () =>
	(await tables().selectFrom('media').select('public_id').orderBy('id').execute()).map(({ public_id }) => public_id);

const quotaError = (message: string, retryAfter: number) => ({ code: 'too_many', message, retryAfter });

test('limits the number of files', async () => {
	for (let index = 1; index < videos; index += 1) await seedFile(0);
	await check();
	await makeRoom();
	expect(lock.mock.calls.map(([, id]) => id)).toEqual([accountId]);
	await seedFile(0);
	const error = quotaError(mediaApiText.tooManyVideosWaiting(videos), protection / 1000);
	await expect(check()).rejects.toMatchObject(error);
	await expect(makeRoom()).rejects.toMatchObject(error);
	expect(removed).toEqual([]);
});

test('limits the number of bytes', async () => {
	await seedFile(0, { bytes: videoBytes - 10 });
	await expect(check({ bytes: 10 })).resolves.toBeUndefined();
	await expect(check({ bytes: 11 })).rejects.toMatchObject({ code: 'too_many' });
	await seedFile(0, { kind: 'image', bytes: pictureBytes - 10 });
	await expect(check({ kind: 'image', bytes: 10 })).resolves.toBeUndefined();
	const error = quotaError(mediaApiText.tooManyPhotosWaiting(pictures), protection / 1000);
	await expect(check({ kind: 'image', bytes: 11 })).rejects.toMatchObject(error);
});

test('counts only unpublished files of the same kind and account', async () => {
	const { id: other } = await seedAccount(db);
	for (let index = 0; index < videos; index += 1) {
		await seedFile(0, { kind: 'image' });
		await seedFile(0, { account_id: other });
		await seedFile(0, { attached_at: 0 });
	}
	await expect(check()).resolves.toBeUndefined();
});

test('evicts the oldest files after the protection time, and no more than needed', async () => {
	/** Public ids of files, newest first. */
	const names: string[] = [];
	const indexes = Array.from({ length: videos }, (_, index) => index);
	// Files are inserted in another order than by age.
	for (const index of indexes.toSorted((a, b) => (b % 2) - (a % 2))) names[index] = await seedFile(protection + index);
	await check();
	expect(removed).toEqual([]);
	await makeRoom();
	expect(removed).toEqual(names.slice(-1));
	expect((await listFileIds()).sort()).toEqual(names.slice(0, -1).sort());
	removed = [];
	await tables()
		.updateTable('media')
		.set({ bytes: videoBytes / 4 })
		.execute();
	await makeRoom({ bytes: videoBytes / 2 });
	expect(new Set(removed)).toEqual(new Set(names.slice(-3, -1)));
});

test('protects recent files and returns when they can be evicted', async () => {
	for (let index = 0; index < videos; index += 1) await seedFile(protection - 1500);
	await expect(makeRoom()).rejects.toMatchObject({ retryAfter: 2 });
	clock.advance(1499);
	await expect(makeRoom()).rejects.toMatchObject({ retryAfter: 1 });
	clock.advance(1);
	await makeRoom();
	expect(removed).toHaveLength(1);
});

test('evicts unpublishable files first, regardless of age', async () => {
	for (let index = 2; index < videos; index += 1) await seedFile(2 * protection);
	const failed = await seedFile(0, { state: 'failed', failure: 'It is no video' });
	// Attaching a failed file without a `failure` retries it, so this file is publishable.
	await seedFile(2 * protection - 1, { state: 'failed', failure: null });
	await makeRoom();
	expect(removed).toEqual([failed]);
});

test('evicts incomplete uploads first, oldest first, with their bytes', async () => {
	for (let index = 2; index < videos; index += 1) await seedFile(2 * protection);
	const newer = await seedUpload(0);
	await seedUpload(1);
	await makeRoom();
	expect(await listUploadIds()).toEqual([newer]);
	await vi.waitFor(async () => expect(await readdir(uploadFolder)).toEqual([newer]));
	expect(removed).toEqual([]);
});

test('counts an incomplete picture only among pictures', async () => {
	const id = await seedUpload(0, mediaLimits.unpublished.image.bytes, 'image');
	for (let index = 1; index < videos; index += 1) await seedFile(0);
	await makeRoom();
	expect(await listUploadIds()).toEqual([id]);
	await makeRoom({ kind: 'image' });
	expect(await listUploadIds()).toEqual([]);
});

test('keeps everything if the transaction is rolled back', async () => {
	for (let index = 0; index < videos; index += 1) await seedUpload(0);
	const failed = db.transaction(async (tx) => {
		await quota.makeRoom(tx, file());
		throw new Error('rolled back');
	});
	await expect(failed).rejects.toThrow('rolled back');
	expect(await listUploadIds()).toHaveLength(videos);
	expect(await readdir(uploadFolder)).toHaveLength(videos);
});

test('does not count the upload that the new file completes', async () => {
	for (let index = 1; index < videos; index += 1) await seedFile(0);
	const id = await seedUpload(0);
	await makeRoom({ capability: `${id}-capability` });
	expect(await listUploadIds()).toEqual([id]);
	await makeRoom({ capability: 'another' });
	expect(await listUploadIds()).toEqual([]);
});

test('evicts uploads whose bytes are already deleted', async () => {
	for (let index = 0; index < videos; index += 1) await seedUpload(index);
	await rm(uploadFolder, { recursive: true });
	await makeRoom();
	expect(await listUploadIds()).toHaveLength(videos - 1);
	await mkdir(uploadFolder);
});
