import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as mediaLimits from '../contract/media/limits.ts';
import {
	goodPassword,
	postPictureAd,
	requestUploadCapability,
	signUp,
	type TestPerson,
	toFormData,
	uploadPicture,
} from '../server/testing/people.ts';
import { findFreePort } from '../server/testing/private-servers.ts';
import {
	createProxyClient,
	findProxyProgram,
	type ProxyCall,
	startProxy,
	type TestProxy,
} from '../server/testing/proxies.ts';
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
		['above the limit of its kind', mediaLimits.pictureBytes + mebibyte],
		['above every limit', mediaLimits.videoBytes + 15 * mebibyte],
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

/** Starts a server that accepts connections and never answers. Returns its port. */
async function startHangingServer(): Promise<number> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return (server.address() as AddressInfo).port;
}

const unavailableServers = {
	'is down': { getPort: findFreePort, statuses: [502, 503] },
	hangs: { getPort: startHangingServer, statuses: [504] },
};

describe.each(['nginx', 'caddy', 'compose.Caddyfile'] as const)('%s in front of a server', (name) => {
	const program = name === 'nginx' ? 'nginx' : 'caddy';
	const situations = Object.entries(unavailableServers);
	test.skipIf(findProxyProgram(program) === null).each(situations)(
		'that %s returns JSON to calls, and a page to people',
		async (_, { getPort, statuses }) => {
			const proxy = await startProxy(name, [await getPort()], { timeout: 1 });
			onTestFinished(() => proxy.stop());
			// At the same time, because the proxy waits for each.
			const get = (paths: string[]) =>
				Promise.all(paths.map(async (path) => ({ path, ...(await visit(proxy).call({ method: 'GET', path })) })));
			const [calls, pages, head] = await Promise.all([
				get(['/api/feed', '/v1_1/market/upload', '/videotest']),
				get(['/', '/ads/7', '/media/photo.webp', '/apiary']),
				visit(proxy).call({ method: 'HEAD', path: '/' }),
			]);
			for (const { path, status, type, headers, text } of calls) {
				expect(statuses, path).toContain(status);
				expect(type, path).toContain('application/json');
				expect(JSON.parse(text)).toEqual({ message: expect.any(String), code: 'unavailable' });
				expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
			}
			for (const { path, status, type, headers, text } of pages) {
				expect(statuses, path).toContain(status);
				expect(type, path).toContain('text/html');
				expect(text).toContain('Please try again');
				expect(text).not.toMatch(/https?:|src=/);
				expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
			}
			expect(statuses).toContain(head.status);
			expect(head.text).toBe('');
		},
	);
});

const nginxReason = findProxyProgram('nginx') === null ? ' (skipped: nginx is not installed)' : '';
describe.skipIf(nginxReason !== '')(`photos sent by nginx${nginxReason}`, () => {
	let server: TestServer;
	let proxy: TestProxy;
	let seller: TestPerson;
	let photo: string;
	beforeAll(async () => {
		server = await startTestServer({ env: { TRUST_PROXY: '1', MEDIA_OFFLOAD: 'nginx' } });
		proxy = await startProxy('nginx', [Number(new URL(server.address).port)], { dataDir: server.config.dataDir });
		seller = await signUp(server);
		photo = (await postPictureAd(seller)).cover?.url ?? '';
	});
	afterAll(async () => {
		await proxy.stop();
		await server.close();
	});

	const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
		visit(proxy).call({ method, path, headers });

	test('have the bytes from nginx and the headers of the server', async () => {
		expect(await (await fetch(server.address + photo)).text()).toBe('');
		const { status, headers, text } = await get(photo);
		expect(status).toBe(200);
		expect(text).toMatch(/^RIFF.{4}WEBP/s);
		expect(headers).toMatchObject({
			'content-type': 'image/webp',
			'accept-ranges': 'bytes',
			etag: expect.stringMatching(/^"[0-9a-f]{24}-w\d+\.webp"$/),
			'cache-control': 'public, max-age=31536000, immutable',
			'content-security-policy': "default-src 'none'; sandbox",
			'cross-origin-opener-policy': 'same-origin-allow-popups',
			'cross-origin-resource-policy': 'cross-origin',
			'referrer-policy': 'strict-origin-when-cross-origin',
			'x-content-type-options': 'nosniff',
			'x-frame-options': 'DENY',
		});
		expect(Object.keys(headers)).not.toContain('last-modified');
		expect(Object.keys(headers)).not.toContain('x-accel-redirect');
	});

	test('support HEAD, ranges and validators', async () => {
		const { headers } = await get(photo, {}, 'HEAD');
		const [size, etag] = [Number(headers['content-length']), headers.etag ?? ''];
		expect(size).toBeGreaterThan(20);
		const part = await get(photo, { range: 'bytes=8-11' });
		expect([part.status, part.headers['content-range'], part.text]).toEqual([206, `bytes 8-11/${size}`, 'WEBP']);
		expect((await get(photo, { range: 'bytes=8-11', 'if-range': etag })).status).toBe(206);
		expect((await get(photo, { range: 'bytes=8-11', 'if-range': '"other"' })).status).toBe(200);
		expect((await get(photo, { 'if-none-match': etag })).status).toBe(304);
		const beyond = await get(photo, { range: `bytes=${size}-` });
		expect([beyond.status, beyond.headers['cache-control']]).toEqual([416, 'no-store']);
	});

	test('are not cached if nginx cannot read them', async () => {
		const { cover } = await postPictureAd(seller);
		const path = cover?.url ?? '';
		await server.files.remove(path.slice(1));
		const { status, headers, text } = await get(path);
		expect([status, JSON.parse(text).code]).toEqual([404, 'not_found']);
		expect(headers['cache-control']).toMatch(/\bno-store$/);
	});

	test('need the same rights as without it', async () => {
		const { id, user_name } = seller.session;
		const actor = { accountId: id, userName: user_name, role: 'user' as const, sessionId: 1 };
		const upload = await uploadPicture(seller);
		const path = new URL(upload.secure_url).pathname;
		expect((await get(path)).status).toBe(404);
		const owner = { ...actor, mustChangePassword: false, isPendingDeletion: false, scopes: null };
		const media = await server.db.transaction((tx) =>
			server.media.attachPrivate(tx, owner, 'image', upload, 'picture'),
		);
		const signed =
			(await server.media.findByIdsSigned(server.db, [media.id])).get(media.id)?.picture?.sizes[0]?.url ?? '';
		const { status, headers, text } = await get(signed);
		expect([status, text.slice(8, 12)]).toEqual([200, 'WEBP']);
		expect(headers).toMatchObject({
			'cache-control': 'private, no-store',
			'cross-origin-resource-policy': 'same-origin',
			'referrer-policy': 'no-referrer',
		});
		expect((await get(signed.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(404);
		expect((await get(photo.replace('/media/', '/stored-files/media/'))).status).toBe(404);
	});
});
