import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { categories } from '../contract/categories.ts';
import * as messages from '../contract/messages.ts';
import * as adFormText from '../contract/text/ad-form.ts';
import * as mediaText from '../contract/text/media.ts';
import * as ownAdsText from '../contract/text/own-ads.ts';
import * as postVideoText from '../contract/text/post-video.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { film, textNamedMp4, tooLargeMp4 } from './support/files.ts';
import { signedUp, storedSession } from './support/people.ts';
import { uploadButton } from './support/selling.ts';
import { expect, test } from './support/test.ts';

const hostPath = '**/v1_1/**';

async function uploadScreen(page: Page) {
	await signedUp(page, '/dashboard/postvideo');
	await expectHeading(page, postVideoText.heading);
}

const choose = (page: Page, path: string) => page.getByLabel(mediaText.chooseVideo).setInputFiles(path);

async function fill(page: Page, description = 'A dance for our new shoes.') {
	await page.getByLabel('Category').selectOption("Men's Shoes");
	await page.getByLabel('Description').fill(description);
}

/** Every request of the page whose path ends like this, from now on. */
function requestsOf(page: Page, ending: string): Request[] {
	const requests: Request[] = [];
	page.on('request', (request) => {
		if (new URL(request.url()).pathname.endsWith(ending)) requests.push(request);
	});
	return requests;
}

test('the format is chosen on the market screen, and every address of the screen shows it', async ({ market }) => {
	const page = await market.phone();
	await signedUp(page, '/dashboard/market');
	await page.getByRole('link', { name: /Promote with Images/ }).waitFor();
	await page.getByRole('link', { name: /Promote with Videos/ }).click();
	await page.waitForURL('/dashboard/postvideo');
	await expectHeading(page, postVideoText.heading);
	for (const address of ['/dashboard/market/postvideo', '/dashboard/UserProfile/postvideo']) {
		await page.goto(address);
		await expectHeading(page, postVideoText.heading);
	}
	await page.getByText('Formats: MP4, MOV, AVI').waitFor();
	await page.getByText('Limit: up to 50MB').waitFor();
	await page.getByText(postVideoText.promotionalOnly).waitFor();
	expect(await page.getByLabel(mediaText.chooseVideo).getAttribute('accept')).toBe('video/*');
	const options = await page.getByLabel('Category').getByRole('option').allTextContents();
	expect(options).toEqual([adFormText.categoryPlaceholder, ...categories]);
	await page.getByPlaceholder(adFormText.descriptionPlaceholder).waitFor();
});

test('what cannot be sent is refused as it is chosen', async ({ market }) => {
	const page = await market.phone();
	await uploadScreen(page);
	await choose(page, await tooLargeMp4());
	await expectToast(page, messages.videoTooLarge);
	await page.getByLabel(mediaText.chooseVideo).setInputFiles({
		name: 'prices.txt',
		mimeType: 'text/plain',
		buffer: Buffer.from('Prices'),
	});
	await expectToast(page, messages.videoNotVideo);
	await page.getByText('Drag and drop your video here').waitFor();
});

test('Upload waits for a video, a category and a description', async ({ market }) => {
	// On a phone the notices of this journey would lie over its buttons.
	const page = await market.desk();
	await uploadScreen(page);
	const video = await film('film.mp4');
	expect(await uploadButton(page).isDisabled()).toBe(true);
	await choose(page, video);
	await expectToast(page, messages.videoSelected);
	const { length } = await readFile(video);
	await page.getByText('film.mp4').waitFor();
	await page.getByText(`${(length / 1_048_576).toFixed(2)} MB`).waitFor();
	expect(await uploadButton(page).isDisabled()).toBe(true);
	await fill(page);
	await eventually(() => uploadButton(page).isEnabled()).toBe(true);
	await page.getByLabel('Category').selectOption('');
	await eventually(() => uploadButton(page).isDisabled()).toBe(true);
	await fill(page, '   ');
	await eventually(() => uploadButton(page).isEnabled()).toBe(true);
	await uploadButton(page).click();
	await expectToast(page, messages.uploadFieldsMissing);

	await fill(page);
	await page.getByRole('button', { name: mediaText.removeVideo }).click();
	await page.getByText('Drag and drop your video here').waitFor();
	await eventually(() => uploadButton(page).isDisabled()).toBe(true);
	// The same file can be chosen again.
	await choose(page, video);
	await page.getByText('film.mp4').waitFor();
	await eventually(() => uploadButton(page).isEnabled()).toBe(true);
});

