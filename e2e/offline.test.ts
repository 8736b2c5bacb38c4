import type { Locator, Page } from '@playwright/test';
import type { Client } from '../contract/core/client.ts';
import * as limits from '../contract/core/limits.ts';
import { defaultBrand } from '../contract/market-settings/brand.ts';
import * as commonText from '../text/shared/common.ts';
import * as layoutText from '../text/shared/layout.ts';
import * as errorsText from '../text/web/errors.ts';
import * as lessonText from '../text/web/lesson.ts';
import * as networkBarText from '../text/web/network-bar.ts';
import * as offlineText from '../text/web/offline.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import * as pendingActionsText from '../text/web/pending-actions.ts';
import { findViolations } from './support/accessibility.ts';
import { postAd } from './support/ads.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { createLearner } from './support/learners.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import {
	backdateStoredQueries,
	persistedQueryPrefix,
	readIndexedDbNames,
	waitUntilAssetCached,
	waitUntilQueryCached,
} from './support/offline.ts';
import {
	administrator,
	chooseLogOut,
	createAdministratorApiClient,
	createApiClientAt,
	createApiClientForPage,
	createOtherUser,
	openMenu,
	postComment,
	readStoredSession,
	removeStoredSession,
	signUp,
	waitForSessionEnd,
} from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

// The home page shows the ads of every test that shares the product, so this file has its own product.
test.use({ ...makeConfigurationFixture({ env: administrator, isolatedFor: 'offline' }), serviceWorkers: 'allow' });

const courseId = 'laravel-complete-course';
const like = (within: Page | Locator) => within.getByRole('button', { name: /^Like, / });
const save = (within: Page | Locator) => within.getByRole('button', { name: 'Save' });
const getCard = (page: Page, title: string) =>
	page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
const pendingNote = (page: Page) => page.getByText(/actions? waiting to send\./);
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const tryAgain = (page: Page) => page.getByRole('button', { name: commonText.tryAgain });

async function postAds({ address }: MarketFixture, ...titles: string[]): Promise<void> {
	const { client } = await createOtherUser(address);
	for (const title of titles) await postAd(client, { title });
}

