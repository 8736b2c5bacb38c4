import type { Page } from '@playwright/test';
import * as statsText from '../contract/text/stats.ts';
import { findViolations } from './support/accessibility.ts';
import { eventually } from './support/expect.ts';
import { createClientFor, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

const articles = (page: Page) => page.getByRole('main').getByRole('article');
/** What is told goes out when the page is left. */
const leave = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')));

test('a tweet that is read in a list counts a view for its owner, who sees it in its figures', async ({ market }) => {
	const owner = await market.newPhonePage();
	const { userName } = await signUp(owner, '/mypromotweet');
	const client = await createClientFor(owner);
	const text = `Read me, says ${userName}`;
	const { id } = await client.createPost({ body: { kind: 'tweet', text } });
	await owner.goto(`/profile/user/${userName}`);
	const own = articles(owner).filter({ hasText: text });
	await own.waitFor();
	const reader = await market.newPhonePage();
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
	expect(await findViolations(owner)).toEqual([]);
	expect(await views()).toBe(1);
});
