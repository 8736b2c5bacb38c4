import { type PeerName, type Peers, startPeers } from './peers.ts';
import { type Product, type ProductOptions, startProduct } from './product.ts';

export interface Configuration extends ProductOptions {
	/** Servers on loopback that the product uses. */
	peers?: PeerName[];
	/** A file that shares its product with no other says its own name here. */
	only?: string;
}

/** A running product, and the servers on loopback that it uses. */
export interface Running {
	product: Product;
	peers: Partial<Peers>;
	stop: () => Promise<void>;
}

/** Products of one worker. Files of equal configurations need not follow each other. */
const most = 3;

async function start({ sample = false, env, peers: names = [] }: Configuration): Promise<Running> {
	const { peers, close } = await startPeers(names);
	try {
		const settings: Record<string, string> = Object.assign({}, env, ...Object.values(peers).map((peer) => peer.env));
		const product = await startProduct({ sample, env: settings });
		return { product, peers, stop: () => product.stop().finally(close) };
	} catch (error) {
		await close();
		throw error;
	}
}

/** Keeps the products that were used last, each under its configuration as JSON. They outlast a test, as the worker and its browser do. */
export function createProducts() {
	const running = new Map<string, Running>();
	return {
		async use(configuration: string): Promise<Running> {
			const used = running.get(configuration) ?? (await start(JSON.parse(configuration)));
			running.delete(configuration);
			running.set(configuration, used);
			for (const [name, { stop }] of running) {
				if (running.size <= most) break;
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