test('opens feed, saved items and lessons offline with their age, and reports what is not cached', {
	tag: '@offline',
}, async ({ market }) => {
	await postAds(market, 'A red bag');
	await test.step('opens the cached app and reports what is not cached', async () => {
		const page = await market.newPhonePage();
		await page.goto('/');
		await page.getByRole('link', { name: /A red bag/ }).waitFor();
		await waitUntilQueryCached(page, `${persistedQueryPrefix}0/["feed",null]`);
		await market.goOffline(page);

		await navigation(page).getByRole('link', { name: layoutText.me, exact: true }).click();
		await expectHeading(page, errorsText.pageFailed);
		await page.getByText(errorsText.noResponse).waitFor();
		await tryAgain(page).click();
		await tryAgain(page).and(page.locator(':enabled')).waitFor();
		await expectHeading(page, errorsText.pageFailed);
		await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
		await expectHeading(page, pageTitlesText.trending);

		const tab = await page.context().newPage();
		await tab.goto('/certificate');
		await expectHeading(tab, errorsText.pageFailed);
		await tab.getByRole('heading', { name: offlineText.availableTitle }).waitFor();
		expect(await findViolations(tab)).toEqual([]);
		await tab.getByRole('link', { name: 'Trending now Saved a moment ago' }).click();
		await tab.getByRole('link', { name: /A red bag/ }).waitFor();

		await tab.goto('/certificate');
		await expectHeading(tab, errorsText.pageFailed);
		await tab.context().setOffline(false);
		await tryAgain(tab).click();
		await expectHeading(tab, /certificate/i);
	});
	await test.step('opens feed, saved items and lessons in a new tab with their age', async () => {
		const page = await market.newPhonePage();
		const admin = await createAdministratorApiClient(market);
		const texts = ['## Routes\n\nA route answers an **address**.', 'A view is a **template**.'];
		for (const [index, text] of texts.entries()) {
			const params = { id: courseId, module: String(index + 1) };
			await admin.updateModule({ params, body: { text } });
		}
		await createLearner(market, page, { courseId, name: 'Ada Obi', next: '/' });
		await save(getCard(page, 'A red bag')).click();
		await waitUntilQueryCached(page, '["saved-item","wishlist"');
		await waitUntilQueryCached(page, '["ad",');
		// The app prefetches saved items and lessons that no page has opened.
		for (const number of [1, 2]) await waitUntilQueryCached(page, `["courses","lesson","${courseId}",${number},`);
		for (const part of ['wishlist', 'markdown', 'account-menu']) await waitUntilAssetCached(page, part);
		await page.goto('/');
		await page.getByRole('link', { name: /A red bag/ }).waitFor();
		await waitUntilQueryCached(page, '["feed",null]');
		// Waits until the cached responses are those of this visit.
		await waitUntilSettled(page);
		await backdateStoredQueries(page, 3);
		await page.close();
		await market.goOffline(page);

		const tab = await page.context().newPage();
		await tab.goto('/');
		await expectHeading(tab, pageTitlesText.trending);
		await tab.getByRole('link', { name: /A red bag/ }).waitFor();
		await tab.getByText("You're offline. Showing content from 3 hours ago; your actions will sync later.").waitFor();
		const picture = tab.locator('main img[src*="/media/"]').first();
		const width = picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
		expect(await width).toBeGreaterThan(0);
		expect(await findViolations(tab)).toEqual([]);

		await openMenu(tab);
		await tab.getByRole('menuitem', { name: commonText.saved }).click();
		await expectHeading(tab, 'Wishlist');
		await tab.getByText('from 3 hours ago').waitFor();
		await tab.reload();
		await expectHeading(tab, 'Wishlist');
		await tab.getByRole('link', { name: /A red bag/ }).click();
		await expectHeading(tab, 'A red bag');
		await tab.getByRole('heading', { name: 'Description' }).waitFor();
		await tab.getByText('from 3 hours ago').waitFor();

		const lesson = await page.context().newPage();
		await lesson.goto(`/learning/${courseId}/modules/2`);
		await lesson.getByText('A view is a template.').waitFor();
		await lesson.goto(`/learning/${courseId}/modules/1`);
		await lesson.getByText('A route answers an address.').waitFor();
		await lesson.getByRole('button', { name: lessonText.markAsDone }).click();
		await lesson.getByText('from 3 hours ago').waitFor();
		await lesson.getByText(lessonText.done).waitFor();

		await tab.context().setOffline(false);
		await tab.getByText("You're offline.").waitFor({ state: 'detached' });
		await tab.getByText('Showing content from').waitFor({ state: 'detached' });
	});
});

test('opens the cached feed when the server is unreachable and refetches on retry', {
	tag: '@offline',
}, async ({ market }) => {
	await postAds(market, 'A green bag');
	const page = await market.newDesktopPage();
	await page.goto('/');
	await page.getByRole('link', { name: /A green bag/ }).waitFor();
	await waitUntilQueryCached(page, `${persistedQueryPrefix}0/["feed",null]`);
	market.allowErrors(/ERR_CONNECTION_REFUSED/);
	await market.goOffline(page);
	await page.route('**/api/**', (route) => route.abort('connectionrefused'));
	await page.reload();
	await page.getByRole('link', { name: /A green bag/ }).waitFor();
	let failed = 0;
	page.on('requestfailed', (request) => {
		if (new URL(request.url()).pathname === '/api/feed') failed += 1;
	});
	await page.context().setOffline(false);
	await page.getByText('No response. Showing content from a moment ago.').waitFor();
	// After its automatic retries, the app waits for a tap.
	await eventually(() => failed).toBe(1 + limits.query.retries);
	await page.unroute('**/api/**');
	await tryAgain(page).click();
	await page.getByText('No response.').waitFor({ state: 'detached' });
	await page.getByRole('link', { name: /A green bag/ }).waitFor();
});

/** Maximum number of ads on an account's first day. */
const firstDayQuota = 3;

/** Creates a tweet and `adCount` ads, by several sellers because of the quota. Returns functions that read counts, such as likes. */
async function createShop({ address }: MarketFixture, adCount: number) {
	const { client, userName } = await createOtherUser(address);
	const ads: { title: string; id: number; owner: Client }[] = [];
	for (let owner = client; ads.length < adCount; ) {
		const title = `Cloth ${ads.length + 1} of ${userName}`;
		ads.push({ title, id: (await postAd(owner, { title })).id, owner });
		if (ads.length % firstDayQuota === 0) owner = (await createOtherUser(address)).client;
	}
	const { id: tweetId } = await client.createPost({ body: { kind: 'tweet', text: `News from ${userName}` } });
	const params = { id: String(tweetId) };
	return {
		userName,
		titles: ads.map(({ title }) => title),
		path: `/mypromotweet/${tweetId}`,
		saves: () =>
			Promise.all(
				ads.map(async ({ id, owner }) => (await owner.getMyInsights({ query: { target: 'ads', id } })).items[0]?.saves),
			),
		tweetLikes: async () => (await client.getPost({ params })).likes,
		listComments: async () => {
			const { items } = await client.listComments({ params: { target: 'posts', ...params }, query: {} });
			return items.map(({ text }) => text).sort();
		},
		followers: async () => (await client.getUser({ params: { user_name: userName } })).followers,
	};
}

