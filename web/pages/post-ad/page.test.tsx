import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { Session } from '../../../contract/accounts/accounts.ts';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as contactText from '../../../text/shared/contact.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as adFormText from '../../../text/web/ad-form.ts';
import * as badgesText from '../../../text/web/badges.ts';
import * as errorsText from '../../../text/web/errors.ts';
import * as mediaText from '../../../text/web/media.ts';
import * as postAdText from '../../../text/web/post-ad.ts';
import * as postedText from '../../../text/web/posted.ts';
import { readFromIndexedDb } from '../../platform/indexed-db.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAd } from '../../testing/ads.ts';
import { logIn, makeMe, readSession } from '../../testing/browser-state.ts';
import {
	type FakeApi,
	fakeApi,
	type Handlers,
	makeProblemResponse,
	throwNetworkError,
} from '../../testing/fake-api.ts';
import {
	getFormFile,
	interceptForms,
	makePhoto,
	readColor,
	respondWithUploadedFile,
	uploadHandlers,
} from '../../testing/files.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as postAdPage from './page.tsx';

const title = page.getByLabelText(commonText.title, { exact: true });
const category = page.getByLabelText(commonText.category, { exact: true });
const description = page.getByLabelText(commonText.description, { exact: true });
const price = page.getByRole('textbox', { name: new RegExp(`^${adFormText.priceInNaira}`) });
const whatsapp = page.getByRole('textbox', { name: adFormText.whatsappNumber });
const callNumber = page.getByRole('textbox', { name: new RegExp(`^${adFormText.callNumber}`) });
const chooser = page.getByLabelText(/^(Choose|Add) photos$/);
const postAd = page.getByRole('button', { name: postAdText.submit });
const posted = page.getByRole('heading', { level: 1, name: postedText.adPosted });
const viewAd = page.getByRole('link', { name: postedText.viewAd });
const tile = (place: number) => page.getByRole('button', { name: new RegExp(`^Photo ${place} of .*reorder`) });
const chosen = (count: number) => page.getByText(mediaText.chosenOf(count, 8));

/** Answers the request for a card for WhatsApp Status. */
function fakeStatusCards() {
	const realFetch = window.fetch;
	vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
		/\/share\/status\//.test(String(input)) ? Promise.resolve(new Response('card')) : realFetch(input, init),
	);
}

beforeEach(fakeStatusCards);

async function open(handlers: Handlers = {}, account: Partial<Session> = {}) {
	logIn(account);
	const api = fakeApi({ ...uploadHandlers, getMe: () => makeMe(), ...handlers });
	const rendered = await renderRoute('/dashboard/postAd', postAdPage, { api });
	await expect.element(page.getByRole('heading', { level: 1, name: postAdText.heading })).toBeVisible();
	return { api, ...rendered };
}

async function reopen(handlers: Handlers = {}) {
	await cleanup();
	return open(handlers);
}

async function choose(...colors: string[]) {
	await userEvent.upload(chooser, await Promise.all(colors.map((color) => makePhoto(color))));
	await expect.element(chosen(colors.length)).toBeVisible();
	await expect.element(postAd).toBeEnabled();
}

async function fill(words: string, number = '0803 123 4567') {
	await title.fill(words);
	await category.selectOptions('Fashion & Apparel');
	await description.fill('Six yards.');
	await whatsapp.fill(number);
}

/** Returns the file names of the last posted ad's pictures, in order. */
const pictures = (api: FakeApi) =>
	api
		.calls('createAd')
		.at(-1)
		?.body.pictures.map(({ secure_url }) => secure_url.split('/').at(-1));

