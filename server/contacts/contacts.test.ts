import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contactLimits from '../../contract/contacts/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { lockRow } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { ContactTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let buyer: TestPerson;

type Kind = 'whatsapp' | 'offer' | 'call';

const record = ({ client }: Pick<TestPerson, 'client'>, id: number, kind: Kind = 'whatsapp') =>
	client.recordContact({ params: { id: String(id), kind } });
const list = (id: number, query = {}, { client } = seller) =>
	client.listContacts({ params: { id: String(id) }, query });
const listNames = async (id: number) => (await list(id)).items.map(({ buyer, kind }) => [buyer.id, kind]);

/** Logs in again after the session has expired. */
async function logInAgain(person: TestPerson): Promise<TestPerson> {
	const { email } = person.session;
	const { token } = await createApiClient(server).logIn({ body: { email, password: person.password } });
	return { ...person, token, client: createApiClient(server, token) };
}

const smallQuota = { ads: 9, posts: 9, comments: 9, contacts: 2, reviews: 9, reports: 9 };

function useServer(engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock();
		const postingQuota = { unverified: smallQuota, verified: smallQuota, older: { ...smallQuota, contacts: 50 } };
		server = await startTestServer({ engine, clock, postingQuota });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[seller, buyer] = [await signUp(server), await signUp(server)];
	});
}

describeOnBothEngines('contacts', (engine) => {
	useServer(engine);

	test('lists each buyer once with the last kind, newest first, in pages', async () => {
		const id = await seedAd(server, seller);
		const second = await signUp(server);
		await record(buyer, id);
		clock.advance(1000);
		await record(second, id, 'call');
		clock.advance(1000);
		await record(buyer, id, 'offer');
		expect(await listNames(id)).toEqual([
			[buyer.session.id, 'offer'],
			[second.session.id, 'call'],
		]);
		const first = await list(id, { limit: 1 });
		expect(first.items).toMatchObject([{ contacted_at: new Date(clock.now()).toISOString() }]);
		const next = await list(id, { limit: 1, cursor: String(first.next_cursor) });
		expect(next).toMatchObject({ items: [{ buyer: { id: second.session.id } }], next_cursor: null });
	});

	test('records a comment on an ad, but neither a reply by the seller nor a comment on a post', async () => {
		const id = await seedAd(server, seller);
		const params = { target: 'ads' as const, id: String(id) };
		const { id: parent_id } = await buyer.client.createComment({ params, body: { text: 'Is it available?' } });
		await seller.client.createComment({ params, body: { text: 'Yes.', parent_id } });
		expect(await listNames(id)).toEqual([[buyer.session.id, 'question']]);
		const post = await seller.client.createPost({ body: { kind: 'tweet', text: 'New lamps.' } });
		await buyer.client.createComment({ params: { target: 'posts', id: String(post.id) }, body: { text: 'Nice' } });
	});

	test('forgets contacts after 90 days without another one', async () => {
		const id = await seedAd(server, seller);
		const regular = await signUp(server);
		await record(buyer, id);
		await record(regular, id);
		clock.advance(contactLimits.contactRetention - 1000);
		await record(await logInAgain(regular), id);
		clock.advance(2000);
		seller = await logInAgain(seller);
		expect(await listNames(id)).toEqual([[regular.session.id, 'whatsapp']]);
		await server.contacts.sweep();
		const rows = await server.db.tables<ContactTables>().selectFrom('contacts').selectAll().execute();
		expect(rows.filter(({ ad_id }) => ad_id === id)).toMatchObject([{ account_id: regular.session.id }]);
	});

	test('stores which buyer bought, only for a sold ad and only one', async () => {
		const id = await seedAd(server, seller);
		const second = await signUp(server);
		await record(buyer, id);
		clock.advance(1000);
		await record(second, id);
		const setBuyer = (buyer_id: number | null, { client } = seller) =>
			client.setBuyer({ params: { id: String(id) }, body: { buyer_id } });
		const sell = (sold: boolean) => seller.client.markAdSold({ params: { id: String(id) }, body: { sold } });
		const bought = async () => (await list(id)).items.map((contact) => contact.bought);
		await expect(setBuyer(buyer.session.id)).rejects.toMatchObject({ status: 409 });
		await sell(true);
		await setBuyer(buyer.session.id);
		expect(await listNames(id)).toEqual([
			[buyer.session.id, 'whatsapp'],
			[second.session.id, 'whatsapp'],
		]);
		expect(await bought()).toEqual([true, false]);
		const first = await list(id, { limit: 1 });
		expect(first).toMatchObject({ items: [{ bought: true }, { bought: false }], next_cursor: null });
		await setBuyer(second.session.id);
		expect(await listNames(id)).toEqual([
			[second.session.id, 'whatsapp'],
			[buyer.session.id, 'whatsapp'],
		]);
		expect(await bought()).toEqual([true, false]);
		await expect(setBuyer(seller.session.id)).rejects.toMatchObject({ status: 422 });
		await expect(setBuyer(buyer.session.id, buyer)).rejects.toMatchObject({ status: 403 });
		expect(await bought()).toEqual([true, false]);
		await sell(false);
		expect(await bought()).toEqual([false, false]);
	});

	test('stores one buyer if the seller names two at the same time', async () => {
		const id = await seedAd(server, seller);
		const second = await signUp(server);
		const params = { id: String(id) };
		for (const person of [buyer, second]) await record(person, id);
		await seller.client.markAdSold({ params, body: { sold: true } });
		await Promise.all(
			[buyer, second].map(({ session }) => seller.client.setBuyer({ params, body: { buyer_id: session.id } })),
		);
		const rows = await server.db.tables<ContactTables>().selectFrom('contacts').selectAll().execute();
		expect(rows.filter(({ ad_id, bought_at }) => ad_id === id && bought_at !== null)).toHaveLength(1);
	});

	test('keeps the buyer for 90 days after the sale, and accepts no contact that is older', async () => {
		const id = await seedAd(server, seller);
		const params = { id: String(id) };
		const setBuyer = () => seller.client.setBuyer({ params, body: { buyer_id: buyer.session.id } });
		await record(buyer, id);
		clock.advance(contactLimits.contactRetention - 1000);
		seller = await logInAgain(seller);
		await seller.client.markAdSold({ params, body: { sold: true } });
		await setBuyer();
		clock.advance(contactLimits.contactRetention);
		await server.contacts.sweep();
		expect(await server.contacts.findFirstContact(server.db, id, buyer.session.id)).not.toBeNull();
		clock.advance(1);
		expect(await server.contacts.findFirstContact(server.db, id, buyer.session.id)).toBeNull();
		seller = await logInAgain(seller);
		expect(await listNames(id)).toEqual([]);
		await server.contacts.sweep();
		await expect(setBuyer()).rejects.toMatchObject({ status: 422 });
	});

	if (engine === 'postgres') {
		test('sweeps outdated contacts without waiting for a locked one', async () => {
			const id = await seedAd(server, seller);
			const second = await signUp(server);
			await record(buyer, id);
			await record(second, id);
			clock.advance(contactLimits.contactRetention + 1);
			const listContacts = async () => {
				const contacts = server.db.tables<ContactTables>().selectFrom('contacts').select('account_id');
				return (await contacts.where('ad_id', '=', id).execute()).map(({ account_id }) => account_id);
			};
			const { promise: isLocked, resolve: onLock } = Promise.withResolvers<void>();
			const { promise: isSwept, resolve: onSwept } = Promise.withResolvers<void>();
			const transaction = server.db.transaction(async (tx) => {
				const contacts = tx.tables<ContactTables>().selectFrom('contacts').selectAll().where('ad_id', '=', id);
				await lockRow(tx, contacts.where('account_id', '=', buyer.session.id));
				onLock();
				await isSwept;
			});
			await isLocked;
			await server.contacts.sweep();
			expect(await listContacts()).toEqual([buyer.session.id]);
			onSwept();
			await transaction;
			await server.contacts.sweep();
			expect(await listContacts()).toEqual([]);
		});
	}

	test('deletes the contacts of a deleted ad', async () => {
		const id = await seedAd(server, seller);
		await record(buyer, id);
		await seller.client.deleteAd({ params: { id: String(id) } });
		const rows = await server.db.tables<ContactTables>().selectFrom('contacts').select('ad_id').execute();
		expect(rows.filter(({ ad_id }) => ad_id === id)).toEqual([]);
	});
});

