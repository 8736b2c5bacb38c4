import type { Page } from '@playwright/test';
import * as statsText from '../text/web/stats.ts';
import { findViolations } from './support/accessibility.ts';
import { eventually } from './support/expect.ts';
import { createApiClientForPage, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

const articles = (page: Page) => page.getByRole('main').getByRole('article');
/** Makes the page send its buffered insights (views and other usage data), as when the page is left. */
const flushInsights = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')));

test('counts a view of a tweet in a list and shows it in the stats', async ({ market }) => {
	const owner = await market.newPhonePage();
	const { userName } = await signUp(owner, '/mypromotweet');
	const client = await createApiClientForPage(owner);
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
		await flushInsights(reader);
		return views();
	}).toBe(1);

	await owner.goto('/mypromotweet');
	await own.getByRole('button', { name: 'Stats for this tweet' }).click();
	const dialog = owner.getByRole('dialog', { name: 'Stats' });
	await dialog.getByRole('heading', { name: statsText.sincePosted }).waitFor();
	// Stats without counts are left out.
	expect(await dialog.getByRole('definition').allTextContents()).toEqual(['1']);
	expect(await findViolations(owner)).toEqual([]);
	expect(await views()).toBe(1);
});
