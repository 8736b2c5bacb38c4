import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { limits } from '../contract/limits.ts';
import * as messages from '../contract/messages.ts';
import * as mediaText from '../contract/text/media.ts';
import { fillAdText, fillVideoAd, uploadButton, waitUntilLive } from './support/ads.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { makeVideo } from './support/media-files.ts';
import { createClientFor, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const patience = { timeout: 150_000 };

/** Bytes of the file whose upload begins next. */
const bytesSent = (page: Page) =>
	page
		.waitForRequest(
			(request) => request.method() === 'POST' && request.headers()['upload-length'] !== undefined,
			patience,
		)
		.then((request) => Number(request.headers()['upload-length']));

test('a clip of 20 seconds in 1080 lines leaves at most a tenth of its bytes, and plays with its sound', {
	tag: '@encoding',
}, async ({ market }) => {
	const path = await makeVideo('clip.mp4');
	const { size } = await stat(path);
	const page = await market.newPhonePage();
	await signUp(page, '/dashboard/postvideo');
	await fillVideoAd(page, path, 'Shoes that weigh nothing.');
	await page.getByText(`${(size / limits.megabyte).toFixed(2)} MB`).waitFor();
	await page.getByRole('progressbar', { name: mediaText.shrinkProgress }).waitFor();
	const note = page.getByText('Made smaller:');
	await note.waitFor(patience);
	expect(await note.textContent()).toMatch(/^Made smaller: \d+\.\d MB → \d\.\d MB$/);
	const sending = bytesSent(page);
	await uploadButton(page).click();
	const sent = await sending;
	console.log(`${await note.textContent()}: ${size} bytes became ${sent}, ${((100 * sent) / size).toFixed(1)} %`);
	expect(sent).toBeLessThanOrEqual(size / 10);
	await expectToast(page, messages.uploadSucceeded);
	await waitUntilLive(page, 1);
	await page.getByRole('link', { name: 'Shoes that weigh nothing.' }).click();
	await expectHeading(page, 'Shoes that weigh nothing.');
	const client = await createClientFor(page);
	const { items } = await client.listMyAds({ query: {} });
	const { normalads } = await client.getVideoAd({ params: { id: String(items[0]?.id), description: 'shoes' } });
	const rendition = normalads.video?.renditions.at(-1);
	expect(rendition).toMatchObject({ width: 1280, height: 720 });
	const url = new URL(rendition?.url ?? '', market.address).href;
	const probe = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', url];
	const { stdout } = await promisify(execFile)('ffprobe', probe);
	expect(stdout.trim().split('\n').sort()).toEqual(['aac', 'h264']);
});

test('what is above 50 MB is made to fit; the seller can send a smaller one as it is, and leave it', {
	tag: '@encoding',
}, async ({ market }) => {
	const page = await market.newDesktopPage();
	await signUp(page, '/dashboard/postvideo');
	const huge = await makeVideo('huge.mp4');
	expect((await stat(huge)).size).toBeGreaterThan(limits.videoBytes);
	await page.getByLabel(mediaText.chooseVideo).setInputFiles(huge);
	await expectToast(page, messages.videoSelected);
	await fillAdText(page, 'Shoes for giants.');
	await page.getByRole('progressbar', { name: mediaText.shrinkProgress }).waitFor();
	expect(await page.getByRole('button', { name: mediaText.sendAsIs }).count()).toBe(0);
	// Pressed before it is ready, it is sent once it is.
	await uploadButton(page).click();
	await eventually(() => uploadButton(page).textContent()).toBe('Uploading... 0%');
	await page.getByText(messages.uploadSucceeded).waitFor(patience);
	await page.getByText('Your video is in.').waitFor();

	const clip = await makeVideo('clip.mp4');
	await page.getByLabel(mediaText.chooseVideo).setInputFiles(clip);
	await page.getByRole('button', { name: mediaText.sendAsIs }).click();
	await page.getByRole('progressbar', { name: mediaText.shrinkProgress }).waitFor({ state: 'detached' });
	await fillAdText(page, 'Shoes as they are.');
	const asItIs = bytesSent(page);
	await uploadButton(page).click();
	expect(await asItIs).toBe((await stat(clip)).size);
	await page.getByRole('button', { name: 'Cancel' }).click();
	await eventually(() => uploadButton(page).isEnabled()).toBe(true);
});
