import { type LoopbackOpenIdProvider, startOpenIdProvider } from '../../server/platform/testing/openid-provider.ts';
import { type PaystackServer, startPaystackServer } from '../../server/platform/testing/paystack-server.ts';
import { type LoopbackFirebase, startFirebase } from '../../server/platform/testing/push-service.ts';
import { type LoopbackMail, startMail } from './mail.ts';

interface Peer {
	/** The part of the product's environment that makes it use this peer. */
	env: Record<string, string>;
	close: () => Promise<void>;
}

const starters = {
	google: startOpenIdProvider,
	mail: startMail,
	paystack: startPaystack,
	firebase: startFirebase,
} satisfies Record<string, () => Promise<Peer>>;

/** Servers on loopback that stand for what the product uses on other machines. */
export interface Peers {
	google: LoopbackOpenIdProvider;
	mail: LoopbackMail;
	paystack: PaystackServer & Peer;
	firebase: LoopbackFirebase;
}

export type PeerName = keyof Peers;

async function startPaystack(): Promise<Peers['paystack']> {
	const server = await startPaystackServer();
	return { ...server, env: { PAYSTACK_SECRET_KEY: server.secretKey, PAYSTACK_URL: server.url } };
}

export async function startPeers(names: PeerName[]): Promise<{ peers: Partial<Peers>; close: () => Promise<void> }> {
	const started = await Promise.all(names.map(async (name) => [name, await starters[name]()] as const));
	return {
		peers: Object.fromEntries(started),
		async close() {
			for (const [, peer] of started) await peer.close();
		},
	};
}
