import type { Page } from '@playwright/test';
import * as forYouText from '../text/web/for-you.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { administrator, createApiClientForPage, createOtherUser, signUp } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

const articles = (page: Page) => page.getByRole('main').getByRole('article');
const firstText = async (page: Page) => (await articles(page).first().textContent()) ?? '';

// The public feed shows the posts of every test that shares the product, so this file has its own product.
test.use(makeConfigurationFixture({ env: administrator, isolatedFor: 'for-you' }));

test('ranks a followed seller first and hides a muted one, until that is undone', async ({ market }) => {
	const reader = await market.newPhonePage();
	await test.step('ranks a followed seller first, says why, and stops after unfollowing', async () => {
		const followed = await createOtherUser(market.address);
		await followed.client.createPost({ body: { kind: 'tweet', text: 'Six looms are running again' } });
		for (const text of ['New plates', 'New spoons', 'New pots']) {
			const other = await createOtherUser(market.address);
			await other.client.createPost({ body: { kind: 'tweet', text } });
		}

		await signUp(reader, '/for-you');
		await waitUntilSettled(reader);
		await eventually(() => firstText(reader)).toContain('New pots');
		await articles(reader)
			.filter({ hasText: 'Six looms are running again' })
			.getByRole('link', { name: followed.userName })
			.click();
		await reader.waitForURL(`/profile/user/${followed.userName}`);
		await reader.getByText('0 followers').waitFor();
		await reader.getByRole('button', { name: `Follow ${followed.userName}` }).click();
		await reader.getByText('1 follower', { exact: true }).waitFor();
		// The follower count updates optimistically, but the feed needs the follow on the server.
		await waitUntilSettled(reader);

		const navigation = reader.getByRole('navigation', { name: 'Main menu' });
		await navigation.getByRole('link', { name: pageTitlesText.forYou }).click();
		await expectHeading(reader, pageTitlesText.forYou);
		await eventually(() => firstText(reader)).toContain('Six looms are running again');
		await articles(reader).first().getByRole('button', { name: forYouText.why }).click();
		await articles(reader).first().getByText(`You follow ${followed.userName}`).waitFor();

		await reader.goBack();
		await reader.getByRole('button', { name: `Following ${followed.userName}` }).click();
		await reader.getByText('0 followers').waitFor();
		await waitUntilSettled(reader);
		await navigation.getByRole('link', { name: pageTitlesText.forYou }).click();
		// The views of this reader change the order of the other posts.
		await eventually(() => firstText(reader)).toMatch(/New (plates|spoons|pots)/);

		const visitor = await market.newDesktopPage();
		await visitor.goto('/for-you');
		expect(await firstText(visitor)).toMatch(/New (plates|spoons|pots)/);
		await articles(visitor).first().getByRole('button', { name: forYouText.why }).click();
		await articles(visitor).first().getByRole('link', { name: forYouText.logInToChoose }).waitFor();
	});
	await test.step('hides a muted seller at once and shows the seller again after undo or following', async () => {
		const [loud, quiet] = [await createOtherUser(market.address), await createOtherUser(market.address)];
		for (const round of [1, 2, 3]) {
			for (const { client, userName } of [loud, quiet]) {
				await client.createPost({ body: { kind: 'tweet', text: `${userName} calls, round ${round}` } });
			}
		}
		await reader.goto('/for-you');
		await waitUntilSettled(reader);
		const mutedPosts = articles(reader).filter({ hasText: `${loud.userName} calls` });
		const others = articles(reader).filter({ hasText: `${quiet.userName} calls` });
		await others.nth(2).waitFor();
		await mutedPosts.nth(2).waitFor();
		await mutedPosts.first().getByRole('button', { name: forYouText.why }).click();
		const muteLabel = forYouText.hideSeller(loud.userName);
		await mutedPosts.first().getByRole('button', { name: muteLabel }).click();
		await eventually(() => mutedPosts.count()).toBe(0);
		expect(await others.count()).toBe(3);

		const client = await createApiClientForPage(reader);
		const countPreferences = async () => (await client.listLess()).items.length;
		await eventually(countPreferences).toBe(1);
		await reader.reload();
		await others.first().waitFor();
		// The personal feed replaces the public feed that the server has rendered.
		await eventually(() => mutedPosts.count()).toBe(0);
		await reader.getByRole('button', { name: forYouText.choices }).click();
		await reader.getByText(muteLabel, { exact: true }).waitFor();
		const emptyPreferences = reader.getByText('Nothing yet.');
		await reader.getByRole('button', { name: `Undo: ${muteLabel}` }).click();
		await emptyPreferences.waitFor();
		await eventually(() => mutedPosts.count()).toBe(3);

		await mutedPosts.first().getByRole('button', { name: forYouText.why }).click();
		await mutedPosts.first().getByRole('button', { name: muteLabel }).click();
		await eventually(() => mutedPosts.count()).toBe(0);
		await eventually(countPreferences).toBe(1);
		await reader.goto(`/profile/user/${loud.userName}`);
		await reader.getByRole('button', { name: `Follow ${loud.userName}` }).click();
		await reader.getByText('1 follower', { exact: true }).waitFor();
		await waitUntilSettled(reader);
		await reader.goto('/for-you');
		await waitUntilSettled(reader);
		await eventually(() => mutedPosts.count()).toBe(3);
		await reader.getByRole('button', { name: forYouText.choices }).click();
		await emptyPreferences.waitFor();
	});
});
