import { type LoopbackOpenIdProvider, startOpenIdProvider } from '../../server/testing/openid-provider.ts';
import { type PaystackServer, startPaystackServer } from '../../server/testing/paystack-server.ts';
import { type LoopbackFirebase, startFirebase } from '../../server/testing/push-service.ts';
import { type MailServer, startMailServer } from './mail.ts';

interface FakeServer {
	/** Environment variables that make the product use the fake server. */
	env: Record<string, string>;
	close: () => Promise<void>;
}

const serverStarters = {
	google: startOpenIdProvider,
	mail: startMailServer,
	paystack: startPaystack,
	firebase: startFirebase,
} satisfies Record<string, () => Promise<FakeServer>>;

/** Local servers in place of the external services that the product uses. */
export interface FakeServers {
	google: LoopbackOpenIdProvider;
	mail: MailServer;
	paystack: PaystackServer & FakeServer;
	firebase: LoopbackFirebase;
}

export type FakeServerName = keyof FakeServers;

async function startPaystack(): Promise<FakeServers['paystack']> {
	const server = await startPaystackServer();
	return { ...server, env: { PAYSTACK_SECRET_KEY: server.secretKey, PAYSTACK_URL: server.url } };
}

export async function startFakeServers(
	names: FakeServerName[],
): Promise<{ fakeServers: Partial<FakeServers>; close: () => Promise<void> }> {
	const started = await Promise.all(names.map(async (name) => [name, await serverStarters[name]()] as const));
	return {
		fakeServers: Object.fromEntries(started),
		async close() {
			for (const [, server] of started) await server.close();
		},
	};
}
