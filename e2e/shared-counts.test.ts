import type { Page } from '@playwright/test';
import * as commonText from '../text/shared/common.ts';
import * as commentsText from '../text/web/comments.ts';
import * as logInPromptText from '../text/web/log-in-prompt.ts';
import { eventually } from './support/expect.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { createOtherUser, makePerson, signUp, submitSignUp } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

const like = (page: Page) => page.getByRole('button', { name: /^Like, / });
/** Milliseconds between fast taps. */
const fastTaps = { delay: 80 };
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const comments = (page: Page, count: number) => page.getByRole('heading', { name: `Comments ${count}` });

/** Returns the accessible name and the pressed state of the like button. */
const getLikeState = async (page: Page) => [
	await like(page).getAttribute('aria-label'),
	await like(page).getAttribute('aria-pressed'),
];

async function createTweet({ address }: MarketFixture) {
	const seller = await createOtherUser(address);
	const { id } = await seller.client.createPost({ body: { kind: 'tweet', text: 'Yams from Benue are in' } });
	return { seller, id, path: `/mypromotweet/${id}`, post: () => seller.client.getPost({ params: { id: String(id) } }) };
}

test('completes a like after signup, and shows the same likes, comments and saves to everyone', async ({ market }) => {
	const { seller, id, path, post } = await createTweet(market);
	const [first, second, visitor] = [
		await market.newPhonePage(),
		await market.newDesktopPage(),
		await market.newPhonePage(),
	];
	for (const page of [first, visitor]) await page.goto(path);
	await signUp(second, path);

	await test.step('completes a like of a visitor after signup', async () => {
		await like(first).click();
		await first
			.getByRole('dialog', { name: logInPromptText.title(logInPromptText.toLike) })
			.getByRole('link', { name: commonText.logIn })
			.click();
		await first.getByRole('link', { name: logInPromptText.createAccount }).click();
		await submitSignUp(first, makePerson());
		await first.waitForURL(path);
		await eventually(() => getLikeState(first)).toEqual(['Like, 1 like', 'true']);
		await eventually(async () => (await post()).likes).toBe(1);
	});

	await test.step('counts each like once, however fast the taps', async () => {
		await waitUntilSettled(first);
		await like(first).dblclick(fastTaps);
		await eventually(() => getLikeState(first)).toEqual(['Like, 1 like', 'true']);
		await waitUntilSettled(first);
		expect((await post()).likes).toBe(1);
		await second.reload();
		await eventually(() => getLikeState(second)).toEqual(['Like, 1 like', 'false']);
		await like(second).click({ clickCount: 3, ...fastTaps });
		await eventually(() => getLikeState(second)).toEqual(['Like, 2 likes', 'true']);
		await eventually(async () => (await post()).likes).toBe(2);
	});

	await test.step('counts a comment of a double tap once, and a reply', async () => {
		await first.getByLabel(commentsText.addComment).fill('Still there tomorrow?');
		await first.getByRole('button', { name: 'Send' }).dblclick(fastTaps);
		await comments(first, 1).waitFor();
		await first.getByText('Sending…').waitFor({ state: 'detached' });
		await second.reload();
		const reply = second.getByRole('textbox', { name: /^Reply to / });
		await second.getByRole('button', { name: /^Reply to / }).click();
		await reply.fill('Keep ten for me');
		await reply.press('Control+Enter');
		await second
			.getByRole('article', { name: /^Reply from/ })
			.getByText('Keep ten for me')
			.waitFor();
		await eventually(async () => (await post()).comments).toBe(2);
	});

	await test.step('counts saves', async () => {
		await save(first).dblclick(fastTaps);
		await eventually(() => save(first).getAttribute('aria-pressed')).toBe('false');
		for (const page of [first, second]) {
			await save(page).click();
			await eventually(() => save(page).getAttribute('aria-pressed')).toBe('true');
		}
		const getStats = async () => (await seller.client.getMyInsights({ query: { target: 'posts', id } })).items[0];
		await eventually(getStats).toMatchObject({ likes: 2, comments: 2, saves: 2 });
	});

	await test.step('shows the same to everyone', async () => {
		for (const page of [first, second]) await waitUntilSettled(page);
		for (const page of [first, second, visitor]) await page.reload();
		for (const page of [first, second, visitor]) {
			const isPressed = page === visitor ? 'false' : 'true';
			await eventually(() => getLikeState(page)).toEqual(['Like, 2 likes', isPressed]);
			await comments(page, 2).waitFor();
			await page.getByText('Still there tomorrow?').waitFor();
			await page.getByRole('button', { name: '1 reply' }).click();
			await page.getByText('Keep ten for me').waitFor();
			await eventually(() => save(page).getAttribute('aria-pressed')).toBe(isPressed);
		}
		await visitor.goto('/for-you');
		const card = visitor.getByRole('article').filter({ hasText: 'Yams from Benue are in' });
		await card.getByRole('button', { name: 'Like, 2 likes' }).waitFor();
		await card.getByRole('link', { name: 'Comment, 2 comments' }).waitFor();
	});
});
