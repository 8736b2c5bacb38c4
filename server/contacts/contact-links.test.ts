import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as commonText from '../../text/shared/common.ts';
import * as contactText from '../../text/shared/contact.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { callCosts, defaultRateLimits } from '../http/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { revealPersonalData } from './personal-data.ts';
import { revealBudgets } from './reveals.ts';

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let id: number;

const whatsapp = '2348031234567';
const callNumber = '2348091234567';

beforeAll(async () => {
	clock = createFakeClock();
	server = await startTestServer({ clock, env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://kasuwa.example' } });
	seller = await signUp(server, 'ada_obi');
	await seller.client.updateMe({ body: { phone: whatsapp, call_number: callNumber, phone_public: true } });
	id = await seedAd(server, seller, { title: 'Fan & lamp', price_kobo: 7_000_000, whatsapp, call_number: callNumber });
});
afterAll(() => server.close());

let addresses = 0;

/** Follows a link as the browser of a new network does, from a page of the site unless the headers say otherwise. */
function open(path: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) {
	const from = headers['x-forwarded-for'] ?? `198.51.100.${++addresses}`;
	return fetch(server.address + path, { redirect: 'manual', headers: { ...headers, 'x-forwarded-for': from } });
}

const readLocation = async (path: string, headers?: Record<string, string>) => {
	const response = await open(path, headers);
	expect(response.status).toBe(303);
	return response.headers.get('location');
};

test('opens a chat with the words of the buyer, the ad and its price', async () => {
	const response = await open(`/contact/${id}/whatsapp?words=${encodeURIComponent(contactText.lastPrice)}&fbclid=1`);
	expect(response.status).toBe(303);
	const url = new URL(response.headers.get('location') ?? '');
	expect(url.origin + url.pathname).toBe(`https://wa.me/${whatsapp}`);
	expect(url.searchParams.get('text')).toBe(
		contactText.chatMessage(contactText.lastPrice, 'Fan & lamp', 'NGN 70,000', `https://kasuwa.example/a/${id}`),
	);
	const { headers } = response;
	expect(headers.get('cache-control')).toBe('no-store');
	expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
	expect(headers.get('access-control-allow-origin')).toBeNull();
	expect(await readLocation('/contact/@Ada_Obi/whatsapp')).toBe(`https://wa.me/${whatsapp}`);
	for (const words of ['', '%20', 'x'.repeat(301)])
		expect(await readLocation(`/contact/${id}/whatsapp?words=${words}`)).toContain(
			encodeURIComponent(contactText.interested),
		);
});

test('shows the number to call without a script', async () => {
	const response = await open(`/contact/${id}/call`);
	expect(response.status).toBe(200);
	const html = await response.text();
	expect(html).toContain(`<a href="tel:+${callNumber}">0809 123 4567</a>`);
	expect(html).not.toContain('<script');
	expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each([
	['another site', { 'sec-fetch-site': 'cross-site' }],
	['an address that was typed', { 'sec-fetch-site': 'none' }],
	['an old browser on another site', { referer: 'https://other.example/page' }],
	['a program', {}],
])('leads %s to the page of the ad', async (_, headers) => {
	expect(await readLocation(`/contact/${id}/whatsapp`, headers)).toBe(`/a/${id}`);
});

test('opens for an old browser on a page of the site', async () => {
	const headers = { referer: `https://kasuwa.example/a/${id}` };
	expect(await readLocation(`/contact/${id}/whatsapp`, headers)).toContain('https://wa.me/');
});

test('leads to the page if there is no such ad, seller or number, or if the ad is sold', async () => {
	const other = await signUp(server);
	const [numberless, sold] = [await seedAd(server, other), await seedAd(server, seller, { whatsapp })];
	await seller.client.markAdSold({ params: { id: String(sold) }, body: { sold: true } });
	for (const ad of [numberless, sold, 99_999]) expect(await readLocation(`/contact/${ad}/whatsapp`)).toBe(`/a/${ad}`);
	expect(await readLocation('/contact/@nobody_here/call')).toBe('/profile/user/nobody_here');
	expect((await open('/contact/0/whatsapp')).status).toBe(422);
	expect((await open(`/contact/${id}/fax`)).status).toBe(422);
});

test('shows errors as a page with the way on', async () => {
	const wrong = await open('/contact/0/whatsapp');
	expect(wrong.status).toBe(422);
	expect(wrong.headers.get('content-type')).toBe('text/html; charset=utf-8');
	expect(wrong.headers.get('cache-control')).toBe('no-store');
	expect(await wrong.text()).toContain('<a href="/">');
	const path = '/contact/7/whatsapp?words=Hi';
	const address = { most: callCosts.write, window: 60_000 };
	const limited = await startTestServer({ rateLimitConfig: { ...defaultRateLimits, address } });
	onTestFinished(() => limited.close());
	await fetch(limited.address + path, { redirect: 'manual' });
	const refused = await fetch(limited.address + path, { redirect: 'manual' });
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
	expect(refused.headers.get('x-robots-tag')).toBe('noindex, nofollow');
	const html = await refused.text();
	expect(html).toContain(`<p>${problemsText.tooManyRequests}</p>`);
	expect(html).toContain(`<a href="${path}">${commonText.tryAgain}</a>`);
	expect(html).toContain(`<a href="/a/7">${contactText.back}</a>`);
});

test('beyond the budget of the device leads to the check, where a login goes on', async () => {
	const ads: number[] = [];
	for (let count = 0; count <= revealBudgets.device.hour; count += 1)
		ads.push(await seedAd(server, await signUp(server), { whatsapp: `2348031234${500 + count}` }));
	const last = ads.pop();
	const from = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.1' };
	const cookie = (await open(`/contact/${id}/whatsapp`, from)).headers.get('set-cookie') ?? '';
	expect(cookie).toMatch(/^contact_device=[\w.-]+; Path=\/contact; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/);
	const device = { ...from, cookie: cookie.split(';')[0] ?? '' };
	for (const ad of ads.slice(1)) expect(await readLocation(`/contact/${ad}/whatsapp`, device)).toContain('wa.me');
	expect(await readLocation(`/contact/${last}/whatsapp?words=Hi`, device)).toBe(
		`/contact/${last}/whatsapp/check?words=Hi`,
	);
	expect(await readLocation(`/contact/${id}/whatsapp`, device)).toContain('wa.me');
	const buyer = await signUp(server);
	const { url } = await buyer.client.revealContact({
		params: { subject: String(last), channel: 'whatsapp' },
		body: { words: 'Hi' },
	});
	expect(url).toContain('https://wa.me/23480312345');
	expect(decodeURIComponent(url ?? '')).toContain('Hello. Hi\n');
});

test('gives a browser a device only when a link opens', async () => {
	const network = '203.0.113.2';
	const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': network };
	expect((await open('/contact/@nobody_here/call', headers)).headers.get('set-cookie')).toBeNull();
	const reveals = Array.from({ length: revealBudgets.new.hour }, (_, index) => index + 1000);
	await server.db.transaction(async (tx) => {
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
			values ${sql.join(reveals.map((seller) => sql`(${seller}, ${`of_${seller}`}, '', ${`${seller}`}, ${`${seller}`}, 'user', 0)`))}`.execute(
			tx.tables(),
		);
		await sql`insert into contact_reveals (scope, caller, seller_id, revealed_at)
			values ${sql.join(reveals.map((seller) => sql`('new', ${network}, ${seller}, ${clock.now()})`))}`.execute(
			tx.tables(),
		);
	});
	const challenged = await open(`/contact/${id}/whatsapp`, headers);
	expect(challenged.headers.get('location')).toContain('/check');
	expect(challenged.headers.get('set-cookie')).toBeNull();
});

test('gives no number to API tokens and to scripts of other sites', async () => {
	const { password } = seller;
	const { token } = await seller.client.createApiToken({
		body: { name: 'Stock', scopes: ['read', 'ads'], days: 30, password },
	});
	const params = { subject: String(id), channel: 'call' as const };
	await expect(createApiClient(server, token).revealContact({ params, body: {} })).rejects.toMatchObject({
		status: 403,
	});
	const response = await fetch(`${server.address}/api/contacts/${id}/call`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', origin: 'https://other.example' },
		body: '{}',
	});
	expect(response.headers.get('access-control-allow-origin')).toBeNull();
	expect(await createApiClient(server).revealContact({ params, body: {} })).toEqual({
		url: `tel:+${callNumber}`,
		challenge: null,
	});
});

test('shows administrators who revealed most, and exports and erases what an account revealed', async () => {
	const admin = await signUpAdministrator(server);
	const buyer = await signUp(server);
	await buyer.client.revealContact({ params: { subject: '@ada_obi', channel: 'call' }, body: {} });
	const { items } = await admin.client.listContactReveals();
	expect(items).toContainEqual(
		expect.objectContaining({ account: expect.objectContaining({ id: buyer.session.id }), sellers: 1 }),
	);
	await expect(buyer.client.listContactReveals()).rejects.toMatchObject({ status: 403 });
	await seller.client.revealContact({ params: { subject: String(id), channel: 'call' }, body: {} });
	const own = (await admin.client.listContactReveals()).items.filter(
		({ account }) => account?.id === seller.session.id,
	);
	expect(own).toEqual([]);
	const handler = revealPersonalData;
	const { id: buyerId } = buyer.session;
	expect(await handler.export(server.db, buyerId)).toEqual([
		{ seller_id: seller.session.id, revealed_at: new Date(clock.now()).toISOString() },
	]);
	await server.db.transaction((tx) => handler.erase?.(tx, buyerId) ?? Promise.resolve());
	expect(await handler.export(server.db, buyerId)).toEqual([]);
});
