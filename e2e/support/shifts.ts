import type { Page } from 'playwright-core';

/** Notes from the next page on what moves while a page loads. The answer tells how much, and which elements. */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
	await page.addInitScript(() => {
		interface Shift extends PerformanceEntry {
			value: number;
			sources: { node: Node | null }[];
		}
		const window = globalThis as unknown as { shifts: string[] };
		window.shifts = [];
		const nameOf = (node: Node | null) =>
			(node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 160) ?? 'what is gone';
		new PerformanceObserver((list) => {
			for (const { value, sources } of list.getEntries() as Shift[]) {
				window.shifts.push(`${value.toFixed(5)} ${sources.map(({ node }) => nameOf(node))}`);
			}
		}).observe({ type: 'layout-shift', buffered: true });
	});
	return () => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
}
