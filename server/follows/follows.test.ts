import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeCursor } from '../platform/cursor.ts';
import type { Engine } from '../platform/database/index.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { FollowTables } from './tables.ts';

let server: TestServer;
let seller: TestPerson;
let customer: TestPerson;

const unauthenticated = { status: 401, problem: { code: 'unauthenticated' } };
const of = ({ session }: TestPerson) => ({ params: { user_name: session.user_name } });
const followersOf = async (person: TestPerson) => (await createApiClient(server).getUser(of(person))).followers;

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

	test('once is as good as twice, there and back', async () => {
		const { client } = customer;
		for (let time = 0; time < 2; time += 1) {
			expect(await client.follow(of(seller))).toEqual({ following: true, followers: 1 });
		}
		expect(await followersOf(seller)).toBe(1);
		expect(await client.listFollowing({ query: {} })).toMatchObject({
			items: [{ id: seller.session.id, user_name: seller.session.user_name }],
			next_cursor: null,
		});
		for (let time = 0; time < 2; time += 1) {
			expect(await client.unfollow(of(seller))).toEqual({ following: false, followers: 0 });
		}
		expect(await followersOf(seller)).toBe(0);
		expect((await client.listFollowing({ query: {} })).items).toEqual([]);
	});

	test('need a session and somebody else who is there', async () => {
		const visitor = createApiClient(server);
		await expect(visitor.follow(of(seller))).rejects.toMatchObject(unauthenticated);
		await expect(visitor.unfollow(of(seller))).rejects.toMatchObject(unauthenticated);
		await expect(visitor.listFollowing({ query: {} })).rejects.toMatchObject(unauthenticated);
		await expect(seller.client.follow(of(seller))).rejects.toMatchObject({ status: 422, problem: { code: 'invalid' } });
		expect(await followersOf(seller)).toBe(0);
		for (const call of [customer.client.follow, customer.client.unfollow]) {
			await expect(call({ params: { user_name: 'nobody_here' } })).rejects.toMatchObject({ status: 404 });
		}
		await expect(customer.client.listFollowing({ query: { cursor: encodeCursor([1, 2]) } })).rejects.toMatchObject({
			status: 422,
		});
	});

	test("one's own list holds nobody whom others follow", async () => {
		await customer.client.follow(of(seller));
		expect((await seller.client.listFollowing({ query: {} })).items).toEqual([]);
		expect(await server.follows.listFollowedIds(server.db, customer.session.id)).toEqual([seller.session.id]);
		expect(await server.follows.listFollowedIds(server.db, seller.session.id)).toEqual([]);
	});

	test('are listed newest first, each exactly once', async () => {
		const followed: number[] = [];
		for (let index = 0; index < 5; index += 1) {
			const next = await signUp(server);
			await customer.client.follow(of(next));
			followed.unshift(next.session.id);
		}
		const walked: number[] = [];
		let cursor: string | undefined;
		do {
			const page = await customer.client.listFollowing({ query: { limit: 2, ...(cursor && { cursor }) } });
			walked.push(...page.items.map(({ id }) => id));
			cursor = page.next_cursor ?? undefined;
			await customer.client.follow(of(await signUp(server)));
		} while (cursor);
		expect(walked).toEqual(followed);
	});

	test('say of some names who is followed, however many are', async () => {
		const { client, session } = customer;
		const follows = server.db.tables<FollowTables & { accounts: Record<string, string | number> }>();
		const old = await signUp(server);
		await client.follow(of(old));
		const many = Array.from({ length: 1100 }, (_, index) => `crowd_${session.id}_${index}`);
		for (let start = 0; start < many.length; start += 100) {
			const rows = await follows
				.insertInto('accounts')
				.values(
					many.slice(start, start + 100).map((name) => ({
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
		const names = [old.session.user_name, seller.session.user_name, 'nobody_here', many[3]].join(',');
		const { items, next_cursor } = await client.listFollowing({ query: { names } });
		expect(items.map((person) => person.user_name)).toEqual([many[3], old.session.user_name]);
		expect(next_cursor).toBeNull();
		// Another's follows are nobody's business.
		expect((await seller.client.listFollowing({ query: { names } })).items).toEqual([]);
		for (const wrong of ['', 'a', 'ada,', 'Ada', 'ada, bob', Array(51).fill('ada').join(',')]) {
			await expect(client.listFollowing({ query: { names: wrong } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { names: expect.any(String) } },
			});
		}
	});

	test('of an account that is not to be seen do not count', async () => {
		const fan = await signUp(server);
		for (const person of [fan, customer]) await person.client.follow(of(seller));
		await fan.client.follow(of(customer));
		for (let times = 0; times < 2; times += 1) {
			await server.db.transaction((tx) => server.accounts.suspend(tx, fan.session.id, null));
		}
		expect([await followersOf(seller), await followersOf(customer)]).toEqual([1, 0]);
		for (let times = 0; times < 2; times += 1) {
			await server.db.transaction((tx) => server.accounts.unsuspend(tx, fan.session.id));
		}
		expect([await followersOf(seller), await followersOf(customer)]).toEqual([2, 1]);
	});

	test('suggest sellers: whom most follow first, at once', async () => {
		const suggested = async () => (await createApiClient(server).listSuggestedSellers({})).items;
		const [shy, famous] = [await signUp(server), await signUp(server)];
		for (const person of [famous, shy]) await seedAd(server, person);
		const before = await suggested();
		expect(before.map(({ id }) => id)).toEqual(expect.arrayContaining([shy.session.id, famous.session.id]));
		expect(before.length).toBeLessThanOrEqual(6);
		for (const person of [seller, customer, shy]) await person.client.follow(of(famous));
		expect((await suggested())[0]).toMatchObject({ id: famous.session.id, followers: 3 });
	});
});

onBothEngines('follows at the same moment', (engine) => {
	useServer(engine);

	test('are counted exactly under 100 at once', async () => {
		const people: TestPerson[] = [];
		for (let index = 0; index < 4; index += 1) people.push(await signUp(server));
		const calls = Array.from({ length: 100 }, (_, index) => {
			const person = people[index % people.length];
			const stays = index % people.length < 3;
			return stays || Math.floor(index / 4) % 2 === 0
				? person?.client.follow(of(seller))
				: person?.client.unfollow(of(seller));
		});
		await Promise.all(calls);
		await people[3]?.client.unfollow(of(seller));
		expect(await followersOf(seller)).toBe(3);
	});
});