test('a video is dragged onto the area, which lights up', async ({ market }) => {
	const page = await market.desk();
	await uploadScreen(page);
	const path = await film('film.mp4');
	const content = (await readFile(path)).toString('base64');
	const carried = await page.evaluateHandle(
		([base64, name]) => {
			const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
			const data = new DataTransfer();
			data.items.add(new File([bytes], name, { type: 'video/mp4' }));
			return data;
		},
		[content, basename(path)] as const,
	);
	const area = page.locator('label', { has: page.getByLabel(mediaText.chooseVideo) });
	const background = () => area.evaluate((element) => getComputedStyle(element).backgroundColor);
	const plain = await background();
	await area.dispatchEvent('dragenter', { dataTransfer: carried });
	await area.dispatchEvent('dragover', { dataTransfer: carried });
	await eventually(background).not.toBe(plain);
	await area.dispatchEvent('dragleave', { dataTransfer: carried });
	await eventually(background).toBe(plain);
	await area.dispatchEvent('dragover', { dataTransfer: carried });
	await area.dispatchEvent('drop', { dataTransfer: carried });
	await expectToast(page, messages.videoSelected);
	await page.getByText('film.mp4').waitFor();
});

test('a double click uploads once, the percent is shown, and the form is empty afterwards', async ({ market }) => {
	const page = await market.desk();
	await uploadScreen(page);
	const sent = requestsOf(page, '/video/upload');
	const saved = requestsOf(page, '/videotest');
	await choose(page, await film('film.mp4'));
	await fill(page);
	const percents = await page.evaluateHandle(() => {
		const texts: string[] = [];
		new MutationObserver(() => {
			const button = [...document.querySelectorAll('button')].find((one) =>
				one.textContent?.startsWith('Uploading...'),
			);
			if (button?.textContent && texts.at(-1) !== button.textContent) texts.push(button.textContent);
			if (button && !button.disabled) texts.push('not disabled');
		}).observe(document.body, { subtree: true, childList: true, characterData: true });
		return texts;
	});
	await uploadButton(page).dblclick();
	await expectToast(page, 'Video uploaded and saved successfully!');
	const texts = await percents.jsonValue();
	expect(texts.length).toBeGreaterThan(0);
	for (const text of texts) expect(text).toMatch(/^Uploading\.\.\. (\d|[1-9]\d|100)%$/);
	expect(texts.at(-1)).toBe('Uploading... 100%');
	expect([sent.length, saved.length]).toEqual([1, 1]);

	const session = await storedSession(page);
	expect(saved[0]?.postDataJSON()).toMatchObject({
		titlevideourl: expect.stringMatching(/^http.*\.mp4$/),
		user_id: session?.id,
		user_name: session?.user_name,
		categories: "Men's Shoes",
		description: 'A dance for our new shoes.',
	});
	expect(await saved[0]?.headerValue('accept')).toBe('application/vnd.api+json');
	expect(await saved[0]?.headerValue('authorization')).toBe(`Bearer ${session?.token}`);
	const answer = await (await saved[0]?.response())?.json();
	expect(answer).toMatchObject({ status: 200 });

	await page.getByText('Drag and drop your video here').waitFor();
	expect(await page.getByLabel('Description').inputValue()).toBe('');
	expect(await page.getByLabel('Category').inputValue()).toBe('');
	expect(await uploadButton(page).textContent()).toBe('Upload');
	await page.getByRole('link', { name: ownAdsText.myVideos }).first().click();
	await expectHeading(page, ownAdsText.myVideos);
	await page.getByRole('link', { name: 'A dance for our new shoes.' }).waitFor();
	expect(await page.getByRole('article').count()).toBe(1);
});

