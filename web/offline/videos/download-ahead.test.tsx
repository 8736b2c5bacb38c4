import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AdCard } from '../../../contract/ads/ads.ts';
import { setDataSaver } from '../../platform/data-saver.ts';
import { listIndexedDbNames } from '../../platform/indexed-db.ts';
import { withLock } from '../../platform/locks.ts';
import { persistedQueryPrefix } from '../../platform/persisted-queries.ts';
import { createBrowserQueryClient } from '../../platform/query-client.ts';
import { offlineVideos } from '../../player/offline-video-list.ts';
import { storedLists } from '../../saved-items/lists.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { stubOnline } from '../../testing/browser-state.ts';
import { fakeApi, throwNetworkError } from '../../testing/fake-api.ts';
import {
	fakeFiles,
	listStoredFiles,
	makeRendition,
	type RequestedFile,
	storeVideo,
	stubConnection,
} from '../../testing/offline-videos.ts';
import { makeVideoAd } from '../../testing/videos.ts';
import { canDownloadAhead, startOfflineVideoUpdates, updateOfflineVideos } from './download-ahead.ts';
import { downloadLock, offlineVideoDownloads } from './downloads.ts';
import { downloadAheadChoice, removedIds, removeUnsavedVideos } from './offline-videos.ts';

const bytes = 1000;
const file = (id: number) => makeRendition(`video-${id}`, bytes);
const card = (id: number, overrides: Partial<AdCard> = {}) =>
	makeAdCard(id, { format: 'video', video: { duration_ms: 7000, bytes }, ...overrides });
const storedIds = () => offlineVideos.get()?.map(({ id }) => id);

let queryClient: QueryClient;
beforeEach(() => {
	queryClient = createBrowserQueryClient(() => undefined);
});
afterEach(() => {
	queryClient.clear();
	for (const id of [1, 2, 3, 12]) offlineVideoDownloads.cancel(id);
});

function createDeps(ads: AdCard[]) {
	const api = fakeApi({
		listAdsById: ({ query }) => ({ items: ads.filter(({ id }) => query.ids?.split(',').includes(String(id))) }),
		getVideoAd: ({ params }) => {
			const id = Number(params.id);
			const video = { duration_ms: 7000, poster: null, renditions: [file(id)], hls: null };
			return { normalads: makeVideoAd(id, { video }) };
		},
	});
	return { api, deps: { api: api.client, queryClient, account: null } };
}

async function finish(files: RequestedFile[], index: number) {
	await expect.poll(() => files.length).toBe(index + 1);
	files[index]?.respond(200);
	files[index]?.send(bytes);
	files[index]?.end();
}

test.each([
	['wifi', true],
	['ethernet', true],
	['cellular', false],
	['unknown', false],
	[undefined, false],
])('may download ahead on %s after the user chose it: %s', (type, isPossible) => {
	stubConnection(type);
	expect(canDownloadAhead()).toBe(false);
	downloadAheadChoice.set(true);
	expect(canDownloadAhead()).toBe(isPossible);
	setDataSaver(true);
	expect(canDownloadAhead()).toBe(false);
});

test('downloads saved videos one after the other, newest first, except those that the user removed', async () => {
	stubConnection('wifi');
	downloadAheadChoice.set(true);
	storedLists.wishlist.set([3, 2, 1]);
	removedIds.set([2]);
	const files = fakeFiles();
	const { deps } = createDeps([card(3), card(2), card(1)]);
	const update = updateOfflineVideos(deps);
	await finish(files, 0);
	await finish(files, 1);
	await update;
	expect(files.map(({ url }) => url)).toEqual([file(3).url, file(1).url]);
	expect(storedIds()).toEqual([1, 3]);
	expect(removedIds.get()).toEqual([2]);
});

test('stops when Wi-Fi is lost, and goes on when it is back', async () => {
	const connection = stubConnection('wifi');
	downloadAheadChoice.set(true);
	storedLists.wishlist.set([1]);
	const files = fakeFiles();
	const ended = new AbortController();
	startOfflineVideoUpdates(createDeps([card(1)]).deps, ended.signal);
	await expect.poll(() => files.length).toBe(1);
	connection.change('cellular');
	await expect.poll(() => files[0]?.isAborted()).toBe(true);
	expect(removedIds.get() ?? []).toEqual([]);
	connection.change('wifi');
	await finish(files, 1);
	await expect.poll(storedIds).toEqual([1]);
	ended.abort();
});

