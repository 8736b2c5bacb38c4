import type { Locator, Page } from '@playwright/test';
import type { Ad } from '../contract/ads/ads.ts';
import * as adPageText from '../text/web/ad-page.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import * as pinnedProductsText from '../text/web/pinned-products.ts';
import * as playerText from '../text/web/player.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { holdRequests } from './support/hold-requests.ts';
import { recordLayoutShifts } from './support/layout-shifts.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { createApiClientAt } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true }));

/** Expects that a picture has loaded. The page may replace its file by a sharper one at any time. */
const expectPicture = (picture: Locator) =>
	eventually(() =>
		picture.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0),
	).toBe(true);

/** Finds the first ad of the feed that has what the test expects. */
async function findAd({ address }: MarketFixture, format: 'image' | 'video', has: (ad: Ad) => boolean): Promise<Ad> {
	const client = createApiClientAt(address);
	const { items } = await client.getFeed({ query: { format, limit: 50 } });
	for (const { id } of items) {
		const ad = await client.getAd({ params: { id: String(id) } });
		if (has(ad)) return ad;
	}
	throw new Error('The sample content has no such ad');
}

/** Opens the feed and scrolls to the card of an ad. */
async function openFeedAt(page: Page, path: string): Promise<Locator> {
	await page.goto('/');
	const card = page.getByRole('main').locator(`h2 a[href^="${path}/"]`);
	await eventually(async () => {
		await page.mouse.wheel(0, 1500);
		return card.count();
	}).toBe(1);
	await card.scrollIntoViewIfNeeded();
	await waitUntilSettled(page);
	return card;
}

/** Taps a card of the feed, and expects its title, and that the way back and forward leads to the feed and to the title again. */
async function tapCard(page: Page, card: Locator, title: string, checkTapped: () => Promise<void>): Promise<void> {
	await card.click();
	await expectHeading(page, title);
	await checkTapped();
	await eventually(() => page.title()).toContain(title);
	await page.goBack();
	await expectHeading(page, pageTitlesText.trending);
	await page.goForward();
	await expectHeading(page, title);
}

for (const screen of ['phone', 'desktop'] as const) {
	test(`shows what a tapped card shows before its ad or video arrives, without layout shifts, on a ${screen}`, async ({
		market,
	}) => {
		const page = screen === 'phone' ? await market.newPhonePage() : await market.newDesktopPage();
		const getLayoutShifts = await recordLayoutShifts(page);
		const article = page.getByRole('article');

		await test.step('title, price and picture of an ad', async () => {
			const ad = await findAd(market, 'image', (ad) => Boolean(ad.price_kobo) && ad.pictures > 1);
			const price = article.getByText(`NGN ${((ad.price_kobo ?? 0) / 100).toLocaleString('en-NG')}`).first();
			const description = article.getByText(ad.description.slice(0, 30)).first();
			const release = await holdRequests(page, '**/api/ads/*');
			const card = await openFeedAt(page, `/feed/${ad.id}`);
			const before = (await getLayoutShifts()).length;
			await tapCard(page, card, ad.title, async () => {
				await expect(price).toBeVisible();
				await expectPicture(article.getByRole('img').first());
				await expect(article.getByText(adPageText.loading)).toBeAttached();
				await expect(description).toBeHidden();
			});
			release();
			await expect(description).toBeVisible();
			await waitUntilSettled(page);
			await expectPicture(article.getByRole('img').first());
			expect((await getLayoutShifts()).slice(before)).toEqual([]);
		});

		await test.step('title and poster of a video', async () => {
			const video = await findAd(market, 'video', ({ products }) => Boolean(products));
			const release = await holdRequests(page, '**/sellerstories/**');
			const card = await openFeedAt(page, `/sellervideos/${video.id}`);
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
