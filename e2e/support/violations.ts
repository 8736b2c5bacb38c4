import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Milliseconds for a page to come to rest while its neighbour is looked over. */
const patience = 60_000;

export type Theme = 'light' | 'dark';

/** The page shows itself in this theme, and nothing on it moves. */
async function standsStill(page: Page, scheme: Theme): Promise<void> {
	const isStill = (dark: boolean) =>
		document.documentElement.classList.contains('dark') === dark && document.getAnimations().length === 0;
	try {
		await page.waitForFunction(isStill, scheme === 'dark', { timeout: patience });
	} catch (cause) {
		const moving = await page.evaluate(() => {
			const targets = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect | null)?.target);
			return [document.documentElement.className, ...targets.map((target) => target?.outerHTML.slice(0, 200))];
		});
		throw new Error(`${page.url()} does not come to rest in ${scheme}: ${moving.join(', ')}`, { cause });
	}
}

/**
 * What axe finds on the page as it is, in these themes, and how far it scrolls to the side. Ask for reduced motion in the
 * page's context, so that it stands still.
 */
export async function violations(page: Page, themes: Theme[] = ['light', 'dark']): Promise<string[]> {
	const found: string[] = [];
	for (const scheme of themes) {
		await page.emulateMedia({ colorScheme: scheme });
		await standsStill(page, scheme);
		// The dark theme changes colours only. Targets are a rule of WCAG 2.2, which axe leaves out where it is not asked.
		const rules =
			scheme === 'light'
				? { rules: { 'target-size': { enabled: true } } }
				: { runOnly: ['color-contrast', 'link-in-text-block'] };
		// In one piece: nothing here stands in a frame. What comes late in a list is made like what came before it.
		const axe = new AxeBuilder({ page })
			.setLegacyMode()
			.options({ ...rules, resultTypes: ['violations'] })
			.exclude('li:nth-child(n + 9)');
		for (const { id, nodes } of (await axe.analyze()).violations) {
			for (const node of nodes) {
				// An open menu stands beside the landmarks, as dialogs do; axe knows that of dialogs only.
				if (id === 'region' && node.html.includes('role="menu"')) continue;
				found.push(`${scheme} ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`);
			}
		}
	}
	const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
	if (wide > 0) found.push(`it scrolls ${wide} pixels to the side`);
	return found.map((problem) => `${new URL(page.url()).pathname} ${problem}`);
}
