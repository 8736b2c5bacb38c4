import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Milliseconds for a page to come to rest while its neighbour is looked over. */
const settleTimeout = 60_000;

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Theme = 'light' | 'dark';

/** The page shows itself in this theme, and nothing on it moves. */
async function waitUntilStill(page: Page, scheme: Theme): Promise<void> {
	const isStill = (dark: boolean) => {
		for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
		return document.documentElement.classList.contains('dark') === dark && document.getAnimations().length === 0;
	};
	try {
		await page.waitForFunction(isStill, scheme === 'dark', { timeout: settleTimeout, polling: 50 });
	} catch (cause) {
		const moving = await page.evaluate(() => {
			const targets = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect | null)?.target);
			return [document.documentElement.className, ...targets.map((target) => target?.outerHTML.slice(0, 200))];
		});
		throw new Error(`${page.url()} does not come to rest in ${scheme}: ${moving.join(', ')}`, { cause });
	}
}

/** The dark theme changes colours only. Targets are a rule of WCAG 2.2, which axe leaves out where it is not asked. */
const rules = {
	light: { rules: { 'target-size': { enabled: true } } },
	dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<Theme, RunOptions>;

/** Brought to the page once: it is half a megabyte. */
async function runAxe(page: Page, theme: Theme): Promise<AxeResults['violations']> {
	if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript);
	// Nothing here stands in a frame.
	const options: RunOptions = { ...rules[theme], iframes: false, resultTypes: ['violations'] };
	return page.evaluate(async (options) => {
		const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
		// What comes late in a list is made like what came before it.
		return (await axe.run({ exclude: ['li:nth-child(n + 9)'] }, options)).violations;
	}, options);
}

/**
 * What axe finds on the page as it is, in both themes, and how far it scrolls to the side. Ask for reduced motion in the
 * page's context, so that it stands still.
 */
export async function findViolations(page: Page): Promise<string[]> {
	const found: string[] = [];
	// Beginning with the theme that it is in: a change paints everything anew.
	const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
	for (const theme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
		await page.emulateMedia({ colorScheme: theme });
		await waitUntilStill(page, theme);
		for (const { id, nodes } of await runAxe(page, theme)) {
			for (const node of nodes) {
				// An open menu stands beside the landmarks, as dialogs do; axe knows that of dialogs only.
				if (id === 'region' && node.html.includes('role="menu"')) continue;
				found.push(`${theme} ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`);
			}
		}
	}
	const path = new URL(page.url()).pathname;
	return [...found.map((problem) => `${path} ${problem}`), ...(await findOverflow(page))];
}

/** How far the page scrolls to the side at its present size, where it does. */
export async function findOverflow(page: Page): Promise<string[]> {
	const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
	const { width } = page.viewportSize() ?? {};
	return wide > 0 ? [`${new URL(page.url()).pathname} scrolls ${wide} pixels to the side at a width of ${width}`] : [];
}