test('requires a picture, and shows errors beside the fields', async () => {
	const { api } = await open();
	await postAd.click();
	await expect.element(page.getByText(validationText.pictureMissing)).toBeVisible();
	for (const field of [title, category, description])
		await expect.element(field).toHaveAttribute('aria-invalid', 'true');
	await fill('Cloth without a picture');
	await postAd.click();
	await expect.element(page.getByText(validationText.pictureMissing)).toBeVisible();
	expect(api.calls('createUpload')).toEqual([]);
	expect(api.calls('createAd')).toEqual([]);
});

test('warns of an ad without a number, and posts it', async () => {
	interceptForms(async (_, form) => respondWithUploadedFile(form));
	const { api } = await open({ createAd: () => makeAd(5) });
	const warning = page.getByText(contactText.withoutNumber);
	await choose('red');
	await fill('Red cloth', '');
	await expect.element(warning).toBeVisible();
	await whatsapp.fill('0803 123 4567');
	await expect.element(warning).not.toBeInTheDocument();
	await whatsapp.fill('');
	await postAd.click();
	// A field without a value is not sent.
	await expect.poll(() => api.calls('createAd').map(({ body }) => Object.hasOwn(body, 'whatsapp'))).toEqual([false]);
});

test('asks for the number with the first ad, and then knows it', async () => {
	const contact = { phone: '2348031234567', phone_public: true, place: 'Yaba' };
	interceptForms(async (_, form) => respondWithUploadedFile(form));
	const { api } = await open({ createAd: () => makeAd(5), getMe: () => makeMe(contact) });
	await expect.element(page.getByText(adFormText.whatsappFirstHint)).toBeVisible();
	await choose('red');
	await fill('Red cloth');
	await postAd.click();
	await expect.poll(readSession).toMatchObject({ phone: '2348031234567' });
	expect(api.calls('createAd').map(({ body }) => body)).toMatchObject([
		{ whatsapp: '2348031234567', remember_contact: true },
	]);
});

test('fills in the numbers and the place of the account', async () => {
	await open(
		{},
		{ phone: '2348031234567', call_number: '2348091234567', phone_public: true, place: 'Yaba', place_public: true },
	);
	await expect.element(whatsapp).toHaveValue('0803 123 4567');
	await expect.element(page.getByText(adFormText.whatsappHint)).toBeVisible();
	await expect.element(callNumber).toHaveValue('0809 123 4567');
	await expect.element(page.getByRole('textbox', { name: new RegExp(`^${adFormText.spot}`) })).toHaveValue('Yaba');
	await whatsapp.fill('0805 123 4567');
	await expect.element(page.getByText(adFormText.whatsappOtherHint)).toBeVisible();
});

test('previews the badge only beside the verified number', async () => {
	await open({}, { phone: '2348031234567', phone_public: true, verified: ['phone'] });
	const badge = page.getByText(badgesText.verified);
	await expect.element(badge).toBeInTheDocument();
	await whatsapp.fill('0805 123 4567');
	await expect.element(badge).not.toBeInTheDocument();
});

test('offers a number that the profile hides, but does not fill it in', async () => {
	await open({}, { phone: '2348031234567', phone_public: false });
	await expect.element(whatsapp).toHaveValue('');
	await expect.element(page.getByText(contactText.withoutNumber)).toBeVisible();
	await page.getByRole('button', { name: adFormText.ownNumberSuggestion('0803 123 4567') }).click();
	await expect.element(whatsapp).toHaveValue('0803 123 4567');
	await page.getByRole('button', { name: adFormText.addCallNumber }).click();
	await expect.element(callNumber).toHaveFocus();
});

test('accepts eight of nine pictures', async () => {
	await open();
	const photos = await Promise.all(Array.from({ length: 9 }, (_, index) => makePhoto('red', { name: `${index}.png` })));
	await userEvent.upload(chooser, photos);
	await expect.element(chosen(8)).toBeVisible();
	await expect.element(page.getByText(mediaText.atMostPictures(8))).toBeVisible();
	await expect.poll(() => page.getByRole('button', { name: /^Remove photo/ }).elements().length).toBe(8);
	await expect.element(chooser).not.toBeInTheDocument();
	await page.getByRole('button', { name: mediaText.removePicture(8) }).click();
	await expect.element(chosen(7)).toBeVisible();
	await expect.element(page.getByLabelText(mediaText.addPictures)).toBeInTheDocument();
});

