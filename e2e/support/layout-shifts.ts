import type { Page } from '@playwright/test';

/** Records layout shifts from the next navigation on. Returns a function that lists the value and the elements of each shift. */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
	await page.addInitScript(() => {
		interface Shift extends PerformanceEntry {
			value: number;
			sources: { node: Node | null }[];
		}
		const shifts: string[] = [];
		const describeNode = (node: Node | null) =>
			(node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 160) ?? 'a removed node';
		const record = (entries: PerformanceEntryList) => {
			for (const { value, sources } of entries as Shift[]) {
				shifts.push(`${value.toFixed(5)} ${sources.map(({ node }) => describeNode(node))}`);
			}
		};
		const observer = new PerformanceObserver((list) => record(list.getEntries()));
		observer.observe({ type: 'layout-shift', buffered: true });
		(globalThis as unknown as { shiftsNow: () => string[] }).shiftsNow = () => {
			record(observer.takeRecords());
			return shifts;
		};
	});
	return () => page.evaluate(() => (globalThis as unknown as { shiftsNow: () => string[] }).shiftsNow());
}
