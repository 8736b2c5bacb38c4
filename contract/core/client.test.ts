import { expect, test } from 'vitest';
import { type EndpointName, endpointAddresses } from './addresses.ts';
import { createClient, type WireRequest } from './client.ts';
import { earlyAddresses } from './early-addresses.ts';
import { lateAddresses } from './late-addresses.ts';

type AnyCall = (input: object) => Promise<unknown>;

/** Calls an endpoint. Returns the request that the client has sent before the call returned, and the one that it sends in all. */
async function call(name: EndpointName): Promise<{ atOnce: string | undefined; inAll: string | undefined }> {
	const sent: WireRequest[] = [];
	const client = createClient(async (request) => {
		sent.push(request);
		return { status: 200, text: '{}' };
	});
	const params = Object.fromEntries(Array.from(endpointAddresses[name].matchAll(/:(\w+)/g), ([, key]) => [key, key]));
	const done = (client[name] as AnyCall)({ params });
	const [atOnce] = sent;
	await done;
	const toLine = (request?: WireRequest) => request && `${request.method} ${request.path}`;
	return { atOnce: toLine(atOnce), inAll: toLine(sent[0]) };
}

const withoutColons = (address: string) => address.replaceAll(/:(?=\w)/g, '');

test.each(Object.entries(earlyAddresses))('sends %s to %s before the call returns', async (name, address) => {
	expect((await call(name as EndpointName)).atOnce).toBe(withoutColons(address));
});

test.each(Object.entries(lateAddresses))('sends %s to %s', async (name, address) => {
	expect((await call(name as EndpointName)).inAll).toBe(withoutColons(address));
	expect(earlyAddresses).not.toHaveProperty(name);
});

test('is no promise, so that a function may return it asynchronously', async () => {
	const client = createClient(async () => ({ status: 204, text: '' }));
	expect(await client).toBe(client);
});
