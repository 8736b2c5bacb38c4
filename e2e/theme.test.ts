import type { Page } from '@playwright/test';
import * as layoutText from '../contract/text/layout.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { expect, test } from './support/test.ts';

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('darkMode'));
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** Notes the theme at the moment the page's body begins, which is before anything can be painted. */
async function noteFirstTheme(page: Page) {
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

/** The system's preference changes, and the page has been told. */
async function turnSystem(page: Page, colorScheme: 'light' | 'dark') {
	const told = await page.evaluateHandle(() => {
		const change = new Promise((resolve) => {
			matchMedia('(prefers-color-scheme: dark)').addEventListener('change', resolve, { once: true });
		});
		return { change };
	});
	await page.emulateMedia({ colorScheme });
	await told.evaluate(({ change }) => change.then(() => {}));
}

test('the first visit follows the system, before anything is painted', async ({ market }) => {
	for (const scheme of ['dark', 'light'] as const) {
		const page = await market.newPhonePage({ colorScheme: scheme });
		await noteFirstTheme(page);
		await page.goto('/');
		await expectHeading(page, /./);
		expect(await firstTheme(page)).toBe(scheme === 'dark');
		expect(await isDark(page)).toBe(scheme === 'dark');
		expect(await background(page)).toBe(scheme === 'dark' ? 'rgb(15, 21, 18)' : 'rgb(250, 248, 244)');
	}
});

test('what was chosen is kept, never flashes, and a change of the system overrides it', async ({ market }) => {
	const page = await market.newPhonePage({ colorScheme: 'light' });
	await noteFirstTheme(page);
	await page.goto('/');
	const button = page.getByRole('button', { name: layoutText.darkTheme }).first();
	await button.click();
	await eventually(() => isDark(page)).toBe(true);
	expect(await stored(page)).toBe('true');
	expect(await button.getAttribute('aria-pressed')).toBe('true');
	for (const address of ['/', '/Login', '/signup']) {
		await page.goto(address);
		expect(await firstTheme(page)).toBe(true);
		expect(await isDark(page)).toBe(true);
	}
	// Once the page listens.
	await eventually(() => button.getAttribute('aria-pressed')).toBe('true');
	await turnSystem(page, 'dark');
	expect(await isDark(page)).toBe(true);
	await turnSystem(page, 'light');
	await eventually(() => isDark(page)).toBe(false);
	expect(await stored(page)).toBe('false');
	await page.reload();
	expect(await firstTheme(page)).toBe(false);
});
