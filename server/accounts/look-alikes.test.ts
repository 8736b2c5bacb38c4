import { afterAll, beforeAll, expect, test } from 'vitest';
import * as adminApiText from '../../text/server/admin-api.ts';
import { toNameSkeleton } from '../core/name-skeleton.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { verifyPhoneNumber } from '../testing/phone-codes.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { AccountRow, AccountTables } from './tables.ts';

let server: TestServer;
let admin: TestPerson;

const rename = ({ client }: TestPerson, display_name: string) => client.updateMe({ body: { display_name } });

async function getBadges({ session }: TestPerson) {
	await server.jobs.whenIdle();
	return (await createApiClient(server).getUser({ params: { user_name: session.user_name } })).verified ?? [];
}

async function listNotes({ session }: TestPerson): Promise<string[]> {
	await server.jobs.whenIdle();
	const { items } = await admin.client.listReports({ query: { kind: 'account', limit: 50 } });
	return items.filter(({ target }) => target.id === session.id).flatMap(({ flags }) => flags.map(({ note }) => note));
}

const setBusiness = ({ session }: TestPerson, name: string | null) =>
	server.db.transaction((tx) => server.accounts.trust.setVerifiedBusiness(tx, session.id, name));

const suspend = ({ session }: TestPerson) =>
	server.db.transaction((tx) => server.accounts.suspend(tx, session.id, null));
const unsuspend = ({ session }: TestPerson) => server.db.transaction((tx) => server.accounts.unsuspend(tx, session.id));

const changeRow = ({ session }: TestPerson, values: Partial<AccountRow>) =>
	server.db.tables<AccountTables>().updateTable('accounts').set(values).where('id', '=', session.id).execute();

const getNameHolder = async ({ client }: TestPerson) => (await client.getVerification()).name_holder;

async function makeShop(name: string): Promise<TestPerson> {
	const shop = await signUp(server);
	await rename(shop, name);
	await verifyPhoneNumber(server, shop);
	return shop;
}

