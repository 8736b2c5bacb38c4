import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { sendLeft, takeSaved } from './leave.ts';
import { bases, stored } from './lists.ts';
import { createSync } from './sync.ts';

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

const sync = () => createSync(api, { id: ada, active: () => true, onLeftOut: (count) => leftOut.push(count) });

describe('what does not fit into a full list', () => {
	test('is told', async () => {
		account = Array.from({ length: limits.savedItems - 1 }, (_, index) => index + 10);
		stored.wishlist.set([3, 2, 1]);
		expect(await sync().all()).toBe(true);
		expect(stored.wishlist.get()).toEqual(account);
		expect(account[0]).toBe(3);
		expect(leftOut).toEqual([2]);
		await sync().all();
		expect(leftOut).toEqual([2]);
	});

	test('is not what there never was', async () => {
		api = createClient(async () => ({ status: 200, text: JSON.stringify({ ids: [1] }) }));
		stored.wishlist.set([3, 1]);
		await sync().all();
		expect(stored.wishlist.get()).toEqual([1]);
		expect(leftOut).toEqual([]);
	});
});

describe('at log-out', () => {
	test("an account's lists leave the device, and come back at its next login", async () => {
		stored.wishlist.set([2, 1]);
		await sync().all();
		expect(takeSaved(ada)).toEqual([]);
		for (const value of [...Object.values(stored), ...Object.values(bases)]) expect(value.get()).toBeNull();
		await sync().all();
		expect(stored.wishlist.get()).toEqual([2, 1]);
	});

	test('what was not sent is sent once more, in the name of the session that ends', async () => {
		stored.wishlist.set([4, 2]);
		bases.wishlist.set({ account: ada, ids: [2, 1] });
		const left = takeSaved(ada);
		expect(left).toEqual([{ list: 'wishlist', add: [4], remove: [1] }]);
		await sendLeft(api, 'secret', left);
		expect(sent.toSorted()).toEqual([
			'DELETE /api/saved/wishlist/1 Bearer secret',
			'PUT /api/saved/wishlist Bearer secret',
		]);
		expect(account).toEqual([4]);
	});

	test("a visitor's and another account's lists stay", () => {
		stored.wishlist.set([1]);
		stored.tweets.set([2]);
		bases.tweets.set({ account: musa, ids: [2] });
		expect(takeSaved(ada)).toEqual([]);
		expect([stored.wishlist.get(), stored.tweets.get(), bases.tweets.get()?.account]).toEqual([[1], [2], musa]);
	});
});
