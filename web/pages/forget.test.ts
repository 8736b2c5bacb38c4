import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey as adDraftKey } from '../ads/draft-key.ts';
import { lessonDraftKey, writeLessonDraft } from '../courses/lesson-draft.ts';
import { keepTick } from '../courses/ticks.ts';
import { searchesKey } from '../feed/recent-searches.ts';
import { bytesName, keptUploadKey } from '../media/forget-upload.ts';
import { outbox } from '../platform/outbox.ts';
import { keepFiles, namesOfFiles } from '../platform/stored-files.ts';
import { draftKey as postDraftKey } from '../posts/draft-key.ts';
import { bases, stored } from '../saved-items/lists.ts';
import { forgetAccount } from './forget.ts';

const ada = 1;
/** Begins like the other. */
const musa = 11;
let texts: Map<string, string>;

beforeEach(() => {
	texts = new Map();
	vi.stubGlobal('localStorage', {
		get length() {
			return texts.size;
		},
		key: (index: number) => [...texts.keys()][index] ?? null,
		getItem: (key: string) => texts.get(key) ?? null,
		setItem: (key: string, value: string) => void texts.set(key, value),
		removeItem: (key: string) => void texts.delete(key),
	});
	vi.stubGlobal('indexedDB', new IDBFactory());
	vi.stubGlobal('IDBKeyRange', IDBKeyRange);
});
afterEach(() => void vi.unstubAllGlobals());

const draftsOf = (account: number) => [
	...(['image', 'video'] as const).map((format) => adDraftKey(format, account)),
	...(['tweet', 'talk', 'picture'] as const).map((kind) => postDraftKey(kind, account)),
];

/** Everything that the device stores for an account beside the saved lists, of which there is one set. */
async function fill(account: number): Promise<void> {
	for (const key of draftsOf(account)) {
		localStorage.setItem(key, JSON.stringify({ text: `Written by ${account}` }));
		await keepFiles(key, [new Uint8Array(1)]);
	}
	writeLessonDraft(lessonDraftKey(account, 'cng', 1), `Written by ${account}`);
	keepTick({ account, course_id: 'cng', module: 1, done: true });
	const call = { slot: `a like of ${account}`, name: 'like', input: {}, key: `key of ${account}`, at: 0 } as const;
	outbox.keep({ account, ...call });
	for (const name of [keptUploadKey(account), bytesName(keptUploadKey(account)), `answer/${account}/feed`]) {
		await keepFiles(name, { of: account });
	}
}

async function everything(): Promise<string> {
	return JSON.stringify([[...texts].sort(), (await namesOfFiles('')).sort()]);
}

test('forgets all that is an account’s, and nothing of another account', async () => {
	await fill(musa);
	await keepFiles('answer/0/feed', { of: 'everybody' });
	const before = await everything();

	await fill(ada);
	localStorage.setItem(searchesKey, JSON.stringify(['generators']));
	stored.wishlist.set([5, 7]);
	bases.wishlist.set({ account: ada, ids: [7] });
	await keepFiles('shared', { title: 'From another app' });
	expect(forgetAccount(ada)).toEqual([{ list: 'wishlist', add: [5], remove: [] }]);
	// Whatever is kept of answers is the account's who logs out, or everybody's.
	const after = before.replace('"answer/11/feed",', '');
	await vi.waitFor(async () => expect(await everything()).toBe(after), { timeout: 30_000 });
});

test('leaves saved lists that are another account’s', () => {
	stored.tweets.set([3]);
	bases.tweets.set({ account: musa, ids: [] });
	expect(forgetAccount(ada)).toEqual([]);
	expect(stored.tweets.get()).toEqual([3]);
});
