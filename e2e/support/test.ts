import { test as base, expect } from '@playwright/test';
import type { AppInstance } from './app-instance.ts';
import { type Configuration, createAppPool, type RunningApp } from './app-pool.ts';
import type { FakeServers } from './fake-servers.ts';
import { createMarketFixture, type MarketFixture } from './market-fixture.ts';
import { administrator } from './people.ts';

interface TestFixtures extends FakeServers {
	configuration: string;
	running: RunningApp;
	product: AppInstance;
	/** The running product and its visitors. The test fails on unexpected browser errors and on errors in the server's log. */
	market: MarketFixture;
}

interface WorkerFixtures {
	products: ReturnType<typeof createAppPool>;
}

/** Milliseconds for the start of a product with sample content on a busy machine. */
const startTimeout = 300_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
	products: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
		async ({}, use) => {
			const products = createAppPool();
			await use(products);
			await products.stop();
		},
		{ scope: 'worker' },
	],

	// The fixture is not worker-scoped, because each configuration would start another worker with its own browser.
	configuration: [JSON.stringify({ env: administrator }), { option: true }],

	running: [
		async ({ configuration, products }, use) => use(await products.acquire(configuration)),
		{ timeout: startTimeout },
	],

	product: ({ running }, use) => use(running.product),

	market: async ({ browser, product, serviceWorkers }, use) => {
		const before = product.errors();
		const { market, close } = createMarketFixture(product, browser, { serviceWorkers });
		await use(market);
		expect(await close(), 'browser errors').toEqual([]);
		expect(product.errors().slice(before.length), 'server errors').toEqual([]);
	},

	google: ({ running }, use) => use(requireServer(running.fakeServers.google)),
	mail: ({ running }, use) => use(requireServer(running.fakeServers.mail)),
	paystack: ({ running }, use) => use(requireServer(running.fakeServers.paystack)),
	firebase: ({ running }, use) => use(requireServer(running.fakeServers.firebase)),
});

export { expect };

/**
 * Returns fixtures for `test.use` that select a file's product. Files with equal configurations share a product, and must not share data.
 */
export function makeConfigurationFixture(configuration: Configuration): { configuration: string } {
	return { configuration: JSON.stringify(configuration) };
}

function requireServer<Peer>(server: Peer | undefined): Peer {
	if (!server) throw new Error("The file's configuration does not name this server");
	return server;
}
