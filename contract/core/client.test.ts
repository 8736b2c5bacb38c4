import { expect, test } from 'vitest';
import { type EndpointName, endpointAddresses } from './addresses.ts';
import { createClient, type WireRequest } from './client.ts';

type AnyCall = (input: object) => Promise<unknown>;

test.each(Object.entries(endpointAddresses))('sends %s to %s before the call returns', (name, address) => {
	const sent: WireRequest[] = [];
	const client = createClient(async (request) => {
		sent.push(request);
		return { status: 200, text: '{}' };
	});
	const params = Object.fromEntries(Array.from(address.matchAll(/:(\w+)/g), ([, key]) => [key, key]));
	void (client[name as EndpointName] as AnyCall)({ params });
	expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([address.replaceAll(/:(?=\w)/g, '')]);
});

test('is no promise, so that a function may return it asynchronously', async () => {
	const client = createClient(async () => ({ status: 204, text: '' }));
	expect(await client).toBe(client);
});
