import type { Locator, Page } from '@playwright/test';
import type { Client } from '../contract/client.ts';
import { limits } from '../contract/limits.ts';
import * as commentsText from '../contract/text/comments.ts';
import * as commonText from '../contract/text/common.ts';
import * as errorsText from '../contract/text/errors.ts';
import * as layoutText from '../contract/text/layout.ts';
import * as lessonText from '../contract/text/lesson.ts';
import * as networkBarText from '../contract/text/network-bar.ts';
import * as offlineText from '../contract/text/offline.ts';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import * as pendingActionsText from '../contract/text/pending-actions.ts';
import { findViolations } from './support/accessibility.ts';
import { postAd } from './support/ads.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { createLearner } from './support/learners.ts';
import type { Market } from './support/market.ts';
import { backdateStoredQueries, listStoredNames, waitUntilAssetCached, waitUntilCached } from './support/offline.ts';
import {
	createClientAt,
	createClientFor,
	createOperatorClient,
	createOtherUser,
	operator,
	postComment,
	readStoredSession,
	removeSession,
	signUp,
	waitForSessionEnd,
} from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test, withConfiguration } from './support/test.ts';

// The first page of the market shows what these tests post.
test.use({ ...withConfiguration({ env: operator, isolatedFor: 'offline' }), serviceWorkers: 'allow' });

const courseId = 'laravel-complete-course';
const still = { reducedMotion: 'reduce' } as const;
const like = (within: Page | Locator) => within.getByRole('button', { name: /^Like, / });
const save = (within: Page | Locator) => within.getByRole('button', { name: 'Save' });
const cardOf = (page: Page, title: string) =>
	page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
const waiting = (page: Page) => page.getByText(/things? waits? to be sent\./);
const places = (page: Page) => page.getByRole('navigation', { name: 'Places' });
const tryAgain = (page: Page) => page.getByRole('button', { name: commonText.tryAgain });

async function post({ address }: Market, ...titles: string[]): Promise<void> {
	const { client } = await createOtherUser(address);
	for (const title of titles) await postAd(client, { title });
}

test('a visitor keeps the app and the feed, and is told what does not open', { tag: '@offline' }, async ({
	market,
}) => {
	await post(market, 'A blue bag');
	const page = await market.newPhonePage(still);
	await page.goto('/');
	await page.getByRole('link', { name: /A blue bag/ }).waitFor();
	await waitUntilCached(page, 'answer/0/["feed",null]');
	await market.goOffline(page);

	await places(page).getByText(commonText.logIn).click();
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
	await tab.getByRole('heading', { name: offlineText.keptTitle }).waitFor();
	expect(await findViolations(tab)).toEqual([]);
	await tab.getByRole('link', { name: 'Trending now as it was a moment ago' }).click();
	await tab.getByRole('link', { name: /A blue bag/ }).waitFor();

	await tab.goto('/certificate');
	await expectHeading(tab, errorsText.pageFailed);
	await tab.context().setOffline(false);
	await tryAgain(tab).click();
	await expectHeading(tab, /certificate/i);
});

test('where the server does not answer the kept feed opens, and trying again brings the new one', {
	tag: '@offline',
}, async ({ market }) => {
	await post(market, 'A green bag');
	const page = await market.newDesktopPage();
	await page.goto('/');
	await page.getByRole('link', { name: /A green bag/ }).waitFor();
	await waitUntilCached(page, 'answer/0/["feed",null]');
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
	await page.getByText('No answer came. You see this as it was a moment ago.').waitFor();
	// After its own tries the app waits for a tap.
	await eventually(() => failed).toBe(1 + limits.query.retries);
	await page.unroute('**/api/**');
	await tryAgain(page).click();
	await page.getByText('No answer came.').waitFor({ state: 'detached' });
	await page.getByRole('link', { name: /A green bag/ }).waitFor();
});

