import type { Page } from '@playwright/test';
import type { Client } from '../contract/client.ts';
import * as commonText from '../contract/text/common.ts';
import * as layoutText from '../contract/text/layout.ts';
import * as networkBarText from '../contract/text/network-bar.ts';
import * as pendingActionsText from '../contract/text/pending-actions.ts';
import { eventually, expectToast } from './support/expect.ts';
import type { Market } from './support/market.ts';
import { clientAt, clientOf, elsewhere, say, sessionEnded, signedUp, storedSession } from './support/people.ts';
import { postAd } from './support/selling.ts';
import { settled } from './support/settled.ts';
import { expect, test } from './support/test.ts';
import { noNetwork } from './support/troubles.ts';
import { violations } from './support/violations.ts';

const like = (page: Page) => page.getByRole('button', { name: /^Like, / });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const waiting = (page: Page) => page.getByText(/things? waits? to be sent\./);

/** Ads that an account may post on its first day. */
const firstDay = 3;

/** Sellers with so many ads, one of them with a tweet, and what the market knows of these. */
async function stall({ address }: Market, ads: number) {
	const { client, userName } = await elsewhere(address);
	const shown: { id: number; owner: Client }[] = [];
	for (let owner = client; shown.length < ads; ) {
		shown.push({ id: (await postAd(owner, { title: `Cloth number ${shown.length + 1}` })).id, owner });
		if (shown.length % firstDay === 0) owner = (await elsewhere(address)).client;
	}
	const tweet = await client.createPost({ body: { kind: 'tweet', text: `News from ${userName}` } });
	return {
		userName,
		tweet: tweet.id,
		likes: async () =>
			Promise.all(shown.map(async ({ id }) => (await client.getAd({ params: { id: String(id) } })).likes)),
		saves: async () =>
			Promise.all(
				shown.map(
					async ({ id, owner }) => (await owner.getMyInsights({ query: { target: 'ads', id } })).items[0]?.saves,
				),
			),
		post: () => client.getPost({ params: { id: String(tweet.id) } }),
		said: async () => {
			const { items } = await client.listComments({ params: { target: 'posts', id: String(tweet.id) }, query: {} });
			return items.map(({ text }) => text).sort();
		},
		followers: async () => (await client.getUser({ params: { user_name: userName } })).followers,
	};
}

async function tweet(page: Page, text: string, notice: string) {
	await page.getByLabel('Your tweet').fill(text);
	await page.getByRole('button', { name: 'Post tweet' }).click();
	await expectToast(page, notice);
	await eventually(() => page.getByLabel('Your tweet').inputValue()).toBe('');
}

/** What whoever uses this page has posted. */
async function posted(page: Page): Promise<string[]> {
	const client = await clientOf(page);
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

const kept = 'Your tweet waits here and is posted as soon as there is a network';

test('twenty things done in airplane mode arrive once, each of them', async ({ market }) => {
	const shop = await stall(market, 6);
	const feed = await market.phone({ reducedMotion: 'reduce' });
	await signedUp(feed, '/');
	await like(feed).nth(5).waitFor();
	const open = async (path: string) => {
		const page = await feed.context().newPage();
		await page.goto(path);
		await settled(page);
		return page;
	};
	const talk = await open(`/mypromotweet/${shop.tweet}`);
	const profile = await open(`/profile/user/${shop.userName}`);
	const composer = await open('/mypromotweet');
	await composer.getByLabel('Your tweet').waitFor();
	await settled(feed);
	await feed.context().setOffline(true);
	market.allow(...noNetwork);

	// A tab behind others is drawn once a second.
	await feed.bringToFront();
	for (let index = 0; index < 6; index++) {
		await like(feed).nth(index).click();
		await save(feed).nth(index).click();
	}
	await talk.bringToFront();
	for (const text of ['One', 'Two', 'Three', 'Four']) await say(talk, text);
	await profile.bringToFront();
	await profile
		.getByRole('main')
		.getByRole('button', { name: `Follow ${shop.userName}` })
		.click();
	await composer.bringToFront();
	for (const text of ['First news', 'Second news', 'Third news']) await tweet(composer, text, kept);
	await feed.bringToFront();
	await feed.getByText('No network.').waitFor();
	await feed.getByText('20 things wait to be sent.').waitFor();
	expect(await violations(feed)).toEqual([]);
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

test('what arrived while its answer was lost does not arrive again, even after the tab was reloaded', async ({
	market,
}) => {
	const shop = await stall(market, 1);
	const page = await market.phone();
	await signedUp(page, `/mypromotweet/${shop.tweet}`);
	await like(page).waitFor();
	await settled(page);
	const arrived: string[] = [];
	let answers = false;
	await page.context().route('**/api/**', async (route) => {
		const { method, path } = { method: route.request().method(), path: new URL(route.request().url()).pathname };
		if (method === 'GET' || answers || !/like|comments|follow|posts|saved/.test(path)) return route.fallback();
		await route.fetch();
		arrived.push(`${method} ${path}`);
		await route.abort('failed');
	});
	market.allow(/ERR_FAILED/);

	await like(page).click();
	await say(page, 'Is it still there?');
	await save(page).click();
	// One after the other: the first of them is tried again and again.
	await eventually(() => arrived.filter((call) => /^PUT .*like$/.test(call)).length).toBeGreaterThan(1);
	await waiting(page).waitFor();
	await page.reload();
	await waiting(page).waitFor();
	answers = true;
	await waiting(page).waitFor({ state: 'detached' });
	expect(await shop.post()).toMatchObject({ likes: 1, comments: 1 });
	expect(await shop.said()).toEqual(['Is it still there?']);

	answers = false;
	await page.goto('/mypromotweet');
	await tweet(page, 'Said once', kept);
	answers = true;
	await waiting(page).waitFor({ state: 'detached' });
	expect(await posted(page)).toEqual(['Said once']);
});

test('what waits is forgotten at log-out, after a question', async ({ market }) => {
	const shop = await stall(market, 1);
	const page = await market.desk();
	await signedUp(page, `/mypromotweet/${shop.tweet}`);
	await like(page).waitFor();
	await settled(page);
	// The list and the question open without a network.
	for (const part of ['unsent', 'ask-to-log-out']) {
		await eventually(() =>
			page.evaluate(async () => (await (await caches.open('assets')).keys()).map(({ url }) => url).join(' ')),
		).toContain(`/assets/${part}-`);
	}
	await page.context().setOffline(true);
	market.allow(...noNetwork);
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
	expect(await violations(page)).toEqual([]);
	await question.getByRole('button', { name: 'Stay' }).click();
	await question.waitFor({ state: 'detached' });
	await page.getByText('2 things wait to be sent.').waitFor();
	const token = String((await storedSession(page))?.token);
	await page.getByRole('button', { name: commonText.logOut }).click();
	await question.getByRole('button', { name: commonText.logOut }).click();
	await waiting(page).waitFor({ state: 'detached' });
	expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
	await page.context().setOffline(false);
	// The server hears of the log-out late.
	await sessionEnded(page);
	await eventually(() =>
		clientAt(market.address, token)
			.getMe()
			.then(
				() => 200,
				({ status }) => status,
			),
	).toBe(401);
	expect(await shop.post()).toMatchObject({ likes: 0 });
});