test('where the media host fails, the video stays and can be sent again', async ({ market }) => {
	market.allow(/\/v1_1\//);
	const page = await market.phone();
	await uploadScreen(page);
	await choose(page, await film('film.mp4'));
	await fill(page);
	await page.route(hostPath, (route) => route.abort());
	await uploadButton(page).click();
	await expectToast(page, messages.mediaHostFailed);
	await eventually(() => uploadButton(page).isEnabled()).toBe(true);
	expect(await uploadButton(page).textContent()).toBe('Upload');
	await page.unroute(hostPath);
	await uploadButton(page).click();
	await expectToast(page, messages.uploadSucceeded);
});

test('a text that calls itself a video is refused by the media host', async ({ market }) => {
	market.allow(/status of 4\d\d .*\/v1_1\//);
	const page = await market.phone();
	await uploadScreen(page);
	await choose(page, await textNamedMp4());
	await page.getByText(mediaText.noPreview).waitFor();
	await fill(page);
	await uploadButton(page).click();
	await expectToast(page, messages.mediaHostFailed);
	await eventually(() => uploadButton(page).isEnabled()).toBe(true);
});

test('an upload can be cancelled', async ({ market }) => {
	const page = await market.phone();
	await uploadScreen(page);
	const saved = requestsOf(page, '/videotest');
	await choose(page, await film('film.mp4'));
	await fill(page);
	// Never answered, so that the upload stays under way.
	await page.route(hostPath, () => {});
	await uploadButton(page).click();
	await page.getByRole('button', { name: 'Cancel' }).click();
	await eventually(() => uploadButton(page).isEnabled()).toBe(true);
	expect(await uploadButton(page).textContent()).toBe('Upload');
	await page.getByText('film.mp4').waitFor();
	expect(saved).toEqual([]);
});

test('where the metadata is refused the form stays locked, and Save again sends only the metadata', async ({
	market,
}) => {
	market.allow(/status of 500 .*\/videotest/);
	const page = await market.phone();
	await uploadScreen(page);
	const sent = requestsOf(page, '/video/upload');
	const saved = requestsOf(page, '/videotest');
	await choose(page, await film('film.mp4'));
	await fill(page);
	await page.route('**/videotest', (route) =>
		route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken' } }),
	);
	await uploadButton(page).click();
	await expectToast(page, messages.metadataRefused);
	await page.getByRole('button', { name: mediaText.saveAgain }).waitFor();
	expect(await uploadButton(page).isDisabled()).toBe(true);
	expect(await uploadButton(page).textContent()).toMatch(/^Uploading\.\.\./);
	expect(await page.getByLabel('Description').isDisabled()).toBe(true);
	expect(await page.getByRole('button', { name: mediaText.removeVideo }).isDisabled()).toBe(true);
	await page.unroute('**/videotest');
	await page.getByRole('button', { name: mediaText.saveAgain }).click();
	await expectToast(page, messages.uploadSucceeded);
	expect([sent.length, saved.length]).toEqual([1, 2]);
	expect(await saved[1]?.headerValue('idempotency-key')).toBe(await saved[0]?.headerValue('idempotency-key'));
	await page.goto('/dashboard/myvideos');
	await page.getByRole('article').first().waitFor();
	expect(await page.getByRole('article').count()).toBe(1);
});

test('where the metadata gets no answer, the same way out works once only', async ({ market }) => {
	market.allow(/\/videotest/);
	const page = await market.phone();
	await uploadScreen(page);
	await choose(page, await film('film.mp4'));
	await fill(page, 'Said once.');
	// The server saves it, and the answer is lost on its way.
	await page.route('**/videotest', async (route) => {
		await route.fetch();
		await route.abort();
	});
	await uploadButton(page).click();
	await expectToast(page, messages.metadataUnreachable);
	await page.unroute('**/videotest');
	await page.getByRole('button', { name: mediaText.saveAgain }).click();
	await expectToast(page, messages.uploadSucceeded);
	await page.goto('/dashboard/myvideos');
	await page.getByRole('link', { name: 'Said once.' }).waitFor();
	expect(await page.getByRole('article').count()).toBe(1);
});

test('where saving has to wait until tomorrow, it is tried again then, unless it is discarded', async ({ market }) => {
	market.allow(/status of 429 .*\/videotest/);
	const page = await market.phone();
	await uploadScreen(page);
	const sent = requestsOf(page, '/video/upload');
	await choose(page, await film('film.mp4'));
	await fill(page);
	const message = 'Please come back tomorrow.';
	await page.route('**/videotest', (route) => route.fulfill({ status: 429, json: { code: 'too_many', message } }));
	await uploadButton(page).click();
	await page.getByText(message).waitFor();
	await page.reload();
	await page.getByText(message).waitFor();
	expect(sent.length).toBe(1);
	await page.getByRole('button', { name: 'Discard' }).click();
	await page.getByText('Drag and drop your video here').waitFor();
	await page.reload();
	await page.getByText('Drag and drop your video here').waitFor();
	expect(await uploadButton(page).textContent()).toBe('Upload');
});
