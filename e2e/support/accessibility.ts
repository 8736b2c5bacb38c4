import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Milliseconds until animations must have ended, on a machine that is busy with other tests. */
const settleTimeout = 60_000;

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Theme = 'light' | 'dark';

/** Waits until the page has the given theme and no running animation. */
async function waitUntilStill(page: Page, scheme: Theme): Promise<void> {
	const isStill = (dark: boolean) => {
		for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
		return document.documentElement.classList.contains('dark') === dark && document.getAnimations().length === 0;
	};
	try {
		await page.waitForFunction(isStill, scheme === 'dark', { timeout: settleTimeout, polling: 50 });
	} catch (cause) {
		const details = await page.evaluate(() => {
			const targets = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect | null)?.target);
			return [document.documentElement.className, ...targets.map((target) => target?.outerHTML.slice(0, 200))];
		});
		throw new Error(`${page.url()} does not stop moving in ${scheme}: ${details.join(', ')}`, { cause });
	}
}

/** axe options. The dark theme differs only in colours, so it needs only colour rules. By default axe disables `target-size` (WCAG 2.2). */
const rules = {
	light: { rules: { 'target-size': { enabled: true } } },
	dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<Theme, RunOptions>;

/** Returns axe's violations in the current theme. Injects the axe script only once per loaded document, because the script is half a megabyte. */
export async function runAxe(page: Page, theme: Theme): Promise<AxeResults['violations']> {
	if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript);
	// axe skips frames, because the site has no frames.
	const options: RunOptions = { ...rules[theme], iframes: false, resultTypes: ['violations'] };
	return page.evaluate(async (options) => {
		const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
		// To save time, axe skips list items after the eighth, which have the same markup as the first items.
		return (await axe.run({ exclude: ['li:nth-child(n + 9)'] }, options)).violations;
	}, options);
}

/** Returns axe's violations in both themes, and horizontal overflow. The browser context must have reduced motion. */
export async function findViolations(page: Page): Promise<string[]> {
	const problems: string[] = [];
	// The current theme is checked first, because a theme change repaints everything.
	const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
	for (const theme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
		await page.emulateMedia({ colorScheme: theme });
		await waitUntilStill(page, theme);
		for (const { id, nodes } of await runAxe(page, theme)) {
			for (const node of nodes) {
				// Menus may be outside landmarks. The axe rule `region` accepts this for dialogs, but not for menus.
				if (id === 'region' && node.html.includes('role="menu"')) continue;
				problems.push(`${theme} ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`);
			}
		}
	}
	const path = new URL(page.url()).pathname;
	return [...problems.map((problem) => `${path} ${problem}`), ...(await findHorizontalOverflow(page))];
}

/** Returns a problem if the page scrolls horizontally at its current size. */
export async function findHorizontalOverflow(page: Page): Promise<string[]> {
	const overflow = await page.evaluate(
		() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
	);
	const { width } = page.viewportSize() ?? {};
	return overflow > 0
		? [`${new URL(page.url()).pathname} scrolls ${overflow} pixels to the side at a width of ${width}`]
		: [];
}
