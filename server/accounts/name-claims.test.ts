import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Brand, defaultBrand } from '../../contract/market-settings/brand.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { createApiClient, goodPassword, signUp, signUpAdministrator } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { claimsMarket } from './name-claims.ts';

test.each([
	'Kasuwa',
	'KASUWA',
	'kasuwa_',
	'Kasuwa Support',
	'kasuwa_official',
	'kasuwaofficial',
	'official.kasuwa',
	'Kаsuwa',
	'Κasuwa',
	'ᴋᴀꜱᴜᴡᴀ',
	'🅺🅰🆂🆄🆆🅰',
	'𝕂𝕒𝕤𝕦𝕨𝕒',
	'K a s u w a',
	'K.a.s.u.w.a',
	'Ka su wa',
	'Kasuuwa',
	'KKasuwaa',
	'K4suw4',
	'Ka\u200Bsu\u00ADwa',
	'Kasuvva',
	'Kasuwa 2',
	'kasuwa_247',
	'The Kasuwa Team',
	'KASUWA ADMIN',
	'Kasuwa Customer Care',
	'Kasuwa Nigeria',
	'Kasuwa Help Desk',
	'Kasuwa Security',
	'Kasuwa Staff Tunde',
	'Kasuwa Support Lagos',
	'Admin Kasuwa Bello',
	'Support from Kasuwa',
	'✅ Verified Seller',
	'Verified Seller',
	'VERIFIED',
	'Vеrifiеd Sеllеr',
	'V3r1f13d vendor',
	'v e r i f i e d',
	'Bisi Fabrics (verified)',
	'Bisi Fabrics ✔',
	'Bisi Fabrics ✔️',
	'Bisi Fabrics ☑️',
	'Bisi ✓',
	'Official Seller',
	'Bisi official vendor',
	'Admin',
	'admin_2',
	'Customer Support',
	'Customer Care',
	'Support Team',
	'Site Administrator',
	'Moderator',
	'Ѕupport',
])('refuses the name %s', (name) => {
	expect(claimsMarket(name, defaultBrand)).toBe(true);
});

test.each([
	'Kasuwar Kurmi Textiles',
	'Sabon Kasuwa Foods',
	'Kasuwa Textiles',
	'Kasuwa Stores',
	'Mama Kasuwa',
	'Kasuwanci Hub',
	'Bisi Official',
	'tiwa_official',
	'Bisi Fabrics',
	'Home Care Nigeria',
	'Online Market',
	'Market Square',
	'Real Naija Foods',
	'Team Spirit Sportswear',
	'Dream Team Jerseys',
	'Body Support Bras',
	'Security Doors Lagos',
	'Trusted Gadgets',
	'Adminah Stores',
	'Staffordshire Pets',
	'Ọlá Ɗan Adé',
	'متجر',
	'王伟',
	'Chidi ⭐ Gadgets',
	'2 Brothers',
	'Very Fine Foods',
	'The Seller',
	'Me',
])('accepts the name %s', (name) => {
	expect(claimsMarket(name, defaultBrand)).toBe(false);
});

describe('with the name of another market', () => {
	test("refuses that name, and still the product's own", () => {
		const brand: Brand = { ...defaultBrand, name: 'Owó Bazaar', slug: 'owo-bazaar' };
		for (const name of ['Owo Bazaar', 'owo_bazaar_support', 'OwoBazaar', 'Оwо Ваzааr', 'Kasuwa Support']) {
			expect(claimsMarket(name, brand), name).toBe(true);
		}
		for (const name of ['Bazaar', 'Owo Fabrics', 'Bazaar Owo Foods'])
			expect(claimsMarket(name, brand), name).toBe(false);
	});

	test('works with a name of other letters, digits or signs', () => {
		for (const name of ['ገበያ', '9ja+', 'M(art)*', '7']) {
			const brand: Brand = { ...defaultBrand, name, slug: 'shop' };
			expect(claimsMarket(name, brand), name).toBe(true);
			expect(claimsMarket('Bisi Fabrics', brand), name).toBe(false);
		}
	});
});

test('takes less than 50 ms for names that nearly match', () => {
	for (const part of ['a ', 'ka', 'the ', 'team', 'pay ', 'of', 'v ', '✔']) {
		const name = part.repeat(60).slice(0, 60);
		claimsMarket(name, defaultBrand);
		const start = process.threadCpuUsage();
		claimsMarket(name, defaultBrand);
		const { user, system } = process.threadCpuUsage(start);
		expect((user + system) / 1000).toBeLessThan(50);
	}
});

describe('accounts', () => {
	let server: TestServer;
	const refused = (field: 'user_name' | 'display_name', market = defaultBrand.name) => ({
		status: 422,
		problem: { fields: { [field]: accountsApiText.nameClaimsMarket(market) } },
	});
	const signUpAs = (user_name: string, display_name?: string) =>
		createApiClient(server).signUp({
			body: {
				user_name,
				email: `${user_name}@example.com`,
				password: goodPassword,
				...(display_name && { display_name }),
			},
		});

	beforeAll(async () => {
		server = await startTestServer();
	});
	afterAll(() => server.close());

	test('cannot sign up with a name that claims to be the market', async () => {
		await expect(signUpAs('kasuwa_official')).rejects.toMatchObject(refused('user_name'));
		await expect(signUpAs('bisi_verified')).rejects.toMatchObject(refused('user_name'));
		await expect(signUpAs('bisi_one', 'Kаsuwa Support')).rejects.toMatchObject(refused('display_name'));
		expect(await signUpAs('bisi_two', 'Kasuwar Kurmi Textiles')).toMatchObject({ user_name: 'bisi_two' });
	});

	test('cannot change their name to one', async () => {
		const { client } = await signUp(server);
		await expect(client.updateMe({ body: { display_name: '✅ Verified Seller' } })).rejects.toMatchObject(
			refused('display_name'),
		);
		await client.updateMe({ body: { display_name: 'Sabon Kasuwa Foods' } });
	});

	test('of administrators may have such names', async () => {
		const { client } = await signUpAdministrator(server);
		expect(await client.updateMe({ body: { display_name: 'Kasuwa Support' } })).toMatchObject({
			display_name: 'Kasuwa Support',
		});
	});

	test("follow the operator's name, and keep names that they have", async () => {
		const admin = await signUpAdministrator(server);
		const seller = await signUp(server);
		await seller.client.updateMe({ body: { display_name: 'Oja Help' } });
		const { version } = await admin.client.getMarketSettings();
		await admin.client.updateMarketSettings({ body: { version, name: 'Oja' } });
		await expect(signUpAs('oja_support')).rejects.toMatchObject(refused('user_name', 'Oja'));
		await expect(seller.client.updateMe({ body: { display_name: 'Oja Team' } })).rejects.toMatchObject(
			refused('display_name', 'Oja'),
		);
		const me = await seller.client.updateMe({ body: { display_name: 'Oja Help', bio: 'Foodstuff.' } });
		expect(me).toMatchObject({ display_name: 'Oja Help', bio: 'Foodstuff.' });
	});
});
