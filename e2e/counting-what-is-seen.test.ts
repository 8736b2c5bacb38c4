import type { Page } from '@playwright/test';
import * as statsText from '../contract/text/stats.ts';
import { eventually } from './support/expect.ts';
import { clientOf, signedUp } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const articles = (page: Page) => page.getByRole('main').getByRole('article');
/** What is told goes out when the page is left. */
const leave = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')));

test('a tweet that is read in a list counts a view for its owner, who sees it in its figures', async ({ market }) => {
	const owner = await market.phone();
	const { userName } = await signedUp(owner, '/mypromotweet');
	const client = await clientOf(owner);
	const text = `Read me, says ${userName}`;
	const { id } = await client.createPost({ body: { kind: 'tweet', text } });
	await owner.goto(`/profile/user/${userName}`);
	const own = articles(owner).filter({ hasText: text });
	await own.waitFor();
	const reader = await market.phone();
	await reader.goto(`/profile/user/${userName}`);
	await articles(reader).filter({ hasText: text }).waitFor();
	const views = async () => (await client.getPost({ params: { id: String(id) } })).views;
	await eventually(async () => {
		await leave(reader);
		return views();
	}).toBe(1);

	await owner.goto('/mypromotweet');
	await own.getByRole('button', { name: 'Figures of this tweet' }).click();
	const dialog = owner.getByRole('dialog', { name: 'Figures' });
	await dialog.getByRole('heading', { name: statsText.sincePosted }).waitFor();
	expect(await dialog.getByRole('definition').allTextContents()).toEqual(['1', '0', '0', '0']);
	expect(await violations(owner)).toEqual([]);
	expect(await views()).toBe(1);
});
