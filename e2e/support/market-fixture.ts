import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { AppInstance } from './app-instance.ts';
import { collectErrors, offlineErrorPatterns } from './browser-errors.ts';
import { waitForHydration } from './hydration.ts';
import { trackRequests, waitUntilSettled } from './settle.ts';

export const phone: BrowserContextOptions = {
	viewport: { width: 360, height: 740 },
	deviceScaleFactor: 2,
	isMobile: true,
	hasTouch: true,
};
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

export interface MarketFixture extends Omit<AppInstance, 'stop'> {
	/** Opens a page of a new visitor on a phone, in an empty browser context. */
	newPhonePage: (options?: BrowserContextOptions) => Promise<Page>;
	/** Opens a page of a new visitor on a desktop, in an empty browser context. */
	newDesktopPage: (options?: BrowserContextOptions) => Promise<Page>;
	/** Waits until the page has no pending request, then takes its browser context offline. */
	goOffline: (page: Page) => Promise<void>;
	allowErrors: (...patterns: RegExp[]) => void;
}

/** Creates the `market` of one test. `close` closes its browser contexts and returns the errors that the test has not allowed. */
export function createMarketFixture(
	product: AppInstance,
	browser: Browser,
	defaultOptions: BrowserContextOptions,
): { market: MarketFixture; close: () => Promise<string[]> } {
	const contexts: BrowserContext[] = [];
	const errors: string[] = [];
	const allowed: RegExp[] = [];

	async function newPage(options: BrowserContextOptions): Promise<Page> {
		// Playwright scrolls the page while it waits for the end of an animation, and then clicks where the element was.
		const reducedMotion = 'reduce';
		const context = await browser.newContext({
			baseURL: product.address,
			reducedMotion,
			...defaultOptions,
			...options,
		});
		contexts.push(context);
		trackRequests(context);
		if (options.javaScriptEnabled !== false) waitForHydration(context);
		collectErrors(context, product.address, errors);
		return context.newPage();
	}

	return {
		market: {
			...product,
			newPhonePage: (options) => newPage({ ...phone, ...options }),
			newDesktopPage: (options) => newPage({ ...desktop, ...options }),
			async goOffline(page) {
				if (!page.isClosed()) await waitUntilSettled(page);
				allowed.push(...offlineErrorPatterns);
				await page.context().setOffline(true);
			},
			allowErrors: (...patterns) => allowed.push(...patterns),
		},
		async close() {
			for (const context of contexts) await context.close();
			return errors.filter((error) => !allowed.some((pattern) => pattern.test(error)));
		},
	};
}
