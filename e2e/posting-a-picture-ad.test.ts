import type { Page } from '@playwright/test';
import * as messages from '../contract/messages.ts';
import * as adFormText from '../contract/text/ad-form.ts';
import * as mediaText from '../contract/text/media.ts';
import * as postAdText from '../contract/text/post-ad.ts';
import * as validationText from '../contract/text/validation.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { photo } from './support/files.ts';
import { colourOf, loaded, mainColour } from './support/looking.ts';
import { signedUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

async function composer(page: Page) {
	await signedUp(page, '/dashboard/postAd');
	await expectHeading(page, postAdText.heading);
}

const choose = (page: Page, paths: string[]) => page.getByLabel(/^(Choose|Add) pictures$/).setInputFiles(paths);
const postButton = (page: Page) => page.getByRole('button', { name: postAdText.submit });
const tile = (page: Page, place: number) =>
	page.getByRole('button', { name: new RegExp(`^Picture ${place} of .*change`) });

async function fill(page: Page, title: string) {
	await page.getByLabel('Title').fill(title);
	await page.getByLabel('Category').selectOption('Fashion & Apparel');
	await page.getByLabel('Description').fill('Six yards.');
}

/** Colours of the chosen pictures, in their order. */
async function order(page: Page, count: number) {
	const colours = [];
	for (let place = 1; place <= count; place++) {
		const picture = tile(page, place).locator('img');
		await loaded(picture);
		colours.push(mainColour(await colourOf(picture)));
	}
	return colours;
}

test('an ad needs a picture, and what is missing stands next to it', async ({ market }) => {
	const page = await market.phone();
	await composer(page);
	await postButton(page).click();
	await page.getByText(validationText.pictureMissing).waitFor();
	await eventually(() => page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
	expect(await page.getByLabel('Category').getAttribute('aria-invalid')).toBe('true');
	expect(await page.getByLabel('Description').getAttribute('aria-invalid')).toBe('true');
	await fill(page, 'Cloth without a picture');
	await postButton(page).click();
	await page.getByText(validationText.pictureMissing).waitFor();
	expect(page.url()).toContain('/dashboard/postAd');
});

test('of nine pictures eight are taken', async ({ market }) => {
	const page = await market.desk();
	await composer(page);
	const red = await photo('red');
	const green = await photo('green');
	const blue = await photo('blue');
	await choose(page, [red, green, blue, red, green, blue, red, green, blue]);
	await page.getByText('8 of 8').waitFor();
	expect(await page.getByRole('button', { name: /^Remove picture/ }).count()).toBe(8);
	expect(await page.getByLabel(/^(Choose|Add) pictures$/).count()).toBe(0);
	await page.getByRole('button', { name: 'Remove picture 8' }).click();
	await page.getByText('7 of 8').waitFor();
	await page.getByLabel(mediaText.addPictures).waitFor({ state: 'attached' });
});

/** How many pictures of the draft this browser has written down. */
const keptPictures = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				const opening = indexedDB.open('kept-files', 1);
				opening.onsuccess = () => {
					const db = opening.result;
					const all = db.transaction('files').objectStore('files').getAll();
					all.onsuccess = () => {
						db.close();
						resolve(all.result.flat().length);
					};
				};
			}),
	);

test('a draft survives a reload, with its pictures, until it is posted', async ({ market }) => {
	const page = await market.phone();
	await composer(page);
	await choose(page, [await photo('green'), await photo('red')]);
	await fill(page, 'Cloth for another day');
	await page.getByLabel(adFormText.priceInNaira).fill('2.5k');
	await eventually(() => postButton(page).isEnabled()).toBe(true);
	await eventually(() => keptPictures(page)).toBe(2);
	await page.reload();
	await expectHeading(page, postAdText.heading);
	expect(await page.getByLabel('Title').inputValue()).toBe('Cloth for another day');
	expect(await page.getByLabel('Category').inputValue()).toBe('Fashion & Apparel');
	expect(await page.getByLabel('Description').inputValue()).toBe('Six yards.');
	expect(await page.getByLabel(adFormText.priceInNaira).inputValue()).toBe('2.5k');
	await page.getByText('2 of 8').waitFor();
	expect(await order(page, 2)).toEqual(['green', 'red']);
	await postButton(page).click();
	await expectToast(page, postAdText.posted);
	await expectHeading(page, 'Cloth for another day');
	await page.getByText('NGN 2,500').first().waitFor();
	await page.goto('/dashboard/postAd');
	await expectHeading(page, postAdText.heading);
	await page.getByText('0 of 8').waitFor();
	expect(await page.getByLabel('Title').inputValue()).toBe('');
});

