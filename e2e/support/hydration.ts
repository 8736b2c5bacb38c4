import type { BrowserContext, Page } from '@playwright/test';

/** Milliseconds to wait for a page's code; one that has none, or cannot get it, is taken as it is. */
const hydrationTimeout = 30_000;

/**
 * From here on a page that a journey goes to, or loads again, answers to presses. The server has rendered it before its code is
 * there: people do not notice the moment between, journeys are faster.
 */
export function waitForHydration(context: BrowserContext) {
	context.on('page', (page) => {
		const { goto, reload } = page;
		page.goto = async (url, options) => {
			const answer = await goto.call(page, url, options);
			if (!options?.waitUntil) await waitUntilHydrated(page);
			return answer;
		};
		page.reload = async (options) => {
			const answer = await reload.call(page, options);
			await waitUntilHydrated(page);
			return answer;
		};
	});
}

/** The app says so on the root element. */
async function waitUntilHydrated(page: Page): Promise<void> {
	const isHydrated = () =>
		!document.querySelector('script[type="module"]') || 'hydrated' in document.documentElement.dataset;
	await page.waitForFunction(isHydrated, undefined, { timeout: hydrationTimeout }).catch(() => {});
}