test('continues with the next video after one that the user cancels or that fails, and does not try that one again', async () => {
	stubConnection('wifi');
	downloadAheadChoice.set(true);
	storedLists.wishlist.set([3, 12, 1]);
	const files = fakeFiles();
	const { deps } = createDeps([card(3), card(12), card(1)]);
	const update = updateOfflineVideos(deps);
	await expect.poll(() => files.length).toBe(1);
	offlineVideoDownloads.cancel(3);
	removedIds.set([3]);
	await expect.poll(() => files.length).toBe(2);
	files[1]?.fail();
	await finish(files, 2);
	await update;
	// The failure of a download that the user did not start is not shown.
	expect(offlineVideoDownloads.get(12)).toBe(undefined);
	expect(storedIds()).toEqual([1]);
	await updateOfflineVideos(deps);
	expect(files).toHaveLength(3);
});

test('stops while the phone is offline', async () => {
	stubConnection('wifi');
	downloadAheadChoice.set(true);
	storedLists.wishlist.set([2, 1]);
	const files = fakeFiles();
	const update = updateOfflineVideos(createDeps([card(2), card(1)]).deps);
	await expect.poll(() => files.length).toBe(1);
	stubOnline(false);
	files[0]?.fail();
	await update;
	expect(files).toHaveLength(1);
});

test('downloads nothing ahead that does not fit on the phone', async () => {
	stubConnection('wifi');
	vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 5 * bytes, usage: 4 * bytes + 1 });
	downloadAheadChoice.set(true);
	storedLists.wishlist.set([2, 1]);
	const files = fakeFiles();
	const { api, deps } = createDeps([card(2), card(1)]);
	await updateOfflineVideos(deps);
	expect(api.calls('getVideoAd')).toEqual([]);
	expect(files).toEqual([]);
});

test('does not cancel the download that the user starts after cancelling the one ahead', async () => {
	const connection = stubConnection('wifi');
	downloadAheadChoice.set(true);
	storedLists.wishlist.set([3]);
	const files = fakeFiles();
	const update = updateOfflineVideos(createDeps([card(3)]).deps);
	await expect.poll(() => files.length).toBe(1);
	offlineVideoDownloads.cancel(3);
	const own = offlineVideoDownloads.start(3, async () => file(3));
	connection.change('cellular');
	await update;
	await finish(files, 1);
	expect(await own).toBe('stored');
	expect(storedIds()).toEqual([3]);
});

test('removes a video that is no longer saved without waiting for a download', async () => {
	await storeVideo(1, file(1));
	storedLists.wishlist.set([]);
	await withLock(downloadLock, removeUnsavedVideos);
	expect(storedIds()).toEqual([]);
	expect(await listStoredFiles()).toEqual([]);
});

test('removes a file if the tab was closed before any video was listed', async () => {
	await storeVideo(1, file(1));
	offlineVideos.remove();
	storedLists.wishlist.set([1]);
	await updateOfflineVideos(createDeps([card(1)]).deps);
	expect(await listStoredFiles()).toEqual([]);
});

test('removes videos that are unsaved, gone, replaced or without a file, and files that no video has', async () => {
	for (const id of [1, 2, 4]) await storeVideo(id, file(id));
	await storeVideo(3, makeRendition('replaced', 7));
	await storeVideo(5, makeRendition('left-over', bytes));
	offlineVideos.set([
		{ id: 6, url: '/deleted.mp4', bytes },
		...(offlineVideos.get() ?? []).filter(({ id }) => id !== 5),
	]);
	storedLists.wishlist.set([6, 4, 3, 2]);
	removedIds.set([2, 9]);
	const { api, deps } = createDeps([card(4), card(3)]);
	await updateOfflineVideos(deps);
	expect(storedIds()).toEqual([4]);
	expect(await listStoredFiles()).toEqual([file(4).url]);
	expect(removedIds.get()).toEqual([2]);
	expect(api.calls('listAdsById').map(({ query }) => query.ids)).toEqual(['4,3,2']);
});

test('loads the page of a stored video if it is not persisted', async () => {
	await storeVideo(8, file(8));
	storedLists.wishlist.set([8]);
	const { api, deps } = createDeps([card(8)]);
	await updateOfflineVideos(deps);
	await expect.poll(() => listIndexedDbNames(persistedQueryPrefix)).toContain(`${persistedQueryPrefix}0/["video","8"]`);
	await updateOfflineVideos(deps);
	expect(api.calls('getVideoAd')).toHaveLength(1);
});

test('removes nothing that is saved while the server cannot be reached', async () => {
	await storeVideo(1, file(1));
	storedLists.wishlist.set([1]);
	const { api, deps } = createDeps([]);
	api.handle({ listAdsById: throwNetworkError });
	await expect(updateOfflineVideos(deps)).rejects.toThrow();
	expect(storedIds()).toEqual([1]);
});

test('requests nothing without stored videos and without the choice', async () => {
	stubConnection('wifi');
	storedLists.wishlist.set([1]);
	const { api, deps } = createDeps([card(1)]);
	await updateOfflineVideos(deps);
	expect(api.calls('listAdsById')).toEqual([]);
});