describeOnBothEngines('look-alike names', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		admin = await signUpAdministrator(server);
	});
	afterAll(() => server.close());

	test('lose the badge and are shown to moderators once; the original keeps its badge', async () => {
		const shop = await makeShop('Bisi Fabrics');
		const note = adminApiText.looksLikeAccount(shop.session.user_name);
		for (const name of [
			'Вisi Fаbrics',
			'BISI  FABRICS',
			'Bisi-Fabrics 🌟',
			'Bísi Fabrıcs',
			'Bi\u200Bsi Fabrics',
			'Blsl Fabrics',
		]) {
			const impostor = await makeShop(name);
			expect(await getBadges(impostor), name).toEqual([]);
			await rename(impostor, 'Another name entirely');
			expect(await getBadges(impostor)).toEqual(['phone']);
			await rename(impostor, name);
			expect(await getBadges(impostor)).toEqual([]);
			expect(await listNotes(impostor), name).toEqual([note]);
			await rename(impostor, `Somebody ${impostor.session.id}`);
		}
		expect(await getBadges(shop)).toEqual(['phone']);
		expect(await listNotes(shop)).toEqual([]);
	});

	test('belong to who has had them for longest, not to the oldest account', async () => {
		const older = await makeShop('Mama Put');
		const shop = await makeShop('Zainab Kitchen');
		await rename(older, 'Zаinab Kitchen');
		expect(await getBadges(shop)).toEqual(['phone']);
		expect(await getBadges(older)).toEqual([]);
		await rename(shop, 'Zainab Restaurant');
		expect(await getBadges(older)).toEqual(['phone']);
	});

	test('stay with an account that renames itself and comes back within 90 days', async () => {
		const days = 86_400_000;
		const shop = await makeShop('Gwarzo Textiles');
		await changeRow(shop, { name_since: Date.now() - 300 * days });
		await rename(shop, 'Gwarzo Closing Sale');
		const other = await makeShop('Gwаrzo Textiles');
		expect(await getBadges(other)).toEqual(['phone']);
		await changeRow(shop, { name_since: Date.now() - 89 * days });
		await rename(shop, 'Gwarzo Textiles');
		expect([await getBadges(shop), await getBadges(other)]).toEqual([['phone'], []]);
		expect(await listNotes(shop)).toEqual([]);

		await rename(shop, 'Gwarzo Closing Sale');
		await changeRow(shop, { name_since: Date.now() - 91 * days });
		await rename(shop, 'Gwarzo Textiles');
		expect([await getBadges(shop), await getBadges(other)]).toEqual([[], ['phone']]);
	});

	test('that a migration found are shown to moderators once', async () => {
		const shop = await makeShop('Sabon Gari Tools');
		const one = await signUp(server);
		const other = await signUp(server);
		// As the migration leaves them: marked, and unknown to moderators.
		const values = {
			name_skeleton: toNameSkeleton('Sabon Gari Tools'),
			name_since: Date.now(),
			unreported_look_alike: 1,
		};
		await changeRow(one, { ...values, display_name: 'Sаbon Gari Tools', look_alike: 1 });
		await changeRow(other, { ...values, display_name: 'Sabon-Gari Tools', look_alike: 1 });
		await changeRow(shop, { unreported_look_alike: 1 });
		const claiming = await signUp(server);
		await changeRow(claiming, { display_name: 'Kasuwa Support', unreported_look_alike: 1 });
		for (let times = 0; times < 2; times++) {
			await server.accounts.reportFoundLookAlikes(new AbortController().signal);
			const note = adminApiText.looksLikeAccount(shop.session.user_name);
			expect([await listNotes(one), await listNotes(other), await listNotes(shop)]).toEqual([[note], [note], []]);
			expect(await listNotes(claiming)).toEqual([adminApiText.claimsMarket]);
		}
		const left = server.db.tables<AccountTables>().selectFrom('accounts').select('id');
		expect(await left.where('unreported_look_alike', '=', 1).execute()).toEqual([]);
	});

	test('belong to a verified business before others, while it is one', async () => {
		const first = await makeShop('Kano Leather');
		const business = await makeShop('Kano Leather');
		expect([await getBadges(first), await getBadges(business)]).toEqual([['phone'], []]);
		expect([await getNameHolder(first), await getNameHolder(business)]).toEqual([undefined, 'account']);
		await setBusiness(business, 'Kano Leather Ltd');
		expect([await getBadges(first), await getBadges(business)]).toEqual([[], ['phone', 'business']]);
		expect([await getNameHolder(first), await getNameHolder(business)]).toEqual(['business', undefined]);
		await setBusiness(business, null);
		expect([await getBadges(first), await getBadges(business)]).toEqual([['phone'], []]);
	});

	test('do not belong to a suspended account', async () => {
		const [first, second] = [await makeShop('Ojuelegba Phones'), await makeShop('Ojuelegba Phones')];
		await suspend(first);
		expect(await getBadges(second)).toEqual(['phone']);
		await unsuspend(first);
		expect([await getBadges(first), await getBadges(second)]).toEqual([['phone'], []]);
	});

	test('belong to the only visible account with them, also if it comes back as a look-alike', async () => {
		const [first, second] = [await makeShop('Alaba Sound'), await makeShop('Alaba Sound')];
		await suspend(second);
		await suspend(first);
		await unsuspend(second);
		expect(await getBadges(second)).toEqual(['phone']);
		await suspend(second);
		await unsuspend(first);
		expect(await getBadges(first)).toEqual(['phone']);
		await unsuspend(second);
		expect([await getBadges(first), await getBadges(second)]).toEqual([['phone'], []]);
	});

	test('belong to the next account once the holder deletes its account', async () => {
		const [first, second, third] = [
			await makeShop('Ife Bakery'),
			await makeShop('Ife Bakery'),
			await makeShop('Ife Bakery'),
		];
		await first.client.deleteMe({ body: { password: first.password } });
		expect([await getBadges(second), await getBadges(third)]).toEqual([['phone'], []]);
	});

	test('are no signal while two people who have proven nothing have the same name', async () => {
		const [one, other] = [await signUp(server), await signUp(server)];
		await rename(one, 'Blessing');
		await rename(other, 'blessing');
		expect(await listNotes(other)).toEqual([]);
		await verifyPhoneNumber(server, other);
		expect(await listNotes(other)).toEqual([adminApiText.looksLikeAccount(one.session.user_name)]);
	});
});

test.each([
	['Ola Stores', 'Ọlá Stores'],
	['Modern', 'Modem'],
	['ADA 0bi', 'Ada Obi'],
	['Ɗan Ƙano', 'Dan Kano'],
	['Ｂｉｓｉ', 'Bisi'],
	['ʙɪꜱɪ', 'Bisi'],
	['🅱🅘🆂🅘', 'Bisi'],
	['Віѕі', 'Bisi'],
])('%s and %s look alike', (one, other) => {
	expect(toNameSkeleton(one)).toBe(toNameSkeleton(other));
});

test('other names do not look alike', () => {
	const names = [
		'Ada',
		'Adaobi',
		'Bisi Fabrics',
		'Bisi Fabric',
		'Emeka',
		'Amina',
		'王',
		'李',
		'🛍️',
		'🙂',
		'متجر',
		'متاجر',
	];
	expect(new Set(names.map(toNameSkeleton)).size).toBe(names.length);
});
