import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as limits from '../../../contract/core/limits.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as offlineVideosText from '../../../text/web/offline-videos.ts';
import { listIndexedDbNames } from '../../platform/indexed-db.ts';
import { withLock } from '../../platform/locks.ts';
import { persistedQueryPrefix } from '../../platform/persisted-queries.ts';
import { offlineVideos } from '../../player/offline-video-list.ts';
import { storedLists } from '../../saved-items/lists.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, stubOnline } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { fakeFiles, listStoredFiles, makeRendition, type RequestedFile } from '../../testing/offline-videos.ts';
import { render } from '../../testing/render.tsx';
import { makeVideoAd } from '../../testing/videos.ts';
import { downloadLock, offlineVideoDownloads } from './downloads.ts';
import { OfflineVideoAction } from './offline-video-action.tsx';
import { removedIds } from './offline-videos.ts';

const part = Math.floor(0.7 * limits.megabyte);
const file = makeRendition('five', 3 * part);
const larger = { ...makeRendition('five-large', 9 * part), width: 720, height: 1280 };
const ad = makeVideoAd(5, { video: { duration_ms: 7000, poster: null, renditions: [file, larger], hls: null } });

const button = (name: string) => page.getByRole('button', { name });
const store = button(offlineVideosText.store('2.1 MB'));
const cancel = button(offlineVideosText.cancelDownload);
const remove = button(offlineVideosText.remove);
const storedText = page.getByText(offlineVideosText.stored('2.1 MB'));
const hasFocus = () => expect.poll(() => document.activeElement);

async function open(handlers: Handlers = {}) {
	storedLists.wishlist.set([5]);
	const files = fakeFiles();
	const api = fakeApi({ getVideoAd: () => ({ normalads: ad }), ...handlers });
	await render(<OfflineVideoAction ad={ad} bytes={file.bytes} />, { api });
	return { api, files };
}

async function takeRequest(files: RequestedFile[], index = 0): Promise<RequestedFile> {
	await expect.poll(() => files.length).toBe(index + 1);
	return files[index] ?? expect.fail('no request');
}

/** Starts the download by a tap, and sends a part of the file. */
async function beginDownload(files: RequestedFile[]): Promise<RequestedFile> {
	await store.click();
	const request = await takeRequest(files);
	request.respond(200);
	request.send(part);
	return request;
}

afterEach(() => {
	for (const id of [5, 6]) offlineVideoDownloads.cancel(id);
});

test('stores the smallest file with its progress, then removes it, and keeps the focus', async () => {
	const { files } = await open();
	await store.click();
	const request = await takeRequest(files);
	expect(request.url).toBe(file.url);
	request.respond(200);
	request.send(part);
	await expect.element(page.getByText(offlineVideosText.progress('0.7 MB', '2.1 MB'))).toBeVisible();
	await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33');
	await hasFocus().toBe(cancel.element());
	expect(await findViolations()).toEqual([]);
	request.send(2 * part);
	request.end();
	await expect.element(storedText).toBeVisible();
	await hasFocus().toBe(remove.element());
	expect(await findViolations()).toEqual([]);
	expect(offlineVideos.get()).toEqual([{ id: 5, url: file.url, bytes: file.bytes }]);
	expect(await listStoredFiles()).toEqual([file.url]);
	await userEvent.keyboard('{Enter}');
	await hasFocus().toBe(store.element());
	expect(offlineVideos.get()).toEqual([]);
	await expect.poll(listStoredFiles).toEqual([]);
	expect(removedIds.get()).toEqual([5]);
});

test('stores nothing of a cancelled download, and remembers that the user cancelled it', async () => {
	const { files } = await open();
	const request = await beginDownload(files);
	await cancel.click();
	await hasFocus().toBe(store.element());
	await expect.poll(request.isAborted).toBe(true);
	expect(await listStoredFiles()).toEqual([]);
	expect(removedIds.get()).toEqual([5]);
	await store.click();
	await takeRequest(files, 1);
	expect(removedIds.get()).toEqual([]);
});

