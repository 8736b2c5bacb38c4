import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { storedLists, syncedLists } from './lists.ts';
import { createSync } from './sync.ts';
import { clearSavedLists, sendUnsent } from './unsent-changes.ts';

const ada = 1;
const musa = 2;
/** What an account has, newest first. */
let account: number[];
let sent: string[];
let api: Client;
let leftOut: number[];

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
		removeItem: (key: string) => void kept.delete(key),
	});
	[account, sent, leftOut] = [[], [], []];
	api = createClient(async ({ method, path, headers, body }) => {
		sent.push(`${method} ${path} ${headers.authorization ?? ''}`.trim());
		const ids = method === 'PUT' && typeof body === 'string' ? (JSON.parse(body).ids as number[]) : [];
		if (path === '/api/saved/wishlist') {
			const room = Math.max(0, limits.savedItems - account.length);
			account = [...ids.filter((id) => !account.includes(id)).slice(0, room), ...account];
			return { status: 200, text: JSON.stringify({ ids: account }) };
		}
		return method === 'DELETE' ? { status: 204, text: '' } : { status: 200, text: JSON.stringify({ ids: [] }) };
	});
});
afterEach(() => void vi.unstubAllGlobals());

const sync = () => createSync(api, { id: ada, isActive: () => true, onListFull: (count) => leftOut.push(count) });

describe('what does not fit into a full list', () => {
	test('is told', async () => {
		account = Array.from({ length: limits.savedItems - 1 }, (_, index) => index + 10);
		storedLists.wishlist.set([3, 2, 1]);
		expect(await sync().syncAll()).toBe(true);
		expect(storedLists.wishlist.get()).toEqual(account);
		expect(account[0]).toBe(3);
		expect(leftOut).toEqual([2]);
		await sync().syncAll();
		expect(leftOut).toEqual([2]);
	});

	test('is not what there never was', async () => {
		api = createClient(async () => ({ status: 200, text: JSON.stringify({ ids: [1] }) }));
		storedLists.wishlist.set([3, 1]);
		await sync().syncAll();
		expect(storedLists.wishlist.get()).toEqual([1]);
		expect(leftOut).toEqual([]);
	});
});

describe('at log-out', () => {
	test("an account's lists leave the device, and come back at its next login", async () => {
		storedLists.wishlist.set([2, 1]);
		await sync().syncAll();
		expect(clearSavedLists(ada)).toEqual([]);
		for (const value of [...Object.values(storedLists), ...Object.values(syncedLists)]) expect(value.get()).toBeNull();
		await sync().syncAll();
		expect(storedLists.wishlist.get()).toEqual([2, 1]);
	});

	test('what was not sent is sent once more, in the name of the session that ends', async () => {
		storedLists.wishlist.set([4, 2]);
		syncedLists.wishlist.set({ account: ada, ids: [2, 1] });
		const left = clearSavedLists(ada);
		expect(left).toEqual([{ list: 'wishlist', add: [4], remove: [1] }]);
		await sendUnsent(api, 'secret', left);
		expect(sent.toSorted()).toEqual([
			'DELETE /api/saved/wishlist/1 Bearer secret',
			'PUT /api/saved/wishlist Bearer secret',
		]);
		expect(account).toEqual([4]);
	});

	test("a visitor's and another account's lists stay", () => {
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
