import type { Page } from '@playwright/test';
import * as commonText from '../text/shared/common.ts';
import * as statsText from '../text/web/stats.ts';
import { eventually, expectHeading, expectToast, getToastRegion } from './support/expect.ts';
import { makePhoto } from './support/media-files.ts';
import { createApiClientForPage, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

const getPost = (page: Page, text: string | RegExp) => page.getByRole('article').filter({ hasText: text });

/** Makes the page send its buffered insights (views and other usage data), as when the page is left. */
const flushInsights = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')));

async function postTweet(page: Page, text: string) {
	await page.getByLabel('Your tweet').fill(text);
	await page.getByRole('button', { name: 'Post tweet' }).click();
	await expectToast(page, 'Tweet posted');
	await getPost(page, text.split(' #')[0] ?? text).waitFor();
}

test('posts, edits, deletes and restores a tweet, and counts its views', async ({ market }) => {
	const page = await market.newPhonePage();
	const { userName } = await signUp(page, '/mypromotweet');
	await expectHeading(page, 'Promote a tweet');
	await page.getByRole('button', { name: 'Post tweet' }).click();
	await page.getByText(commonText.writeSomething).waitFor();
	await page.getByLabel('Your tweet').fill('👩🏽‍🌾'.repeat(41));
	await page.getByText('-7 left').waitFor();
	await page.getByLabel(/photos$/).setInputFiles([await makePhoto('red'), await makePhoto('blue')]);
	await page.getByText('2 of 4').waitFor();
	await eventually(() => page.getByRole('button', { name: 'Post tweet' }).isEnabled()).toBe(true);
	await postTweet(page, 'Ọjà ti ṣí! #ọjà https://example.com/new.');

	const post = getPost(page, 'Ọjà ti ṣí!');
	expect(await post.getByRole('link', { name: '#ọjà' }).getAttribute('href')).toBe(
		'/search?q=%23%E1%BB%8Dj%C3%A0&kind=posts',
	);
	const link = post.getByRole('link', { name: /^https/ });
	expect(await link.getAttribute('href')).toBe('https://example.com/new');
	expect(await link.getAttribute('rel')).toBe('noopener nofollow ugc');
	expect(await post.getByRole('button', { name: /zoom in/ }).count()).toBe(2);

	await post.getByRole('button', { name: 'Edit this tweet' }).click();
	await page.getByRole('textbox', { name: 'Tweet', exact: true }).fill('Ọjà ti pa.');
	await page.getByRole('button', { name: commonText.saveChanges }).click();
	await getPost(page, 'Ọjà ti pa.').getByText('edited').waitFor();

	await page.getByRole('button', { name: 'Delete this tweet' }).click();
	await expectToast(page, 'Tweet deleted');
	await getPost(page, 'Ọjà ti pa.').waitFor({ state: 'detached' });
	await getToastRegion(page).getByRole('button', { name: 'Undo' }).click();
	await getPost(page, 'Ọjà ti pa.').waitFor();

	await test.step('counts a view in a list of the profile, and shows it in the stats', async () => {
		const text = 'Ọjà ti pa.';
		const client = await createApiClientForPage(page);
		const id = (await client.listMyPosts({ query: {} })).items[0]?.id ?? 0;
		const reader = await market.newPhonePage();
		await reader.goto(`/profile/user/${userName}`);
		await getPost(reader, text).waitFor();
		const views = async () => (await client.getPost({ params: { id: String(id) } })).views;
		await eventually(async () => {
			await flushInsights(reader);
			return views();
		}).toBe(1);

		await page.reload();
		await getPost(page, text).getByRole('button', { name: 'Stats for this tweet' }).click();
		const dialog = page.getByRole('dialog', { name: 'Stats' });
		await dialog.getByRole('heading', { name: statsText.sincePosted }).waitFor();
		// Stats without counts are left out.
		expect(await dialog.getByRole('definition').allTextContents()).toEqual(['1']);
		expect(await views()).toBe(1);
	});
});
