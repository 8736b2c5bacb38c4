import type { Page } from '@playwright/test';
import * as commentsText from '../contract/text/comments.ts';
import * as commonText from '../contract/text/common.ts';
import * as errorsText from '../contract/text/errors.ts';
import * as forYouText from '../contract/text/for-you.ts';
import * as promoteText from '../contract/text/promote.ts';
import * as statsText from '../contract/text/stats.ts';
import * as todayText from '../contract/text/today.ts';
import { eventually, expectHeading, expectToast, toasts } from './support/expect.ts';
import { photo } from './support/files.ts';
import { clientOf, elsewhere, signedUp } from './support/people.ts';
import { postAd } from './support/selling.ts';
import { settled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

const postFrom = (page: Page, text: string | RegExp) => page.getByRole('article').filter({ hasText: text });

async function tweet(page: Page, text: string) {
	await page.getByLabel('Your tweet').fill(text);
	await page.getByRole('button', { name: 'Post tweet' }).click();
	await expectToast(page, 'Your tweet is out');
	await postFrom(page, text.split(' #')[0] ?? text).waitFor();
}

test('a tweet is written, changed, deleted and brought back', async ({ market }) => {
	const page = await market.phone();
	await signedUp(page, '/mypromotweet');
	await expectHeading(page, 'Promote a tweet');
	await page.getByRole('button', { name: 'Post tweet' }).click();
	await page.getByText(commonText.writeSomething).waitFor();
	await page.getByLabel('Your tweet').fill('👩🏽‍🌾'.repeat(41));
	await page.getByText('-7 left').waitFor();
	await page.getByLabel(/pictures$/).setInputFiles([await photo('red'), await photo('blue')]);
	await page.getByText('2 of 4').waitFor();
	await eventually(() => page.getByRole('button', { name: 'Post tweet' }).isEnabled()).toBe(true);
	await tweet(page, 'Ọjà ti ṣí! #ọjà https://example.com/new.');

	const post = postFrom(page, 'Ọjà ti ṣí!');
	expect(await post.getByRole('link', { name: '#ọjà' }).getAttribute('href')).toBe(
		'/search?q=%23%E1%BB%8Dj%C3%A0&kind=posts',
	);
	const link = post.getByRole('link', { name: /^https/ });
	expect(await link.getAttribute('href')).toBe('https://example.com/new');
	expect(await link.getAttribute('rel')).toBe('noopener nofollow ugc');
	expect(await post.getByRole('button', { name: /look closer/ }).count()).toBe(2);

	await post.getByRole('button', { name: 'Edit this tweet' }).click();
	await page.getByRole('textbox', { name: 'Tweet', exact: true }).fill('Ọjà ti pa.');
	await page.getByRole('button', { name: commonText.saveChanges }).click();
	await postFrom(page, 'Ọjà ti pa.').getByText('edited').waitFor();

	await page.getByRole('button', { name: 'Delete this tweet' }).click();
	await expectToast(page, 'Tweet deleted');
	await postFrom(page, 'Ọjà ti pa.').waitFor({ state: 'detached' });
	await toasts(page).getByRole('button', { name: 'Undo' }).click();
	await postFrom(page, 'Ọjà ti pa.').waitFor();
});

test('a tweet that is out before the own ones have come stands among them', async ({ market }) => {
	const page = await market.phone();
	const [asked, posted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let first = true;
	await page.context().route('**/api/me/posts?*', async (route) => {
		if (!first) return route.continue();
		first = false;
		const before = await route.fetch();
		asked.resolve();
		await posted.promise;
		// Asked anew meanwhile, nobody waits for this one.
		await route.fulfill({ response: before }).catch(() => {});
	});
	await signedUp(page, '/mypromotweet');
	await asked.promise;
	await page.getByLabel('Your tweet').fill('Faster than the list');
	await page.getByRole('button', { name: 'Post tweet' }).click();
	await expectToast(page, 'Your tweet is out');
	posted.resolve();
	await postFrom(page, 'Faster than the list').waitFor();
});

test('what was typed is not thrown away before it is asked', async ({ market }) => {
	const page = await market.desk();
	await signedUp(page, '/mypromotweet');
	await tweet(page, 'Two bags are left');
	const pencil = page.getByRole('button', { name: 'Edit this tweet' });
	const field = page.getByRole('textbox', { name: 'Tweet', exact: true });
	const question = page.getByText(/^Leave without/);

	// Nothing typed, nothing asked.
	await pencil.click();
	await field.press('Escape');
	await field.waitFor({ state: 'detached' });
	await pencil.click();
	await field.fill('One bag is left');
	await field.press('Escape');
	await question.waitFor();
	await field.press('End');
	await field.pressSequentially('!');
	await question.waitFor({ state: 'detached' });
	await pencil.click();
	await question.waitFor();
	expect(await field.inputValue()).toBe('One bag is left!');
	await page.getByRole('button', { name: 'Leave', exact: true }).click();
	await postFrom(page, 'Two bags are left').waitFor();
	expect(await field.count()).toBe(0);

	await postFrom(page, 'Two bags are left').locator('time').click();
	await expectHeading(page, /^Tweet from/);
	await page.getByLabel(commentsText.addComment).fill('Ask me');
	await page.getByRole('button', { name: 'Send' }).click();
	const comment = page.getByRole('article', { name: /^Comment from/ });
	await comment.getByRole('button', { name: 'Edit' }).click();
	const words = page.getByLabel(commentsText.yourComment);
	await words.fill('Ask me first');
	await comment.getByRole('button', { name: 'Cancel' }).click();
	await question.waitFor();
	expect(await words.inputValue()).toBe('Ask me first');
	await words.press('Escape');
	await words.waitFor({ state: 'detached' });
	await comment.getByText('Ask me', { exact: true }).waitFor();

	const busy = 'Too busy. Try again in a moment.';
	market.allow(/503/);
	const answer = Promise.withResolvers<void>();
	await page.route('**/api/comments/*', async (route) => {
		await answer.promise;
		await route.fulfill({ status: 503, json: { code: 'unavailable', message: busy } });
	});
	await comment.getByRole('button', { name: 'Edit' }).click();
	await words.fill('Ask me on Monday');
	await comment.getByRole('button', { name: 'Save' }).click();
	// What is refused comes back, and leaves the focus to what is written meanwhile.
	const another = page.getByLabel(commentsText.addComment);
	await another.focus();
	answer.resolve();
	await expectToast(page, busy);
	expect(await words.inputValue()).toBe('Ask me on Monday');
	expect(await another.evaluate((field) => field === document.activeElement)).toBe(true);
	await page.unroute('**/api/comments/*');
	await comment.getByRole('button', { name: 'Save' }).click();
	await comment.getByText('edited').waitFor();
	await comment.getByText('Ask me on Monday', { exact: true }).waitFor();

	await comment.getByRole('button', { name: /^Reply to/ }).click();
	const reply = page.getByRole('textbox', { name: /^Reply to/ });
	await reply.fill('I do');
	await comment.getByRole('button', { name: 'Edit' }).click();
	await words.press('Escape');
	expect(await reply.inputValue()).toBe('I do');
	await reply.press('Escape');
	await question.waitFor();
	await reply.press('Escape');
	await reply.waitFor({ state: 'detached' });
});

test('what was begun is there after a reload', async ({ market }) => {
	const page = await market.phone();
	await signedUp(page, '/mypromotalk');
	await page.getByLabel('Your talk').fill('How do you price?');
	await page.getByLabel(promoteText.category).selectOption('Furniture & Home Items');
	await page.reload();
	await eventually(() => page.getByLabel('Your talk').inputValue()).toBe('How do you price?');
	await page.getByRole('button', { name: 'Start the talk' }).click();
	await expectToast(page, 'Your talk has begun');
	await page.reload();
	await eventually(() => page.getByLabel('Your talk').inputValue()).toBe('');
	await postFrom(page, 'How do you price?').getByText('Furniture & Home Items').waitFor();
});

test('a visitor reads a talk on its own page, and is shown the right address', async ({ market }) => {
	const seller = await market.desk();
	await signedUp(seller, '/mypromotalk');
	await seller.getByLabel('Your talk').fill('Is the POS charge fair?\n\nTell me.');
	await seller.getByRole('button', { name: 'Start the talk' }).click();
	await postFrom(seller, 'Is the POS charge fair?').locator('time').click();
	await expectHeading(seller, /^Talk from/);
	const path = new URL(seller.url()).pathname;
	expect(path).toMatch(/^\/mypromotalk\/\d+\/is-the-pos-charge-fair-tell-me$/);

	const visitor = await market.phone();
	const [, , id] = path.split('/');
	await visitor.goto(`/mypromotalk/${id}/anything`);
	await visitor.getByText('Is the POS charge fair?').first().waitFor();
	const canonical = visitor.locator('link[rel=canonical]');
	expect(await canonical.getAttribute('href')).toBe(`${market.address}${path}`);
	await visitor.goto(`/mypromotweet/${id}`);
	expect(new URL(visitor.url()).pathname).toBe(path);
	market.allow(/404/);
	await visitor.goto('/mypromotweet/999999');
	await expectHeading(visitor, errorsText.notFoundTitle);
});

test('the dashboard leads to the comments that wait for an answer, and says where figures are missing', async ({
	market,
}) => {
	const seller = await market.phone({ serviceWorkers: 'block' });
	await signedUp(seller, '/dashboard');
	const { createPost } = await clientOf(seller);
	const text = 'Is the POS charge fair? '.repeat(60).trim();
	const talk = await createPost({ body: { kind: 'talk', text } });
	const ad = await postAd(await clientOf(seller), { title: 'Copper kettle' });
	const { client } = await elsewhere(market.address);
	for (const [target, id, text] of [
		['posts', talk.id, 'Not at all'],
		['ads', ad.id, 'Is it new?'],
	] as const) {
		await client.createComment({ params: { target, id: String(id) }, body: { text } });
	}
	for (const [said, path] of [
		['Not at all', `/mypromotalk/${talk.id}/`],
		['Is it new?', `/feed/${ad.id}/copper-kettle`],
	] as const) {
		await seller.goto('/dashboard');
		await seller.getByRole('region', { name: todayText.title }).getByRole('link', { name: said }).click();
		await seller.waitForURL((url) => url.pathname.startsWith(path) && url.hash === '#comments');
		const heading = seller.getByRole('heading', { name: /^Comments/ });
		await eventually(async () => Math.round((await heading.boundingBox())?.y ?? 9999)).toBeLessThan(600);
		expect(await seller.evaluate(() => scrollY)).toBeGreaterThan(200);
	}

	market.allow(/insights/);
	await seller.route('**/api/me/insights*', (route) => route.abort());
	await seller.goto('/dashboard');
	const failure = seller.getByRole('alert').filter({ hasText: statsText.ownLoadFailed });
	await failure.waitFor({ timeout: 20_000 });
	await seller.unroute('**/api/me/insights*');
	await failure.getByRole('button', { name: commonText.tryAgain }).click();
	await seller.getByRole('heading', { name: /^The last \d+ days$/ }).waitFor();
});

test('less of a seller means none of them, until it is taken back', async ({ market }) => {
	const seller = await market.desk();
	await signedUp(seller, '/mypromotweet');
	await tweet(seller, 'Nobody wants to read this');
	await tweet(seller, 'Nor this one');
	const other = await elsewhere(market.address);
	await other.client.createPost({ body: { kind: 'tweet', text: 'Somebody else' } });

	const reader = await market.phone();
	await signedUp(reader, '/for-you');
	// The list for all that came with the page gives way to the own one.
	await settled(reader);
	const post = postFrom(reader, 'Nobody wants to read this');
	await post.getByRole('button', { name: forYouText.why }).press('Enter');
	await post.getByRole('button', { name: /^Nothing from/ }).press('Enter');
	const undo = reader.getByRole('button', { name: 'Undo' });
	await undo.waitFor();
	await eventually(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
	await eventually(() => postFrom(reader, 'Nor this one').isVisible()).toBe(false);

	await settled(reader);
	await reader.reload();
	await postFrom(reader, 'Somebody else').waitFor();
	await eventually(() => reader.getByText('Nor this one').count()).toBe(0);
});
