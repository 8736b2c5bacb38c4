import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeCursor } from '../core/cursor.ts';
import type { Engine } from '../database/index.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, letRank, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { FollowTables } from './tables.ts';

let server: TestServer;
let seller: TestPerson;
let customer: TestPerson;

const unauthenticated = { status: 401, problem: { code: 'unauthenticated' } };
const userParams = ({ session }: TestPerson) => ({ params: { user_name: session.user_name } });
const getFollowers = async (person: TestPerson) =>
	(await createApiClient(server).getUser(userParams(person))).followers;

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[seller, customer] = [await signUp(server), await signUp(server)];
	});
}

describe('follows', () => {
	useServer();

	test('follows and unfollows idempotently', async () => {
		const { client } = customer;
		for (let time = 0; time < 2; time += 1) {
			expect(await client.follow(userParams(seller))).toEqual({ following: true, followers: 1 });
		}
		expect(await getFollowers(seller)).toBe(1);
		expect(await client.listFollowing({ query: {} })).toMatchObject({
			items: [{ id: seller.session.id, user_name: seller.session.user_name }],
			next_cursor: null,
		});
		for (let time = 0; time < 2; time += 1) {
			expect(await client.unfollow(userParams(seller))).toEqual({ following: false, followers: 0 });
		}
		expect(await getFollowers(seller)).toBe(0);
		expect((await client.listFollowing({ query: {} })).items).toEqual([]);
	});

	test('rejects visitors, following yourself, unknown accounts and invalid cursors', async () => {
		const visitor = createApiClient(server);
		await expect(visitor.follow(userParams(seller))).rejects.toMatchObject(unauthenticated);
		await expect(visitor.unfollow(userParams(seller))).rejects.toMatchObject(unauthenticated);
		await expect(visitor.listFollowing({ query: {} })).rejects.toMatchObject(unauthenticated);
		await expect(seller.client.follow(userParams(seller))).rejects.toMatchObject({
			status: 422,
			problem: { code: 'invalid' },
		});
		expect(await getFollowers(seller)).toBe(0);
		for (const call of [customer.client.follow, customer.client.unfollow]) {
			await expect(call({ params: { user_name: 'nobody_here' } })).rejects.toMatchObject({ status: 404 });
		}
		await expect(customer.client.listFollowing({ query: { cursor: encodeCursor([1, 2]) } })).rejects.toMatchObject({
			status: 422,
		});
	});

	test('lists only the follows of the caller', async () => {
		await customer.client.follow(userParams(seller));
		expect((await seller.client.listFollowing({ query: {} })).items).toEqual([]);
		expect(await server.follows.listFollowedIds(server.db, customer.session.id)).toEqual([seller.session.id]);
		expect(await server.follows.listFollowedIds(server.db, seller.session.id)).toEqual([]);
	});

	test('lists follows newest first, each once while new follows arrive', async () => {
		const followed: number[] = [];
		for (let index = 0; index < 5; index += 1) {
			const next = await signUp(server);
			await customer.client.follow(userParams(next));
			followed.unshift(next.session.id);
		}
		const listed: number[] = [];
		let cursor: string | undefined;
		do {
			const page = await customer.client.listFollowing({ query: { limit: 2, ...(cursor && { cursor }) } });
			listed.push(...page.items.map(({ id }) => id));
			cursor = page.next_cursor ?? undefined;
			await customer.client.follow(userParams(await signUp(server)));
		} while (cursor);
		expect(listed).toEqual(followed);
	});

	test('filters by user names, even beyond 1,000 follows', async () => {
		const { client, session } = customer;
		const follows = server.db.tables<FollowTables & { accounts: Record<string, string | number> }>();
		const oldest = await signUp(server);
		await client.follow(userParams(oldest));
		const crowd = Array.from({ length: 1100 }, (_, index) => `crowd_${session.id}_${index}`);
		for (let start = 0; start < crowd.length; start += 100) {
			const rows = await follows
				.insertInto('accounts')
				.values(
					crowd.slice(start, start + 100).map((name) => ({
						...{ user_name: name, display_name: '', email: `${name}@example.com`, email_key: `${name}@example.com` },
						...{ role: 'user', created_at: 1 },
					})),
				)
				.returning('id')
				.execute();
			const follow = ({ id }: { id?: unknown }) => ({
				follower_id: session.id,
				followed_id: Number(id),
				created_at: 1,
			});
			await follows.insertInto('follows').values(rows.map(follow)).execute();
		}
		const names = [oldest.session.user_name, seller.session.user_name, 'nobody_here', crowd[3]].join(',');
		const { items, next_cursor } = await client.listFollowing({ query: { names } });
		expect(items.map((person) => person.user_name)).toEqual([crowd[3], oldest.session.user_name]);
		expect(next_cursor).toBeNull();
		// The filter by name covers only the sellers whom the caller follows.
		expect((await seller.client.listFollowing({ query: { names } })).items).toEqual([]);
		for (const wrong of ['', 'a', 'ada,', 'Ada', 'ada, bob', Array(51).fill('ada').join(',')]) {
			await expect(client.listFollowing({ query: { names: wrong } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { names: expect.any(String) } },
			});
		}
	});

	test('does not count follows of a suspended account', async () => {
		const fan = await signUp(server);
		for (const person of [fan, customer]) await person.client.follow(userParams(seller));
		await fan.client.follow(userParams(customer));
		for (let times = 0; times < 2; times += 1) {
			await server.db.transaction((tx) => server.accounts.suspend(tx, fan.session.id, null));
		}
		expect([await getFollowers(seller), await getFollowers(customer)]).toEqual([1, 0]);
		for (let times = 0; times < 2; times += 1) {
			await server.db.transaction((tx) => server.accounts.unsuspend(tx, fan.session.id));
		}
		expect([await getFollowers(seller), await getFollowers(customer)]).toEqual([2, 1]);
	});

	test('suggests the most followed sellers first and updates immediately', async () => {
		const suggested = async () => (await createApiClient(server).listSuggestedSellers({})).items;
		const [shy, famous] = [await signUp(server), await signUp(server)];
		for (const person of [famous, shy]) await seedAd(server, person);
		const before = await suggested();
		expect(before.map(({ id }) => id)).toEqual(expect.arrayContaining([shy.session.id, famous.session.id]));
		expect(before.length).toBeLessThanOrEqual(6);
		for (const person of [seller, customer, shy]) {
			await letRank(server, person);
			await person.client.follow(userParams(famous));
		}
		expect((await suggested())[0]).toMatchObject({ id: famous.session.id, followers: 3 });
	});
});

describeOnBothEngines('concurrent follows', (engine) => {
	useServer(engine);

	test('are counted exactly for 100 calls', async () => {
		const people: TestPerson[] = [];
		for (let index = 0; index < 4; index += 1) people.push(await signUp(server));
		const calls = Array.from({ length: 100 }, (_, index) => {
			const person = people[index % people.length];
			const keepsFollowing = index % people.length < 3;
			return keepsFollowing || Math.floor(index / 4) % 2 === 0
				? person?.client.follow(userParams(seller))
				: person?.client.unfollow(userParams(seller));
		});
		await Promise.all(calls);
		await people[3]?.client.unfollow(userParams(seller));
		expect(await getFollowers(seller)).toBe(3);
	});
});
