import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Me } from '../../../contract/accounts/accounts.ts';
import * as commonText from '../../../text/shared/common.ts';
import { pictureRejections } from '../../../text/shared/media-api.ts';
import * as editProfileText from '../../../text/web/edit-profile.ts';
import * as mediaText from '../../../text/web/media.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeMe, readSession } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers } from '../../testing/fake-api.ts';
import {
	getFormFile,
	interceptForms,
	readColor,
	respondWithUploadedFile,
	uploadHandlers,
} from '../../testing/files.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as profileEditPage from './page.tsx';

const choose = page.getByLabelText(/^Choose (a|another) photo$/);
const across = page.getByRole('slider', { name: mediaText.cropAcross });
const name = page.getByLabelText(commonText.name, { exact: true });
const save = page.getByRole('button', { name: commonText.save, exact: true });

/** Creates a picture of a red, a green and a blue square side by side. */
async function threeSquares(): Promise<File> {
	const canvas = new OffscreenCanvas(300, 100);
	const context = canvas.getContext('2d');
	for (const [index, color] of ['red', 'lime', 'blue'].entries()) {
		if (context) context.fillStyle = color;
		context?.fillRect(index * 100, 0, 100, 100);
	}
	return new File([await canvas.convertToBlob()], 'squares.png', { type: 'image/png' });
}

async function open(handlers: Handlers = {}) {
	logIn();
	const api = fakeApi({ ...uploadHandlers, getMe: () => makeMe(), ...handlers });
	await renderRoute('/dashboard/profileEdit', profileEditPage, { api });
	await expect.element(name).toBeVisible();
	return api;
}

test('crops a picture to the selected square, and uploads it', async () => {
	const sent: File[] = [];
	interceptForms((_, form) => {
		sent.push(getFormFile(form));
		return respondWithUploadedFile(form);
	});
	let me = makeMe();
	const api = await open({
		getMe: () => me,
		setAvatar: () => {
			me = makeMe({ user_image: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' });
			return me;
		},
		removeAvatar: () => {
			me = makeMe();
			return me;
		},
	});
	await userEvent.upload(choose, new File(['I am text'], 'film.mp4', { type: 'video/mp4' }));
	await expect.element(page.getByRole('alert').filter({ hasText: mediaText.notAPicture('film.mp4') })).toBeVisible();
	const heic = new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_1.HEIC');
	await userEvent.upload(choose, heic);
	await expect.element(page.getByRole('alert').filter({ hasText: pictureRejections.heic })).toBeVisible();

	await userEvent.upload(choose, await threeSquares());
	// The crop is first in the middle. Red is to its left, blue to its right.
	await expect.element(across).toHaveValue('0.5');
	expect(await findViolations()).toEqual([]);
	across.element().focus();
	await userEvent.keyboard('{End}');
	await expect.element(across).toHaveValue('1');
	await page.getByRole('button', { name: commonText.cancel }).click();

	await userEvent.upload(choose, await threeSquares());
	const picture = page.getByRole('img', { name: mediaText.chosenPicture });
	await expect.element(across).toHaveValue('0.5');
	await expect.element(picture).toBeVisible();
	const frame = picture.element().parentElement as HTMLElement;
	const { left, top, width, height } = frame.getBoundingClientRect();
	const pointer = (type: string, right: number) =>
		frame.dispatchEvent(
			new PointerEvent(type, {
				bubbles: true,
				pointerId: 1,
				clientX: left + width / 2 + right,
				clientY: top + height / 2,
			}),
		);
	frame.setPointerCapture = () => {};
	pointer('pointerdown', 0);
	for (const right of [100, 200, 300, 400]) pointer('pointermove', right);
	pointer('pointerup', 400);
	await expect.element(across).toHaveValue('0');
	await page.getByRole('button', { name: mediaText.usePicture }).click();
	await expect.element(page.getByText(editProfileText.pictureSaved)).toBeVisible();

	const [square] = sent;
	if (!square) throw new Error('No file was sent');
	const bitmap = await createImageBitmap(square);
	expect(bitmap.width).toBe(bitmap.height);
	const [red = 0, green = 0, blue = 0] = await readColor(square);
	expect(red).toBeGreaterThan(Math.max(green, blue) + 100);
	expect(api.calls('setAvatar')[0]?.body.secure_url).toContain(square.name);
	expect(readSession()).toMatchObject({ user_image: me.user_image });

	await page.getByRole('button', { name: commonText.remove }).click();
	await expect.element(page.getByText(editProfileText.pictureRemoved)).toBeVisible();
	expect(readSession()).toMatchObject({ user_image: null });
});

test('requires a name, and updates the session', async () => {
	const api = await open({ updateMe: ({ body }) => makeMe(body as Me) });
	await name.fill('  ');
	await save.click();
	await expect.element(name).toHaveAttribute('aria-invalid', 'true');
	expect(api.calls('updateMe')).toEqual([]);
	await name.fill('Ọlá’s Looms');
	await page
		.getByRole('textbox', { name: new RegExp(`^${editProfileText.bio}`) })
		.fill('Aṣọ òkè since 1999.\nOn Fridays.');
	await save.click();
	await expect.element(page.getByText(editProfileText.saved)).toBeVisible();
	expect(readSession()).toMatchObject({ display_name: 'Ọlá’s Looms', bio: 'Aṣọ òkè since 1999.\nOn Fridays.' });
	await expect
		.element(page.getByRole('link', { name: editProfileText.seeProfile }))
		.toHaveAttribute('href', '/profile/user/ada_obi');
});
