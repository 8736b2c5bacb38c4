import type { Locator } from '@playwright/test';
import * as commonText from '../text/shared/common.ts';
import * as adPageText from '../text/web/ad-page.ts';
import * as errorsText from '../text/web/errors.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { postAd, uploadPhoto } from './support/ads.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { recordLayoutShifts } from './support/layout-shifts.ts';
import { createOtherUser } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

/** Expects that a picture has loaded. The page may replace its file by a sharper one at any time. */
const expectPicture = (picture: Locator) =>
	eventually(() =>
		picture.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0),
	).toBe(true);

for (const screen of ['phone', 'desktop'] as const) {
	test(`shows title, price and picture of a tapped card before the ad arrives, without layout shifts, on a ${screen}`, async ({
		market,
	}) => {
		const { client } = await createOtherUser(market.address);
		const title = `A held bag on a ${screen}`;
		const pictures = [await uploadPhoto(client), await uploadPhoto(client)];
		await postAd(client, { title, price_kobo: 4_500_000, description: 'Hand-stitched leather.', pictures });
		const page = screen === 'phone' ? await market.newPhonePage() : await market.newDesktopPage();
		const getLayoutShifts = await recordLayoutShifts(page);
		const held = Promise.withResolvers<void>();
		await page.route('**/api/ads/*', async (route) => {
			await held.promise;
			await route.continue();
		});
		await page.goto('/');
		await waitUntilSettled(page);
		const before = (await getLayoutShifts()).length;
		await page.getByRole('link', { name: title }).click();
		await expectHeading(page, title);
		const ad = page.getByRole('article');
		await expect(ad.getByText('NGN 45,000')).toBeVisible();
		await expectPicture(ad.getByRole('img').first());
		await expect(ad.getByText(adPageText.loading)).toBeAttached();
		await expect(ad.getByText('Hand-stitched leather.')).toBeHidden();
		await expect(page).toHaveTitle(new RegExp(title));

		// The way back leads to the feed, and forward to the ad again.
		await page.goBack();
		await expectHeading(page, pageTitlesText.trending);
		await page.goForward();
		await expectHeading(page, title);

		held.resolve();
		await expect(ad.getByText('Hand-stitched leather.')).toBeVisible();
		await waitUntilSettled(page);
		await expectPicture(ad.getByRole('img').first());
		expect((await getLayoutShifts()).slice(before)).toEqual([]);
	});
}

test('shows that an ad was deleted after its card was loaded', async ({ market }) => {
	const { client } = await createOtherUser(market.address);
	const { id } = await postAd(client, { title: 'A deleted bag' });
	const page = await market.newPhonePage();
	market.allowErrors(/404/);
	await page.goto('/');
	await waitUntilSettled(page);
	await client.deleteAd({ params: { id: String(id) } });
	await page.getByRole('link', { name: 'A deleted bag' }).click();
	await expectHeading(page, errorsText.notFoundTitle);
	await expect(page).toHaveTitle(new RegExp(errorsText.notFoundPageTitle));
	await page.getByRole('link', { name: commonText.goToMarket }).click();
	await expectHeading(page, pageTitlesText.trending);
});
