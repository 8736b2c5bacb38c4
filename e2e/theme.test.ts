import type { Page } from '@playwright/test';
import * as layoutText from '../text/shared/layout.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { openMenu } from './support/people.ts';
import { expect, test } from './support/test.ts';

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));
const getStoredTheme = (page: Page) => page.evaluate(() => localStorage.getItem('darkMode'));
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** Records the theme when the body starts, which is before the first paint. */
async function recordFirstTheme(page: Page) {
	await page.addInitScript(() => {
		const window = globalThis as unknown as { firstTheme?: boolean };
		new MutationObserver((_, observer) => {
			if (!document.body) return;
			window.firstTheme = document.documentElement.classList.contains('dark');
			observer.disconnect();
		}).observe(document, { childList: true, subtree: true });
	});
}
const firstTheme = (page: Page) => page.evaluate(() => (globalThis as unknown as { firstTheme?: boolean }).firstTheme);

/** Changes the emulated system theme and waits until the page receives the change event. */
async function setSystemTheme(page: Page, colorScheme: 'light' | 'dark') {
	const changeEvent = await page.evaluateHandle(() => {
		const change = new Promise((resolve) => {
			matchMedia('(prefers-color-scheme: dark)').addEventListener('change', resolve, { once: true });
		});
		return { change };
	});
	await page.emulateMedia({ colorScheme });
	await changeEvent.evaluate(({ change }) => change.then(() => {}));
}

test('follows the system theme from the first paint, and keeps a chosen theme without flashing', async ({ market }) => {
	const dark = await market.newPhonePage({ colorScheme: 'dark' });
	const page = await market.newPhonePage({ colorScheme: 'light' });
	for (const [scheme, visit] of [
		['dark', dark],
		['light', page],
	] as const) {
		await recordFirstTheme(visit);
		await visit.goto('/');
		await expectHeading(visit, /./);
		expect(await firstTheme(visit)).toBe(scheme === 'dark');
		expect(await isDark(visit)).toBe(scheme === 'dark');
		expect(await background(visit)).toBe(scheme === 'dark' ? 'rgb(15, 21, 18)' : 'rgb(250, 248, 244)');
	}

	await openMenu(page);
	const item = page.getByRole('menuitemcheckbox', { name: layoutText.darkTheme });
	await item.click();
	await eventually(() => isDark(page)).toBe(true);
	expect(await getStoredTheme(page)).toBe('true');
	expect(await item.getAttribute('aria-checked')).toBe('true');
	for (const address of ['/', '/Login', '/signup']) {
		await page.goto(address);
		expect(await firstTheme(page)).toBe(true);
		expect(await isDark(page)).toBe(true);
	}
	const button = page.getByRole('button', { name: layoutText.darkTheme });
	// The pressed state shows that the page is hydrated and listens to changes of the system theme.
	await eventually(() => button.getAttribute('aria-pressed')).toBe('true');
	await setSystemTheme(page, 'dark');
	expect(await isDark(page)).toBe(true);
	await setSystemTheme(page, 'light');
	await eventually(() => isDark(page)).toBe(false);
	expect(await getStoredTheme(page)).toBe('false');
	await page.reload();
	expect(await firstTheme(page)).toBe(false);
});
