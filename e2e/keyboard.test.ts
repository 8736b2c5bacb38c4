import type { Locator, Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import { defaultBrand } from '../contract/market-settings/brand.ts';
import * as adFiltersText from '../text/shared/ad-filters.ts';
import * as commonText from '../text/shared/common.ts';
import * as layoutText from '../text/shared/layout.ts';
import * as commentsText from '../text/web/comments.ts';
import * as dashboardText from '../text/web/dashboard.ts';
import * as forYouText from '../text/web/for-you.ts';
import * as personalInfoText from '../text/web/personal-info.ts';
import * as reportText from '../text/web/report.ts';
import { postAd } from './support/ads.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { createApiClientForPage, createOtherUser, signUp } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

/** Number of Tab presses that reach any element from the start of a page. */
const maxTabs = 120;

/** Presses Tab until the target has the focus. Checks that every focused element has a visible outline. */
async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.first().waitFor();
	for (let presses = 0; presses < maxTabs; presses++) {
		await page.keyboard.press('Tab');
		const { withoutOutline, isReached } = await target.evaluateAll((targets) => {
			const focused = document.activeElement;
			if (!focused || focused === document.body) return { withoutOutline: null, isReached: false };
			const hasOutline = [null, '::after'].some((part) => {
				const { outlineStyle, outlineWidth } = getComputedStyle(focused, part);
				return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
			});
			return {
				withoutOutline: hasOutline ? null : focused.outerHTML.slice(0, 200),
				isReached: targets.includes(focused as (typeof targets)[number]),
			};
		});
		expect(withoutOutline, 'an element without a visible focus').toBeNull();
		if (isReached) return;
	}
	throw new Error(`Tab does not reach ${target}`);
}

const isFocused = (target: Locator) =>
	target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

async function expectFocus(target: Locator): Promise<void> {
	await eventually(() => isFocused(target)).toBe(true);
}

async function press(page: Page, name: string | RegExp, key = 'Enter') {
	await tabTo(page, page.getByRole('button', { name }));
	await page.keyboard.press(key);
}

test('lets a visitor skip to content, save, share and return to the last focus', async ({ market }) => {
	const seller = await createOtherUser(market.address);
	await postAd(seller.client, { title: 'Indigo cloth', whatsapp: '08031234567' });
	const page = await market.newDesktopPage();
	await page.goto('/');
	await tabTo(page, page.getByRole('link', { name: layoutText.skipToContent }));
	await page.keyboard.press('Enter');
	const card = page.getByRole('main').locator('li', { hasText: 'Indigo cloth' });
	await tabTo(page, card.getByRole('link', { name: 'Indigo cloth', exact: true }));
	await tabTo(page, card.getByRole('button', { name: 'Save' }));
	await page.keyboard.press('Space');
	await expectToast(page, messages.wishlistAdded);

	await page.goto('/search');
	await expectFocus(page.getByRole('searchbox', { name: 'Search' }));
	await page.keyboard.type('indgo');
	await page.getByRole('link', { name: 'Indigo cloth', exact: true }).waitFor();
	await tabTo(page, page.getByLabel('Category'));
	await tabTo(page, page.getByRole('button', { name: adFiltersText.filters(0) }));
	await page.keyboard.press('Enter');
	const filters = page.getByRole('dialog', { name: adFiltersText.title });
	await tabTo(page, filters.getByLabel(adFiltersText.maxPrice));
	await page.keyboard.type('9m');
	await page.keyboard.press('Enter');
	await filters.waitFor({ state: 'detached' });
	await tabTo(page, page.getByRole('link', { name: 'Remove filter Up to NGN 9,000,000' }));
	await page.keyboard.press('Enter');
	await expectFocus(page.getByRole('button', { name: adFiltersText.filters(0) }));
	await tabTo(page, page.getByRole('link', { name: 'Indigo cloth', exact: true }));
	await page.keyboard.press('Enter');
	await expectHeading(page, 'Indigo cloth');
	// A screen reader reads the title of the new page.
	await expect(page.locator('[aria-live=polite]', { hasText: `Indigo cloth · ${defaultBrand.name}` })).toBeAttached();
	await tabTo(page, page.getByRole('button', { name: /zoom in/ }));
	await page.keyboard.press('Enter');
	await page.getByRole('dialog').waitFor();
	await page.keyboard.press('Escape');
	await expectFocus(page.getByRole('button', { name: /zoom in/ }));

	const share = page.getByRole('button', { name: 'Share', exact: true });
	await tabTo(page, share);
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Share this ad' });
	await tabTo(page, dialog.getByRole('button', { name: 'Copy', exact: true }));
	await page.keyboard.press('Escape');
	await expectFocus(share);
	await press(page, /^Like, /);
	const prompt = page.getByRole('dialog', { name: 'Log in to like this' });
	await tabTo(page, prompt.getByRole('link', { name: commonText.logIn }));
	await page.keyboard.press('Escape');
	await prompt.waitFor({ state: 'detached' });
	await expectFocus(page.getByRole('button', { name: /^Like, / }));
});

