import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import * as limits from '../contract/core/limits.ts';
import * as messages from '../contract/core/messages.ts';
import * as mediaLimits from '../contract/media/limits.ts';
import * as mediaText from '../text/web/media.ts';
import * as postedText from '../text/web/posted.ts';
import * as videoEditorText from '../text/web/video-editor.ts';
import { fillAdText, fillVideoAd, getUploadButton, waitUntilLive } from './support/ads.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { makeVideo } from './support/media-files.ts';
import { createApiClientForPage, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const slowTimeout = { timeout: 150_000 };

/** Waits for the next upload and returns its size in bytes. */
const waitForUploadSize = (page: Page) =>
	page
		.waitForRequest(
			(request) => request.method() === 'POST' && request.headers()['upload-length'] !== undefined,
			slowTimeout,
		)
		.then((request) => Number(request.headers()['upload-length']));

test('shrinks a 20-second 1080p clip to at most a tenth and keeps its sound', {
	tag: '@encoding',
}, async ({ market }) => {
	const path = await makeVideo('clip.mp4');
	const { size } = await stat(path);
	const page = await market.newPhonePage();
	await signUp(page, '/dashboard/postvideo');
	await fillVideoAd(page, path, 'Shoes that weigh nothing.');
	await page.getByText(`${(size / limits.megabyte).toFixed(2)} MB`, { exact: true }).waitFor();
	await page.getByRole('progressbar', { name: mediaText.shrinkProgress }).waitFor();
	const note = page.getByText('Smaller now:');
	await note.waitFor(slowTimeout);
	expect(await note.textContent()).toMatch(/^Smaller now: \d+\.\d MB → \d\.\d MB$/);
	const uploadSize = waitForUploadSize(page);
	await getUploadButton(page).click();
	const sent = await uploadSize;
	console.log(`${await note.textContent()}: ${size} bytes became ${sent}, ${((100 * sent) / size).toFixed(1)} %`);
	expect(sent).toBeLessThanOrEqual(size / 10);
	await expectToast(page, messages.uploadSucceeded);
	await waitUntilLive(page, 1);
	await page.getByRole('link', { name: 'Shoes that weigh nothing.' }).click();
	await expectHeading(page, 'Shoes that weigh nothing.');
	const client = await createApiClientForPage(page);
	const { items } = await client.listMyAds({ query: {} });
	const { normalads } = await client.getVideoAd({ params: { id: String(items[0]?.id), description: 'shoes' } });
	const rendition = normalads.video?.renditions.at(-1);
	expect(rendition).toMatchObject({ width: 1280, height: 720 });
	const url = new URL(rendition?.url ?? '', market.address).href;
	const probe = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', url];
	const { stdout } = await promisify(execFile)('ffprobe', probe);
	expect(stdout.trim().split('\n').sort()).toEqual(['aac', 'h264']);
});

test('shrinks a video above 50 MB and can send a smaller one unchanged or cancel it', {
	tag: '@encoding',
}, async ({ market }) => {
	const page = await market.newDesktopPage();
	await signUp(page, '/dashboard/postvideo');
	const huge = await makeVideo('huge.mp4');
	expect((await stat(huge)).size).toBeGreaterThan(mediaLimits.videoBytes);
	await fillAdText(page, 'Shoes for giants.');
	// Shrinking takes only seconds, so the test waits for its progress from before the choice of the video.
	await Promise.all([
		page.getByRole('progressbar', { name: mediaText.shrinkProgress }).waitFor(),
		expectToast(page, messages.videoSelected),
		page.getByLabel(mediaText.chooseVideo).setInputFiles(huge),
	]);
	expect(await page.getByRole('button', { name: mediaText.sendAsIs }).count()).toBe(0);
	// A tap on Upload during shrinking starts the upload once shrinking ends.
	await getUploadButton(page).click();
	await page.getByText(messages.uploadSucceeded).waitFor(slowTimeout);
	await page.getByRole('heading', { name: postedText.videoPosted }).waitFor();

	const clip = await makeVideo('clip.mp4');
	await page.getByLabel(mediaText.chooseVideo).setInputFiles(clip);
	await page.getByRole('button', { name: mediaText.sendAsIs }).click();
	await page.getByRole('progressbar', { name: mediaText.shrinkProgress }).waitFor({ state: 'detached' });
	await fillAdText(page, 'Shoes as they are.');
	const originalSize = waitForUploadSize(page);
	await getUploadButton(page).click();
	expect(await originalSize).toBe((await stat(clip)).size);
	await page.getByRole('button', { name: 'Cancel' }).click();
	await eventually(() => getUploadButton(page).isEnabled()).toBe(true);
});

test('trims a clip on the phone before it is sent', { tag: '@encoding' }, async ({ market }) => {
	const page = await market.newPhonePage();
	await signUp(page, '/dashboard/postvideo');
	await fillVideoAd(page, await makeVideo('film.mp4'), 'Shoes in a second.');
	await page.getByRole('button', { name: videoEditorText.editVideo }).click();
	await page.getByRole('slider', { name: videoEditorText.trimStart }).press('PageUp');
	await page.getByRole('slider', { name: videoEditorText.trimEnd }).press('Home');
	await page.getByRole('button', { name: videoEditorText.done }).click();
	await page.getByText('Your changes are ready').waitFor(slowTimeout);
	const call = page.waitForRequest((request) => request.url().endsWith('/videotest'));
	await getUploadButton(page).click();
	expect((await call).postDataJSON().edit).toBeUndefined();
	await expectToast(page, messages.uploadSucceeded);
	await waitUntilLive(page, 1);
	const client = await createApiClientForPage(page);
	const { items } = await client.listMyAds({ query: {} });
	expect(items[0]?.video?.duration_ms).toBeGreaterThan(900);
	expect(items[0]?.video?.duration_ms).toBeLessThan(1200);
});
