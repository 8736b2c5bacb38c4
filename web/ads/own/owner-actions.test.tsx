import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Ad } from '../../../contract/ads/ads.ts';
import type { Contact } from '../../../contract/contacts/contacts.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as contactText from '../../../text/shared/contact.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import * as postedText from '../../../text/web/posted.ts';
import { parseDraftPictures } from '../../media/pictures.ts';
import { readFromIndexedDb } from '../../platform/indexed-db.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAd, makeOwnAdDetails } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { makePhoto } from '../../testing/files.ts';
import { makePerson } from '../../testing/posts.ts';
import { renderRoute } from '../../testing/render.tsx';
import { emptyAd } from '../ad-form.ts';
import { ContactOrOwnerActions } from '../contact-or-owner-actions.tsx';
import { readDraft, writeDraft } from '../draft.ts';
import { OwnerActions } from './owner-actions.tsx';

const button = (name: string) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog');

async function open(handlers: Handlers = {}, overrides: Partial<Ad> = {}) {
	logIn();
	const api = fakeApi({ listContacts: () => ({ items: [], next_cursor: null }), ...handlers });
	const ad = makeAd(5, { title: 'Red bag', ...overrides });
	const rendered = await renderRoute('/feed/5/red-bag', { default: () => <OwnerActions ad={ad} /> }, { api });
	return { api, ad, ...rendered };
}

const contact: Contact = {
	buyer: makePerson(9, 'amina'),
	kind: 'whatsapp',
	contacted_at: '2026-11-01T09:00:00.000Z',
	bought: false,
};

test('asks who bought a sold item, from those who got in touch', async () => {
	const { api } = await open({
		markAdSold: () => makeAd(5, { state: 'sold' }),
		listContacts: () => ({ items: [contact], next_cursor: null }),
		setBuyer: () => undefined,
	});
	await button(ownAdsText.markAsSold).click();
	await expect.element(dialog.getByRole('radio', { name: contactText.otherBuyer })).toBeChecked();
	expect(await findViolations()).toEqual([]);
	await dialog.getByRole('radio', { name: /amina/i }).click();
	await dialog.getByRole('button', { name: commonText.save }).click();
	await expect.element(page.getByText(contactText.buyerSaved)).toBeVisible();
	expect(api.calls('setBuyer').map(({ params, body }) => [params.id, body.buyer_id])).toEqual([['5', 9]]);
});

test('lets the seller of a sold item change who bought it', async () => {
	const other = { ...contact, buyer: makePerson(10, 'bola'), bought: true };
	const handlers: Handlers = {
		listContacts: ({ query }) =>
			query.cursor ? { items: [contact], next_cursor: null } : { items: [other], next_cursor: 'next' },
		setBuyer: () => undefined,
	};
	const { api } = await open(handlers, { state: 'sold' });
	await button(contactText.buyerTitle).click();
	await expect.element(dialog.getByRole('radio', { name: /bola/i })).toBeChecked();
	await dialog.getByRole('button', { name: contactText.showMoreContacts }).click();
	await dialog.getByRole('radio', { name: /amina/i }).click();
	await dialog.getByRole('button', { name: commonText.save }).click();
	await expect.poll(() => api.calls('setBuyer').map(({ body }) => body.buyer_id)).toEqual([9]);
	await expect.element(dialog).not.toBeInTheDocument();
});

test('leaves the buyer as it is without a choice', async () => {
	const { api } = await open({ listContacts: () => ({ items: [contact], next_cursor: null }) }, { state: 'sold' });
	await button(contactText.buyerTitle).click();
	await dialog.getByRole('button', { name: commonText.save }).click();
	await expect.element(dialog).not.toBeInTheDocument();
	expect(api.calls('setBuyer')).toEqual([]);
});

test('asks nothing if nobody got in touch', async () => {
	const { api } = await open({ markAdSold: () => makeAd(5, { state: 'sold' }) });
	await button(ownAdsText.markAsSold).click();
	await expect.poll(() => api.calls('listContacts').length).toBe(1);
	await expect.element(page.getByText(ownAdsText.markedAsSold)).toBeVisible();
	await expect.element(dialog).not.toBeInTheDocument();
});

test('renews the ad, or says from when it can', async () => {
	const { api } = await open({ renewAd: () => makeAd(5) });
	await button(ownAdsText.renew).click();
	await expect.element(page.getByText(ownAdsText.renewed)).toBeVisible();
	const tooSoon = 'You can renew this ad from 30 Nov 2026, 10:00.';
	api.handle({ renewAd: () => makeProblemResponse(409, { code: 'conflict', message: tooSoon }) });
	await button(ownAdsText.renew).click();
	await expect.element(page.getByText(tooSoon)).toBeVisible();
});

test('drafts a copy with its pictures, and asks before it replaces a draft', async () => {
	const photo = await makePhoto('red');
	const url = URL.createObjectURL(photo);
	const gallery = [{ url, width: 4, height: 5, placeholder: null, sizes: [] }];
	writeDraft('draft-image-7', { ...emptyAd, title: 'Half an ad' });
	const { api, address } = await open({ getMyAd: () => makeOwnAdDetails(5, { title: 'Red bag', gallery }) });
	await button(ownAdsText.duplicate).click();
	await dialog.getByRole('button', { name: commonText.cancel }).click();
	expect(api.calls('getMyAd')).toEqual([]);
	await button(ownAdsText.duplicate).click();
	await dialog.getByRole('button', { name: ownAdsText.replaceDraft }).click();
	await expect.poll(address).toBe('/dashboard/postAd');
	expect(readDraft('draft-image-7')).toMatchObject({ title: 'Red bag', whatsapp: '0803 123 4567' });
	expect(parseDraftPictures(await readFromIndexedDb('draft-image-7'))).toHaveLength(1);
});

test('warns of an ad without a number', async () => {
	await open({ getMyAd: () => makeOwnAdDetails(5) }, { has_whatsapp: false });
	await expect.element(page.getByText(contactText.withoutNumber)).toBeVisible();
	await button(contactText.addNumber).click();
	await expect.element(page.getByRole('dialog', { name: ownAdsText.editTitle })).toBeVisible();
});

test('offers a sold ad for sale again, but does not share or renew it', async () => {
	const { api } = await open({ markAdSold: () => makeAd(5) }, { state: 'sold' });
	for (const name of [ownAdsText.renew, postedText.shareToStatus, ownAdsText.markAsSold]) {
		await expect.element(button(name)).not.toBeInTheDocument();
	}
	await button(ownAdsText.markAsForSale).click();
	await expect.poll(() => api.calls('markAdSold').map(({ body }) => body.sold)).toEqual([false]);
});

test('replaces the ways to get in touch for the seller alone', async () => {
	logIn({ user_name: 'mama_risi' });
	const ad = makeAd(12);
	const shown = <ContactOrOwnerActions ad={ad} seller={ad.seller} onAsk={() => {}} />;
	await renderRoute('/feed/12/lamp', { default: () => shown }, { api: fakeApi({}) });
	await expect.element(page.getByRole('region', { name: ownAdsText.actions })).toBeVisible();
	await expect.element(page.getByRole('link')).not.toBeInTheDocument();
	logIn({ user_name: 'amina' });
	await expect.element(page.getByRole('link', { name: new RegExp(`^${commonText.chatOnWhatsapp}`) })).toBeVisible();
	await expect.element(page.getByRole('region', { name: ownAdsText.actions })).not.toBeInTheDocument();
});