async function postTweet(page: Page, text: string) {
	await page.getByLabel('Your tweet').fill(text);
	await page.getByRole('button', { name: 'Post tweet' }).click();
	await expectToast(page, "You're offline. We'll post your tweet when you're back online");
	await eventually(() => page.getByLabel('Your tweet').inputValue()).toBe('');
}

async function listPosts(page: Page): Promise<string[]> {
	const client = await createApiClientForPage(page);
	const { items } = await client.listMyPosts({ query: {} });
	return items.map(({ text }) => text).sort();
}

/** Drops the response to the first try of every second API call except GET, after the server has handled it. Returns these calls. */
async function dropResponses(page: Page): Promise<string[]> {
	const [seen, dropped] = [new Set<string>(), [] as string[]];
	await page.context().route('**/api/**', async (route) => {
		const request = route.request();
		const call = `${request.method()} ${new URL(request.url()).pathname} ${request.postData()}`;
		if (request.method() === 'GET' || seen.has(call)) return route.fallback();
		seen.add(call);
		if (seen.size % 2 !== 0) return route.fallback();
		await route.fetch();
		dropped.push(call);
		await route.abort('failed');
	});
	return dropped;
}

test('delivers twenty offline actions exactly once despite lost responses', {
	tag: '@offline',
}, async ({ market }) => {
	const shop = await createShop(market, 11);
	const feed = await market.newPhonePage();
	await signUp(feed, '/');
	const cards = shop.titles.map((title) => getCard(feed, title));
	for (const card of cards) await card.waitFor();
	const open = async (path: string) => {
		const page = await feed.context().newPage();
		await page.goto(path);
		await waitUntilSettled(page);
		return page;
	};
	const talk = await open(shop.path);
	const profile = await open(`/profile/user/${shop.userName}`);
	const composer = await open('/mypromotweet');
	await composer.getByLabel('Your tweet').waitFor();
	await market.goOffline(feed);

	// Chromium renders background tabs only once per second, so each tab is brought to the front.
	await feed.bringToFront();
	// Toasts would cover some of the buttons, so the keyboard presses them.
	for (const card of cards) await save(card).press('Enter');
	await talk.bringToFront();
	await like(talk).click();
	for (const text of ['One', 'Two', 'Three', 'Four']) await postComment(talk, text);
	await profile.bringToFront();
	await profile
		.getByRole('main')
		.getByRole('button', { name: `Follow ${shop.userName}` })
		.click();
	await composer.bringToFront();
	for (const text of ['First news', 'Second news', 'Third news']) await postTweet(composer, text);
	await feed.bringToFront();
	await feed.getByText("You're offline.").waitFor();
	await feed.getByText('20 actions waiting to send.').waitFor();
	expect(await findViolations(feed)).toEqual([]);
	expect(await shop.tweetLikes()).toBe(0);

	const dropped = await dropResponses(feed);
	await feed.context().setOffline(false);
	await eventually(shop.tweetLikes).toBe(1);
	await eventually(shop.saves).toEqual(Array(11).fill(1));
	await eventually(shop.listComments).toEqual(['Four', 'One', 'Three', 'Two']);
	await eventually(shop.followers).toBe(1);
	await eventually(() => listPosts(feed)).toEqual(['First news', 'Second news', 'Third news']);
	for (const page of [feed, talk, profile, composer]) await pendingNote(page).waitFor({ state: 'detached' });
	expect(dropped.length).toBeGreaterThan(3);
	expect(await feed.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
});

test('clears cached data and pending actions at logout and on account change', {
	tag: '@offline',
}, async ({ market }) => {
	const shop = await createShop(market, 1);
	const page = await market.newDesktopPage();
	await signUp(page, '/for-you');
	await expectHeading(page, pageTitlesText.forYou);
	const own = async () =>
		(await readIndexedDbNames(page, persistedQueryPrefix)).filter(
			(name) => !name.startsWith(`${persistedQueryPrefix}0/`),
		);
	await eventually(async () => (await own()).join(' ')).toContain('["for-you",');
	await page.goto(shop.path);
	await like(page).waitFor();
	// The app caches the code of its dialogs for offline use.
	for (const part of ['pending-actions-dialog', 'confirm-logout', 'clear-account-data', 'account-menu'])
		await waitUntilAssetCached(page, part);
	await market.goOffline(page);
	await save(page).click();
	await page.getByText('1 action waiting to send.').waitFor();
	await page.getByRole('button', { name: networkBarText.view }).click();
	const list = page.getByRole('dialog', { name: pendingActionsText.title });
	await list.getByText('1 saved item').waitFor();
	await list.getByRole('button', { name: 'Close' }).click();
	await like(page).click();
	await page.getByText('2 actions waiting to send.').waitFor();
	await chooseLogOut(page);
	const confirmation = page.getByRole('dialog', { name: layoutText.logOutTitle });
	await confirmation.getByText("2 actions are not sent yet. You'll lose them if you log out now.").waitFor();
	expect(await findViolations(page)).toEqual([]);
	await confirmation.getByRole('button', { name: 'Stay' }).click();
	await confirmation.waitFor({ state: 'detached' });
	await page.getByText('2 actions waiting to send.').waitFor();
	const token = String((await readStoredSession(page))?.token);
	await chooseLogOut(page);
	await confirmation.getByRole('button', { name: commonText.logOut }).click();
	await pendingNote(page).waitFor({ state: 'detached' });
	expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
	await eventually(own).toEqual([]);
	await page.context().setOffline(false);
	// The server receives the logout once the device is online.
	await waitForSessionEnd(page);
	const status = () =>
		createApiClientAt(market.address, token)
			.getMe()
			.then(
				() => 200,
				({ status }) => status,
			);
	await eventually(status).toBe(401);
	expect(await shop.tweetLikes()).toBe(0);

	await signUp(page, '/for-you');
	await eventually(async () => (await own()).length).toBeGreaterThan(0);
	const [before = ''] = await own();
	await removeStoredSession(page);
	await signUp(page, '/for-you');
	await eventually(async () => (await own()).length).toBeGreaterThan(0);
	await eventually(async () => (await own()).includes(before)).toBe(false);
});

test('offers a new version and uses it on request', { tag: '@offline' }, async ({ market }) => {
	const page = await market.newDesktopPage();
	const worker = await page.request.get('/service-worker.js');
	expect(worker.headers()['cache-control']).toBe('no-cache');
	expect((await worker.body()).length).toBeLessThan(8192);
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await waitUntilQueryCached(page, `${persistedQueryPrefix}0/["feed",null]`);
	// Simulates a release: the cached app shell then loads the manifest of another build.
	await page.route('**/offline', async (route) => {
		const response = await route.fetch();
		const body = (await response.text()).replace(/\/assets\/manifest-[\w-]+\.js/g, '/assets/manifest-new.js');
		await route.fulfill({ response, body });
	});
	await page
		.context()
		.route('**/assets/manifest-new.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
	await page.evaluate(() => dispatchEvent(new Event('online')));
	const offer = page.getByText(errorsText.newVersion(defaultBrand.name));
	await offer.waitFor();
	expect(await findViolations(page)).toEqual([]);
	const timeOrigin = await page.evaluate(() => performance.timeOrigin);
	await page.getByRole('button', { name: 'Later' }).click();
	await offer.waitFor({ state: 'detached' });
	expect(await page.evaluate(() => performance.timeOrigin)).toBe(timeOrigin);

	// If a code chunk is missing after a release, the app offers a reload instead of forcing a reload.
	await waitUntilSettled(page);
	market.allowErrors(/404/, /Failed to fetch/, /Error loading route module/, /VersionError/, /ERR_/);
	await page.context().route('**/assets/page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
	await navigation(page).getByText(pageTitlesText.forYou).click();
	await expectHeading(page, errorsText.newVersion(defaultBrand.name));
	expect(await findViolations(page)).toEqual([]);
	await page.context().unrouteAll();
	// The message about the new version can come back meanwhile. Its button comes after that of the page.
	await page.getByRole('button', { name: errorsText.useNewVersion }).first().click();
	await expectHeading(page, pageTitlesText.forYou);
});