test('an ad is posted with the keyboard alone', async ({ market }) => {
	const page = await market.desk();
	await composer(page);
	/** Presses Tab until the focus is there. */
	async function tabTo(name: string | RegExp, role: 'textbox' | 'combobox' | 'button' | 'link' = 'textbox') {
		const target = page.getByRole(role, { name }).first();
		for (let presses = 0; presses < 80; presses++) {
			if (await target.evaluate((element) => element === document.activeElement)) return;
			await page.keyboard.press('Tab');
		}
		throw new Error(`Tab does not reach ${name}`);
	}
	const chooser = page.waitForEvent('filechooser');
	const input = page.getByLabel(mediaText.choosePictures);
	for (let presses = 0; presses < 80; presses++) {
		if (await input.evaluate((element) => element === document.activeElement)) break;
		await page.keyboard.press('Tab');
	}
	await page.keyboard.press('Enter');
	await (await chooser).setFiles([await photo('red'), await photo('green'), await photo('blue')]);
	await page.getByText('3 of 8').waitFor();
	await eventually(() => postButton(page).isEnabled()).toBe(true);
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

	// Picked up, moved, put down.
	await tabTo(/^Picture 3 of 3/, 'button');
	const spoken = (words: string) => page.getByText(words, { exact: true }).waitFor({ state: 'attached' });
	await page.keyboard.press('Enter');
	await spoken('Picked up picture 3');
	await page.keyboard.press('ArrowLeft');
	await spoken('At place 2 of 3');
	await page.keyboard.press('ArrowLeft');
	await spoken('At place 1 of 3');
	await page.keyboard.press('Enter');
	await spoken('Put down at place 1');
	await eventually(() => order(page, 3)).toEqual(['blue', 'red', 'green']);
	// The focus follows the picture once it has come to rest.
	await eventually(() => tile(page, 1).evaluate((element) => element === document.activeElement)).toBe(true);

	await tabTo('Title');
	await page.keyboard.type('Posted without a mouse');
	await tabTo('Category', 'combobox');
	await page.keyboard.type('Fashion');
	await eventually(() => page.getByLabel('Category').inputValue()).toBe('Fashion & Apparel');
	await tabTo('Description');
	await page.keyboard.type('Six yards.');
	await tabTo(postAdText.submit, 'button');
	await page.keyboard.press('Enter');
	await expectToast(page, postAdText.posted);
	await expectHeading(page, 'Posted without a mouse');
	const cover = page.getByRole('img', { name: 'Posted without a mouse, picture 1' });
	await loaded(cover);
	expect(mainColour(await colourOf(cover))).toBe('blue');
});

test('a network that is cut in the middle costs nothing: posting again sends what is missing and makes one ad', async ({
	market,
}) => {
	market.allow(/\/v1_1\//, /\/api\/ads/);
	const page = await market.phone();
	await composer(page);
	await choose(page, [await photo('red'), await photo('green'), await photo('blue')]);
	await fill(page, 'Cloth through a bad network');
	await eventually(() => postButton(page).isEnabled()).toBe(true);
	let taken = 0;
	page.on('response', (response) => {
		if (response.url().includes('/v1_1/') && response.ok()) taken += 1;
	});
	let sent = 0;
	let cut = 0;
	await page.route('**/v1_1/**', async (route) => {
		sent += 1;
		if (sent !== 2) return route.continue();
		cut += 1;
		await route.abort();
	});
	await postButton(page).click();
	await eventually(() => cut).toBe(1);
	await eventually(() => postButton(page).isEnabled()).toBe(true);

	// The second try sends what is missing; the answer is lost after the server has made the ad.
	let made = 0;
	await page.route('**/api/ads', async (route) => {
		const answer = await route.fetch();
		expect(answer.status()).toBe(201);
		made += 1;
		await route.abort();
	});
	await postButton(page).click();
	await eventually(() => made).toBe(1);
	await expectToast(page, messages.networkError);
	await eventually(() => postButton(page).isEnabled()).toBe(true);
	expect(taken).toBe(3);

	await page.unroute('**/api/ads');
	await postButton(page).click();
	await expectToast(page, postAdText.posted);
	expect(taken).toBe(3);
	await page.goto('/dashboard');
	await page.getByRole('link', { name: 'Cloth through a bad network' }).waitFor();
	expect(await page.getByRole('article').count()).toBe(1);
});
