import type { Page } from '@playwright/test';
import * as layoutText from '../contract/text/layout.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { settled } from './support/settled.ts';
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
		const page = await market.phone({ colorScheme: scheme });
		await noteFirstTheme(page);
		await page.goto('/');
		await expectHeading(page, /./);
		expect(await firstTheme(page)).toBe(scheme === 'dark');
		expect(await isDark(page)).toBe(scheme === 'dark');
		expect(await background(page)).toBe(scheme === 'dark' ? 'rgb(15, 21, 18)' : 'rgb(250, 248, 244)');
	}
});

test('what was chosen is kept, never flashes, and a change of the system overrides it', async ({ market }) => {
	const page = await market.phone({ colorScheme: 'light' });
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

test('a change of the system overrides what was chosen, also where nothing more can be stored', async ({ market }) => {
	const page = await market.phone({ colorScheme: 'dark' });
	await page.goto('/');
	const button = page.getByRole('button', { name: layoutText.darkTheme }).first();
	await button.click();
	await eventually(() => stored(page)).toBe('false');
	await page.addInitScript(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException('Full', 'QuotaExceededError');
		};
	});
	await page.reload();
	// Once the page listens.
	await settled(page);
	await turnSystem(page, 'light');
	await turnSystem(page, 'dark');
	await eventually(() => button.getAttribute('aria-pressed')).toBe('true');
	expect(await isDark(page)).toBe(true);
});

test('a change of the system is not missed while the page is on its way', async ({ market }) => {
	const page = await market.phone({ colorScheme: 'light' });
	const held = Promise.withResolvers<void>();
	await page.route(/\/assets\/.*\.js$/, (route) => held.promise.then(() => route.continue()));
	await page.goto('/', { waitUntil: 'commit' });
	await expectHeading(page, /./);
	await turnSystem(page, 'dark');
	expect(await isDark(page)).toBe(true);
	expect(await stored(page)).toBe('true');
	held.resolve();
	const button = page.getByRole('button', { name: layoutText.darkTheme }).first();
	await eventually(() => button.getAttribute('aria-pressed')).toBe('true');
});

test('a preference that a tool has set holds from page to page', async ({ market }) => {
	const page = await market.phone({ colorScheme: 'dark' });
	for (let round = 0; round < 6; round += 1) {
		await page.goto(round % 2 === 0 ? '/termsAndCondition' : '/privacy');
		// Chromium lets go of the preference as a page is left on which somebody has pressed something.
		await page.getByRole('heading', { level: 1 }).click();
		expect([await isDark(page), await stored(page)]).toEqual([true, null]);
	}
});

test('another tab follows', async ({ market }) => {
	const page = await market.desk({ colorScheme: 'light' });
	await page.goto('/');
	const second = await page.context().newPage();
	await second.goto('/');
	await settled(page);
	await settled(second);
	await page.getByRole('button', { name: layoutText.darkTheme }).first().click();
	await eventually(() => isDark(second)).toBe(true);
});
