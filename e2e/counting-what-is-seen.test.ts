import type { Page } from '@playwright/test';
import { adPath } from '../contract/page-paths.ts';
import * as statsText from '../contract/text/stats.ts';
import { eventually } from './support/expect.ts';
import { clientOf, signedUp } from './support/people.ts';
import { postAd } from './support/selling.ts';
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

test("a customer's tap on the way to a chat is counted, the seller's own is not", async ({ market }) => {
	const owner = await market.phone();
	await signedUp(owner);
	const ad = await postAd(await clientOf(owner), { title: 'Indigo cloth', whatsapp: '08031234567' });
	const customer = await market.phone();

	/** What the browser has told once it has tapped and left. */
	async function tapped(page: Page): Promise<string> {
		const told: string[] = [];
		page.on('request', (request) => {
			if (request.url().endsWith('/api/insights')) told.push(request.postData() ?? '');
		});
		await page.goto(adPath(ad));
		const chat = page.getByRole('link', { name: /^Chat on WhatsApp/ }).first();
		// The other app is not there.
		await chat.evaluate((link) => link.setAttribute('href', '#chat'));
		await chat.evaluate((link) => link.removeAttribute('target'));
		await chat.click();
		await page.waitForURL(/#chat$/);
		await leave(page);
		await eventually(() => told.join()).toContain('"pageview"');
		return told.join();
	}
	expect(await tapped(owner)).not.toContain('"contact"');
	expect(await tapped(customer)).toContain('"contact"');
	const client = await clientOf(owner);
	await eventually(async () => (await client.getMyInsights({ query: {} })).items[0]).toMatchObject({
		views: 1,
		contacts: 1,
	});
});
