import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../../contract/core/client.ts';
import * as savedItemLimits from '../../contract/saved-items/limits.ts';
import { storedLists, syncedLists } from './lists.ts';
import { createSavedItemsSync } from './sync.ts';
import { clearSavedLists, sendUnsentChanges } from './unsent-changes.ts';

const ada = 1;
const musa = 2;
/** Wishlist of the account on the fake server, newest first. */
let account: number[];
let requests: string[];
let api: Client;
let skippedCounts: number[];

beforeEach(() => {
	const stored = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, value),
		removeItem: (key: string) => void stored.delete(key),
	});
	[account, requests, skippedCounts] = [[], [], []];
	api = createClient(async ({ method, path, headers, body }) => {
		requests.push(`${method} ${path} ${headers.authorization ?? ''}`.trim());
		const ids = method === 'PUT' && typeof body === 'string' ? (JSON.parse(body).ids as number[]) : [];
		if (path === '/api/saved/wishlist') {
			const capacity = Math.max(0, savedItemLimits.savedItems - account.length);
			account = [...ids.filter((id) => !account.includes(id)).slice(0, capacity), ...account];
			return { status: 200, text: JSON.stringify({ ids: account }) };
		}
		return method === 'DELETE' ? { status: 204, text: '' } : { status: 200, text: JSON.stringify({ ids: [] }) };
	});
});
afterEach(() => void vi.unstubAllGlobals());

const sync = () =>
	createSavedItemsSync(api, { id: ada, isActive: () => true, onListFull: (count) => skippedCounts.push(count) });

describe('a full list', () => {
	test('reports the number of items that do not fit', async () => {
		account = Array.from({ length: savedItemLimits.savedItems - 1 }, (_, index) => index + 10);
		storedLists.wishlist.set([3, 2, 1]);
		expect(await sync().syncAll()).toBe(true);
		expect(storedLists.wishlist.get()).toEqual(account);
		expect(account[0]).toBe(3);
		expect(skippedCounts).toEqual([2]);
		await sync().syncAll();
		expect(skippedCounts).toEqual([2]);
	});

	test('does not report items that no longer exist', async () => {
		api = createClient(async () => ({ status: 200, text: JSON.stringify({ ids: [1] }) }));
		storedLists.wishlist.set([3, 1]);
		await sync().syncAll();
		expect(storedLists.wishlist.get()).toEqual([1]);
		expect(skippedCounts).toEqual([]);
	});
});

describe('logout', () => {
	test("clears the account's lists and restores them at the next login", async () => {
		storedLists.wishlist.set([2, 1]);
		await sync().syncAll();
		expect(clearSavedLists(ada)).toEqual([]);
		for (const value of [...Object.values(storedLists), ...Object.values(syncedLists)]) expect(value.get()).toBeNull();
		await sync().syncAll();
		expect(storedLists.wishlist.get()).toEqual([2, 1]);
	});

	test('sends unsent changes with the token of the ending session', async () => {
		storedLists.wishlist.set([4, 2]);
		syncedLists.wishlist.set({ account: ada, ids: [2, 1] });
		const unsent = clearSavedLists(ada);
		expect(unsent).toEqual([{ list: 'wishlist', add: [4], remove: [1] }]);
		await sendUnsentChanges(api, 'secret', unsent);
		expect(requests.toSorted()).toEqual([
			'DELETE /api/saved/wishlist/1 Bearer secret',
			'PUT /api/saved/wishlist Bearer secret',
		]);
		expect(account).toEqual([4]);
	});

	test('keeps the lists of visitors and other accounts', () => {
		storedLists.wishlist.set([1]);
		storedLists.tweets.set([2]);
		syncedLists.tweets.set({ account: musa, ids: [2] });
		expect(clearSavedLists(ada)).toEqual([]);
		expect([storedLists.wishlist.get(), storedLists.tweets.get(), syncedLists.tweets.get()?.account]).toEqual([
			[1],
			[2],
			musa,
		]);
	});
});
