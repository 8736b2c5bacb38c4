import * as notificationTexts from '../text/server/notification-texts.ts';
import * as commonText from '../text/shared/common.ts';
import * as savedSearchesText from '../text/shared/saved-searches.ts';
import * as logInPromptText from '../text/web/log-in-prompt.ts';
import { postAd } from './support/ads.ts';
import { eventually, expectToast } from './support/expect.ts';
import { createApiClientForPage, createOtherUser, signUp, submitLogin } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('tells a buyer about a new ad of a search that the buyer saved as a visitor', async ({ market }) => {
	const page = await market.newPhonePage();
	const { email } = await signUp(page, '/');
	const buyer = await createApiClientForPage(page);
	const visitor = await market.newPhonePage();
	await visitor.goto('/search?q=marimba&state=Lagos');
	await visitor.getByRole('button', { name: savedSearchesText.saveThis }).click();
	await visitor
		.getByRole('dialog', { name: logInPromptText.title(logInPromptText.toSaveSearch) })
		.getByRole('link', { name: commonText.logIn })
		.click();
	await submitLogin(visitor, email);
	await expectToast(visitor, savedSearchesText.savedNow);
	await visitor.getByRole('link', { name: savedSearchesText.savedAlready }).waitFor();

	const { client: seller } = await createOtherUser(market.address);
	await postAd(seller, { title: 'Marimba in Kano', location: { state: 'Kano' } });
	const { title } = await postAd(seller, { title: 'Marimba, five octaves', location: { state: 'Lagos' } });

	const text = notificationTexts.savedSearch(1, '“marimba”, Lagos');
	await eventually(async () => (await buyer.listNotices({ query: {} })).items.map((notice) => notice.text)).toEqual([
		text,
	]);
	await page.goto('/notifications');
	await page.getByRole('link', { name: text }).click();
	const newAds = page.getByRole('region', { name: savedSearchesText.newTitle(1, 50) });
	await newAds.getByRole('link', { name: title }).waitFor();
	await eventually(async () => (await buyer.listSavedSearches()).items.map((search) => search.new_ads)).toEqual([0]);
	await page.getByRole('link', { name: savedSearchesText.back }).click();
	await page.getByText(savedSearchesText.nothingNew).waitFor();
	await expect(page.getByRole('link', { name: '“marimba”, Lagos' })).toBeVisible();
});