test('a learner opens the feed, saved items and lessons in a new tab, and sees how old they are', {
	tag: '@offline',
}, async ({ market }) => {
	await post(market, 'A red bag');
	const page = await market.newPhonePage(still);
	const admin = await createOperatorClient(market.address);
	const texts = ['## Routes\n\nA route answers an **address**.', 'A view is a **template**.'];
	for (const [index, text] of texts.entries()) {
		const params = { id: courseId, module: String(index + 1) };
		await admin.updateModule({ params, body: { text } });
	}
	await createLearner(market, page, { courseId, name: 'Ada Obi', next: '/' });
	await save(cardOf(page, 'A red bag')).click();
	await waitUntilCached(page, '["saved-item","wishlist"');
	await waitUntilCached(page, '["ad",');
	// The list of saved items and the lessons were never opened.
	for (const number of [1, 2]) await waitUntilCached(page, `["courses","lesson","${courseId}",${number},`);
	for (const part of ['wishlist', 'markdown']) await waitUntilAssetCached(page, part);
	await page.goto('/');
	await page.getByRole('link', { name: /A red bag/ }).waitFor();
	await waitUntilCached(page, '["feed",null]');
	// This visit's answers have taken the place of the earlier ones.
	await waitUntilSettled(page);
	await backdateStoredQueries(page, 3);
	await page.close();
	await market.goOffline(page);

	const tab = await page.context().newPage();
	await tab.goto('/');
	await expectHeading(tab, pageTitlesText.trending);
	await tab.getByRole('link', { name: /A red bag/ }).waitFor();
	await tab.getByText('No network. You see this as it was 3 hours ago, and what you do is sent later.').waitFor();
	const picture = tab.locator('main img[src*="/media/"]').first();
	const width = picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
	expect(await width).toBeGreaterThan(0);
	expect(await findViolations(tab)).toEqual([]);

	await places(tab).getByText('Saved').click();
	await expectHeading(tab, 'Wishlist');
	await tab.getByText('as it was 3 hours ago').waitFor();
	await tab.reload();
	await expectHeading(tab, 'Wishlist');
	await tab.getByRole('link', { name: /A red bag/ }).click();
	await expectHeading(tab, 'A red bag');
	await tab.getByRole('heading', { name: 'Description' }).waitFor();
	await tab.getByText('as it was 3 hours ago').waitFor();

	const lesson = await page.context().newPage();
	await lesson.goto(`/learning/${courseId}/modules/2`);
	await lesson.getByText('A view is a template.').waitFor();
	await lesson.goto(`/learning/${courseId}/modules/1`);
	await lesson.getByText('A route answers an address.').waitFor();
	await lesson.getByRole('button', { name: lessonText.markAsDone }).click();
	await lesson.getByText('as it was 3 hours ago').waitFor();
	await lesson.getByText(lessonText.done).waitFor();

	await tab.context().setOffline(false);
	await tab.getByText('No network.').waitFor({ state: 'detached' });
	await tab.getByText('as it was').waitFor({ state: 'detached' });
});

/** Ads that an account may post on its first day. */
const firstDay = 3;

/** Sellers with so many ads, one of them with a tweet, and what the market knows of these. */
async function stall({ address }: Market, ads: number) {
	const { client, userName } = await createOtherUser(address);
	const shown: { title: string; id: number; owner: Client }[] = [];
	for (let owner = client; shown.length < ads; ) {
		const title = `Cloth ${shown.length + 1} of ${userName}`;
		shown.push({ title, id: (await postAd(owner, { title })).id, owner });
		if (shown.length % firstDay === 0) owner = (await createOtherUser(address)).client;
	}
	const { id: tweet } = await client.createPost({ body: { kind: 'tweet', text: `News from ${userName}` } });
	const params = { id: String(tweet) };
	return {
		userName,
		titles: shown.map(({ title }) => title),
		path: `/mypromotweet/${tweet}`,
		likes: () => Promise.all(shown.map(async ({ id }) => (await client.getAd({ params: { id: String(id) } })).likes)),
		saves: () =>
			Promise.all(
				shown.map(
					async ({ id, owner }) => (await owner.getMyInsights({ query: { target: 'ads', id } })).items[0]?.saves,
				),
			),
		tweetLikes: async () => (await client.getPost({ params })).likes,
		said: async () => {
			const { items } = await client.listComments({ params: { target: 'posts', ...params }, query: {} });
			return items.map(({ text }) => text).sort();
		},
		followers: async () => (await client.getUser({ params: { user_name: userName } })).followers,
	};
}

