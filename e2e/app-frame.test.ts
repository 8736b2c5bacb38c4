import type { Page } from '@playwright/test';
import * as layoutText from '../text/shared/layout.ts';
import * as controlsText from '../text/web/controls.ts';
import * as dashboardText from '../text/web/dashboard.ts';
import { signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Holds back the requests that match until the returned function is called. */
async function holdRequests(page: Page, pattern: RegExp): Promise<() => void> {
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(pattern, async (route) => {
		await released;
		await route.continue();
	});
	return release;
}

test('keeps the bars of the app while the page and its data load slowly', async ({ market }) => {
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
