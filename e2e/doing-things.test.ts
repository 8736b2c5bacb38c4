import type { Page } from '@playwright/test';
import * as messages from '../contract/messages.ts';
import * as commentsText from '../contract/text/comments.ts';
import * as commonText from '../contract/text/common.ts';
import * as logInPromptText from '../contract/text/log-in-prompt.ts';
import * as savedText from '../contract/text/saved.ts';
import * as signUpText from '../contract/text/sign-up.ts';
import { eventually, expectToast } from './support/expect.ts';
import { clientOf, elsewhere, logOut, sessionEnded, sessionLost, signedUp, submitLogIn } from './support/people.ts';
import { postAd } from './support/selling.ts';
import { settled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

test('a visitor likes, signs up on the way, comes back to the same spot, comments, and the seller answers', async ({
	market,
}) => {
	const seller = await market.desk();
	await signedUp(seller, '/');
	const tweet = await postTweet(seller, 'Fresh pepper this week');

	const visitor = await market.phone();
	await visitor.goto(`/mypromotweet/${tweet}`);
	await visitor.getByRole('button', { name: 'Like, 0 likes' }).click();
	await visitor
		.getByRole('dialog', { name: logInPromptText.title(logInPromptText.toLike) })
		.getByRole('link', { name: commonText.logIn })
		.click();
	await visitor.getByRole('link', { name: logInPromptText.createAccount }).click();
	await signUpHere(visitor, 'ngozi');
	await visitor.waitForURL(`/mypromotweet/${tweet}`);
	await visitor.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor();
	await eventually(() => likesOf(visitor, tweet)).toBe(1);

	await visitor.getByLabel(commentsText.addComment).fill('How much a basket?');
	await visitor.getByRole('button', { name: 'Send' }).click();
	await visitor.getByRole('heading', { name: 'Comments 1' }).waitFor();
	await visitor.getByText('Sending…').waitFor({ state: 'detached' });

	await seller.goto(`/mypromotweet/${tweet}`);
	await seller.getByRole('button', { name: 'Reply to ngozi' }).click();
	await seller.getByRole('textbox', { name: 'Reply to ngozi' }).fill('12,000 today');
	await seller.getByRole('textbox', { name: 'Reply to ngozi' }).press('Control+Enter');
	await seller
		.getByRole('article', { name: /^Reply from/ })
		.getByText('12,000 today')
		.waitFor();
	await seller.getByRole('heading', { name: 'Comments 2' }).waitFor();
});

test('a comment that is refused while the others load does not keep them away', async ({ market }) => {
	const seller = await elsewhere(market.address);
	const { id } = await seller.client.createPost({ body: { kind: 'tweet', text: 'Pepper again' } });
	const params = { target: 'posts' as const, id: String(id) };
	await seller.client.createComment({ params, body: { text: 'From Jos this time' } });
	const page = await market.phone();
	await signedUp(page, '/for-you');
	let come = () => {};
	const others = new Promise<void>((resolve) => {
		come = resolve;
	});
	market.allow(/status of 422/);
	await page.context().route(`**/api/posts/${id}/comments*`, async (route) => {
		if (route.request().method() === 'POST') {
			const problem = { code: 'invalid', message: 'Not like this' };
			await route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(problem) });
			return;
		}
		await others;
		await route.continue().catch(() => {});
	});
	await page.goto(`/mypromotweet/${id}`);
	await page.getByText(commentsText.loading).waitFor({ state: 'attached' });
	await page.getByLabel(commentsText.addComment).fill('How much?');
	await page.getByRole('button', { name: 'Send' }).click();
	await expectToast(page, 'Not like this');
	come();
	await page.getByText('From Jos this time').waitFor();
	expect(await page.getByLabel(commentsText.addComment).inputValue()).toBe('How much?');
});

test('what is saved without an account comes along at login, and appears on the other device', async ({ market }) => {
	const first = await market.phone();
	const { email } = await signedUp(first, '/');
	const [kept, removed] = [await postTweet(first, 'Keep this one'), await postTweet(first, 'Not this one')];
	await settled(first);
	await sessionLost(first);

	for (const tweet of [removed, kept]) {
		await first.goto(`/mypromotweet/${tweet}`);
		await first.getByRole('button', { name: 'Save' }).click();
		await expectToast(first, 'Saved');
	}
	expect(await first.evaluate(() => localStorage.getItem('tweets'))).toBe(JSON.stringify([kept, removed]));
	await first.goto('/Login?next=/tweetBookmark');
	await submitLogIn(first, email);
	await first.waitForURL('/tweetBookmark');

	const second = await market.desk();
	await second.goto('/Login?next=/tweetBookmark');
	await submitLogIn(second, email);
	await second.waitForURL('/tweetBookmark');
	await second.getByText('Keep this one').waitFor();
	const other = second.getByRole('article').filter({ hasText: 'Not this one' });
	await other.getByRole('button', { name: 'Save' }).click();
	await expectToast(second, 'Removed from saved List');
	await other.waitFor({ state: 'detached' });

	// What was removed stays removed, whatever the other device still has.
	await first.reload();
	await eventually(() => first.evaluate(() => localStorage.getItem('tweets'))).toBe(JSON.stringify([kept]));
});

