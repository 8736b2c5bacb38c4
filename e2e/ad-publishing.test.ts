import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as adOptionsText from '../text/shared/ad-options.ts';
import * as captionsText from '../text/shared/captions.ts';
import * as homeText from '../text/shared/home.ts';
import * as adFormText from '../text/web/ad-form.ts';
import * as chooseFormatText from '../text/web/choose-format.ts';
import * as galleryText from '../text/web/gallery.ts';
import * as mediaText from '../text/web/media.ts';
import * as postAdText from '../text/web/post-ad.ts';
import * as postedText from '../text/web/posted.ts';
import * as videoText from '../text/web/video.ts';
import { postVideo, waitUntilLive } from './support/ads.ts';
import { waitForChat } from './support/chat.ts';
import { getDominantColour, getMeanColour, waitUntilPictureDecoded } from './support/colours.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { makePhoto, makeVideo } from './support/media-files.ts';
import { signUp } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

// This file has its own product, because the test starts with an empty market.
test.use({ ...makeConfigurationFixture({ isolatedFor: 'ad-publishing' }), serviceWorkers: 'allow' });

test('lets a seller post pictures and a video that a visitor watches and shares', async ({ market }) => {
	const seller = await market.newPhonePage();
	const { userName } = await signUp(seller, '/');
	await seller.getByRole('heading', { name: homeText.emptyTitle }).waitFor();
	await seller.getByRole('link', { name: homeText.postFirstAd }).click();
	await expectHeading(seller, chooseFormatText.title);
	await test.step('the seller posts pictures', () => postPictures(seller));
	await test.step('the seller posts a video of a phone with captions', async () => {
		await seller.getByRole('link', { name: 'Post', exact: true }).click();
		await seller.getByRole('link', { name: /Promote with Videos/ }).click();
		await chooseCaptions(seller);
		await postVideo(seller, await makeVideo('phone.mov'), 'Red shoes at the top.\nFilmed with my phone.');
		await waitUntilLive(seller, 1);
	});

	const visitor = await market.newPhonePage({ permissions: ['clipboard-read', 'clipboard-write'] });
	const requested: string[] = [];
	visitor.on('request', (request) => requested.push(new URL(request.url()).pathname));
	const listRequested = (ending: string) => requested.filter((path) => path.endsWith(ending));
	await visitor.goto('/');
	await test.step('a visitor looks at the pictures', () => checkPictures(visitor, userName));
	await test.step('the visitor watches the video, which loads nothing before', async () => {
		await visitor.goto('/');
		await visitor.getByRole('link', { name: 'Red shoes at the top.' }).click();
		await visitor.getByText(/^0:04 · \d+\.\d\d MB$/).waitFor();
		await waitUntilSettled(visitor);
		expect(listRequested('.mp4')).toEqual([]);
		const upright = await play(visitor, 'Red shoes at the top.');
		expect(listRequested('.mp4')).not.toEqual([]);
		expect(upright.height).toBeGreaterThan(upright.width);
		const video = visitor.locator('video');
		expect(getDominantColour(await getMeanColour(video, { x: 0.1, y: 0.02, width: 0.8, height: 0.2 }))).toBe('red');
		expect(getDominantColour(await getMeanColour(video, { x: 0.1, y: 0.78, width: 0.8, height: 0.2 }))).toBe('blue');
	});
	await test.step('the visitor turns captions on', async () => {
		expect(listRequested('.vtt')).toEqual([]);
		await visitor.getByRole('button', { name: captionsText.captions }).click();
		await visitor.getByText('Shoes & bags').waitFor();
		expect(listRequested('.vtt')).toHaveLength(1);
	});
	await test.step('the visitor shares the video', () => share(visitor, 'Red shoes at the top.'));
	await visitor.getByRole('link', { name: videoText.backToList }).click();
	await visitor.waitForURL('/');
});

/** Chooses a file of captions on the page for posting a video. */
async function chooseCaptions(page: Page) {
	await page.getByText('Title, price and details').click();
	const buffer = Buffer.from('WEBVTT\n\n00:00.000 --> 01:00.000\nShoes & <b>bags</b>');
	await page.getByLabel(captionsText.label).setInputFiles({ name: 'captions.vtt', mimeType: 'text/vtt', buffer });
	await page.getByText(captionsText.summary(1, '0:00', '1:00')).waitFor();
}

