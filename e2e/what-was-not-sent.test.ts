import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './support/expect.ts';
import { openMarket } from './support/market.ts';
import { elsewhere, signedUp } from './support/people.ts';
import { settled } from './support/settled.ts';
import { noNetwork } from './support/troubles.ts';
import { violations } from './support/violations.ts';

const market = openMarket();

/** Somebody's tweet, opened by somebody else. */
async function tweetOf() {
	const { client, userName } = await elsewhere(market.address);
	const { id } = await client.createPost({ body: { kind: 'tweet', text: 'New lamps' } });
	const params = { id: String(id) };
	const page = await market.phone({ reducedMotion: 'reduce' });
	await signedUp(page, `/mypromotweet/${id}`);
	await page.getByLabel('Add a comment').waitFor();
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

async function say(page: Page, text: string) {
	await page.getByLabel('Add a comment').fill(text);
	await page.getByRole('button', { name: 'Send' }).click();
	await page
		.getByRole('article', { name: /^Comment from/ })
		.filter({ hasText: text })
		.waitFor();
}

const list = (page: Page) => page.getByRole('dialog', { name: 'Not sent yet' });

test('a comment that is refused in the end stays with its words and the reason, to copy or discard', async () => {
	const tweet = await tweetOf();
	const { page } = tweet;
	// The list opens without a network.
	await eventually(() =>
		page.evaluate(async () => (await (await caches.open('assets')).keys()).map(({ url }) => url).join(' ')),
	).toContain('/assets/unsent-');
	market.allow(...noNetwork, /404/);
	await page.context().setOffline(true);
	await say(page, 'I would take two of them');
	await page.getByText('1 thing waits to be sent.').waitFor();
	await page.getByRole('button', { name: 'See what' }).click();
	await list(page).getByText('I would take two of them').waitFor();
	await list(page).getByText('Waits', { exact: true }).waitFor();
	await list(page).getByRole('button', { name: 'Close' }).click();

	await tweet.remove();
	await page.context().setOffline(false);
	await page.getByText('1 thing was not sent.').waitFor();
	await page.reload();
	await page.getByText('1 thing was not sent.').waitFor();
	await page.getByRole('button', { name: 'See what' }).click();
	await list(page).getByText('Not sent', { exact: true }).waitFor();
	await list(page).getByText('I would take two of them').waitFor();
	await list(page).getByText('This is not here any more.').waitFor();
	expect(await violations(page)).toEqual([]);
	await list(page).getByRole('button', { name: 'Discard' }).click();
	await page.getByRole('dialog', { name: 'Discard this?' }).getByRole('button', { name: 'Discard' }).click();
	await list(page).getByText('Everything has been sent.').waitFor();
	expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull();
});

test('what the server does not take today holds up nothing else, and says why it waits', async () => {
	const tweet = await tweetOf();
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
	await page.getByRole('button', { name: 'See what' }).click();
	await list(page).getByText(sentence).waitFor();
	// The next thing is sent at once, while the comment waits its hour.
	await list(page).getByRole('button', { name: 'Close' }).click();
	await follow('Following').click();
	await follow('Follow').waitFor();
	await page.getByText('1 thing waits to be sent.').waitFor();
	expect(tries).toBe(1);
});

test('a comment whose tab was closed before the answer arrives once', async () => {
	const tweet = await tweetOf();
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
