import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ServiceUnavailableError } from '../../core/service-unavailable-error.ts';
import { createRelyingParty } from './index.ts';

const binding = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };

/** Starts a provider that accepts every connection, and sends at most its configuration. */
async function startSilentProvider({ sendsConfiguration }: { sendsConfiguration: boolean }) {
	const server = createServer(({ url }, response) => {
		if (!sendsConfiguration || !url?.startsWith('/.well-known/')) return;
		const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
		response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer, ...endpoints }));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const config = { issuer, clientId: 'market', clientSecret: 'secret' };
	return createRelyingParty(config, () => 'http://localhost/auth/google', { timeout: 50 });
}

test('gives up if the provider does not send its configuration', async () => {
	const party = await startSilentProvider({ sendsConfiguration: false });
	await expect(party.buildAuthorizationUrl(binding)).rejects.toThrow(ServiceUnavailableError);
});

test('gives up if the provider does not answer for a code', async () => {
	const party = await startSilentProvider({ sendsConfiguration: true });
	await party.buildAuthorizationUrl(binding);
	await expect(party.identify({ code: 'code', state: 'state' }, binding)).rejects.toThrow(ServiceUnavailableError);
});
