import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { chromiumLaunch } from './chromium.ts';
import { waitForCode } from './hydrated.ts';
import { type Product, type ProductOptions, startProduct } from './product.ts';
import { watchRequests } from './settled.ts';
import { watchFor } from './troubles.ts';

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
	/** Lets the running test live with errors that it provokes. */
	allow: (...troubles: RegExp[]) => void;
}

/**
 * For a file of journeys: the built product and a browser, from before its first test until after its last. Any error that a page
 * reports, any request that fails and any request to another origin fails the test in which it happens.
 */
export function openMarket(options: ProductOptions = {}): Market {
	let product: Product | undefined;
	let browser: Browser | undefined;
	const contexts: BrowserContext[] = [];
	const troubles: string[] = [];
	const allowed: RegExp[] = [];

	beforeAll(async () => {
		product = await startProduct(options);
		browser = await chromium.launch(chromiumLaunch);
	});

	afterEach(async () => {
		for (const context of contexts.splice(0)) await context.close();
		const patterns = allowed.splice(0);
		const unexpected = troubles.splice(0).filter((trouble) => !patterns.some((pattern) => pattern.test(trouble)));
		if (unexpected.length > 0) throw new Error(`Unexpected:\n${unexpected.join('\n')}`);
	});

	afterAll(async () => {
		await browser?.close();
		await product?.stop();
	});

	function running(): Product {
		if (!product) throw new Error('The market opens before the first test of the file');
		return product;
	}

	async function visitor(options: BrowserContextOptions): Promise<Page> {
		if (!browser) throw new Error('The market opens before the first test of the file');
		const { address } = running();
		const context = await browser.newContext({ baseURL: address, locale: 'en-NG', ...options });
		contexts.push(context);
		context.setDefaultTimeout(15_000);
		watchRequests(context);
		if (options.javaScriptEnabled !== false) waitForCode(context);
		watchFor(context, address, troubles);
		return context.newPage();
	}

	return {
		get address() {
			return running().address;
		},
		output: () => running().output(),
		restart: () => running().restart(),
		mailTo: (address) => running().mailTo(address),
		phone: (options) => visitor({ ...phone, ...options }),
		desk: (options) => visitor({ ...desk, ...options }),
		allow: (...patterns) => allowed.push(...patterns),
	};
}
