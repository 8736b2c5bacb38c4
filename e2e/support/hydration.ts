import type { BrowserContext, Page } from '@playwright/test';

/** Milliseconds to wait for hydration. After that the test continues, because the page may have no scripts. */
const hydrationTimeout = 30_000;

/** Makes `goto` and `reload` of new pages wait for hydration. Before it, clicks on a server-rendered page have no effect. */
export function waitForHydration(context: BrowserContext) {
	context.on('page', (page) => {
		const { goto, reload } = page;
		page.goto = async (url, options) => {
			const response = await goto.call(page, url, options);
			if (!options?.waitUntil) await waitUntilHydrated(page);
			return response;
		};
		page.reload = async (options) => {
			const response = await reload.call(page, options);
			await waitUntilHydrated(page);
			return response;
		};
	});
}

/** Waits until the app sets `data-hydrated` on `<html>`. A page without module scripts is ready at once. */
async function waitUntilHydrated(page: Page): Promise<void> {
	const isHydrated = () =>
		!document.querySelector('script[type="module"]') || 'hydrated' in document.documentElement.dataset;
	await page.waitForFunction(isHydrated, undefined, { timeout: hydrationTimeout }).catch(() => {});
}
