import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import { eventually, expectToast } from './support/expect.ts';
import { createApiClientForPage, logOut, signUp, submitLogin, waitForSessionEnd } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('keeps saved items at the account: clears them at logout, merges them at login and syncs devices', async ({
	market,
}) => {
	const page = await market.newPhonePage();
	const { email } = await signUp(page, '/');
	const [accountTweet, visitorTweet] = [
		await postTweet(page, 'Saved by its owner'),
		await postTweet(page, 'Saved by a visitor'),
	];
	const tweets = () => page.evaluate(() => localStorage.getItem('tweets'));
	const recentSearches = () => page.evaluate(() => localStorage.getItem('recent-searches'));
	const save = async (tweet: number) => {
		await page.goto(`/mypromotweet/${tweet}`);
		await page.getByRole('button', { name: 'Save' }).click();
		await expectToast(page, 'Saved');
	};
	const logInAgain = async (page: Page) => {
		await page.goto('/Login?next=/tweetBookmark');
		await submitLogin(page, email);
		await page.waitForURL('/tweetBookmark');
	};
	await page.goto('/search?q=yams');
	await eventually(recentSearches).toBe('["yams"]');
	await save(accountTweet);
	await logOut(page);
	await expectToast(page, messages.loggedOut);
	expect(await tweets()).toBeNull();
	expect(await recentSearches()).toBeNull();
	await waitForSessionEnd(page);

	// After logout, a visitor on the same device starts with an empty list.
	await save(visitorTweet);
	expect(await tweets()).toBe(JSON.stringify([visitorTweet]));
	await logInAgain(page);
	await eventually(tweets).toBe(JSON.stringify([visitorTweet, accountTweet]));
	await page.getByText('Saved by its owner').waitFor();
	await waitUntilSettled(page);

	const second = await market.newDesktopPage();
	await logInAgain(second);
	await second.getByText('Saved by its owner').waitFor();
	const other = second.getByRole('article').filter({ hasText: 'Saved by a visitor' });
	await other.getByRole('button', { name: 'Save' }).click();
	await expectToast(second, 'Removed from saved List');
	await other.waitFor({ state: 'detached' });
	// The page shows the change before the server has it.
	await waitUntilSettled(second);

	// An item that was removed on one device stays removed on the other device.
	await page.reload();
	await eventually(tweets).toBe(JSON.stringify([accountTweet]));
});

async function postTweet(page: Page, text: string): Promise<number> {
	const client = await createApiClientForPage(page);
	return (await client.createPost({ body: { kind: 'tweet', text } })).id;
}
