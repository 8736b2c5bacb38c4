import { test as base, expect } from '@playwright/test';
import { type Market, openMarket } from './market.ts';
import { type PeerName, type Peers, startPeers } from './peers.ts';
import { operator } from './people.ts';
import { type Product, type ProductOptions, startProduct } from './product.ts';

interface Configuration extends ProductOptions {
	/** Servers on loopback that the product uses. */
	peers?: PeerName[];
	/** A file that shares its product with no other says its own name here. */
	only?: string;
}

interface TestFixtures {
	/** The running product and its visitors. Any error that a page reports, request that fails or request to another origin fails the test. */
	market: Market;
}

interface WorkerFixtures extends Peers {
	configuration: string;
	peers: Partial<Peers>;
	product: Product;
}

/** Milliseconds that the start may take on a busy machine, sample content included. */
const startLimit = 600_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
	configuration: [JSON.stringify({ env: operator }), { option: true, scope: 'worker' }],

	peers: [
		async ({ configuration }, use) => {
			const { peers: names = [] }: Configuration = JSON.parse(configuration);
			const { peers, close } = await startPeers(names);
			await use(peers);
			await close();
		},
		{ scope: 'worker' },
	],

	product: [
		async ({ configuration, peers }, use) => {
			const { sample = false, env }: Configuration = JSON.parse(configuration);
			const settings: Record<string, string> = Object.assign({}, env, ...Object.values(peers).map((peer) => peer.env));
			const product = await startProduct({ sample, env: settings });
			await use(product);
			await product.stop();
		},
		{ scope: 'worker', timeout: startLimit },
	],

	market: async ({ browser, product }, use) => {
		const before = product.errors();
		const { market, close } = openMarket(product, browser);
		await use(market);
		expect(await close(), 'what went wrong in the browser').toEqual([]);
		expect(product.errors().slice(before.length), 'what the server has logged').toEqual([]);
	},

	google: [({ peers }, use) => use(started(peers.google)), { scope: 'worker' }],
	mail: [({ peers }, use) => use(started(peers.mail)), { scope: 'worker' }],
	paystack: [({ peers }, use) => use(started(peers.paystack)), { scope: 'worker' }],
	firebase: [({ peers }, use) => use(started(peers.firebase)), { scope: 'worker' }],
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