async function tweet(page: Page, text: string) {
	await page.getByLabel('Your tweet').fill(text);
	await page.getByRole('button', { name: 'Post tweet' }).click();
	await expectToast(page, 'Your tweet waits here and is posted as soon as there is a network');
	await eventually(() => page.getByLabel('Your tweet').inputValue()).toBe('');
}

/** What whoever uses this page has posted. */
async function posted(page: Page): Promise<string[]> {
	const client = await createClientFor(page);
	const { items } = await client.listMyPosts({ query: {} });
	return items.map(({ text }) => text).sort();
}

/** Every third thing that is sent arrives at its first try, and the answer does not. What has arrived so is noted. */
async function dropAnswers(page: Page): Promise<string[]> {
	const [seen, dropped] = [new Set<string>(), [] as string[]];
	await page.context().route('**/api/**', async (route) => {
		const request = route.request();
		const call = `${request.method()} ${new URL(request.url()).pathname} ${request.postData()}`;
		if (request.method() === 'GET' || seen.has(call)) return route.fallback();
		seen.add(call);
		if (seen.size % 3 !== 0) return route.fallback();
		await route.fetch();
		dropped.push(call);
		await route.abort('failed');
	});
	return dropped;
}

test('twenty things done in airplane mode arrive once each, although answers are lost and the sender comes late', {
	tag: '@offline',
}, async ({ market }) => {
	const shop = await stall(market, 6);
	const feed = await market.newPhonePage(still);
	await signUp(feed, '/');
	const cards = shop.titles.map((title) => cardOf(feed, title));
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

	// A tab behind others is drawn once a second.
	await feed.bringToFront();
	for (const card of cards) {
		await like(card).click();
		await save(card).click();
	}
	await talk.bringToFront();
	for (const text of ['One', 'Two', 'Three', 'Four']) await postComment(talk, text);
	await profile.bringToFront();
	await profile
		.getByRole('main')
		.getByRole('button', { name: `Follow ${shop.userName}` })
		.click();
	await composer.bringToFront();
	for (const text of ['First news', 'Second news', 'Third news']) await tweet(composer, text);
	await feed.bringToFront();
	await feed.getByText('No network.').waitFor();
	await feed.getByText('20 things wait to be sent.').waitFor();
	expect(await findViolations(feed)).toEqual([]);
	expect(await shop.likes()).toEqual([0, 0, 0, 0, 0, 0]);

	const dropped = await dropAnswers(feed);
	await feed.context().setOffline(false);
	await eventually(shop.likes).toEqual([1, 1, 1, 1, 1, 1]);
	await eventually(shop.saves).toEqual([1, 1, 1, 1, 1, 1]);
	await eventually(shop.said).toEqual(['Four', 'One', 'Three', 'Two']);
	await eventually(shop.followers).toBe(1);
	await eventually(() => posted(feed)).toEqual(['First news', 'Second news', 'Third news']);
	for (const page of [feed, talk, profile, composer]) await waiting(page).waitFor({ state: 'detached' });
	expect(dropped.length).toBeGreaterThan(4);
	expect(await feed.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
});

test('what was tapped before a reload arrives once, although the part of the app that sends it comes late', {
	tag: '@offline',
}, async ({ market }) => {
	const shop = await stall(market, 1);
	const page = await market.newPhonePage();
	let tries = 0;
	await page.context().route('**/assets/pending-actions-sender-*.js', (route) => {
		tries += 1;
		return tries > 3 ? route.continue() : route.abort('failed');
	});
	await signUp(page, shop.path);
	await like(page).waitFor();
	await page.getByText(commentsText.empty).waitFor();
	await market.goOffline(page);
	await like(page).click();
	await postComment(page, 'Is it still there?');
	await page.getByRole('article').filter({ hasText: 'Is it still there?' }).getByText('Sending…').waitFor();
	await page.getByText('2 things wait to be sent.').waitFor();
	await page.context().setOffline(false);
	await page.reload();
	await eventually(shop.tweetLikes).toBe(1);
	await eventually(shop.said).toEqual(['Is it still there?']);
	await waiting(page).waitFor({ state: 'detached' });
	expect(tries).toBeGreaterThan(3);
});

test('what is kept and what waits to be sent go at log-out, after a question, and when another account logs in', {
	tag: '@offline',
}, async ({ market }) => {
	const shop = await stall(market, 1);
	const page = await market.newDesktopPage(still);
	await signUp(page, '/for-you');
	await expectHeading(page, pageTitlesText.forYou);
	const own = async () => (await listStoredNames(page, 'answer/')).filter((name) => !name.startsWith('answer/0/'));
	await eventually(async () => (await own()).join(' ')).toContain('["for-you",');
	await page.goto(shop.path);
	await like(page).waitFor();
	// The list and the question open without a network.
	for (const part of ['pending-actions-dialog', 'confirm-logout']) await waitUntilAssetCached(page, part);
	await market.goOffline(page);
	await save(page).click();
	await page.getByText('1 thing waits to be sent.').waitFor();
	await page.getByRole('button', { name: networkBarText.seeList }).click();
	const list = page.getByRole('dialog', { name: pendingActionsText.title });
	await list.getByText('1 saved item').waitFor();
	await list.getByRole('button', { name: 'Close' }).click();
	await like(page).click();
	await page.getByText('2 things wait to be sent.').waitFor();
	await page.getByRole('button', { name: commonText.logOut }).click();
	const question = page.getByRole('dialog', { name: layoutText.logOutTitle });
	await question.getByText('2 things were not sent and will be lost if you log out now.').waitFor();
	expect(await findViolations(page)).toEqual([]);
	await question.getByRole('button', { name: 'Stay' }).click();
	await question.waitFor({ state: 'detached' });
	await page.getByText('2 things wait to be sent.').waitFor();
	const token = String((await readStoredSession(page))?.token);
	await page.getByRole('button', { name: commonText.logOut }).click();
	await question.getByRole('button', { name: commonText.logOut }).click();
	await waiting(page).waitFor({ state: 'detached' });
	expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
	await eventually(own).toEqual([]);
	await page.context().setOffline(false);
	// The server hears of the log-out late.
	await waitForSessionEnd(page);
	const status = () =>
		createClientAt(market.address, token)
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
	await removeSession(page);
	await signUp(page, '/for-you');
	await eventually(async () => (await own()).length).toBeGreaterThan(0);
	await eventually(async () => (await own()).includes(before)).toBe(false);
});

test('a new version is offered and used when asked for', { tag: '@offline' }, async ({ market }) => {
	const page = await market.newDesktopPage(still);
	const worker = await page.request.get('/service-worker.js');
	expect(worker.headers()['cache-control']).toBe('no-cache');
	expect((await worker.body()).length).toBeLessThan(8192);
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await waitUntilCached(page, 'answer/0/["feed",null]');
	// As after a release: the frame names another build.
	await page.route('**/offline', async (route) => {
		const answer = await route.fetch();
		const body = (await answer.text()).replace(/\/assets\/manifest-[\w-]+\.js/g, '/assets/manifest-new.js');
		await route.fulfill({ response: answer, body });
	});
	await page
		.context()
		.route('**/assets/manifest-new.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
	await page.evaluate(() => dispatchEvent(new Event('online')));
	const offer = page.getByText(errorsText.newVersion);
	await offer.waitFor();
	expect(await findViolations(page)).toEqual([]);
	const loaded = await page.evaluate(() => performance.timeOrigin);
	await page.getByRole('button', { name: 'Later' }).click();
	await offer.waitFor({ state: 'detached' });
	expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);

	// A part that the release has replaced is offered anew, not forced.
	await waitUntilSettled(page);
	market.allowErrors(/404/, /Failed to fetch/, /Error loading route module/, /VersionError/, /ERR_/);
	await page.context().route('**/assets/page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
	await places(page).getByText(pageTitlesText.forYou).click();
	await expectHeading(page, errorsText.newVersion);
	expect(await findViolations(page)).toEqual([]);
	await page.context().unrouteAll();
	await page.getByRole('button', { name: errorsText.useNewVersion }).click();
	await expectHeading(page, pageTitlesText.forYou);
});
