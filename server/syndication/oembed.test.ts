import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import { postPictureAd, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { hideAd } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;
let site: string;

beforeAll(async () => {
	server = await startTestServer();
	site = `http://localhost:${new URL(server.address).port}`;
	seller = await signUp(server);
});
afterAll(() => server.close());

const read = (query: Record<string, string> | string) =>
	fetch(`${server.address}/oembed?${typeof query === 'string' ? query : new URLSearchParams(query)}`);

async function readFields(query: Record<string, string>) {
	const response = await read(query);
	expect(response.status).toBe(200);
	return (await response.json()) as Record<string, string | number>;
}

test('describes a picture ad as rich content', async () => {
	const ad = await postPictureAd(seller, { title: 'A <red> "lamp"' });
	const response = await read({ url: `${site}/feed/${ad.id}/anything` });
	expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
	expect(response.headers.get('access-control-allow-origin')).toBe('*');
	expect(response.headers.get('set-cookie')).toBeNull();
	expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
	expect(await response.json()).toEqual({
		version: '1.0',
		type: 'rich',
		title: 'A <red> "lamp"',
		author_name: seller.session.display_name,
		author_url: `${site}/profile/user/${seller.session.user_name}`,
		provider_name: defaultBrand.name,
		provider_url: `${site}/`,
		thumbnail_url: `${site}${ad.cover?.url}`,
		thumbnail_width: ad.cover?.width,
		thumbnail_height: ad.cover?.height,
		html: `<iframe src="${site}/embed/ads/${ad.id}" width="480" height="472" title="A &#60;red&#62; &#34;lamp&#34;" style="border:0" loading="lazy" allowfullscreen></iframe>`,
		width: 480,
		height: 472,
	});
});

test('describes a video ad as video, also by its short link', async () => {
	const id = await seedAd(server, seller, { format: 'video', title: 'A lamp that turns' });
	const urls = [`${site}/sellervideos/${id}/a-lamp?utm_source=chat#end`, `${site}/a/${id}`];
	for (const url of [...urls, `${site.replace('http', 'https')}/a/${id}`])
		expect(await readFields({ url })).toMatchObject({ type: 'video', title: 'A lamp that turns' });
});

test('fits into the given size', async () => {
	const ad = await postPictureAd(seller);
	const url = `${site}/a/${ad.id}`;
	const fields = await readFields({ url, maxwidth: '300', maxheight: '200' });
	expect([fields.width, fields.height]).toEqual([300, 200]);
	expect(fields.html).toContain('width="300" height="200"');
	expect(await readFields({ url, maxwidth: '10', maxheight: '10' })).not.toHaveProperty('thumbnail_url');
});

test('responds in XML', async () => {
	const id = await seedAd(server, seller, { title: 'Salt & <pepper>\u0007' });
	const response = await read({ url: `${site}/a/${id}`, format: 'xml' });
	expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
	const text = await response.text();
	expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed><version>1.0<\/version>/);
	expect(text).toContain('<title>Salt &#38; &#60;pepper&#62;</title>');
});

test('ignores parameters that consumers add', async () => {
	const id = await seedAd(server, seller);
	expect((await read({ url: `${site}/a/${id}`, dnt: '1', constructor: 'x' })).status).toBe(200);
});

describe('rejects', () => {
	test.each([
		['an unknown ad', '/a/999999'],
		['an unknown page', '/learning'],
		['an id that is no number', '/a/1e3'],
	])('%s with 404', async (_, path) => {
		expect((await read({ url: site + path })).status).toBe(404);
	});

	test('a URL of another site, also one that resembles this site', async () => {
		const id = await seedAd(server, seller);
		for (const other of [
			'https://other.example',
			'https://localhost',
			'http://localhost',
			`${site}@other.example`,
			site.replace('http', 'ftp'),
		])
			expect((await read({ url: `${other}/a/${id}` })).status).toBe(404);
		expect((await read({ url: 'no url' })).status).toBe(404);
	});

	test('a hidden ad with 404', async () => {
		const id = await seedAd(server, seller);
		await hideAd(server, id);
		expect((await read({ url: `${site}/a/${id}` })).status).toBe(404);
	});

	test('another format with 501, which counts as no fault of the server', async () => {
		const id = await seedAd(server, seller);
		const response = await read({ url: `${site}/a/${id}`, format: 'yaml' });
		expect(response.status).toBe(501);
		expect(await response.json()).toMatchObject({ code: 'not_implemented' });
		const admin = await signUpAdministrator(server);
		expect((await admin.client.getFigures()).process.errors).toBe(0);
	});

	test('a size of 0 with a message that names the least size', async () => {
		const response = await read({ url: `${site}/a/1`, maxwidth: '0' });
		expect(await response.json()).toMatchObject({ fields: { maxwidth: expect.stringContaining('1 or more') } });
	});

	test.each(['', 'url=a&url=b', `url=${site}/a/1&maxwidth=0`, `url=${site}/a/1&maxheight=wide`, 'url=%00'])(
		'the query %s with 422',
		async (query) => {
			expect((await read(query)).status).toBe(422);
		},
	);
});
