import type { Locator, Page } from '@playwright/test';
import { defaultBrand } from '../contract/market-settings/brand.ts';
import * as commonText from '../text/shared/common.ts';
import * as homeText from '../text/shared/home.ts';
import * as learningText from '../text/shared/learning.ts';
import * as settingsText from '../text/web/admin-settings.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { postAd } from './support/ads.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { persistedQueryPrefix, waitUntilQueryCached } from './support/offline.ts';
import { administrator, createOtherUser, logInAsAdministrator, signUp } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

// The test changes what every page shows, so this file has its own product.
test.use({
	...makeConfigurationFixture({ env: administrator, isolatedFor: 'white-label' }),
	serviceWorkers: 'allow',
});

const name = 'Sabon Gari';
const colour = '#7a1fa2';
const category = 'Pet Supplies';

const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const mainColour = (page: Page) =>
	page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--leaf'));
const readShell = (page: Page) =>
	page.evaluate(async () => (await (await caches.open('frame')).match('/offline'))?.text() ?? '');
const categoryLink = (page: Page, text: string) =>
	page.getByRole('navigation', { name: homeText.chooseCategory }).getByRole('link', { name: text });

async function save(page: Page, within: Locator): Promise<void> {
	await within.getByRole('button', { name: commonText.save, exact: true }).click();
	await expectToast(page, settingsText.saved);
	await within.getByText(settingsText.unsaved).waitFor({ state: 'detached' });
}

test("a market takes the administrator's name, colour and categories, also offline", { tag: '@offline' }, async ({
	market,
}) => {
	const { client } = await createOtherUser(market.address);
	await postAd(client, { title: 'A dog collar', category });
	await postAd(client, { title: 'A red bag' });

	// A visitor has the app with its old name in the cache.
	const visitor = await market.newPhonePage({ colorScheme: 'light' });
	await visitor.goto('/');
	await categoryLink(visitor, category).waitFor();
	await waitUntilQueryCached(visitor, `${persistedQueryPrefix}0/["feed",null]`);
	expect(await readShell(visitor)).not.toContain(name);

	await test.step('is installable as an app', async () => {
		const devtools = await visitor.context().newCDPSession(visitor);
		const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
		// `in-incognito` is the only allowed installability error, because test contexts are incognito.
		expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
		const { url, errors } = await devtools.send('Page.getAppManifest');
		expect(errors).toEqual([]);
		expect(url).toBe(`${market.address}/manifest.webmanifest`);
	});

	const admin = await market.newDesktopPage();
	await logInAsAdministrator(market, admin, '/dashboard/admin/settings');
	const names = section(admin, settingsText.nameTitle);
	await names.getByLabel(settingsText.name, { exact: true }).fill(name);
	await names.getByLabel(settingsText.slug).fill('sabon-gari');
	await names.getByRole('button', { name: commonText.save, exact: true }).click();
	await admin.getByRole('button', { name: settingsText.changeSlug }).click();
	await expectToast(admin, settingsText.saved);
	const colours = section(admin, settingsText.colourTitle);
	await colours.getByLabel(settingsText.colour, { exact: true }).fill(colour);
	await save(admin, colours);
	const list = section(admin, settingsText.categoriesTitle);
	await list.getByRole('switch', { name: settingsText.showCategory(category) }).uncheck();
	await save(admin, list);

	await waitUntilSettled(visitor);
	await visitor.goto('/');
	await expectHeading(visitor, pageTitlesText.trending);
	expect(await visitor.title()).toContain(name);
	expect(await mainColour(visitor)).toBe(colour);
	await visitor.getByRole('link', { name: /A dog collar/ }).waitFor();
	await expect(categoryLink(visitor, category)).toHaveCount(0);
	// The category stays: its address shows its ads.
	await visitor.goto(`/?${new URLSearchParams({ category })}`);
	await visitor.getByRole('link', { name: /A dog collar/ }).waitFor();

	const learner = await market.newPhonePage();
	await signUp(learner, `/dashboard/learn-with-${defaultBrand.slug}`);
	await learner.waitForURL('**/dashboard/learn-with-sabon-gari');
	await expectHeading(learner, learningText.title(name));

	await visitor.goto('/');
	await visitor.getByRole('link', { name: /A red bag/ }).waitFor();
	await eventually(() => readShell(visitor)).toContain(name);
	await market.goOffline(visitor);
	await visitor.reload();
	await visitor.getByRole('link', { name: /A red bag/ }).waitFor();
	expect(await visitor.title()).toContain(name);
	expect(await mainColour(visitor)).toBe(colour);
});
