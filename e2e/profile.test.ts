import type { Page } from '@playwright/test';
import * as commonText from '../text/shared/common.ts';
import * as adFormText from '../text/web/ad-form.ts';
import * as editProfileText from '../text/web/edit-profile.ts';
import * as mediaText from '../text/web/media.ts';
import * as personalInfoText from '../text/web/personal-info.ts';
import { waitForChat } from './support/chat.ts';
import { getDominantColour, getMeanColour, waitUntilPictureDecoded } from './support/colours.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { makePictureOfThreeSquares, makeTextFileNamedMp4 } from './support/media-files.ts';
import { createOtherUser, readStoredSession, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

const avatar = (page: Page) => page.getByRole('main').locator('header img').first();

async function getAvatarColour(page: Page) {
	await waitUntilPictureDecoded(avatar(page));
	return getDominantColour(await getMeanColour(avatar(page)));
}

test('shows a visitor the picture, the name and the bio, and phone and place only if they are public', async ({
	market,
}) => {
	const [seller, visitor] = [await market.newPhonePage(), await market.newDesktopPage()];
	const { userName } = await signUp(seller, '/dashboard/profileEdit');
	await test.step('shows the cropped picture, the name and the bio', async () => {
		const picture = seller.getByLabel(commonText.choosePicture);
		await picture.setInputFiles(await makeTextFileNamedMp4());
		await seller.getByRole('alert').waitFor();

		await picture.setInputFiles(await makePictureOfThreeSquares());
		// The crop starts in the middle of the picture. Red is to the left, blue to the right.
		const horizontal = seller.getByRole('slider', { name: 'Move sideways' });
		expect(await horizontal.inputValue()).toBe('0.5');
		await horizontal.press('End');
		await seller.getByRole('button', { name: 'Cancel' }).click();
		await picture.setInputFiles(await makePictureOfThreeSquares());
		const cropArea = seller.getByRole('img', { name: mediaText.chosenPicture }).locator('..');
		// Scrolls the crop area out from under the top bar.
		await cropArea.hover();
		const box = await cropArea.boundingBox();
		if (!box) throw new Error('no picture chosen');
		const frame = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
		await seller.mouse.down();
		await seller.mouse.move(frame.x + 400, frame.y, { steps: 5 });
		await seller.mouse.up();
		expect(await horizontal.inputValue()).toBe('0');
		await seller.getByRole('button', { name: mediaText.usePicture }).click();
		await expectToast(seller, editProfileText.pictureSaved);

		await seller.getByLabel('Name').fill('  ');
		await seller.getByRole('button', { name: 'Save', exact: true }).click();
		await eventually(() => seller.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
		await seller.getByLabel('Name').fill('Ọlá’s Looms');
		await seller.getByLabel(editProfileText.bio).fill('Aṣọ òkè since 1999.\nWe deliver on Fridays.');
		await seller.getByRole('button', { name: 'Save', exact: true }).click();
		await expectToast(seller, editProfileText.saved);
		expect(await readStoredSession(seller)).toMatchObject({ display_name: 'Ọlá’s Looms', user_name: userName });
		await seller.getByRole('link', { name: editProfileText.seeProfile }).click();
		await expectHeading(seller, 'Ọlá’s Looms');
		expect(await getAvatarColour(seller)).toBe('red');

		await visitor.goto(`/profile/user/${userName}`);
		await expectHeading(visitor, 'Ọlá’s Looms');
		await visitor.getByText(`@${userName}`).first().waitFor();
		await visitor.getByText('We deliver on Fridays.').waitFor();
		expect(await getAvatarColour(visitor)).toBe('red');
		const size = await avatar(visitor).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
		expect(size[0]).toBe(size[1]);

		await seller.goto('/dashboard/profileEdit');
		await seller.getByRole('button', { name: 'Remove' }).click();
		await expectToast(seller, editProfileText.pictureRemoved);
		await visitor.reload();
		await expectHeading(visitor, 'Ọlá’s Looms');
		expect(await avatar(visitor).count()).toBe(0);
	});
	await test.step('shows phone and place only if their owner makes them public', async () => {
		await seller.goto('/dashboard/personal-Info');
		await seller.getByLabel(adFormText.whatsappNumber).fill('0803 12');
		await seller.getByRole('button', { name: 'Save', exact: true }).click();
		await eventually(() => seller.getByLabel(adFormText.whatsappNumber).getAttribute('aria-invalid')).toBe('true');
		await seller.getByLabel(adFormText.whatsappNumber).fill('0803 123 4567');
		await seller.getByRole('textbox', { name: 'Place' }).fill('Iseyin, Oyo');
		await seller.getByText(personalInfoText.phoneHidden).waitFor();
		await seller.getByText('Everyone can see "Iseyin, Oyo".').waitFor();
		await seller.getByRole('button', { name: 'Save', exact: true }).click();
		await expectToast(seller, personalInfoText.saved);

		const other = await createOtherUser(market.address);
		const chat = visitor.getByRole('main').getByRole('link', { name: /WhatsApp/ });
		await visitor.goto(`/profile/user/${userName}`);
		await visitor.getByText('Iseyin, Oyo').waitFor();
		expect(await chat.count()).toBe(0);
		const profile = JSON.stringify(await other.client.getUser({ params: { user_name: userName } }));
		expect(profile).not.toContain('8031234567');
		expect(profile).not.toContain(`${userName}@example.com`);

		await seller.getByRole('switch', { name: personalInfoText.showPhone }).check();
		await seller.getByRole('switch', { name: personalInfoText.showPlace }).press('Space');
		await seller.getByText(personalInfoText.placeHidden).waitFor();
		await seller.getByRole('button', { name: 'Save', exact: true }).click();
		await eventually(async () => {
			await visitor.reload();
			return chat.count();
		}).toBe(1);
		const [opened] = await Promise.all([waitForChat(visitor), chat.click()]);
		expect(opened.href).toBe('https://wa.me/2348031234567');
		expect(await visitor.getByText('Iseyin, Oyo').count()).toBe(0);
		// The privacy settings survive a reload.
		await seller.reload();
		await eventually(() => seller.getByRole('switch', { name: personalInfoText.showPhone }).isChecked()).toBe(true);
		expect(await seller.getByRole('switch', { name: personalInfoText.showPlace }).isChecked()).toBe(false);
		expect(await seller.getByLabel(adFormText.whatsappNumber).inputValue()).toBe('0803 123 4567');
	});
});
