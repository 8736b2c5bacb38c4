import { afterAll, beforeAll, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import { accountEmailVerified } from '../accounts/index.ts';
import type { AccountRow, AccountTables, KnownLoginOriginTables } from '../accounts/tables.ts';
import type { ContentTables } from '../content/tables.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;

const both = ['ads', 'posts'] as const;
const seed = { ads: seedAd, posts: seedPost };
const signal = AbortSignal.timeout(600_000);
const like = ({ client }: TestPerson, target: ContentTarget, id: number) =>
	client.like({ params: { target, id: String(id) } });

const setAccount = ({ session }: TestPerson, change: Partial<AccountRow>) =>
	server.db.tables<AccountTables>().updateTable('accounts').set(change).where('id', '=', session.id).execute();
const confirm = (person: TestPerson) => setAccount(person, { email_verified_at: clock.now() });

/** Forgets the network of a sign-up. All accounts of the test have the same one. */
const moveAway = ({ session }: TestPerson) =>
	server.db.tables<KnownLoginOriginTables>().deleteFrom('known_callers').where('account_id', '=', session.id).execute();

async function getCounts(target: ContentTarget, id: number) {
	const columns = ['likes', 'ranked_likes', 'score'] as const;
	const row = server.db.tables<ContentTables>().selectFrom(target).select(columns).where('id', '=', id);
	return row.executeTakeFirstOrThrow();
}

async function getPlace(id: number): Promise<number> {
	// Cached responses may show the order late.
	server.db.flushInvalidations();
	const { items } = await seller.client.getFeed({ query: { category: 'Motorcycles', limit: 50 } });
	return items.findIndex((ad) => ad.id === id) + 1;
}

describeOnBothEngines('likes in rankings', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock, runJobs: false });
		seller = await signUp(server);
	});
	afterAll(() => server.close());

	test('of 50 new accounts on one network do not move an ad, confirmed or not, until their second day', async () => {
		const at = clock.now();
		const id = await seedAd(server, seller, { category: 'Motorcycles', at: at - 3_600_000 });
		for (let ads = 0; ads < 10; ads += 1) await seedAd(server, seller, { category: 'Motorcycles', at: at - ads });
		const { score } = await getCounts('ads', id);
		expect(await getPlace(id)).toBe(11);
		const crowd = await Promise.all(Array.from({ length: 50 }, () => signUp(server)));
		await Promise.all(crowd.map((person) => like(person, 'ads', id)));
		expect(await getCounts('ads', id)).toEqual({ likes: 50, ranked_likes: 0, score });
		for (const person of crowd.slice(0, 40)) {
			await confirm(person);
			await server.accounts.ranking.update(person.session.id);
		}
		clock.advance(accountLimits.newAccountPeriod - 1);
		await server.accounts.ranking.updateOlder(signal);
		expect(await getCounts('ads', id)).toEqual({ likes: 50, ranked_likes: 0, score });
		expect(await getPlace(id)).toBe(11);
		clock.advance(1);
		await server.accounts.ranking.updateOlder(signal);
		expect(await getCounts('ads', id)).toMatchObject({ likes: 50, ranked_likes: 40 });
		expect(await getPlace(id)).toBe(1);
	});

	test.each(both)('of %s count once the account has confirmed its email, also those from before', async (target) => {
		const [before, after] = [await seed[target](server, seller), await seed[target](server, seller)];
		const fan = await signUp(server);
		await moveAway(fan);
		await like(fan, target, before);
		expect(await getCounts(target, before)).toMatchObject({ likes: 1, ranked_likes: 0 });
		await confirm(fan);
		await server.accounts.ranking.update(fan.session.id);
		await like(fan, target, after);
		const counts = await getCounts(target, before);
		expect(counts).toMatchObject({ likes: 1, ranked_likes: 1 });
		expect(await getCounts(target, after)).toMatchObject({ likes: 1, ranked_likes: 1 });
		await fan.client.unlike({ params: { target, id: String(before) } });
		const unliked = await getCounts(target, before);
		expect(unliked).toMatchObject({ likes: 0, ranked_likes: 0 });
		expect(unliked.score).toBeLessThan(counts.score);
	});

	test.each(both)("of one's own %s never count", async (target) => {
		const owner = await signUp(server);
		const id = await seed[target](server, owner);
		const { score } = await getCounts(target, id);
		await like(owner, target, id);
		await moveAway(owner);
		await confirm(owner);
		await server.accounts.ranking.update(owner.session.id);
		await like(owner, target, id);
		await server.db.transaction((tx) => server.likes.recount(tx, target, [id]));
		expect(await getCounts(target, id)).toEqual({ likes: 1, ranked_likes: 0, score });
	});

	test('of a suspended account leave the rankings, and return with it', async () => {
		const id = await seedAd(server, seller);
		const [fan, stranger] = [await signUp(server), await signUp(server)];
		await setAccount(fan, { email_verified_at: clock.now(), is_ranking: 1 });
		for (const person of [fan, stranger]) await like(person, 'ads', id);
		const before = await getCounts('ads', id);
		expect(before).toMatchObject({ likes: 2, ranked_likes: 1 });
		const change = (how: 'suspend' | 'unsuspend') =>
			server.db.transaction(async (tx) => {
				for (const { session } of [fan, stranger]) await server.accounts[how](tx, session.id, null);
			});
		await change('suspend');
		await server.accounts.ranking.update(fan.session.id);
		expect(await getCounts('ads', id)).toMatchObject({ likes: 0, ranked_likes: 0 });
		await change('unsuspend');
		expect(await getCounts('ads', id)).toEqual(before);
		expect(await server.db.transaction((tx) => server.likes.recount(tx, 'ads', [id]))).toBe(0);
	});

	test('are counted exactly while accounts begin to count', async () => {
		const id = await seedAd(server, seller);
		const fans = await Promise.all(Array.from({ length: 8 }, () => signUp(server)));
		for (const fan of fans) {
			await moveAway(fan);
			await confirm(fan);
			await like(fan, 'ads', id);
		}
		await Promise.all([
			...fans.map(({ session }) => server.accounts.ranking.update(session.id)),
			...fans.slice(0, 4).map(({ client }) => client.unlike({ params: { target: 'ads', id: String(id) } })),
		]);
		expect(await getCounts('ads', id)).toMatchObject({ likes: 4, ranked_likes: 4 });
	});

	test('and follows decide which sellers are suggested first', async () => {
		const [bought, popular] = [await signUp(server), await signUp(server)];
		for (const person of [bought, popular]) await seedAd(server, person, { at: clock.now(), boost: 1000 });
		const params = ({ session }: TestPerson) => ({ params: { user_name: session.user_name } });
		for (let accounts = 0; accounts < 3; accounts += 1) await (await signUp(server)).client.follow(params(bought));
		const fan = await signUp(server);
		await fan.client.follow(params(popular));
		await moveAway(fan);
		await confirm(fan);
		await server.accounts.ranking.update(fan.session.id);
		const suggested = (await createApiClient(server).listSuggestedSellers({})).items;
		const ids = suggested.map(({ id }) => id);
		expect(ids[0]).toBe(popular.session.id);
		const followers = suggested.map((person) => person.followers);
		expect(followers[ids.indexOf(bought.session.id)]).toBe(3);
		await fan.client.unfollow(params(popular));
		expect(await server.db.transaction((tx) => server.follows.recount(tx, [popular.session.id]))).toBe(0);
	});
});

describeOnBothEngines('the confirmation of an email address', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
	});
	afterAll(() => server.close());

	test('lets the likes of the account count', async () => {
		const [owner, fan] = [await signUp(server), await signUp(server)];
		const id = await seedAd(server, owner);
		await like(fan, 'ads', id);
		await confirm(fan);
		const verified = { accountId: fan.session.id, emailKey: fan.session.email };
		await server.db.transaction((tx) => server.events.emit(tx, accountEmailVerified, verified));
		await expect.poll(() => getCounts('ads', id)).toMatchObject({ likes: 1, ranked_likes: 1 });
	});
});
