import { afterAll, beforeAll, expect, test } from 'vitest';
import * as adsText from '../../text/shared/ads.ts';
import * as commonText from '../../text/shared/common.ts';
import type { AdTables } from '../ads/tables.ts';
import type { MediaTables } from '../media/tables.ts';
import { postPictureAd, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;

beforeAll(async () => {
	server = await startTestServer();
	seller = await signUp(server);
});
afterAll(() => server.close());

async function read(id: number | string) {
	const response = await fetch(`${server.address}/embed/ads/${id}`);
	return { status: response.status, headers: response.headers, html: await response.text() };
}

test('shows the card of a picture ad with links to its pages in new tabs', async () => {
	const ad = await postPictureAd(seller, { title: 'A <red> lamp', price_kobo: 7_000_000 });
	const { status, html } = await read(ad.id);
	expect(status).toBe(200);
	expect(html).toContain('A &#60;red&#62; lamp');
	expect(html).toContain('NGN 70,000');
	expect(html).toContain(`<img src="${ad.cover?.url}"`);
	const links = [...html.matchAll(/<a [^>]*>/g)].map(([link]) => link);
	expect(links).toHaveLength(3);
	for (const link of links) expect(link).toMatch(/href="http:\/\/localhost:\d+\/[^"]*" target="_blank" rel="noopener"/);
});

test('plays a video with the controls of the browser, and loads nothing before', async () => {
	const id = await seedAd(server, seller, { format: 'video', title: 'Turning lamp' });
	const { html } = await read(id);
	expect(html).toMatch(/<video controls preload="none" playsinline aria-label="Turning lamp">/);
	expect(html).toMatch(/<source src="\/media\/[0-9a-f]+\/480\.mp4" type="video\/mp4">/);
	expect(html).toContain(adsText.askForPrice);
});

test('may be framed anywhere, and differs in nothing else from the strictest page', async () => {
	const id = await seedAd(server, seller);
	const { headers, html } = await read(id);
	const policy = headers.get('content-security-policy') ?? '';
	expect(policy).toMatch(
		/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox$/,
	);
	expect(headers.get('x-frame-options')).toBeNull();
	expect(headers.get('cross-origin-embedder-policy')).toBe('credentialless');
	expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
	expect(headers.get('x-content-type-options')).toBe('nosniff');
	expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
	expect(headers.get('set-cookie')).toBeNull();
	expect(html).not.toMatch(/<script|<link rel="(?!canonical)|<form| on\w+=|style=/);
});

test('all other responses forbid frames', async () => {
	for (const path of ['/feeds/market.atom', '/oembed', '/api/feed', '/sitemap.xml', '/embed', '/embed/ads']) {
		const { headers } = await fetch(server.address + path);
		expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY']);
		expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
	}
});

test('says that an ad is sold, and that a video is processing', async () => {
	const sold = await seedAd(server, seller);
	await seller.client.markAdSold({ params: { id: String(sold) }, body: { sold: true } });
	expect((await read(sold)).html).toContain(`<p class="badge">${commonText.sold}</p>`);
	const video = await seedAd(server, seller, { format: 'video' });
	const { ads } = { ads: server.db.tables<AdTables & MediaTables>() };
	await ads.updateTable('ads').set({ media_state: 'processing' }).where('id', '=', video).execute();
	const { html, status } = await read(video);
	expect(status).toBe(200);
	expect(html).toContain(commonText.videoProcessing);
	expect(html).not.toContain('<video');
});

test('shows at once that a hidden ad is no longer available', async () => {
	const id = await seedAd(server, seller, { title: 'Secret lamp' });
	expect((await read(id)).status).toBe(200);
	await server.db.transaction((tx) => server.ads.hide(tx, { role: 'admin' }, id, 'No.'));
	const { status, html, headers } = await read(id);
	expect(status).toBe(404);
	expect(html).toContain(commonText.notHere);
	expect(html).not.toContain('Secret');
	expect(headers.get('content-security-policy')).not.toContain('frame-ancestors');
	expect(headers.get('x-frame-options')).toBeNull();
});

test.each(['0', '999999', '1e3', 'constructor', '99999999999999999999'])(
	'shows the same for /embed/ads/%s',
	async (id) => {
		const { status, html } = await read(id);
		expect([status, html.includes(commonText.notHere)]).toEqual([404, true]);
	},
);

test('gives away nothing private of the seller', async () => {
	const person = await signUp(server);
	await person.client.updateMe({ body: { phone: '08031234567', phone_public: true, place: 'Secret street' } });
	const { id } = await postPictureAd(person, { description: 'Call 08031234567' });
	const { html } = await read(id);
	expect(html).not.toMatch(/803123|Secret street/);
	expect(html).not.toContain(person.session.email);
});

test('answers 304 by ETag', async () => {
	const id = await seedAd(server, seller);
	const etag = (await read(id)).headers.get('etag') ?? '';
	const again = await fetch(`${server.address}/embed/ads/${id}`, { headers: { 'if-none-match': etag } });
	expect(again.status).toBe(304);
	expect(again.headers.get('x-frame-options')).toBeNull();
});
