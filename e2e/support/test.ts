import { test as base, expect } from '@playwright/test';
import type { FakeServers } from './fake-servers.ts';
import { type Market, openMarket } from './market.ts';
import { operator } from './people.ts';
import type { Product } from './product.ts';
import { type Configuration, createProductPool, type RunningProduct } from './product-pool.ts';

interface TestFixtures extends FakeServers {
	configuration: string;
	running: RunningProduct;
	product: Product;
	/** The running product and its visitors. Any error that a page reports, request that fails or request to another origin fails the test. */
	market: Market;
}

interface WorkerFixtures {
	products: ReturnType<typeof createProductPool>;
}

/** Milliseconds that the start may take on a busy machine, sample content included. */
const startTimeout = 1_500_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
	products: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
		async ({}, use) => {
			const products = createProductPool();
			await use(products);
			await products.stop();
		},
		{ scope: 'worker' },
	],

	// Not the worker's: another configuration would start another worker, with another browser.
	configuration: [JSON.stringify({ env: operator }), { option: true }],

	running: [
		async ({ configuration, products }, use) => use(await products.acquire(configuration)),
		{ timeout: startTimeout },
	],

	product: ({ running }, use) => use(running.product),

	market: async ({ browser, product, serviceWorkers }, use) => {
		const before = product.errors();
		const { market, close } = openMarket(product, browser, { serviceWorkers });
		await use(market);
		expect(await close(), 'what went wrong in the browser').toEqual([]);
		expect(product.errors().slice(before.length), 'what the server has logged').toEqual([]);
	},

	google: ({ running }, use) => use(requireServer(running.fakeServers.google)),
	mail: ({ running }, use) => use(requireServer(running.fakeServers.mail)),
	paystack: ({ running }, use) => use(requireServer(running.fakeServers.paystack)),
	firebase: ({ running }, use) => use(requireServer(running.fakeServers.firebase)),
});

export { expect };

/** For `test.use`: how a file's product runs where it takes more than an operator. Files with equal configurations share a product, and none of their data. */
export function withConfiguration(configuration: Configuration): { configuration: string } {
	return { configuration: JSON.stringify(configuration) };
}

function requireServer<Peer>(peer: Peer | undefined): Peer {
	if (!peer) throw new Error("The file's configuration does not name this peer");
	return peer;
}