test('what is saved leaves the device at log-out with the recent searches, and comes back at the next login', async ({
	market,
}) => {
	const page = await market.desk();
	const { email } = await signedUp(page, '/');
	const [own, another] = [await postTweet(page, 'Saved by its owner'), await postTweet(page, 'Saved by a visitor')];
	const tweets = () => page.evaluate(() => localStorage.getItem('tweets'));
	const save = async (tweet: number) => {
		await page.goto(`/mypromotweet/${tweet}`);
		await page.getByRole('button', { name: 'Save' }).click();
		await expectToast(page, 'Saved');
	};
	await page.goto('/search?q=yams');
	await eventually(() => page.evaluate(() => localStorage.getItem('recent-searches'))).toBe('["yams"]');
	await save(own);
	await logOut(page);
	await expectToast(page, messages.loggedOut);
	expect(await tweets()).toBeNull();
	expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull();
	await sessionEnded(page);

	// Whoever is next has a list of their own.
	await save(another);
	expect(await tweets()).toBe(JSON.stringify([another]));
	await page.goto('/Login?next=/tweetBookmark');
	await submitLogIn(page, email);
	await page.waitForURL('/tweetBookmark');
	await eventually(tweets).toBe(JSON.stringify([another, own]));
	await page.getByText('Saved by its owner').waitFor();
});

test('two tabs show the same saved items, whichever of them was tapped', async ({ market }) => {
	const seller = await elsewhere(market.address);
	const ad = await postAd(seller.client, { title: 'Cloth in two tabs' });
	const page = await market.desk();
	await page.goto(`/feed/${ad.id}/cloth-in-two-tabs`);
	const list = await page.context().newPage();
	await list.goto('/wishlist');
	await list.getByRole('heading', { name: savedText.emptyTitle }).waitFor();

	await page.getByRole('button', { name: 'Save' }).first().click();
	await expectToast(page, 'Added to wishlist');
	const card = list.getByRole('link', { name: 'Cloth in two tabs', exact: true });
	await card.waitFor();
	expect(await list.evaluate(() => localStorage.getItem('wishlist'))).toBe(JSON.stringify([ad.id]));

	// The whole card leads to the ad, but not its Save.
	await list.getByRole('button', { name: 'Save', pressed: true }).click();
	await expectToast(list, 'Removed to wishlist');
	await card.waitFor({ state: 'detached' });
	expect(new URL(list.url()).pathname).toBe('/wishlist');
	await page.getByRole('button', { name: 'Save', pressed: false }).first().waitFor();
});

test('what was saved and is gone since is said to be gone', async ({ market }) => {
	const seller = await elsewhere(market.address);
	const [stays, goes] = [
		await postAd(seller.client, { title: 'Blue cloth stays' }),
		await postAd(seller.client, { title: 'Red cloth goes' }),
	];
	const page = await market.phone();
	for (const { id } of [stays, goes]) {
		await page.goto(`/feed/${id}/cloth`);
		await page.getByRole('button', { name: 'Save' }).first().click();
		await expectToast(page, messages.wishlistAdded);
	}
	await seller.client.deleteAd({ params: { id: String(goes.id) } });
	await page.goto('/wishlist');
	await page.getByText('This ad is no longer there.').waitFor();
	await page.getByLabel(savedText.searchLabel).fill('BLUE stays');
	await page.getByText('This ad is no longer there.').waitFor({ state: 'detached' });
	await page.getByRole('link', { name: 'Blue cloth stays', exact: true }).waitFor();
	await page.getByLabel(savedText.searchLabel).fill('');
	await page.getByRole('button', { name: 'Remove' }).click();
	await eventually(() => page.evaluate(() => localStorage.getItem('wishlist'))).toBe(JSON.stringify([stays.id]));
});

async function postTweet(page: Page, text: string): Promise<number> {
	const client = await clientOf(page);
	return (await client.createPost({ body: { kind: 'tweet', text } })).id;
}

async function likesOf(page: Page, id: number): Promise<number> {
	const client = await clientOf(page);
	return (await client.getPost({ params: { id: String(id) } })).likes;
}

/** On the sign-up page that is open. */
async function signUpHere(page: Page, userName: string) {
	await page.getByLabel(commonText.userName).fill(userName);
	await page.getByLabel('Email').fill(`${userName}@example.com`);
	await page.getByLabel('Password', { exact: true }).fill('blue kettle on sunday');
	await page.getByRole('button', { name: signUpText.submit }).click();
}
