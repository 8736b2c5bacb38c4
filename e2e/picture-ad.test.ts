import type { Page } from '@playwright/test';
import * as mediaText from '../text/web/media.ts';
import * as postAdText from '../text/web/post-ad.ts';
import * as postedText from '../text/web/posted.ts';
import { getDominantColour, getMeanColour, waitUntilPictureDecoded } from './support/colours.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { makePhoto } from './support/media-files.ts';
import { signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

async function openComposer(page: Page) {
	await signUp(page, '/dashboard/postAd');
	await expectHeading(page, postAdText.heading);
}

const postButton = (page: Page) => page.getByRole('button', { name: postAdText.submit });
const tile = (page: Page, place: number) =>
	page.getByRole('button', { name: new RegExp(`^Photo ${place} of .*reorder`) });

async function getColours(page: Page, count: number) {
	const colours = [];
	for (let place = 1; place <= count; place++) {
		const picture = tile(page, place).locator('img');
		await waitUntilPictureDecoded(picture);
		colours.push(getDominantColour(await getMeanColour(picture)));
	}
	return colours;
}

test('posts an ad with the keyboard alone', async ({ market }) => {
	const page = await market.newDesktopPage();
	await openComposer(page);
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
	await (await chooser).setFiles([await makePhoto('red'), await makePhoto('green'), await makePhoto('blue')]);
	await page.getByText('3 of 8').waitFor();
	await eventually(() => postButton(page).isEnabled()).toBe(true);
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

	// Keys pick up, move and drop the picture.
	await tabTo(/^Photo 3 of 3/, 'button');
	const expectAnnouncement = (words: string) => page.getByText(words, { exact: true }).waitFor({ state: 'attached' });
	await page.keyboard.press('Enter');
	await expectAnnouncement('Picked up photo 3');
	await page.keyboard.press('ArrowLeft');
	await expectAnnouncement('Position 2 of 3');
	await page.keyboard.press('ArrowLeft');
	await expectAnnouncement('Position 1 of 3');
	await page.keyboard.press('Enter');
	await expectAnnouncement('Dropped at position 1');
	await eventually(() => getColours(page, 3)).toEqual(['blue', 'red', 'green']);
	// The focus follows the picture once the picture's animation has ended.
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
	await expectHeading(page, postedText.adPosted);
	await page.getByRole('link', { name: postedText.viewAd }).click();
	await expectHeading(page, 'Posted without a mouse');
	const cover = page.getByRole('img', { name: 'Posted without a mouse, photo 1' });
	await waitUntilPictureDecoded(cover);
	expect(getDominantColour(await getMeanColour(cover))).toBe('blue');
});
