import * as commonText from '../text/shared/common.ts';
import * as layoutText from '../text/shared/layout.ts';
import * as controlsText from '../text/web/controls.ts';
import * as dashboardText from '../text/web/dashboard.ts';
import { postAd } from './support/ads.ts';
import { eventually } from './support/expect.ts';
import { holdRequests } from './support/hold-requests.ts';
import { createOtherUser, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('reacts to taps while pictures do not arrive, and keeps its bars while pages load slowly', async ({ market }) => {
	await test.step('reacts to taps although the pictures on the screen do not arrive', async () => {
		const { client } = await createOtherUser(market.address);
		await postAd(client, { title: 'A bag without its picture' });
		const visitor = await market.newPhonePage();
		const held = Promise.withResolvers<void>();
		await visitor.route('**/media/**', async (route) => {
			await held.promise;
			await route.abort();
		});
		await visitor.goto('/', { waitUntil: 'commit' });
		await eventually(() => visitor.evaluate(() => 'hydrated' in document.documentElement.dataset)).toBe(true);
		expect(await visitor.evaluate(() => document.readyState)).not.toBe('complete');
		await visitor.getByRole('button', { name: layoutText.menu }).click();
		await expect(visitor.getByRole('menuitem', { name: commonText.logIn })).toBeVisible();
		market.allowErrors(/\/media\/.*ERR_FAILED|ERR_FAILED.*\/media\//);
		held.resolve();
	});

	const page = await market.newPhonePage({ serviceWorkers: 'block' });
	await signUp(page, '/learning');
	// The rail of wide screens has the same name and comes first.
	const bar = page.getByRole('navigation', { name: layoutText.places, includeHidden: true }).last();
	const menu = page.getByRole('button', { name: layoutText.menu });
	const spinner = page.getByRole('status').filter({ hasText: controlsText.loading });

	const release = await holdRequests(page, /\/assets\/.*\.js$/);
	await page.goto('/dashboard', { waitUntil: 'commit' });
	await spinner.first().waitFor();
	await expect(bar).toHaveCSS('position', 'fixed');
	await expect(bar).toBeVisible();
	const [spinnerBox, barBox] = [await spinner.first().boundingBox(), await bar.boundingBox()];
	if (!spinnerBox || !barBox) throw new Error('The spinner or the bar has no box');
	expect(spinnerBox.y + spinnerBox.height).toBeLessThanOrEqual(barBox.y + 1);
	release();
	await page.getByRole('heading', { name: dashboardText.emptyTitle }).waitFor();

	// Between layouts, the page that is open stays until the next one has loaded.
	await page.goto('/learning');
	await expect(menu).toBeVisible();
	await menu.click();
	const hold = await holdRequests(page, /\/api\//);
	await page.getByRole('menuitem', { name: dashboardText.title }).click();
	await page.waitForURL('/dashboard');
	await expect(bar).toBeVisible();
	await expect(menu).toBeVisible();
	hold();
	await page.getByRole('heading', { name: dashboardText.emptyTitle }).waitFor();
});
