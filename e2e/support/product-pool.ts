import { type FakeServerName, type FakeServers, startFakeServers } from './fake-servers.ts';
import { type Product, type ProductOptions, startProduct } from './product.ts';

export interface Configuration extends ProductOptions {
	/** Servers on loopback that the product uses. */
	fakeServers?: FakeServerName[];
	/** A file that shares its product with no other says its own name here. */
	isolatedFor?: string;
}

/** A running product, and the servers on loopback that it uses. */
export interface RunningProduct {
	product: Product;
	fakeServers: Partial<FakeServers>;
	stop: () => Promise<void>;
}

/** Products of one worker. Files of equal configurations need not follow each other. */
const maxProducts = 3;

async function start({ sample = false, env, fakeServers: names = [] }: Configuration): Promise<RunningProduct> {
	const { fakeServers, close } = await startFakeServers(names);
	try {
		const settings: Record<string, string> = Object.assign(
			{},
			env,
			...Object.values(fakeServers).map((peer) => peer.env),
		);
		const product = await startProduct({ sample, env: settings });
		return { product, fakeServers, stop: () => product.stop().finally(close) };
	} catch (error) {
		await close();
		throw error;
	}
}

/** Keeps the products that were used last, each under its configuration as JSON. They outlast a test, as the worker and its browser do. */
export function createProductPool() {
	const running = new Map<string, RunningProduct>();
	return {
		async acquire(configuration: string): Promise<RunningProduct> {
			const used = running.get(configuration) ?? (await start(JSON.parse(configuration)));
			running.delete(configuration);
			running.set(configuration, used);
			for (const [name, { stop }] of running) {
				if (running.size <= maxProducts) break;
				running.delete(name);
				await stop();
			}
			return used;
		},
		async stop() {
			for (const { stop } of running.values()) await stop();
		},
	};
}