test('lets a user follow, like, save, comment, reply and report, then post, edit, sell and delete', async ({
	market,
}) => {
	const seller = await createOtherUser(market.address);
	const { id } = await seller.client.createPost({ body: { kind: 'tweet', text: 'Fresh garri' } });
	await seller.client.createComment({
		params: { target: 'posts', id: String(id) },
		body: { text: 'From Ijebu' },
	});
	const page = await market.newDesktopPage();
	await signUp(page, `/profile/user/${seller.userName}`);
	await tabTo(page, page.getByRole('main').getByRole('button', { name: `Follow ${seller.userName}` }));
	await page.keyboard.press('Enter');
	await page.getByText('1 follower', { exact: true }).waitFor();

	await page.goto(`/mypromotweet/${id}`);
	await press(page, 'Like, 0 likes', 'Space');
	await page.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor();
	await press(page, 'Save', 'Space');
	await expectToast(page, 'Saved');
	await press(page, 'More about this tweet');
	await expectFocus(page.getByRole('menu'));
	await page.keyboard.press('ArrowDown');
	await expectFocus(page.getByRole('menuitem', { name: 'Report this tweet' }));
	await page.keyboard.press('Enter');
	const report = page.getByRole('dialog', { name: 'Report this tweet' });
	await tabTo(page, report.getByRole('radio').first());
	await page.keyboard.press('ArrowDown');
	await tabTo(page, report.getByLabel('Note'));
	await page.keyboard.type('Only a try');
	await press(page, reportText.send);
	await expectToast(page, reportText.thanks);
	await report.waitFor({ state: 'detached' });

	await tabTo(page, page.getByLabel(commentsText.addComment));
	await page.keyboard.type('Two bags');
	await press(page, 'Send');
	await page.getByRole('heading', { name: 'Comments 2' }).waitFor();
	await press(page, `Reply to ${seller.userName}`);
	await expectFocus(page.getByRole('textbox', { name: `Reply to ${seller.userName}` }));
	await page.keyboard.type('White or yellow?');
	await page.keyboard.press('Control+Enter');
	await page.getByRole('heading', { name: 'Comments 3' }).waitFor();

	await postAd(seller.client, { title: 'Garri bowl' });
	await page.goto('/for-you');
	await waitUntilSettled(page);
	await press(page, forYouText.whyAd('Garri bowl'));
	await press(page, forYouText.hideSeller(seller.userName));
	await expectFocus(page.getByRole('button', { name: 'Undo' }));

	await page.goto('/mypromotweet');
	await tabTo(page, page.getByLabel('Your tweet'));
	await page.keyboard.type('Written without a mouse');
	await press(page, 'Post tweet');
	await expectToast(page, 'Tweet posted');
	await page.getByRole('article').filter({ hasText: 'Written without a mouse' }).waitFor();

	await postAd(await createApiClientForPage(page), { title: 'Basket' });
	await page.goto('/dashboard');
	await press(page, 'Mark as sold: Basket');
	await page.getByText('Sold', { exact: true }).waitFor();
	await press(page, 'Edit: Basket');
	const editDialog = page.getByRole('dialog');
	await tabTo(page, editDialog.getByLabel('Title'));
	await page.keyboard.press('Control+A');
	await page.keyboard.type('Big basket');
	await tabTo(page, editDialog.getByRole('button', { name: /^Save/ }));
	await page.keyboard.press('Enter');
	await editDialog.waitFor({ state: 'detached' });
	await page.getByRole('link', { name: 'Big basket' }).waitFor();
	await press(page, 'Delete Big basket');
	const confirmation = page.getByRole('alertdialog').or(page.getByRole('dialog'));
	await confirmation.waitFor();
	await page.keyboard.press('Escape');
	await expectFocus(page.getByRole('button', { name: 'Delete Big basket' }));
	await page.keyboard.press('Enter');
	await tabTo(page, confirmation.getByRole('button', { name: 'Delete' }));
	await page.keyboard.press('Enter');
	await expectToast(page, 'Deleted');
	await page.getByRole('heading', { name: dashboardText.emptyTitle }).waitFor();

	await page.goto('/dashboard/personal-Info');
	await tabTo(page, page.getByRole('switch', { name: personalInfoText.showPhone }));
	await page.keyboard.press('Space');
	await press(page, 'Save');
	await expectToast(page, personalInfoText.saved);
});
