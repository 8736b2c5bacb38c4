import type { Locator, Page } from '@playwright/test';
import type { Ad } from '../contract/ads/ads.ts';
import * as adPageText from '../text/web/ad-page.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import * as pinnedProductsText from '../text/web/pinned-products.ts';
import * as playerText from '../text/web/player.ts';
import { postAd, uploadPhoto } from './support/ads.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { recordLayoutShifts } from './support/layout-shifts.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { createApiClientAt, createOtherUser } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true }));

/** Expects that a picture has loaded. The page may replace its file by a sharper one at any time. */
const expectPicture = (picture: Locator) =>
	eventually(() =>
		picture.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0),
	).toBe(true);

/** Finds a video of the sample content that shows products. */
async function findVideoWithProducts({ address }: MarketFixture): Promise<Ad> {
	const client = createApiClientAt(address);
	const { items } = await client.listVideos({ query: {} });
	for (const { id } of items) {
		const ad = await client.getAd({ params: { id: String(id) } });
		if (ad.products) return ad;
	}
	throw new Error('The sample data has no video with products');
}

/** Holds back the requests that match until the returned function is called. */
async function holdRequests(page: Page, pattern: string): Promise<() => void> {
	const held = Promise.withResolvers<void>();
	await page.route(pattern, async (route) => {
		await held.promise;
		await route.continue();
	});
	return held.resolve;
}

/** Taps a card of the feed, and expects its title, and that the way back and forward leads to the feed and to the title again. */
async function tapCard(page: Page, card: Locator, title: string, checkTapped: () => Promise<void>): Promise<void> {
	await card.click();
	await expectHeading(page, title);
	await checkTapped();
	await expect(page).toHaveTitle(new RegExp(title));
	await page.goBack();
	await expectHeading(page, pageTitlesText.trending);
	await page.goForward();
	await expectHeading(page, title);
}

for (const screen of ['phone', 'desktop'] as const) {
	test(`shows what a tapped card shows before its ad or video arrives, without layout shifts, on a ${screen}`, async ({
		market,
	}) => {
		const { client } = await createOtherUser(market.address);
		const title = `A held bag on a ${screen}`;
		const pictures = [await uploadPhoto(client), await uploadPhoto(client)];
		await postAd(client, { title, price_kobo: 4_500_000, description: 'Hand-stitched leather.', pictures });
		const page = screen === 'phone' ? await market.newPhonePage() : await market.newDesktopPage();
		const getLayoutShifts = await recordLayoutShifts(page);
		const article = page.getByRole('article');

		await test.step('title, price and picture of an ad', async () => {
			const release = await holdRequests(page, '**/api/ads/*');
			await page.goto('/');
			await waitUntilSettled(page);
			const before = (await getLayoutShifts()).length;
			await tapCard(page, page.getByRole('link', { name: title }), title, async () => {
				await expect(article.getByText('NGN 45,000')).toBeVisible();
				await expectPicture(article.getByRole('img').first());
				await expect(article.getByText(adPageText.loading)).toBeAttached();
				await expect(article.getByText('Hand-stitched leather.')).toBeHidden();
			});
			release();
			await expect(article.getByText('Hand-stitched leather.')).toBeVisible();
			await waitUntilSettled(page);
			await expectPicture(article.getByRole('img').first());
			expect((await getLayoutShifts()).slice(before)).toEqual([]);
		});

		await test.step('title and poster of a video', async () => {
			const video = await findVideoWithProducts(market);
			const release = await holdRequests(page, '**/sellerstories/**');
			await page.goto('/');
			const card = page.getByRole('main').locator(`h2 a[href^="/sellervideos/${video.id}/"]`);
			await eventually(async () => {
				await page.mouse.wheel(0, 3000);
				return card.count();
			}).toBe(1);
			await card.scrollIntoViewIfNeeded();
			await waitUntilSettled(page);
			const before = (await getLayoutShifts()).length;
			const products = article.getByRole('list', { name: pinnedProductsText.title });
			await tapCard(page, card, video.title, async () => {
				await expectPicture(article.locator('img').first());
				await expect(products).toBeHidden();
			});
			release();
			await expect(products).toBeVisible();
			await expect(article.getByRole('button', { name: playerText.play, exact: true })).toBeVisible();
			await waitUntilSettled(page);
			expect((await getLayoutShifts()).slice(before)).toEqual([]);
		});
	});
}
