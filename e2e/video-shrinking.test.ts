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
import { fillVideoAd, getUploadButton, waitUntilLive } from './support/ads.ts';
import { expectHeading, expectToast } from './support/expect.ts';
import { hugeVideoSeconds, makeVideo } from './support/media-files.ts';
import { createApiClientForPage, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const slowTimeout = { timeout: 150_000 };

/** A tenth of what a phone records in 1080p, 18 Mbit/s, in bytes per second. */
const tenthOfPhoneRate = 18_000_000 / 8 / 10;

/** Waits for the next upload of a small file, which is one request, and returns the size of the request in bytes. */
async function waitForUploadSize(page: Page): Promise<number> {
	const request = await page.waitForRequest(/\/video\/upload$/, slowTimeout);
	return Number((await request.allHeaders())['content-length']);
}

test('shrinks a 1080p video above 50 MB and trims another before they are sent', async ({ market }) => {
	const page = await market.newPhonePage();
	await signUp(page, '/dashboard/postvideo');
	const client = await createApiClientForPage(page);

	await test.step('shrinks to a tenth of a phone’s rate and keeps the sound', async () => {
		const path = await makeVideo('huge.mp4');
		const { size } = await stat(path);
		expect(size).toBeGreaterThan(mediaLimits.videoBytes);
		const uploadSize = waitForUploadSize(page);
		await fillVideoAd(page, path, 'Shoes that weigh nothing.');
		await page.getByText(`${(size / limits.megabyte).toFixed(2)} MB`, { exact: true }).waitFor();
		await page.getByRole('progressbar', { name: mediaText.shrinkProgress }).waitFor();
		expect(await page.getByRole('button', { name: mediaText.sendAsIs }).count()).toBe(0);
		// A tap on Upload during shrinking starts the upload once shrinking ends.
		await getUploadButton(page).click();
		const sent = await uploadSize;
		console.log(`${size} bytes became ${sent}`);
		expect(sent).toBeGreaterThan(limits.megabyte / 10);
		expect(sent).toBeLessThanOrEqual(hugeVideoSeconds * tenthOfPhoneRate);
		await page.getByRole('heading', { name: postedText.videoPosted }).waitFor(slowTimeout);
		await waitUntilLive(page, 1);
		await page.getByRole('link', { name: 'Shoes that weigh nothing.' }).click();
		await expectHeading(page, 'Shoes that weigh nothing.');
		const { items } = await client.listMyAds({ query: {} });
		const { normalads } = await client.getVideoAd({ params: { id: String(items[0]?.id), description: 'shoes' } });
		const rendition = normalads.video?.renditions.at(-1);
		expect(rendition).toMatchObject({ width: 1280, height: 720 });
		const url = new URL(rendition?.url ?? '', market.address).href;
		const probe = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', url];
		const { stdout } = await promisify(execFile)('ffprobe', probe);
		expect(stdout.trim().split('\n').sort()).toEqual(['aac', 'h264']);
	});

	await test.step('trims a video to a second', async () => {
		await page.goto('/dashboard/postvideo');
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
		await waitUntilLive(page, 2);
		const { items } = await client.listMyAds({ query: {} });
		expect(items[0]?.video?.duration_ms).toBeGreaterThan(900);
		expect(items[0]?.video?.duration_ms).toBeLessThan(1200);
	});
});
