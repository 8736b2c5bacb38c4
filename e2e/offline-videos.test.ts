import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as commonText from '../text/shared/common.ts';
import * as offlineVideosText from '../text/web/offline-videos.ts';
import * as playerText from '../text/web/player.ts';
import { findViolations } from './support/accessibility.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { recordLayoutShifts } from './support/layout-shifts.ts';
import { waitUntilAssetCached, waitUntilQueryCached, waitUntilRouteCached } from './support/offline.ts';
import { chooseLogOut, createApiClientAt, signUp, waitForSessionEnd } from './support/people.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';
import { countVideoBytes, playVideo } from './support/videos.ts';

test.use({ ...makeConfigurationFixture({ sample: true }), serviceWorkers: 'allow' });

const listFiles = (page: Page) =>
	page.evaluate(async () => (await (await caches.open('offline-videos')).keys()).map(({ url }) => url));

test('plays a saved video offline after a cold start, and from the device when online, until log out', {
	tag: '@offline',
}, async ({ market }) => {
	const [clip] = (await createApiClientAt(market.address).listVideos({ query: { limit: 1 } })).items;
	if (!clip) throw new Error('There are no sample videos');
	const page = await market.newPhonePage();
	await signUp(page, `/sellervideos/${clip.id}/a-video`);
	await expectHeading(page, clip.title);
	const getAction = (page: Page) => page.getByRole('button', { name: /^Keep offline · \d\.\d MB$/ });
	const getStored = (page: Page) => page.getByText(/^On this phone · \d\.\d\sMB$/);
	await expect(getAction(page)).toHaveCount(0);
	await page.getByRole('main').getByRole('button', { name: commonText.save }).first().click();
	await expectToast(page, messages.wishlistAdded);
	await getAction(page).click();
	await getStored(page).waitFor();
	expect(await findViolations(page)).toEqual([]);

	const getLayoutShifts = await recordLayoutShifts(page);
	await page.goto('/wishlist');
	await getStored(page).waitFor();
	expect(await getLayoutShifts()).toEqual([]);
	await waitUntilQueryCached(page, `"saved-item","wishlist",${clip.id}`);
	await waitUntilQueryCached(page, `"video","${clip.id}"`);
	for (const route of ['pages/saved/wishlist', 'pages/video/page']) await waitUntilRouteCached(page, route);
	await waitUntilAssetCached(page, 'schemas');
	await market.goOffline(page);

	const tab = await page.context().newPage();
	await tab.goto('/wishlist');
	await tab.getByText(/^\d\.\d MB on this phone$/).waitFor();
	await tab.getByRole('link', { name: clip.title }).click();
	await expectHeading(tab, clip.title);
	await tab.reload();
	await expectHeading(tab, clip.title);
	await tab.getByText(new RegExp(`^0:0\\d · ${offlineVideosText.onThisPhone}$`)).waitFor();
	await tab.getByRole('button', { name: playerText.play, exact: true }).click();
	await eventually(() => tab.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.5);

	await tab.getByRole('button', { name: offlineVideosText.remove }).click();
	await eventually(() => listFiles(tab)).toEqual([]);
	await getAction(tab).click();
	await tab.getByRole('main').getByRole('alert').getByText(offlineVideosText.failures.offline).waitFor();
	await tab.context().setOffline(false);
	await tab.getByRole('main').getByRole('button', { name: commonText.tryAgain }).click();
	await getStored(tab).waitFor();

	const devtools = await tab.context().newCDPSession(tab);
	await tab.goto(`/videos?from=${clip.id}`);
	await tab.getByText(new RegExp(`^0:0\\d · ${offlineVideosText.onThisPhone}$`)).waitFor();
	const getVideoBytes = await countVideoBytes(devtools);
	await playVideo(tab);
	await eventually(() =>
		tab.locator('article:not([inert]) video').evaluate((video: HTMLVideoElement) => video.currentTime),
	).toBeGreaterThan(0.5);
	expect(getVideoBytes()).toBe(0);

	await page.bringToFront();
	await chooseLogOut(page);
	await waitForSessionEnd(page);
	await eventually(() => listFiles(page)).toEqual([]);
});
