import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as commonText from '../text/shared/common.ts';
import * as commentsText from '../text/web/comments.ts';
import * as logInPromptText from '../text/web/log-in-prompt.ts';
import { eventually, expectToast } from './support/expect.ts';
import {
	createApiClientForPage,
	logOut,
	removeStoredSession,
	signUp,
	submitLogin,
	submitSignUp,
	waitForSessionEnd,
} from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('completes a like after signup and lets the new user and the seller comment', async ({ market }) => {
	const seller = await market.newDesktopPage();
	await signUp(seller, '/');
	const tweet = await postTweet(seller, 'Fresh pepper this week');

	const visitor = await market.newPhonePage();
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
	await eventually(() => countLikes(visitor, tweet)).toBe(1);

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

test('merges items saved without an account at login and syncs other devices', async ({ market }) => {
	const first = await market.newPhonePage();
	const { email } = await signUp(first, '/');
	const [saved, removed] = [await postTweet(first, 'Keep this one'), await postTweet(first, 'Not this one')];
	await waitUntilSettled(first);
	await removeStoredSession(first);

	for (const tweet of [removed, saved]) {
		await first.goto(`/mypromotweet/${tweet}`);
		await first.getByRole('button', { name: 'Save' }).click();
		await expectToast(first, 'Saved');
	}
	expect(await first.evaluate(() => localStorage.getItem('tweets'))).toBe(JSON.stringify([saved, removed]));
	await first.goto('/Login?next=/tweetBookmark');
	await submitLogin(first, email);
	await first.waitForURL('/tweetBookmark');
	await waitUntilSettled(first);

	const second = await market.newDesktopPage();
	await second.goto('/Login?next=/tweetBookmark');
	await submitLogin(second, email);
	await second.waitForURL('/tweetBookmark');
	await second.getByText('Keep this one').waitFor();
	const other = second.getByRole('article').filter({ hasText: 'Not this one' });
	await other.getByRole('button', { name: 'Save' }).click();
	await expectToast(second, 'Removed from saved List');
	await other.waitFor({ state: 'detached' });
	// The page shows the change before the server has it.
	await waitUntilSettled(second);

	// An item that was removed on one device stays removed on the other device.
	await first.reload();
	await eventually(() => first.evaluate(() => localStorage.getItem('tweets'))).toBe(JSON.stringify([saved]));
});

test('clears saved items and recent searches at logout and restores the items at login', async ({ market }) => {
	const page = await market.newDesktopPage();
	const { email } = await signUp(page, '/');
	const [accountTweet, visitorTweet] = [
		await postTweet(page, 'Saved by its owner'),
		await postTweet(page, 'Saved by a visitor'),
	];
	const tweets = () => page.evaluate(() => localStorage.getItem('tweets'));
	const save = async (tweet: number) => {
		await page.goto(`/mypromotweet/${tweet}`);
		await page.getByRole('button', { name: 'Save' }).click();
		await expectToast(page, 'Saved');
	};
	await page.goto('/search?q=yams');
	await eventually(() => page.evaluate(() => localStorage.getItem('recent-searches'))).toBe('["yams"]');
	await save(accountTweet);
	await logOut(page);
	await expectToast(page, messages.loggedOut);
	expect(await tweets()).toBeNull();
	expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull();
	await waitForSessionEnd(page);

	// After logout, a visitor on the same device starts with an empty list.
	await save(visitorTweet);
	expect(await tweets()).toBe(JSON.stringify([visitorTweet]));
	await page.goto('/Login?next=/tweetBookmark');
	await submitLogin(page, email);
	await page.waitForURL('/tweetBookmark');
	await eventually(tweets).toBe(JSON.stringify([visitorTweet, accountTweet]));
	await page.getByText('Saved by its owner').waitFor();
});

async function postTweet(page: Page, text: string): Promise<number> {
	const client = await createApiClientForPage(page);
	return (await client.createPost({ body: { kind: 'tweet', text } })).id;
}

async function countLikes(page: Page, id: number): Promise<number> {
	const client = await createApiClientForPage(page);
	return (await client.getPost({ params: { id: String(id) } })).likes;
}

function signUpHere(page: Page, userName: string) {
	return submitSignUp(page, { userName, email: `${userName}@example.com` });
}
