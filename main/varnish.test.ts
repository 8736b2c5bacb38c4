import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ApiError, type Client } from '../contract/core/client.ts';
import { adPath } from '../contract/core/page-paths.ts';
import {
	createApiClient,
	exampleAdForm,
	postPictureAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
} from '../server/testing/people.ts';
import { findFreePort } from '../server/testing/private-servers.ts';
import { isVarnishInstalled, startVarnish, type TestVarnish } from '../server/testing/proxies.ts';
import {
	canRunEnvironment,
	makeTestEnvironment,
	noRateLimits,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../server/testing/start-server.ts';

const hit = 'varnish; hit';
const stored = 'varnish; fwd=miss; stored';
const bypass = 'varnish; fwd=bypass';

/** Promise that the rendering of a page awaits after it has read the page's data. */
let blocker: Promise<void> | undefined;
let rendered = 0;

/** Renders an ad's title and the page's URL in a document that is long enough to be compressed. */
async function render({ url }: Request, client: Client): Promise<Response> {
	const { pathname, search } = new URL(url);
	const id = pathname.split('/')[2] ?? '';
	const ad = await client.getAd({ params: { id } }).catch((error: unknown) => {
		if (error instanceof ApiError) return error;
		throw error;
	});
	rendered += 1;
	await blocker;
	const [status, text] = ad instanceof ApiError ? [ad.status, ad.message] : [200, ad.title];
	return new Response(`<!doctype html><h1>${text}</h1><p>${pathname}${search}</p>${' '.repeat(2000)}`, { status });
}

const missing = isVarnishInstalled() ? '' : ' (skipped: the packages varnish and varnish-modules are not installed)';

describe.each(['sqlite', 'postgres'] as const)(
	`Varnish with the configuration of the manual, on %s${missing}`,
	(engine) => {
		if (missing !== '' || !canRunEnvironment({ engine })) {
			test.skip('works', () => {});
			return;
		}
		let environment: TestEnvironment;
		let port: number;
		let varnish: TestVarnish;
		let server: TestServer;
		let seller: TestPerson;
		let admin: TestPerson;

		const start = () =>
			startTestServer({
				environment,
				env: { PORT: String(port), TRUST_PROXY: '2', VARNISH_PURGE_URL: varnish.purgeUrl },
				render,
				getSearchParamNames: () => ['q', 'type', 'utm_source'],
				rateLimitConfig: { ...noRateLimits, addressLogin: { most: 20, window: 3_600_000 } },
			});

		beforeAll(async () => {
			environment = await makeTestEnvironment({ engine });
			port = await findFreePort();
			varnish = await startVarnish(port);
			server = await start();
			seller = await signUp(server);
			admin = await signUpAdministrator(server);
		});
		afterAll(async () => {
			await server?.close();
			await varnish?.stop();
			await environment.remove();
		});

		async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
			const response = await fetch(varnish.address + path, { method, headers });
			const text = await response.text();
			return { status: response.status, headers: response.headers, cache: response.headers.get('cache-status'), text };
		}

		/** Requests a path until the response is stored. Purges repeat for a second, and what is fetched during one is not stored. */
		async function store(path: string): Promise<void> {
			await expect.poll(async () => (await get(path)).cache).toBe(hit);
		}

		/** Posts an ad. Returns it with the paths of its API response and its page. */
		async function postAd(title: string, owner = seller) {
			const ad = await postPictureAd(owner, { ...exampleAdForm, title });
			return { ad, params: { id: String(ad.id) }, api: `/api/ads/${ad.id}`, page: adPath(ad) };
		}

		test('sends stored pages and API responses, with the headers of the server', async () => {
			const { api, page } = await postAd('Solar lamp');
			for (const path of [api, page]) {
				await store(path);
				const direct = await fetch(server.address + path);
				const { headers, text } = await get(path);
				expect(text).toBe(await direct.text());
				expect(direct.headers.get('surrogate-key')).toContain('ad:');
				const internal = [
					'surrogate-key',
					'surrogate-control',
					'connection',
					'keep-alive',
					'date',
					'transfer-encoding',
				];
				const list = (all: Headers) => [...all].filter(([name]) => !internal.includes(name));
				const added = ['age', 'cache-status', 'accept-ranges'];
				expect(list(headers).filter(([name]) => !added.includes(name))).toEqual(list(direct.headers));
			}
		});

		test('answers HEAD and validators itself', async () => {
			const { page } = await postAd('Solar lamp');
			await store(page);
			const etag = (await get(page)).headers.get('etag') ?? '';
			// The repeated purge of the new ad may come in between.
			await expect.poll(() => get(page, {}, 'HEAD')).toMatchObject({ status: 200, cache: hit, text: '' });
			await expect.poll(() => get(page, { 'if-none-match': etag })).toMatchObject({ status: 304, cache: hit });
		});

		test('stores a copy for each encoding', async () => {
			const { page } = await postAd('Solar lamp');
			const encode = (encoding: string) => get(page, { 'accept-encoding': encoding });
			await store(page);
			await expect.poll(async () => (await encode('gzip, deflate, br')).cache).toBe(hit);
			await expect.poll(async () => (await encode('br;q=1.0, gzip;q=0.8')).cache).toBe(hit);
			expect((await encode('br;q=1.0, gzip;q=0.8')).headers.get('content-encoding')).toBe('br');
			expect((await encode('gzip, br;q=0')).headers.get('content-encoding')).toBe('gzip');
			expect((await encode('identity')).headers.get('content-encoding')).toBeNull();
		});

		test('stores one copy of a page for all links from social networks', async () => {
			const { page, api } = await postAd('Solar lamp');
			await store(page);
			await expect.poll(async () => (await get(`${page}?fbclid=abc&utm_source=x`)).cache).toBe(hit);
			expect((await get(`${api}?fbclid=abc`)).status).toBe(422);
		});

		test.each([
			['/?utm_source=x&q=lamp&fbclid=a&type=ad', '/?q=lamp&type=ad'],
			['/?q=what?', '/?q=what%3F'],
			['/?q=a?utm_source=x', '/?q=a%3Futm_source%3Dx'],
			['/?q=a%26utm_source=x', '/?q=a%26utm_source%3Dx'],
			['/a&utm_source=x/b', '/a&utm_source=x/b'],
		])('removes from %s only the parameters of campaigns', async (path, forwarded) => {
			expect((await get(path)).text).toContain(`<p>${forwarded}</p>`);
		});

		test.each([
			['a session', () => ({ authorization: `Bearer ${seller.token}` })],
			['an unknown session', () => ({ authorization: 'Bearer unknown' })],
			['a cookie', () => ({ cookie: 'a=b' })],
			['a range', () => ({ range: 'bytes=0-3' })],
		])('forwards requests with %s', async (_, getHeaders) => {
			const { api } = await postAd('Solar lamp');
			await store(api);
			expect((await get(api, getHeaders())).cache).toBe(bypass);
			await store(api);
		});

		test('neither stores nor buffers photos and videos', async () => {
			const { ad } = await postAd('Solar lamp');
			const photo = new URL(ad.cover?.url ?? '', varnish.address).pathname;
			const etag = (await get(photo)).headers.get('etag') ?? '';
			expect(await get(photo)).toMatchObject({ status: 200, cache: bypass });
			expect(await get(photo, { 'if-none-match': etag })).toMatchObject({ status: 304, cache: bypass });
			// Varnish adds no header to a response that it pipes.
			for (const folder of ['media', 'private-media'])
				expect(await get(`/${folder}/0123456789abcdef01234567/main.mp4`)).toMatchObject({ status: 404, cache: null });
		});

		test('takes a page whose path begins like a file of the build for a page', async () => {
			const { page, params } = await postAd('A former name');
			const url = new URL(varnish.address);
			async function getUnresolved(): Promise<string> {
				const sent = request({ host: url.hostname, port: url.port, path: `/assets/..${page}` }).end();
				const [response] = await once(sent, 'response');
				return response.headers.location ?? readText(response);
			}
			await expect.poll(getUnresolved).toContain('A former name');
			await seller.client.updateAd({ params, body: { title: 'A new name' } });
			// The page moved to the address with the new title.
			await expect.poll(getUnresolved).toContain('/a-new-name');
		});

		test('does not store what is not public or not found', async () => {
			const { api } = await postAd('Solar lamp');
			await get(api, { authorization: `Bearer ${seller.token}` });
			for (const path of ['/api/me', '/api/ads/999999', '/health/ready', '/api/feed?limit=1000']) {
				await get(path);
				expect((await get(path)).cache, path).toBe(bypass);
			}
		});

		test('forwards the address of the visitor', async () => {
			// The test is the TLS proxy that appends the visitor's address to whatever the visitor has sent.
			const logIn = async (address: string) => {
				const { status } = await fetch(`${varnish.address}/api/login`, {
					method: 'POST',
					headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
					body: JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' }),
				});
				return status;
			};
			const statuses: number[] = [];
			while (statuses.length < 30 && statuses.at(-1) !== 429) statuses.push(await logIn('203.0.113.1'));
			expect(statuses.at(-1)).toBe(429);
			expect([await logIn('203.0.113.2, 203.0.113.1'), await logIn('203.0.113.2')]).toEqual([429, 422]);
		});

		test.each([
			['is edited', ({ client }, id) => client.updateAd({ params: { id }, body: { title: 'A new name' } }), 200],
			['is deleted', ({ client }, id) => client.deleteAd({ params: { id } }), 404],
			[
				'is hidden with its seller',
				({ session }) =>
					admin.client.suspendUser({ params: { id: String(session.id) }, body: { reason: 'Fraud.', days: null } }),
				404,
			],
		] as const satisfies [string, (owner: TestPerson, id: string) => Promise<unknown>, number][])(
			'shows it when an ad %s',
			async (_, change, status) => {
				const owner = await signUp(server);
				const { params, api, page } = await postAd('An old name', owner);
				for (const path of [api, page, '/api/feed']) await store(path);
				await change(owner, params.id);
				for (const path of [api, page]) {
					await expect.poll(async () => (await get(path)).status).toBe(status);
					await expect.poll(async () => (await get(path)).text).not.toContain('An old name');
				}
				await expect.poll(async () => (await get('/api/feed')).text).not.toContain('An old name');
			},
		);

		test('does not store a page that was read before a purge and arrives after it', async () => {
			const { page, params, api } = await postAd('A former name');
			await store(api);
			let release = () => {};
			blocker = new Promise((resolve) => {
				release = resolve;
			});
			onTestFinished(() => release());
			const before = rendered;
			const outdated = get(page);
			await expect.poll(() => rendered).toBe(before + 1);
			await seller.client.updateAd({ params, body: { title: 'A new name' } });
			// The API response of the same ad tells that the purge has arrived.
			await expect.poll(async () => (await get(api)).text).toContain('A new name');
			blocker = undefined;
			release();
			expect((await outdated).text).toContain('A former name');
			expect((await get(page)).text).toContain('A new name');
		});

		if (engine === 'postgres') {
			test('shows what another process has changed', async () => {
				const other = await startTestServer({ environment, runJobs: false });
				onTestFinished(() => other.close());
				const { api, page, params } = await postAd('An old name');
				for (const path of [api, page]) await store(path);
				await createApiClient(other, seller.token).updateAd({ params, body: { title: 'A new name' } });
				for (const path of [api, page]) await expect.poll(async () => (await get(path)).text).toContain('A new name');
			});
		}

		test('takes purges only on their own listener', async () => {
			const { api } = await postAd('Solar lamp');
			await store(api);
			const { status } = await get(api, { 'surrogate-key': '*' }, 'PURGE');
			expect(status).toBeGreaterThanOrEqual(400);
			expect((await get(api)).cache).toBe(hit);
		});

		test('says that the server is unavailable while it restarts, and drops everything at its start', async () => {
			const { api, page } = await postAd('An old name');
			await store(page);
			await server.close();
			expect((await get(page)).cache).toBe(hit);
			const { status, text, headers } = await get(`${api}?restart`);
			expect([status, JSON.parse(text).code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
			server = await start();
			await expect.poll(async () => (await get(page)).cache).toBe(stored);
			expect((await get(api)).status).toBe(200);
		});
	},
);

describe.skipIf(missing !== '')(`Varnish in front of a broken server${missing}`, () => {
	async function startBehindVarnish(handle: RequestListener): Promise<string> {
		const server = createServer(handle).listen(0, '127.0.0.1');
		await once(server, 'listening');
		onTestFinished(() => void server.close());
		const varnish = await startVarnish((server.address() as AddressInfo).port);
		onTestFinished(() => varnish.stop());
		return varnish.address;
	}

	test('sends an error to nobody who asks later', async () => {
		let isBroken = true;
		const address = await startBehindVarnish(({ socket }, response) => {
			// The time lets other requests wait for the same response.
			if (isBroken) setTimeout(() => socket.destroy(), 100);
			else response.end('It works.');
		});
		const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(address)).status));
		expect(statuses).toEqual([503, 503, 503, 503, 503]);
		isBroken = false;
		expect((await fetch(address)).status).toBe(200);
	});
});

test.skipIf(missing !== '')(
	'Varnish in front of a server that hangs returns JSON to calls, and a page to people',
	async () => {
		const hanging = createServer(() => {}).listen(0, '127.0.0.1');
		await once(hanging, 'listening');
		const varnish = await startVarnish((hanging.address() as AddressInfo).port, { timeout: 1 });
		onTestFinished(async () => {
			await varnish.stop();
			hanging.closeAllConnections();
			hanging.close();
		});
		const get = (paths: string[]) => Promise.all(paths.map((path) => fetch(varnish.address + path)));
		const [calls, pages] = await Promise.all([
			get(['/api/feed?limit=1', '/v1_1/market/upload', '/videotest', '/api']),
			get(['/', '/ads/7?q=lamp', '/media/photo.webp', '/apiary']),
		]);
		for (const { status, headers } of [...calls, ...pages]) {
			expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
		}
		for (const response of calls) {
			expect(response.headers.get('content-type')).toContain('application/json');
			expect(await response.json()).toEqual({ message: expect.any(String), code: 'unavailable' });
		}
		for (const response of pages) {
			expect(response.headers.get('content-type')).toContain('text/html');
			expect(await response.text()).toContain('Please try again');
		}
	},
);
