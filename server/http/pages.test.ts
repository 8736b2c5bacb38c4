import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { RenderPage } from './index.ts';

let server: TestServer;
let nonces: string[];

const ownScript = 'start("a page")';
const injectedScript = 'fetch("https://evil.example")';
const toHash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Renders a page with injected scripts, as an escaping bug would produce. */
const render: RenderPage = async (_, __, nonce) => {
	nonces.push(nonce);
	const html = [
		'<!doctype html><link rel="stylesheet" href="/a.css" nonce="x">',
		`<script type="application/ld+json">{"@type":"Product"}</script>`,
		`<p>A lamp<script>${injectedScript}</script><script nonce="guessed">${injectedScript}</script><script nonce>${injectedScript}</script></p>`,
		`<script nonce="${nonce}">${ownScript}</script>`,
		`<script nonce="${nonce}" async="" src="/a.js"></script>`,
	];
	return new Response(html.join(''), { headers: { 'content-type': 'text/html; charset=utf-8' } });
};

beforeAll(async () => {
	nonces = [];
	server = await startTestServer({ render });
});
afterAll(() => server.close());

const scriptSources = (response: Response) =>
	/script-src ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1];

test('allows only scripts that the renderer marked', async () => {
	const response = await fetch(`${server.address}/learning`);
	expect(scriptSources(response)).toBe(`'self' ${toHash(ownScript)}`);
});

test('removes the nonces, so that identical pages have the same ETag', async () => {
	const [one, two] = [await fetch(`${server.address}/a`), await fetch(`${server.address}/b`)];
	const html = await one.text();
	expect(html).toBe(await two.text());
	expect(html).toContain(`<script>${ownScript}</script><script async="" src="/a.js"></script>`);
	expect(one.headers.get('etag')).toBe(two.headers.get('etag'));
	expect(new Set(nonces).size).toBe(nonces.length);
	for (const nonce of nonces) expect(html).not.toContain(nonce);
});

test('allows only script files on a page without inline scripts', async () => {
	const plain = await startTestServer({ render: async () => new Response(`<script>${injectedScript}</script>`) });
	expect(scriptSources(await fetch(plain.address))).toBe("'self'");
	await plain.close();
});

test('denies browser features that the product does not use', async () => {
	const policy = (await fetch(`${server.address}/learning`)).headers.get('permissions-policy');
	for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
		expect(policy).toContain(`${feature}=()`);
	for (const used of [
		'fullscreen',
		'autoplay',
		'picture-in-picture',
		'web-share',
		'clipboard-write',
		'publickey-credentials',
	])
		expect(policy).not.toContain(used);
});
