import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAdDraftKey } from '../ads/draft-key.ts';
import { getLessonDraftKey, writeLessonDraft } from '../courses/lesson-draft.ts';
import { addProgressChange } from '../courses/pending-progress.ts';
import { recentSearchesKey } from '../feed/recent-searches.ts';
import { getPendingUploadKey, getUploadBytesName } from '../media/remove-pending-upload.ts';
import { removedIds } from '../offline/videos/offline-videos.ts';
import { listIndexedDbNames, storeInIndexedDb } from '../platform/indexed-db.ts';
import { outbox } from '../platform/outbox.ts';
import { persistedQueryPrefix } from '../platform/persisted-queries.ts';
import { offlineVideos } from '../player/offline-video-list.ts';
import { getPostDraftKey } from '../posts/draft-key.ts';
import { storedLists, syncedLists } from '../saved-items/lists.ts';
import { clearAccountData } from './clear-account-data.ts';

const ada = 1;
/** Id of a second account. It starts with Ada's id, so the tests fail if keys are compared by prefix. */
const musa = 11;
let items: Map<string, string>;

beforeEach(() => {
	items = new Map();
	vi.stubGlobal('localStorage', {
		get length() {
			return items.size;
		},
		key: (index: number) => [...items.keys()][index] ?? null,
		getItem: (key: string) => items.get(key) ?? null,
		setItem: (key: string, value: string) => void items.set(key, value),
		removeItem: (key: string) => void items.delete(key),
	});
	vi.stubGlobal('indexedDB', new IDBFactory());
	vi.stubGlobal('IDBKeyRange', IDBKeyRange);
});
afterEach(() => void vi.unstubAllGlobals());

const draftsOf = (account: number) => [
	...(['image', 'video'] as const).map((format) => getAdDraftKey(format, account)),
	...(['tweet', 'talk', 'picture'] as const).map((kind) => getPostDraftKey(kind, account)),
];

/** Stores everything that a device stores for an account, except saved lists, which exist once per device. */
async function seedAccount(account: number): Promise<void> {
	for (const key of draftsOf(account)) {
		localStorage.setItem(key, JSON.stringify({ text: `Written by ${account}` }));
		await storeInIndexedDb(key, [new Uint8Array(1)]);
	}
	writeLessonDraft(getLessonDraftKey(account, 'cng', 1), `Written by ${account}`);
	addProgressChange({ account, course_id: 'cng', module: 1, done: true });
	const call = { slot: `a like of ${account}`, name: 'like', input: {}, key: `key of ${account}`, at: 0 } as const;
	outbox.addCall({ account, ...call });
	for (const name of [
		getPendingUploadKey(account),
		getUploadBytesName(getPendingUploadKey(account)),
		`${persistedQueryPrefix}${account}/feed`,
	]) {
		await storeInIndexedDb(name, { of: account });
	}
}

async function readAll(): Promise<string> {
	return JSON.stringify([[...items].sort(), (await listIndexedDbNames('')).sort()]);
}

test('removes all data of an account, and none of another account', async () => {
	await seedAccount(musa);
	await storeInIndexedDb(`${persistedQueryPrefix}0/feed`, { of: 'everybody' });
	const before = await readAll();

	await seedAccount(ada);
	localStorage.setItem(recentSearchesKey, JSON.stringify(['generators']));
	storedLists.wishlist.set([5, 7]);
	syncedLists.wishlist.set({ account: ada, ids: [7] });
	await storeInIndexedDb('shared', { title: 'From another app' });
	offlineVideos.set([{ id: 7, url: '/media/7/240.mp4', bytes: 9 }]);
	removedIds.set([5]);
	const deleteCache = vi.fn(async () => true);
	vi.stubGlobal('caches', { delete: deleteCache });
	expect(clearAccountData(ada)).toEqual([{ list: 'wishlist', add: [5], remove: [] }]);
	expect(deleteCache).toHaveBeenCalledExactlyOnceWith('offline-videos');
	// A logout clears the private persisted queries of every account.
	const after = before.replace(`"${persistedQueryPrefix}11/feed",`, '');
	await vi.waitFor(async () => expect(await readAll()).toBe(after), { timeout: 30_000 });
});

test('keeps saved lists of another account', () => {
	storedLists.tweets.set([3]);
	syncedLists.tweets.set({ account: musa, ids: [] });
	expect(clearAccountData(ada)).toEqual([]);
	expect(storedLists.tweets.get()).toEqual([3]);
});
