import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { waitForCode } from './hydrated.ts';
import type { Product } from './product.ts';
import { settled, watchRequests } from './settled.ts';
import { noNetwork, watchFor } from './troubles.ts';

const phone: BrowserContextOptions = {
	viewport: { width: 360, height: 740 },
	deviceScaleFactor: 2,
	isMobile: true,
	hasTouch: true,
};
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

export interface Market extends Omit<Product, 'stop'> {
	/** A visitor with a phone, and an empty browser. */
	phone: (options?: BrowserContextOptions) => Promise<Page>;
	/** A visitor at a desk, and an empty browser. */
	desk: (options?: BrowserContextOptions) => Promise<Page>;
	/** Takes the network from the page's browser once nothing is on its way. */
	goOffline: (page: Page) => Promise<void>;
	/** Lets the test live with errors that it provokes. */
	allow: (...troubles: RegExp[]) => void;
}

/** A running product for one test, in `browser`, whose contexts have `usual` where a visitor does not say otherwise; `close` closes its visitors and answers what went wrong that the test does not allow. */
export function openMarket(
	product: Product,
	browser: Browser,
	usual: BrowserContextOptions,
): { market: Market; close: () => Promise<string[]> } {
	const contexts: BrowserContext[] = [];
	const troubles: string[] = [];
	const allowed: RegExp[] = [];

	async function visitor(options: BrowserContextOptions): Promise<Page> {
		const context = await browser.newContext({ baseURL: product.address, ...usual, ...options });
		contexts.push(context);
		watchRequests(context);
		if (options.javaScriptEnabled !== false) waitForCode(context);
		watchFor(context, product.address, troubles);
		return context.newPage();
	}

	return {
		market: {
			...product,
			phone: (options) => visitor({ ...phone, ...options }),
			desk: (options) => visitor({ ...desk, ...options }),
			async goOffline(page) {
				if (!page.isClosed()) await settled(page);
				allowed.push(...noNetwork);
				await page.context().setOffline(true);
			},
			allow: (...patterns) => allowed.push(...patterns),
		},
		async close() {
			for (const context of contexts) await context.close();
			return troubles.filter((trouble) => !allowed.some((pattern) => pattern.test(trouble)));
		},
	};
}