/** Posts three pictures and moves the last picture to the front with the keyboard. */
async function postPictures(page: Page) {
	await page.getByRole('link', { name: /Promote with Images/ }).click();
	await expectHeading(page, postAdText.heading);
	await page
		.getByLabel(mediaText.choosePictures)
		.setInputFiles([await makePhoto('red'), await makePhoto('green'), await makePhoto('blue')]);
	await page.getByRole('button', { name: 'Move photo 3 left' }).focus();
	await page.keyboard.press('Enter');
	await page.getByText('Moved to position 2 of 3').waitFor();
	await page.keyboard.press('Enter');
	await page.getByText('Moved to position 1 of 3, cover').waitFor();
	await page.getByLabel('Title').fill('Three colours of cloth');
	await page.getByLabel('Category').selectOption('Fashion & Apparel');
	await page.getByLabel('Description').fill('Six yards each.\nDelivery all over Kano.');
	await page.getByLabel(adFormText.priceInNaira).fill('70,000');
	await page.getByText('Shown as NGN 70,000').waitFor();
	await page.getByRole('combobox', { name: adOptionsText.condition }).selectOption('New');
	await page.getByRole('combobox', { name: adOptionsText.homeState }).selectOption('Kano');
	await page.getByRole('combobox', { name: adOptionsText.lga }).selectOption('Fagge');
	await page.getByText('Spot and delivery').click();
	await page.getByRole('textbox', { name: adFormText.spot }).fill('Kantin Kwari');
	await page.getByRole('checkbox', { name: adOptionsText.deliveryNames.nationwide }).check();
	await page.getByLabel(adFormText.whatsappNumber).fill('0803 123 4567');
	await page.getByRole('button', { name: postAdText.submit }).click();
	await expectHeading(page, postedText.adPosted);
	await page.getByRole('link', { name: postedText.viewAd }).click();
	await page.waitForURL(/\/feed\/\d+\/three-colours-of-cloth$/);
	await expectHeading(page, 'Three colours of cloth');
}

async function checkPictures(page: Page, userName: string) {
	await page.getByRole('link', { name: 'Three colours of cloth', exact: true }).click();
	await expectHeading(page, 'Three colours of cloth');
	await page.getByText('NGN 70,000').first().waitFor();
	await page.getByText('Delivery all over Kano.').waitFor();
	await page.getByText('Kantin Kwari, Fagge, Kano', { exact: true }).waitFor();
	await page.getByText(adOptionsText.deliveryNames.nationwide, { exact: true }).waitFor();
	for (const [index, colour] of ['blue', 'red', 'green'].entries()) {
		if (index > 0) await page.getByRole('button', { name: galleryText.nextPicture }).click();
		const picture = page.getByRole('img', { name: `Three colours of cloth, photo ${index + 1}` });
		await waitUntilPictureDecoded(picture);
		expect(getDominantColour(await getMeanColour(picture))).toBe(colour);
		const upright = await picture.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth);
		expect(upright).toBe(true);
		await page.getByText(`${index + 1} / 3`).waitFor();
	}
	const [address, popup] = await Promise.all([
		waitForChat(page),
		page.waitForEvent('popup'),
		page.getByRole('link', { name: /Chat on WhatsApp/ }).click(),
	]);
	await popup.close();
	expect(address.origin + address.pathname).toBe('https://wa.me/2348031234567');
	expect(address.searchParams.get('text')).toContain('Three colours of cloth');
	await page.getByRole('link', { name: `@${userName}` }).click();
	await page.waitForURL(`/profile/user/${userName}`);
	await page.getByRole('link', { name: 'Three colours of cloth', exact: true }).waitFor();
	await page.getByRole('main').getByRole('link', { name: 'Videos' }).click();
	await page.waitForURL(`/profile/user/${userName}/videos`);
	await page.getByRole('link', { name: 'Red shoes at the top.' }).waitFor();
}

/** Plays the video. Checks that the video advances and is not black. Returns its width and height in pixels. */
async function play(page: Page, title: string) {
	await expectHeading(page, title);
	await page.getByRole('button', { name: 'Play' }).click();
	const video = page.locator('video');
	const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
	await eventually(time).toBeGreaterThan(0.2);
	const before = await time();
	await eventually(time).toBeGreaterThan(before);
	const { red, green, blue } = await getMeanColour(video);
	expect(red + green + blue).toBeGreaterThan(60);
	return video.evaluate((element: HTMLVideoElement) => ({ width: element.videoWidth, height: element.videoHeight }));
}

async function share(page: Page, title: string) {
	await page.getByRole('button', { name: 'Share', exact: true }).first().click();
	const dialog = page.getByRole('dialog', { name: 'Share this video' });
	await dialog.waitFor();
	const { href } = new URL(page.url());
	for (const network of ['WhatsApp', 'Facebook', 'X']) {
		const link = dialog.getByRole('link', { name: new RegExp(`^${network}\\b.*opens in a new tab`) });
		expect(await link.getAttribute('target')).toBe('_blank');
		const target = (await link.getAttribute('href')) ?? '';
		expect(decodeURIComponent(target)).toContain(href);
		if (network !== 'Facebook') expect(new URL(target).searchParams.get('text')).toContain(title);
	}
	const field = dialog.getByLabel('Link');
	expect(await field.getAttribute('readonly')).not.toBeNull();
	expect(await field.inputValue()).toBe(href);
	await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
	await expectToast(page, messages.linkCopied);
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href);
	await page.keyboard.press('Escape');
	await dialog.waitFor({ state: 'hidden' });
}
