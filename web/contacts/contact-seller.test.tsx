import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Ad } from '../../contract/ads/ads.ts';
import { formatNaira } from '../../contract/core/money.ts';
import * as commonText from '../../text/shared/common.ts';
import * as contactText from '../../text/shared/contact.ts';
import * as safetyText from '../../text/shared/safety.ts';
import * as validationText from '../../text/shared/validation.ts';
import { outbox } from '../platform/outbox.ts';
import { findViolations } from '../testing/accessibility.ts';
import { makeAd } from '../testing/ads.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi, makeProblemResponse, throwNetworkError } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { WithActor } from '../testing/with-actor.tsx';
import { ContactSeller } from './contact-seller.tsx';

const beacon = vi.fn();
const onAsk = vi.fn();
const tapped = vi.fn();
const chat = page.getByRole('link', { name: new RegExp(`^${commonText.chatOnWhatsapp}`) });
const dialog = page.getByRole('dialog');

beforeEach(() => {
	for (const spy of [beacon, onAsk, tapped]) spy.mockReset();
	vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => {
		beacon(...JSON.parse(String(body)).insights);
		return true;
	});
	// No link must navigate, because the test browser must stay on the page.
	const onClick = (event: Event) => {
		const link = (event.target as Element).closest('a');
		if (!link) return;
		event.preventDefault();
		tapped(link.getAttribute('href'));
	};
	document.addEventListener('click', onClick, { capture: true });
	return () => document.removeEventListener('click', onClick, { capture: true });
});

async function open(id: number, overrides: Partial<Ad> = {}) {
	const ad = makeAd(id, overrides);
	const api = fakeApi({ recordContact: () => undefined, getSaved: () => ({ ids: [] }) });
	await render(
		<WithActor>
			<ContactSeller ad={ad} seller={ad.seller} onAsk={onAsk} />
		</WithActor>,
		{ api },
	);
	return api;
}

/** Returns the path and the words of the last tapped WhatsApp link. */
function readLink(): { path: string; words: string | null } {
	const url = new URL(String(tapped.mock.lastCall?.[0]), location.origin);
	return { path: url.pathname, words: url.searchParams.get('words') };
}

test('counts a tap at once, and tells the seller who a logged-in buyer is', async () => {
	logIn();
	const api = await open(1);
	await expect.element(chat).toHaveAttribute('target', '_blank');
	await expect.element(page.getByText(contactText.sellerSeesName('Mama Risi Stores'))).toBeVisible();
	await chat.click();
	expect(readLink()).toEqual({ path: '/contact/1/whatsapp', words: null });
	expect(beacon.mock.calls).toEqual([[{ type: 'contact', id: 1 }]]);
	await expect
		.poll(() => api.calls('recordContact').map(({ params }) => params))
		.toEqual([{ id: '1', kind: 'whatsapp' }]);
	expect(await findViolations()).toEqual([]);
});

test("counts a visitor's tap without naming anyone", async () => {
	const api = await open(2);
	await chat.click();
	expect(beacon.mock.calls).toEqual([[{ type: 'contact', id: 2 }]]);
	expect(api.calls('recordContact')).toEqual([]);
	await expect.element(page.getByText(contactText.sellerSeesName('Mama Risi Stores'))).not.toBeInTheDocument();
});

test('queues the contact of a buyer without a network', async () => {
	logIn();
	const api = await open(3);
	api.handle({ recordContact: throwNetworkError });
	await chat.click();
	await expect
		.poll(() => outbox.get()?.map(({ name, underWay }) => [name, underWay]))
		.toEqual([['recordContact', undefined]]);
});

test('opens the chat even if the server rejects the contact', async () => {
	logIn();
	const api = await open(4);
	api.handle({ recordContact: () => makeProblemResponse(429, { code: 'too_many', message: 'Tomorrow' }) });
	await chat.click();
	await expect.poll(() => api.calls('recordContact').length).toBe(1);
	await expect.poll(() => outbox.get()).toBeNull();
	expect(readLink().path).toBe('/contact/4/whatsapp');
});

test('puts a quick question into the message', async () => {
	await open(5);
	await page.getByRole('link', { name: /^What is your last price/ }).click();
	expect(readLink()).toEqual({ path: '/contact/5/whatsapp', words: contactText.lastPrice });
});