test('restores a draft with its pictures after a reload, until it is posted', async () => {
	await open();
	await choose('lime', 'red');
	await fill('Cloth for another day');
	await price.fill('1.500');
	await postAd.click();
	await expect.element(price).toHaveAccessibleDescription(validationText.priceUnclear('₦1,500', '₦1.50'));
	await price.fill('2.5k');
	await expect.poll(async () => ((await readFromIndexedDb('draft-image-7')) as unknown[] | null)?.length).toBe(2);

	const sent: number[][] = [];
	interceptForms(async (_, form) => {
		sent.push(await readColor(getFormFile(form)));
		return respondWithUploadedFile(form);
	});
	const { api } = await reopen({ createAd: () => makeAd(5, { title: 'Cloth for another day' }) });
	await expect.element(title).toHaveValue('Cloth for another day');
	await expect.element(category).toHaveValue('Fashion & Apparel');
	await expect.element(description).toHaveValue('Six yards.');
	await expect.element(price).toHaveValue('2.5k');
	await expect.element(chosen(2)).toBeVisible();
	await postAd.click();
	await expect.element(posted).toBeVisible();
	await expect.element(viewAd).toHaveAttribute('href', '/feed/5/cloth-for-another-day');
	expect(api.calls('createAd').map(({ body }) => body)).toMatchObject([
		{ title: 'Cloth for another day', category: 'Fashion & Apparel', price_kobo: 250_000 },
	]);
	expect(pictures(api)).toEqual(['lime.png', 'red.png']);
	// One sent picture is more red than green, the other more green than red.
	expect(sent.map(([red = 0, green = 0]) => green > red).sort()).toEqual([false, true]);

	await reopen();
	await expect.element(chosen(0)).toBeVisible();
	await expect.element(title).toHaveValue('');
	expect(await readFromIndexedDb('draft-image-7')).toBeFalsy();
});

test('posts an ad by keyboard alone', async () => {
	// React logs an error for the drag-and-drop library. The end of this test checks that it is the only one.
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
	// In a window of this width, three pictures fit in a row.
	await page.viewport(1280, 800);
	onTestFinished(() => page.viewport(360, 740));
	interceptForms((_, form) => respondWithUploadedFile(form));
	const { api } = await open({ createAd: () => makeAd(5, { title: 'Posted without a mouse' }) });
	async function tabTo(target: ReturnType<typeof page.getByRole>) {
		for (let presses = 0; presses < 60 && document.activeElement !== target.query(); presses++) await userEvent.tab();
		await expect.element(target).toHaveFocus();
	}
	await tabTo(chooser);
	await choose('red', 'lime', 'blue');

	// The keys pick up the third picture, move it to the front and drop it.
	await tabTo(tile(3));
	const spoken = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeInTheDocument();
	await userEvent.keyboard('{Enter}');
	await spoken(mediaText.pickedUp(3));
	await userEvent.keyboard('{ArrowLeft}');
	await spoken(mediaText.draggedTo(2, 3));
	await userEvent.keyboard('{ArrowLeft}');
	await spoken(mediaText.draggedTo(1, 3));
	await userEvent.keyboard('{Enter}');
	await spoken(mediaText.putDown(1));
	// The focus follows the moved picture when the animation ends.
	await expect.element(tile(1)).toHaveFocus();

	await tabTo(title);
	await userEvent.keyboard('Posted without a mouse');
	await tabTo(category);
	await userEvent.keyboard('Fashion');
	await expect.element(category).toHaveValue('Fashion & Apparel');
	await tabTo(description);
	await userEvent.keyboard('Six yards.');
	await tabTo(postAd);
	await userEvent.keyboard('{Enter}');
	await expect.element(posted).toHaveFocus();
	await expect.element(viewAd).toHaveAttribute('href', '/feed/5/posted-without-a-mouse');
	expect(pictures(api)).toEqual(['blue.png', 'red.png', 'lime.png']);
	expect(api.calls('createAd')[0]?.body).toMatchObject({ title: 'Posted without a mouse', description: 'Six yards.' });
	const isKnown = (words: unknown) => /useInsertionEffect must not schedule updates/.test(String(words));
	expect(logged.mock.calls.filter(([words]) => !isKnown(words))).toEqual([]);
});

