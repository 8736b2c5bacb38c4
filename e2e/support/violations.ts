import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds on the page as it is, in both themes. Ask for reduced motion in the page's context, so that it stands still. */
export async function violations(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const scheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme: scheme });
		await page.waitForFunction(
			(dark) => document.documentElement.classList.contains('dark') === dark && document.getAnimations().length === 0,
			scheme === 'dark',
		);
		const report = await new AxeBuilder({ page }).analyze();
		for (const { id, nodes } of report.violations) {
			for (const node of nodes) {
				found.push(`${page.url()} ${scheme} ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`);
			}
		}
	}
	return found;
}
