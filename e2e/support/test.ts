import { test as base, expect } from '@playwright/test';
import { type Market, openMarket } from './market.ts';
import type { Peers } from './peers.ts';
import { operator } from './people.ts';
import type { Product } from './product.ts';
import { type Configuration, createProducts, type Running } from './running.ts';

interface TestFixtures extends Peers {
	configuration: string;
	running: Running;
	product: Product;
	/** The running product and its visitors. Any error that a page reports, request that fails or request to another origin fails the test. */
	market: Market;
}

interface WorkerFixtures {
	products: ReturnType<typeof createProducts>;
}

/** Milliseconds that the start may take on a busy machine, sample content included. */
const startLimit = 1_500_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
	products: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
		async ({}, use) => {
			const products = createProducts();
			await use(products);
			await products.stop();
		},
		{ scope: 'worker' },
	],

	// Not the worker's: another configuration would start another worker, with another browser.
	configuration: [JSON.stringify({ env: operator }), { option: true }],

	running: [
		async ({ configuration, products }, use) => use(await products.use(configuration)),
		{ timeout: startLimit },
	],

	product: ({ running }, use) => use(running.product),

	market: async ({ browser, product, serviceWorkers }, use) => {
		const before = product.errors();
		const { market, close } = openMarket(product, browser, { serviceWorkers });
		await use(market);
		expect(await close(), 'what went wrong in the browser').toEqual([]);
		expect(product.errors().slice(before.length), 'what the server has logged').toEqual([]);
	},

	google: ({ running }, use) => use(started(running.peers.google)),
	mail: ({ running }, use) => use(started(running.peers.mail)),
	paystack: ({ running }, use) => use(started(running.peers.paystack)),
	firebase: ({ running }, use) => use(started(running.peers.firebase)),
});

export { expect };

/** For `test.use`: how a file's product runs where it takes more than an operator. Files with equal configurations share a product, and none of their data. */
export function runsWith(configuration: Configuration): { configuration: string } {
	return { configuration: JSON.stringify(configuration) };
}

function started<Peer>(peer: Peer | undefined): Peer {
	if (!peer) throw new Error("The file's configuration does not name this peer");
	return peer;
}