test.each([
	['breaks off', (request: RequestedFile) => request.fail()],
	['ends early', (request: RequestedFile) => request.end()],
])('stores nothing of a download that %s, and repeats it', async (_, stop) => {
	const { files } = await open();
	const request = await beginDownload(files);
	await expect.element(page.getByText(offlineVideosText.progress('0.7 MB', '2.1 MB'))).toBeVisible();
	stop(request);
	await expect.element(page.getByRole('alert').getByText(offlineVideosText.failures.failed)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	expect(await listStoredFiles()).toEqual([]);
	expect(offlineVideos.get()).toBe(null);
	await button(commonText.tryAgain).click();
	const repeated = await takeRequest(files, 1);
	repeated.respond(200);
	repeated.send(3 * part);
	repeated.end();
	await expect.element(storedText).toBeVisible();
});

test('says that the video is gone if its ad or its file is missing', async () => {
	const gone = page.getByRole('alert').getByText(offlineVideosText.failures.gone);
	const missing = () => makeProblemResponse(404, { code: 'not_found', message: 'Not found' });
	const { api, files } = await open({ getVideoAd: missing });
	await store.click();
	await expect.element(gone).toBeVisible();
	api.handle({ getVideoAd: () => ({ normalads: ad }) });
	await button(commonText.tryAgain).click();
	(await takeRequest(files)).respond(404);
	await expect.element(gone).toBeVisible();
});

test('says that the phone is offline or full', async () => {
	const { files } = await open();
	stubOnline(false);
	await store.click();
	(await takeRequest(files)).fail();
	await expect.element(page.getByText(offlineVideosText.failures.offline)).toBeVisible();
	vi.spyOn(Cache.prototype, 'put').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
	await button(commonText.tryAgain).click();
	(await takeRequest(files, 1)).respond(200);
	await expect.element(page.getByText(offlineVideosText.failures.full)).toBeVisible();
});

test('ends the download of a video that is no longer saved', async () => {
	const { files } = await open();
	const request = await beginDownload(files);
	storedLists.wishlist.set([]);
	await expect.element(store).toBeVisible();
	expect(request.isAborted()).toBe(true);
	expect(await listStoredFiles()).toEqual([]);
	expect(removedIds.get()).toEqual([]);
});

test('forgets a failure once the video is no longer saved', async () => {
	const { files } = await open();
	await store.click();
	(await takeRequest(files)).fail();
	await expect.element(page.getByRole('alert')).toBeVisible();
	storedLists.wishlist.set([]);
	await expect.element(store).toBeVisible();
	await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('stores no file of a video that another tab has just removed from the wishlist', async () => {
	const { files } = await open();
	const request = await beginDownload(files);
	await expect.element(page.getByText(offlineVideosText.progress('0.7 MB', '2.1 MB'))).toBeVisible();
	// This tab has not yet received the event of the other tab.
	localStorage.setItem('wishlist', '[]');
	request.send(2 * part);
	request.end();
	await expect.element(store).toBeVisible();
	expect(await listStoredFiles()).toEqual([]);
	expect(offlineVideos.get()).toBe(null);
});

test('ends a download after a minute without a byte', async () => {
	const { files } = await open();
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		await store.click();
		const request = await takeRequest(files);
		request.respond(200);
		await vi.advanceTimersByTimeAsync(59_000);
		request.send(part);
		await expect.element(page.getByText(offlineVideosText.progress('0.7 MB', '2.1 MB'))).toBeVisible();
		await vi.advanceTimersByTimeAsync(59_000);
		expect(request.isAborted()).toBe(false);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(request.isAborted()).toBe(true);
		await expect.element(page.getByRole('alert').getByText(offlineVideosText.failures.failed)).toBeVisible();
	} finally {
		vi.useRealTimers();
	}
});

test('does not download what another tab has stored meanwhile', async () => {
	const { files } = await open();
	const { promise, resolve } = Promise.withResolvers<void>();
	const other = withLock(downloadLock, () => promise);
	await store.click();
	await expect.element(cancel).toBeVisible();
	offlineVideos.set([{ id: 5, url: file.url, bytes: file.bytes }]);
	resolve();
	await other;
	await expect.element(storedText).toBeVisible();
	expect(files).toEqual([]);
});

test('persists the page for the account that reads it, also while that account cannot act', async () => {
	logIn({ id: 7, must_change_password: true });
	const { files } = await open();
	await store.click();
	await takeRequest(files);
	await expect.poll(() => listIndexedDbNames(persistedQueryPrefix)).toContain(`${persistedQueryPrefix}7/["video","5"]`);
});

test('downloads one video at a time', async () => {
	const { files } = await open();
	const other = { ...ad, id: 6 };
	storedLists.wishlist.set([5, 6]);
	await render(<OfflineVideoAction ad={other} bytes={file.bytes} />, {
		api: fakeApi({ getVideoAd: () => ({ normalads: { ...other, video: ad.video } }) }),
	});
	await store.first().click();
	const request = await takeRequest(files);
	await store.click();
	await expect.poll(() => cancel.elements().length).toBe(2);
	request.respond(404);
	await expect.element(page.getByRole('alert')).toBeVisible();
	await takeRequest(files, 1);
});