describe('contacts', () => {
	useServer();

	test('are shown only to the seller', async () => {
		const id = await seedAd(server, seller);
		await record(buyer, id);
		await expect(list(id, {}, buyer)).rejects.toMatchObject({ status: 403 });
		await expect(createApiClient(server).listContacts({ params: { id: String(id) }, query: {} })).rejects.toMatchObject(
			{
				status: 401,
			},
		);
		await expect(list(9_999_999)).rejects.toMatchObject({ status: 404 });
	});

	test('rejects visitors, the seller, unknown ads and questions without a comment', async () => {
		const id = await seedAd(server, seller);
		await expect(record({ client: createApiClient(server) }, id)).rejects.toMatchObject({ status: 401 });
		await expect(record(seller, id)).rejects.toMatchObject({ status: 422 });
		await expect(record(buyer, 9_999_999)).rejects.toMatchObject({ status: 404 });
		await expect(record(buyer, id, 'question' as Kind)).rejects.toMatchObject({ status: 422 });
		expect(await listNames(id)).toEqual([]);
	});

	test('counts the ads in the daily quota, not repeated contacts about one ad', async () => {
		const ids = [await seedAd(server, seller), await seedAd(server, seller), await seedAd(server, seller)] as const;
		for (const id of [ids[0], ids[0], ids[0], ids[1]]) await record(buyer, id);
		await expect(record(buyer, ids[2])).rejects.toMatchObject({
			status: 429,
			problem: { message: accountsApiText.mostOnFirstDay(2, 'contacts') },
		});
		await record(buyer, ids[0], 'call');
		expect(await listNames(ids[2])).toEqual([]);
	});

	test('omits buyers whose account is hidden', async () => {
		const id = await seedAd(server, seller);
		await record(buyer, id);
		await server.db.transaction((tx) => server.accounts.suspend(tx, buyer.session.id, null));
		expect(await listNames(id)).toEqual([]);
	});
});
