import type { BrowserContext, Page } from '@playwright/test';

/** Milliseconds to wait for hydration. Afterwards the page is used as it is, because it may have no scripts. */
const hydrationTimeout = 30_000;

/**
 * Makes `goto` and `reload` wait for hydration in all new pages of the context. Tests act faster than people and would click
 * before the server-rendered page has its event handlers.
 */
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

/** The app sets `data-hydrated` on the root element. */
async function waitUntilHydrated(page: Page): Promise<void> {
	const isHydrated = () =>
		!document.querySelector('script[type="module"]') || 'hydrated' in document.documentElement.dataset;
	await page.waitForFunction(isHydrated, undefined, { timeout: hydrationTimeout }).catch(() => {});
}
