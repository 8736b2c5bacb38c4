import type { Locator, Page } from '@playwright/test';
import { profilePath, sellerReviewsPath, sellerShopPath } from '../contract/core/page-paths.ts';
import * as adOptionsText from '../text/shared/ad-options.ts';
import * as commonText from '../text/shared/common.ts';
import * as contactText from '../text/shared/contact.ts';
import * as layoutText from '../text/shared/layout.ts';
import * as shopText from '../text/shared/shop.ts';
import * as adFormText from '../text/web/ad-form.ts';
import * as mediaText from '../text/web/media.ts';
import * as ownAdsText from '../text/web/own-ads.ts';
import * as postAdText from '../text/web/post-ad.ts';
import * as postedText from '../text/web/posted.ts';
import * as reviewsText from '../text/web/reviews.ts';
import * as signUpText from '../text/web/sign-up.ts';
import { waitForChat } from './support/chat.ts';
import { expectHeading, expectToast } from './support/expect.ts';
import { makePhoto } from './support/media-files.ts';
import { password, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

const title = 'Blue enamel kettle';

/** Uses a page by touch and counts the taps besides typing: a file or an option takes one tap to open the list, and an option one to choose it. */
function countTaps(page: Page) {
	let taps = 0;
	return {
		count: () => taps,
		async tap(target: Locator) {
			taps += 1;
			await target.click();
		},
		async chooseFiles(target: Locator, ...files: Parameters<Locator['setInputFiles']>) {
			taps += 1;
			await target.setInputFiles(...files);
		},
		async chooseOption(target: Locator, option: string) {
			taps += 2;
			await target.selectOption(option);
		},
		link: (name: string | RegExp) => page.getByRole('link', { name }),
		button: (name: string | RegExp) => page.getByRole('button', { name }),
	};
}

/** Signs up a newcomer with the name of a shop, starting at home, and posts a first ad. Returns the path of the ad's page. */
async function signUpAndPostAd(page: Page, shopName: string): Promise<string> {
	const newcomer = countTaps(page);
	await page.goto('/');
	await newcomer.tap(
		page.getByRole('navigation', { name: layoutText.places }).getByRole('link', { name: commonText.post }),
	);
	await newcomer.tap(newcomer.link('Create an account'));
	await page.getByLabel(signUpText.name).fill(shopName);
	await page.getByLabel(commonText.email).fill('bisi@example.com');
	await page.getByLabel(commonText.password, { exact: true }).fill(password);
	await expect(page.getByLabel(commonText.userName)).toHaveValue('bisi_fabrics');
	await newcomer.tap(newcomer.button(signUpText.submit));
	await newcomer.tap(newcomer.link(/Promote with Images/));
	await newcomer.chooseFiles(page.getByLabel(mediaText.choosePictures), [await makePhoto('blue')]);
	await page.getByLabel(commonText.title).fill(title);
	await newcomer.chooseOption(page.getByLabel(commonText.category), 'Furniture & Home Items');
	await page.getByLabel(commonText.description).fill('Two litres, not used.');
	await page.getByLabel(adFormText.priceInNaira).fill('18500');
	await newcomer.chooseOption(page.getByLabel(adOptionsText.condition), 'new');
	await newcomer.chooseOption(page.getByRole('combobox', { name: adOptionsText.homeState }), 'Lagos');
	await page.getByLabel(adFormText.whatsappNumber).fill('0803 123 4567');
	await newcomer.tap(newcomer.button(postAdText.submit));
	await expectHeading(page, postedText.adPosted);
	expect(newcomer.count(), 'taps of a newcomer until the first ad').toBeLessThanOrEqual(12);
	return (await page.getByRole('link', { name: postedText.viewAd }).getAttribute('href')) ?? '';
}

test('takes a seller from the first ad to a review by the buyer', async ({ market }) => {
	market.allowErrors(/^another origin: https:\/\/wa\.me\//);
	const seller = await market.newPhonePage();
	const sellerName = 'bisi_fabrics';
	const shopName = 'Bisi Fabrics';
	const adPath = await signUpAndPostAd(seller, shopName);
	const download = seller.waitForEvent('download');
	await seller.getByRole('button', { name: postedText.shareToStatus }).click();
	expect((await download).suggestedFilename()).toMatch(/^kasuwa-\d+\.jpg$/);

	const visitor = await market.newDesktopPage();
	await visitor.goto(profilePath(sellerName));
	await visitor.getByRole('link', { name: shopText.itemsForSale(1) }).waitFor();
	await visitor.getByRole('searchbox', { name: shopText.search }).fill('enamel ketle');
	await visitor.keyboard.press('Enter');
	await visitor.waitForURL(`${sellerShopPath(sellerName)}?q=enamel+ketle`);
	await visitor.getByRole('link', { name: title, exact: true }).waitFor();

	const buyer = await market.newPhonePage();
	const { userName: buyerName } = await signUp(buyer, '/?condition=new&state=Lagos');
	await buyer.getByRole('link', { name: title, exact: true }).click();
	await expectHeading(buyer, title);
	await buyer.getByText(contactText.sellerSeesName(shopName)).waitFor();
	const chat = waitForChat(buyer);
	const recorded = buyer.waitForResponse((response) => /\/contacts\/whatsapp$/.test(response.url()));
	await buyer.getByRole('link', { name: contactText.lastPrice }).click();
	const message = (await chat).searchParams.get('text');
	expect(message).toContain(contactText.lastPrice);
	expect(message).toContain(title);
	expect((await recorded).status()).toBe(204);
	// A buyer is invited to review a seller from an hour after the contact.
	market.runSql('update contacts set first_at = first_at - 3600000');

	await seller.goto(adPath);
	await seller.getByRole('button', { name: ownAdsText.markAsSold }).click();
	const dialog = seller.getByRole('dialog', { name: contactText.buyerTitle });
	await dialog.getByRole('radio', { name: new RegExp(buyerName) }).check();
	await dialog.getByRole('button', { name: commonText.save }).click();
	await expectToast(seller, contactText.buyerSaved);

	await buyer.goto('/notifications');
	await buyer.getByRole('link', { name: new RegExp(`you bought .*${title}`) }).click();
	await expectHeading(buyer, title);
	await buyer.getByRole('radio', { name: '5 stars: very good' }).check();
	await buyer.getByLabel(reviewsText.yourWords).fill('Quick and honest.');
	await buyer.getByRole('button', { name: reviewsText.post }).click();
	await expectToast(buyer, reviewsText.posted);

	await seller.goto(sellerReviewsPath(sellerName));
	await seller.getByRole('button', { name: reviewsText.replyTo(buyerName) }).click();
	await seller.getByLabel(reviewsText.yourReply).fill('Thank you.');
	await seller.getByRole('button', { name: reviewsText.sendReply }).click();
	await seller.getByText('Thank you.', { exact: true }).waitFor();

	await visitor.goto(profilePath(sellerName));
	await visitor.getByText(shopText.itemsSold(1), { exact: true }).waitFor();
	await visitor.getByText('5.0').first().waitFor();
	await visitor.getByRole('link', { name: reviewsText.tab }).click();
	const review = visitor.getByRole('article', { name: reviewsText.reviewBy(buyerName) });
	await expect(review.getByText('Quick and honest.')).toBeVisible();
	await expect(review.getByText('Thank you.')).toBeVisible();
});
