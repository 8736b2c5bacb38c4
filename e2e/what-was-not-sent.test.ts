import type { Page, Route } from '@playwright/test';
import * as commentsText from '../contract/text/comments.ts';
import * as commonText from '../contract/text/common.ts';
import * as networkBarText from '../contract/text/network-bar.ts';
import * as pendingActionsText from '../contract/text/pending-actions.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { photo } from './support/files.ts';
import type { Market } from './support/market.ts';
import { clientAt, clientOf, elsewhere, say, signedUp, storedSession } from './support/people.ts';
import { settled } from './support/settled.ts';
import { expect, test } from './support/test.ts';
import { noNetwork } from './support/troubles.ts';
import { violations } from './support/violations.ts';

/** Somebody's tweet, opened by somebody else. */
async function tweetOf(market: Market) {
	const { client, userName } = await elsewhere(market.address);
	const { id } = await client.createPost({ body: { kind: 'tweet', text: 'New lamps' } });
	const params = { id: String(id) };
	const page = await market.phone({ reducedMotion: 'reduce' });
	await signedUp(page, `/mypromotweet/${id}`);
	await page.getByLabel(commentsText.addComment).waitFor();
	await settled(page);
	return {
		page,
		userName,
		post: () => client.getPost({ params }),
		remove: () => client.deletePost({ params }),
		said: async () =>
			(await client.listComments({ params: { target: 'posts', ...params }, query: {} })).items.map(({ text }) => text),
	};
}

const list = (page: Page) => page.getByRole('dialog', { name: pendingActionsText.title });

test('a comment that is refused in the end stays with its words and the reason, to copy or discard', async ({
	market,
}) => {
	const tweet = await tweetOf(market);
	const { page } = tweet;
	// The list opens without a network.
	await eventually(() =>
		page.evaluate(async () => (await (await caches.open('assets')).keys()).map(({ url }) => url).join(' ')),
	).toContain('/assets/unsent-');
	market.allow(...noNetwork, /404/);
	await page.context().setOffline(true);
	await say(page, 'I would take two of them');
	await page.getByText('1 thing waits to be sent.').waitFor();
	await page.getByRole('button', { name: networkBarText.seeList }).click();
	await list(page).getByText('I would take two of them').waitFor();
	await list(page).getByText('Waits', { exact: true }).waitFor();
	await list(page).getByRole('button', { name: 'Close' }).click();

	await tweet.remove();
	await page.context().setOffline(false);
	await page.getByText('1 thing was not sent.').waitFor();
	await page.reload();
	await page.getByText('1 thing was not sent.').waitFor();
	await page.getByRole('button', { name: networkBarText.seeList }).click();
	await list(page).getByText(pendingActionsText.notSent, { exact: true }).waitFor();
	await list(page).getByText('I would take two of them').waitFor();
	await list(page).getByText(commonText.notHere).waitFor();
	expect(await violations(page)).toEqual([]);
	await list(page).getByRole('button', { name: 'Discard' }).click();
	await page
		.getByRole('dialog', { name: pendingActionsText.discardTitle })
		.getByRole('button', { name: 'Discard' })
		.click();
	await list(page).getByText(pendingActionsText.nothingLeft).waitFor();
	expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
});

test('what the server does not take today holds up nothing else, and says why it waits', async ({ market }) => {
	const tweet = await tweetOf(market);
	const { page } = tweet;
	let tries = 0;
	const sentence = 'You have written 30 comments today. Go on tomorrow.';
	market.allow(...noNetwork, /429/);
	const profile = await page.context().newPage();
	await profile.goto(`/profile/user/${tweet.userName}`);
	const follow = (now: 'Follow' | 'Following') =>
		profile.getByRole('main').getByRole('button', { name: `${now} ${tweet.userName}` });
	await follow('Follow').waitFor();
	await settled(profile);
	await page.context().setOffline(true);
	await say(page, 'One more');
	await follow('Follow').click();
	await follow('Following').waitFor();
	await page.getByText('2 things wait to be sent.').waitFor();
	await page.context().route('**/comments', (route) => {
		if (route.request().method() !== 'POST') return route.fallback();
		tries += 1;
		const headers = { 'retry-after': '3600' };
		return route.fulfill({ status: 429, headers, json: { code: 'too_many', message: sentence } });
	});
	await page.context().setOffline(false);
	await page.getByText('1 thing waits to be sent.').waitFor();
	expect(tries).toBe(1);
	await say(page, 'And another one');
	await page.getByText('2 things wait to be sent.').waitFor();
	expect(tries).toBe(1);
	await page.getByRole('button', { name: networkBarText.seeList }).click();
	await list(page).getByText(sentence).waitFor();
	const second = list(page).getByRole('listitem').filter({ hasText: 'And another one' });
	await second.getByText(pendingActionsText.waitsForEarlier).waitFor();
	await second.getByRole('button', { name: 'Discard' }).click();
	await page
		.getByRole('dialog', { name: pendingActionsText.discardTitle })
		.getByRole('button', { name: 'Discard' })
		.click();
	await page.getByText('1 thing waits to be sent.').waitFor();
	// The next thing is sent at once, while the comment waits its hour.
	await list(page).getByRole('button', { name: 'Close' }).click();
	await follow('Following').click();
	await follow('Follow').waitFor();
	await page.getByText('1 thing waits to be sent.').waitFor();
	expect(tries).toBe(1);
});

