import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as commonText from '../text/shared/common.ts';
import * as pinnedProductsText from '../text/web/pinned-products.ts';
import * as videosText from '../text/web/videos.ts';
import { fillVideoAd, getUploadButton, postAd, waitUntilLive } from './support/ads.ts';
import { waitForChat } from './support/chat.ts';
import { eventually, expectToast } from './support/expect.ts';
import { makeVideo } from './support/media-files.ts';
import { createApiClientForPage, signUp } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

const lamp = 'Brass reading lamp';
const fan = 'Quiet table fan';

const getCards = (page: Page) =>
	page.locator('article:not([inert])').getByRole('list', { name: pinnedProductsText.title }).getByRole('button');

test('sells a product that is pinned to a video through WhatsApp', async ({ market }) => {
	market.allowErrors(/^another origin: https:\/\/wa\.me\//);
	const seller = await market.newPhonePage();
	await signUp(seller, '/dashboard/postvideo');
	const client = await createApiClientForPage(seller);
	const { id } = await postAd(client, { title: lamp, price_kobo: 1_250_000, whatsapp: '08031234567' });
	await postAd(client, { title: fan });

	await fillVideoAd(seller, await makeVideo('film.mp4'), 'Lights for your room.');
	await seller.getByRole('button', { name: pinnedProductsText.choose }).click();
	await seller.getByRole('checkbox', { name: lamp }).check();
	await seller.getByRole('checkbox', { name: fan }).check();
	await seller.getByRole('button', { name: pinnedProductsText.done }).click();
	await seller.getByRole('button', { name: pinnedProductsText.remove(fan) }).click();
	await getUploadButton(seller).click();
	await expectToast(seller, messages.uploadSucceeded);
	await waitUntilLive(seller, 1);
	const { items } = await client.listMyAds({ query: { format: 'video' } });
	const video = items[0]?.id ?? 0;

	const buyer = await market.newPhonePage();
	await buyer.goto(`/videos?from=${video}`);
	await waitUntilSettled(buyer);
	await expect(getCards(buyer)).toHaveText([`${lamp}NGN 12,500`]);
	await getCards(buyer).click();
	const sheet = buyer.getByRole('dialog', { name: lamp });
	const [address, popup] = await Promise.all([
		waitForChat(buyer),
		buyer.waitForEvent('popup'),
		sheet.getByRole('link', { name: commonText.chatOnWhatsapp }).click(),
	]);
	expect(address.pathname).toBe('/2348031234567');
	expect(address.searchParams.get('text')).toContain(lamp);
	await popup.close();

	await sheet.getByRole('link', { name: pinnedProductsText.openAd }).click();
	await buyer.getByRole('heading', { name: pinnedProductsText.seenIn(1) }).waitFor();
	await buyer.getByRole('link', { name: 'Lights for your room.' }).click();
	await buyer.waitForURL(`/videos?from=${video}`);
	await buyer.getByRole('region', { name: commonText.videos }).waitFor();

	await client.markAdSold({ params: { id: String(id) }, body: { sold: true } });
	await eventually(async () => {
		await buyer.reload();
		await buyer.getByRole('button', { name: videosText.contact }).waitFor();
		return getCards(buyer).count();
	}).toBe(0);
	const getCounts = async () => {
		const own = await client.getMyInsights({ query: {} });
		const find = (wanted: number) => own.items.find((item) => item.target === 'ads' && item.id === wanted);
		return [find(video)?.product_taps, find(id)?.contacts, find(id)?.views];
	};
	await eventually(getCounts).toEqual([1, 1, 1]);
});
