import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '../contract/limits.ts';
import {
	createProxyClient,
	findProxyProgram,
	type ProxyCall,
	startProxy,
	type TestProxy,
} from '../server/platform/testing/proxies.ts';
import {
	goodPassword,
	requestUploadCapability,
	signUp,
	type TestPerson,
	toFormData,
} from '../server/testing/people.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';

const mebibyte = 1_048_576;
const json = { 'content-type': 'application/json' };

function visit(proxy: TestProxy, address?: string) {
	const visitor = createProxyClient(proxy, address);
	onTestFinished(visitor.close);
	return visitor;
}

/** Builds the multipart request that uploads a picture of `bytes` bytes. */
async function createUpload(person: TestPerson, bytes: number): Promise<ProxyCall> {
	const { upload_url, upload_preset, cloud_name, folder } = await requestUploadCapability(person, 'image');
	const form = new Response(
		toFormData([
			['upload_preset', upload_preset],
			['cloud_name', cloud_name],
			['folder', folder],
			['file', { file: new Uint8Array(bytes), name: 'lamp.jpg' }],
		]),
	);
	return {
		method: 'POST',
		path: new URL(upload_url).pathname,
		headers: { 'content-type': form.headers.get('content-type') ?? '' },
		body: await form.bytes(),
	};
}

describe.each(['nginx', 'caddy'] as const)('%s with the configuration of the manual', (name) => {
	const reason = findProxyProgram(name) === null ? ` (skipped: ${name} is not installed)` : '';
	if (reason !== '') {
		test.skip(`works${reason}`, () => {});
		return;
	}
	let server: TestServer;
	let proxy: TestProxy;
	let seller: TestPerson;
	beforeAll(async () => {
		server = await startTestServer({ env: { TRUST_PROXY: '1' } });
		proxy = await startProxy(name, [Number(new URL(server.address).port)]);
		seller = await signUp(server);
	});
	afterAll(async () => {
		await proxy.stop();
		await server.close();
	});

	test('forwards calls', async () => {
		const { status, text } = await visit(proxy).call({ method: 'GET', path: '/api/feed' });
		expect([status, JSON.parse(text)]).toEqual([200, { items: [], next_cursor: null }]);
	});

	test.each([
		['above the limit of its kind', limits.pictureBytes + mebibyte],
		['above every limit', limits.videoBytes + 15 * mebibyte],
	])('returns 413 as a problem for an upload %s', async (_, bytes) => {
		const { status, type, text } = await visit(proxy).call(await createUpload(seller, bytes));
		expect([status, type]).toEqual([413, expect.stringContaining('application/json')]);
		expect(JSON.parse(text)).toMatchObject({ code: 'too_large', message: expect.any(String) });
	});

	test('passes on the real client address, whatever X-Forwarded-For the client sends', async () => {
		const logIn = (address: string, password: string, forged: string) =>
			visit(proxy, address).call({
				method: 'POST',
				path: '/api/login',
				headers: { ...json, 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged },
				body: JSON.stringify({ email: seller.session.email, password }),
			});
		const statuses: number[] = [];
		for (let tries = 0; tries < 20 && statuses.at(-1) !== 429; tries += 1) {
			statuses.push((await logIn('127.0.0.2', 'a wrong password', `203.0.113.${tries}`)).status);
		}
		expect(statuses.at(-1)).toBe(429);
		// Another client is not limited, even if the limited client has sent its address in a forged header.
		expect((await logIn('127.0.0.3', goodPassword, '127.0.0.2')).status).toBe(200);
	});
});