test('resumes after a lost network: sends only missing pictures, and creates one ad', async () => {
	let sent = 0;
	const forms = interceptForms((_, form) => {
		sent += 1;
		return sent === 2 ? null : respondWithUploadedFile(form);
	});
	const sentNames = () => forms.map((form) => getFormFile(form).name).toSorted();
	const { api } = await open({ createAd: throwNetworkError });
	await choose('red', 'lime', 'blue');
	await fill('Cloth through a bad network');
	await postAd.click();
	await expect.element(page.getByRole('alert').filter({ hasText: errorsText.connectionLost })).toBeVisible();
	await expect.element(postAd).toBeEnabled();
	expect(api.calls('createAd')).toEqual([]);

	// The second try sends only the missing picture. Its `createAd` response is lost.
	await postAd.click();
	await expect.poll(() => api.calls('createAd').length).toBe(1);
	await expect.element(page.getByText(messages.networkError).first()).toBeVisible();
	await expect.element(postAd).toBeEnabled();
	expect(sentNames()).toEqual(['blue.png', 'lime.png', 'red.png']);

	api.handle({ createAd: () => makeAd(5, { title: 'Cloth' }) });
	await postAd.click();
	await expect.element(viewAd).toHaveAttribute('href', '/feed/5/cloth');
	expect(sentNames()).toHaveLength(3);
	const [first, second, ...others] = api.calls('createAd');
	expect(others).toEqual([]);
	// The retry must send the same request.
	expect(second).toEqual(first);
	expect(first?.headers['idempotency-key']).toMatch(/^\w{16,}$/);
	expect(pictures(api)).toEqual(['red.png', 'lime.png', 'blue.png']);
});

test('shows a field error of the server beside the field, and keeps the draft', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	const sentence = 'This word may not stand here.';
	await open({
		createAd: () =>
			makeProblemResponse(422, { code: 'invalid', message: 'Not like this', fields: { title: sentence } }),
	});
	await choose('red');
	await fill('Cloth');
	await postAd.click();
	await expect.element(title).toHaveAccessibleDescription(sentence);
	await expect.element(title).toHaveFocus();
	expect(localStorage.getItem('draft-image-7')).toContain('Cloth');
});

test('shares the card to WhatsApp Status, copies the link, and posts another ad', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	const share = vi.fn().mockResolvedValue(undefined);
	Object.assign(navigator, { canShare: () => true, share });
	onTestFinished(() => {
		for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
	});
	const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await open({ createAd: () => makeAd(5, { title: 'Red cloth' }) });
	await choose('red');
	await fill('Red cloth');
	await postAd.click();
	await expect.element(page.getByRole('img', { name: postedText.card('Red cloth') })).toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: postedText.shareToStatus }).click();
	await expect.poll(() => share.mock.calls.map(([{ files }]) => files[0].name)).toEqual(['kasuwa-5.jpg']);
	await page.getByRole('button', { name: postedText.copyLink }).click();
	await expect.poll(() => writeText.mock.calls).toEqual([[`${location.origin}/a/5`]]);
	await page.getByRole('button', { name: postedText.postAnother }).click();
	await expect.element(title).toHaveValue('');
	await expect.element(chosen(0)).toBeVisible();
});
