import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '../../contract/core/endpoint.ts';
import * as limits from '../../contract/core/limits.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import type { MarketValues, updateMarketSettings } from '../../contract/market-settings/market-settings.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as settingsText from '../../text/shared/market-settings-api.ts';
import { createFakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { makeJpeg } from '../testing/media-files.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson, uploadPicture } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

type Change = Omit<CallInput<typeof updateMarketSettings>['body'], 'version'>;

let server: TestServer;
let admin: TestPerson;
let failedReads = 0;
const clock = createFakeClock(Date.UTC(2026, 10, 26, 12));

const logDestination = {
	write(line: string) {
		if (line.includes('settings of the market cannot be read')) failedReads += 1;
	},
};

async function change(values: Change) {
	const { version } = await admin.client.getMarketSettings();
	return admin.client.updateMarketSettings({ body: { version, ...values } });
}

const listAudit = async () =>
	(await admin.client.listAudit({ query: {} })).items.map(({ action, reason }) => [action, reason]);

describeOnBothEngines('settings of the market', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({
			engine,
			clock,
			postingQuota: limits.postingQuota,
			env: { LOG_LEVEL: 'warn' },
			logDestination,
		});
		admin = await signUpAdministrator(server);
	});
	afterAll(() => server.close());

	test('returns the defaults until something is set', async () => {
		const { version, updated_at, values, defaults, logo } = await admin.client.getMarketSettings();
		expect({ version, updated_at, logo }).toEqual({ version: 0, updated_at: null, logo: null });
		expect(values).toEqual(defaults);
		expect(values).toMatchObject({ ...defaultBrand, category_order: categories, hidden_categories: [], terms: null });
	});

	test('changes, resets and audits values', async () => {
		const set = await change({ name: 'Sabon Gari', slug: 'Sabon-Gari', terms: '# Terms' });
		expect(set.values).toMatchObject({ name: 'Sabon Gari', slug: 'sabon-gari', terms: '# Terms' });
		expect(set.updated_at).toBe(new Date(clock.now()).toISOString());
		expect(server.brand.current()).toMatchObject({ name: 'Sabon Gari', slug: 'sabon-gari' });
		expect(await createApiClient(server).getLegalDocument({ params: { document: 'terms' } })).toEqual({
			text: '# Terms',
			changed_at: new Date(clock.now()).toISOString(),
		});
		const reset = await change({ name: null, slug: null, terms: null });
		expect(reset.values).toEqual(reset.defaults);
		expect(server.brand.current().name).toBe(defaultBrand.name);
		expect(await createApiClient(server).getLegalDocument({ params: { document: 'terms' } })).toEqual({
			text: null,
			changed_at: null,
		});
		expect((await listAudit())[1]).toEqual([
			'settings.update',
			'name: "Kasuwa" → "Sabon Gari"; slug: "kasuwa" → "sabon-gari"; terms',
		]);
	});

	test('rejects a change that is based on an older version', async () => {
		const { version } = await admin.client.getMarketSettings();
		const other = await signUpAdministrator(server);
		await other.client.updateMarketSettings({ body: { version, tagline: 'Buy well' } });
		await expect(admin.client.updateMarketSettings({ body: { version, tagline: 'Sell well' } })).rejects.toMatchObject({
			status: 409,
			problem: { message: settingsText.changedMeanwhile },
		});
		expect((await admin.client.getMarketSettings()).values.tagline).toBe('Buy well');
		await change({ tagline: null });
	});

	const setLimits = async (part: Partial<MarketValues['limits']>) => ({
		limits: { ...(await admin.client.getMarketSettings()).defaults.limits, uploads: 600, sign_ups: 300, ...part },
	});

	test.each<[string, () => Promise<Change> | Change, string]>([
		['an empty name', () => ({ name: ' ' }), 'name'],
		['a name with a bracket', () => ({ name: 'a<b' }), 'name'],
		['a name of two lines', () => ({ name: 'a\nb' }), 'name'],
		['a name with a line separator', () => ({ name: 'a\u2028b' }), 'name'],
		['a name of invisible characters', () => ({ name: '\u200b\u202e' }), 'name'],
		['a name with NUL', () => ({ name: 'a\0b' }), 'name'],
		['a slug with a slash', () => ({ slug: 'a/b' }), 'slug'],
		['a light colour', () => ({ colour: '#ffee00' }), 'colour'],
		['a colour by name', () => ({ colour: 'green' }), 'colour'],
		['an invalid phone number', () => ({ whatsapp: '12' }), 'whatsapp'],
		['an incomplete order', () => ({ category_order: ['Motorcycles'] }), 'category_order'],
		['no visible category', () => ({ hidden_categories: [...categories] }), 'hidden_categories'],
		['a limit out of range', () => setLimits({ uploads: 1 }), 'limits.uploads'],
	])('rejects %s', async (_, makeChange, field) => {
		const before = await admin.client.getMarketSettings();
		await expect(change(await makeChange())).rejects.toMatchObject({
			status: 422,
			problem: { fields: { [field]: expect.any(String) } },
		});
		expect(await admin.client.getMarketSettings()).toEqual(before);
	});

	test('applies limits at once', async () => {
		const { posting } = (await admin.client.getMarketSettings()).defaults.limits;
		await change(await setLimits({ posting: { ...posting, unverified: { ...posting.unverified, posts: 1 } } }));
		const seller = await signUp(server);
		const post = () => seller.client.createPost({ body: { kind: 'tweet', text: 'New lamps.' } });
		await post();
		await expect(post()).rejects.toMatchObject({ status: 429 });
		await change(await setLimits({ posting: { ...posting, unverified: { ...posting.unverified, posts: 0 } } }));
		await expect(
			(await signUp(server)).client.createPost({ body: { kind: 'tweet', text: 'Old lamps.' } }),
		).rejects.toMatchObject({
			status: 429,
			problem: { message: accountsApiText.noneUnconfirmed('posts', posting.verified.posts) },
		});
		await change({ limits: null });
		await post();
	});

	test('removes control characters from a name', async () => {
		const { values } = await change({ name: 'Sabon\u0007 \u202eGari' });
		expect(values.name).toBe('Sabon Gari');
		await change({ name: null });
	});

	test('escapes a name in the page of the API', async () => {
		await change({ name: 'Buy &amp; Sell' });
		const page = await (await fetch(`${server.address}/api/docs`)).text();
		expect(page).toContain('<title>Buy &#38;amp; Sell API</title>');
		await change({ name: null });
	});

	test('keeps one of two changes that arrive together', async () => {
		const { version } = await admin.client.getMarketSettings();
		const send = (tagline: string) => admin.client.updateMarketSettings({ body: { version, tagline } });
		const results = await Promise.allSettled([send('Buy well'), send('Sell well')]);
		expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		const winner = results[0].status === 'fulfilled' ? 'Buy well' : 'Sell well';
		const now = await admin.client.getMarketSettings();
		expect([now.version, now.values.tagline, server.brand.current().tagline]).toEqual([version + 1, winner, winner]);
		await change({ tagline: null });
	});

	test('shows how to reach the operator', async () => {
		await change({ email: 'help@market.example', whatsapp: '0803 123 4567', address: '1 Market Road, Kano' });
		expect(await createApiClient(server).getContact()).toEqual({
			email: 'help@market.example',
			phone: null,
			whatsapp: '2348031234567',
			address: '1 Market Road, Kano',
		});
	});

	test('stores a logo, serves it at the paths of the icons, and removes it', async () => {
		const { version } = await admin.client.getMarketSettings();
		const { secure_url } = await uploadPicture(admin, await makeJpeg({ width: 400, height: 200 }));
		const { logo } = await admin.client.setMarketLogo({ body: { picture: { secure_url }, version } });
		const response = await fetch(`${server.address}/icon-192.png`);
		expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
		expect(response.url).toBe(`${server.address}${logo?.replace('-512.', '-192.')}`);
		expect((await fetch(server.address + new URL(secure_url, server.address).pathname)).status).toBe(404);
		await expect(admin.client.removeMarketLogo({ query: { version: String(version) } })).rejects.toMatchObject({
			status: 409,
		});
		const removed = await admin.client.removeMarketLogo({ query: { version: String(version + 1) } });
		expect(removed.logo).toBeNull();
		expect((await fetch(server.address + logo)).status).toBe(404);
	});

	test("rejects another person's picture as the logo, and keeps the picture of a change that fails", async () => {
		const { version } = await admin.client.getMarketSettings();
		const seller = await signUp(server);
		const picture = async (person: TestPerson) => ({
			secure_url: (await uploadPicture(person, await makeJpeg({ width: 400, height: 200 }))).secure_url,
		});
		const setLogo = (picture: { secure_url: string }, version: number) =>
			admin.client.setMarketLogo({ body: { picture, version } });
		await expect(setLogo(await picture(seller), version)).rejects.toMatchObject({ status: 403 });
		const own = await picture(admin);
		await expect(setLogo(own, version - 1)).rejects.toMatchObject({ status: 409 });
		await setLogo(own, version);
		await expect(setLogo(own, version + 1)).rejects.toMatchObject({ status: 422 });
		await admin.client.removeMarketLogo({ query: { version: String(version + 1) } });
	});

	test('reads the settings soon after the database could not', async () => {
		const { kysely } = server.db;
		const rename = (from: string, to: string) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`;
		// An earlier change may still be read, but nothing reads the new name before the table is gone.
		await server.db.transaction(async (tx) => {
			const queries = tx.tables();
			await sql`update market_settings set version = version + 1, changed = '{"name":"Late"}'`.execute(queries);
			await rename('market_settings', 'unreadable_settings').execute(queries);
		});
		const before = failedReads;
		server.db.invalidateHere('*');
		await expect.poll(() => failedReads).toBeGreaterThan(before);
		expect(server.brand.current().name).toBe(defaultBrand.name);
		await rename('unreadable_settings', 'market_settings').execute(kysely);
		await expect.poll(() => server.brand.current().name).toBe('Late');
		await change({ name: null });
	});

	test('redirects addresses with an earlier name of the market', async () => {
		await change({ slug: 'sabon-gari' });
		const follow = async (path: string) => {
			const response = await fetch(`${server.address}/dashboard/${path}`, { redirect: 'manual' });
			return [response.status, response.headers.get('location')];
		};
		expect(await follow('learn-with-kasuwa?a=1')).toEqual([302, '/dashboard/learn-with-sabon-gari?a=1']);
		expect(await follow('Learn-With-Kasuwa/')).toEqual([302, '/dashboard/learn-with-sabon-gari']);
		expect(await follow('learn-with-Sabon-Gari')).toEqual([404, null]);
		await change({ slug: null });
		expect(await follow('learn-with-sabon-gari')).toEqual([302, '/dashboard/learn-with-kasuwa']);
	});

	test('leaves another market in the same process as it is', async () => {
		const other = await startTestServer();
		await change({ name: 'Sabon Gari' });
		expect([server, other].map(({ brand }) => brand.current().name)).toEqual(['Sabon Gari', defaultBrand.name]);
		await change({ name: null });
		await other.close();
	});

	describe('after a restart', () => {
		test('keeps the settings', async () => {
			await change({ name: 'Sabon Gari' });
			const { environment } = server;
			const again = engine === 'postgres' ? await startTestServer({ environment, clock }) : null;
			const { values } = await (again ? createApiClient(again, admin.session.token) : admin.client).getMarketSettings();
			expect(values.name).toBe('Sabon Gari');
			await change({ name: null });
			if (again) {
				const other = createApiClient(again, admin.session.token);
				await expect.poll(async () => (await other.getMarketSettings()).values.name).toBe(defaultBrand.name);
			}
			await again?.close();
		});
	});
});