test('a comment whose tab was closed before the answer arrives once', async ({ market }) => {
	const tweet = await tweetOf(market);
	const { page } = tweet;
	let arrived = 0;
	// It arrives, and its answer never comes.
	await page.route('**/comments', async (route) => {
		if (route.request().method() !== 'POST') return route.fallback();
		await route.fetch();
		arrived += 1;
	});
	await say(page, 'Are they still there?');
	await eventually(async () => arrived).toBe(1);
	expect(await page.getByText(/waits? to be sent/).count()).toBe(0);
	const next = await page.context().newPage();
	let again = 0;
	await next.route('**/comments', async (route) => {
		if (route.request().method() === 'POST') again += 1;
		return route.fallback();
	});
	await page.close();
	await next.goto('/');
	await eventually(async () => again).toBe(1);
	await eventually(() => next.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
	expect(await tweet.said()).toEqual(['Are they still there?']);
	expect(await tweet.post()).toMatchObject({ comments: 1 });
});

/** What to do with a post on its way, until it is told to pass. */
async function composing(market: Market, text: string, onPost: (route: Route) => Promise<void>) {
	const page = await market.desk({ reducedMotion: 'reduce' });
	await signedUp(page, '/mypromotweet');
	await page.getByLabel('Your tweet').fill(text);
	await page.getByLabel(/pictures$/).setInputFiles([await photo('red')]);
	await page.getByText('1 of 4').waitFor();
	await eventually(() => page.getByRole('button', { name: 'Post tweet' }).isEnabled()).toBe(true);
	await page.route('**/api/posts', (route) => (route.request().method() === 'POST' ? onPost(route) : route.fallback()));
	await page.getByRole('button', { name: 'Post tweet' }).click();
	return page;
}

const draft = (page: Page) =>
	page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft-tweet')));

async function posted(page: Page): Promise<string[]> {
	const { items } = await (await clientOf(page)).listMyPosts({ query: {} });
	return items.map(({ text, images }) => `${text} ${images.length}`);
}

const refusal = { status: 422, json: { code: 'invalid', message: 'Nobody may say that.' } };

test('a tweet whose tab was closed before the answer is posted once, and leaves no draft', async ({ market }) => {
	let arrived = 0;
	const page = await composing(market, 'Fresh pepper', async (route) => {
		await route.fetch();
		arrived += 1;
	});
	await eventually(async () => arrived).toBe(1);
	await eventually(() => draft(page)).toEqual([]);
	const next = await page.context().newPage();
	// Nothing is lost, and nothing is asked.
	await page.close({ runBeforeUnload: true });
	await eventually(async () => page.isClosed()).toBe(true);
	await next.goto('/mypromotweet');
	await next.getByRole('article').filter({ hasText: 'Fresh pepper' }).waitFor();
	await eventually(() => next.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
	await settled(next);
	expect(await next.getByLabel('Your tweet').inputValue()).toBe('');
	expect(await next.getByText('1 of 4').count()).toBe(0);
	expect(await posted(next)).toEqual(['Fresh pepper 1']);
});

test('a tweet that is refused is a draft again, with its picture', async ({ market }) => {
	const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
	market.allow(/422/);
	const page = await composing(market, 'Fresh pepper', async (route) => {
		await refused;
		await route.fulfill(refusal);
	});
	await eventually(() => draft(page)).toEqual([]);
	refuse();
	await page.getByRole('main').getByText('Nobody may say that.').waitFor();
	await eventually(() => draft(page)).toHaveLength(1);
	await page.reload();
	await page.getByText('1 of 4').waitFor();
	expect(await page.getByLabel('Your tweet').inputValue()).toBe('Fresh pepper');
	expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
});

test('a tweet that is refused after its page was left stays among what was not sent', async ({ market }) => {
	const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
	market.allow(/422/);
	const page = await composing(market, 'Fresh pepper', async (route) => {
		await refused;
		await route.fulfill(refusal);
	});
	await eventually(() => draft(page)).toEqual([]);
	await page.getByRole('link', { name: 'Privacy' }).first().click();
	await expectHeading(page, /privacy/i);
	refuse();
	await page.getByText('1 thing was not sent.').waitFor();
	await page.getByRole('button', { name: networkBarText.seeList }).click();
	await list(page).getByText('Fresh pepper').waitFor();
	await list(page).getByText('Nobody may say that.').waitFor();
});

test('what waits for its turn is not sent as whoever logs in meanwhile', async ({ market }) => {
	const tweet = await tweetOf(market);
	const { page } = tweet;
	const mine = `Bearer ${(await storedSession(page))?.token}`;
	const { token, ...other } = await clientAt(market.address).signUp({
		body: { user_name: 'next_one', email: 'next_one@example.com', password: 'blue kettle on sunday' },
	});
	const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
	const sent: (string | undefined)[] = [];
	await page.route('**/comments', async (route) => {
		if (route.request().method() !== 'POST') return route.fallback();
		sent.push(route.request().headers().authorization);
		await answered;
		return route.fallback();
	});
	await say(page, 'First');
	await say(page, 'Second');
	await eventually(async () => sent).toHaveLength(1);
	await page.evaluate((text) => localStorage.setItem('user-details', text), JSON.stringify({ ...other, token }));
	answer();
	await eventually(async () => sent).toHaveLength(2);
	expect(sent).toEqual([mine, mine]);
	await eventually(tweet.said).toEqual(['Second', 'First']);
});