test('asks for the place of a delivery, filled in with the place of the buyer', async () => {
	logIn({ place: 'Yaba' });
	await open(6);
	await page.getByRole('button', { name: contactText.delivery }).click();
	const field = dialog.getByLabelText(contactText.deliveryPlace);
	await expect.element(field).toHaveValue('Yaba');
	await field.fill(' ');
	await dialog.getByRole('button', { name: contactText.continueOnWhatsapp }).click();
	await expect.element(dialog.getByText(contactText.deliveryPlaceMissing)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await field.fill('Ikeja ');
	await dialog.getByRole('button', { name: contactText.continueOnWhatsapp }).click();
	expect(readLink().words).toBe(contactText.deliveryTo('Ikeja'));
	await expect.element(dialog).not.toBeInTheDocument();
});

test.for([
	['', contactText.offerMissing],
	['much', validationText.priceInvalid],
	['0', validationText.priceTooLow],
	['1,50', validationText.priceUnclear('₦150', '₦1.50')],
	['99b', validationText.priceInvalid],
] as const)('rejects the offer "%s"', async ([text, problem]) => {
	await open(7);
	await page.getByRole('button', { name: contactText.makeOffer }).click();
	const field = dialog.getByLabelText(contactText.yourOffer);
	await field.fill(text);
	await dialog.getByRole('button', { name: contactText.continueOnWhatsapp }).click();
	await expect.element(dialog.getByText(problem)).toBeVisible();
	await expect.element(field).toHaveAttribute('aria-invalid', 'true');
	expect(tapped).not.toHaveBeenCalled();
});

test('counts an offer and puts the amount into the message', async () => {
	logIn();
	const api = await open(8);
	await page.getByRole('button', { name: contactText.makeOffer }).click();
	await dialog.getByLabelText(contactText.yourOffer).fill('60k');
	await dialog.getByRole('button', { name: contactText.continueOnWhatsapp }).click();
	expect(readLink().words).toBe(contactText.offer(formatNaira(6_000_000)));
	expect(beacon.mock.calls.flat()).toEqual([
		{ type: 'contact', id: 8 },
		{ type: 'offer', id: 8 },
	]);
	await expect.poll(() => api.calls('recordContact').map(({ params }) => params.kind)).toEqual(['offer']);
});

test('calls the number for calls', async () => {
	logIn();
	const api = await open(9, { has_call_number: true });
	await page.getByRole('link', { name: contactText.callSeller }).click();
	expect(tapped.mock.calls).toEqual([['/contact/9/call']]);
	expect(beacon.mock.calls).toEqual([[{ type: 'call', id: 9 }]]);
	await expect.poll(() => api.calls('recordContact').map(({ params }) => params.kind)).toEqual(['call']);
});

test('leads to the comments if the ad has no WhatsApp number', async () => {
	await open(10, { has_whatsapp: false });
	await expect.element(chat).not.toBeInTheDocument();
	await expect.element(page.getByText(contactText.questionIsPublic)).toBeVisible();
	await page.getByRole('button', { name: contactText.askSeller }).click();
	await page.getByRole('button', { name: contactText.isAvailable }).click();
	await page.getByRole('button', { name: contactText.delivery }).click();
	expect(onAsk.mock.calls).toEqual([[''], [contactText.isAvailable], [contactText.deliveryBeginning]]);
	expect(await findViolations()).toEqual([]);
});

const cautioned = { ...makeAd(1).seller, caution: true as const };
const warning = page.getByRole('dialog', { name: safetyText.cautionTitle });

test('warns before the chat with a new, unverified and reported seller', async () => {
	await open(13, { seller: cautioned });
	await chat.click();
	for (const reason of safetyText.cautionReasons) await expect.element(warning.getByText(reason)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	expect(beacon).not.toHaveBeenCalled();
	await warning.getByRole('link', { name: new RegExp(`^${safetyText.goOn}`) }).click();
	expect(readLink().path).toBe('/contact/13/whatsapp');
	expect(beacon.mock.calls).toEqual([[{ type: 'contact', id: 13 }]]);
	await expect.element(warning).not.toBeInTheDocument();
});

test('warns before an offer and a call, and counts neither if the customer goes back', async () => {
	await open(14, { seller: cautioned, has_call_number: true });
	await page.getByRole('button', { name: contactText.makeOffer }).click();
	await dialog.getByLabelText(contactText.yourOffer).fill('60k');
	await dialog.getByRole('button', { name: contactText.continueOnWhatsapp }).click();
	await warning.getByRole('button', { name: safetyText.goBack }).click();
	await expect.element(dialog.getByLabelText(contactText.yourOffer)).toHaveValue('60k');
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await page.getByRole('link', { name: contactText.callSeller }).click();
	await expect.element(warning.getByRole('link')).toHaveAttribute('href', '/contact/14/call');
	await warning.getByRole('button', { name: safetyText.goBack }).click();
	await expect.element(warning).not.toBeInTheDocument();
	expect(beacon).not.toHaveBeenCalled();
});

test('renders nothing for a sold ad', async () => {
	await open(11, { state: 'sold' });
	await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
