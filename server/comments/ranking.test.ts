import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { AccountTables } from '../accounts/tables.ts';
import type { ContentTables } from '../content/tables.ts';
import type { Tx } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { letRank, signUp, type TestPerson } from '../testing/people.ts';
import { getQueryPlan } from '../testing/query-plan.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { filterAuthors } from './store.ts';
import type { CommentTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;

const both = ['ads', 'posts'] as const;
const seed = { ads: seedAd, posts: seedPost };
const administrator = { role: 'admin' as const };

async function comment({ client }: TestPerson, target: ContentTarget, id: number, parent_id?: number): Promise<number> {
	const form = { params: { target, id: String(id) }, body: { text: 'Is it there?', ...(parent_id && { parent_id }) } };
	return (await client.createComment(form)).id;
}

const remove = ({ client }: TestPerson, id: number) => client.deleteComment({ params: { id: String(id) } });

async function signUpRanking(): Promise<TestPerson> {
	const person = await signUp(server);
	await letRank(server, person);
	return person;
}

/** Confirms the email address of an account and lets it become older than new ones. */
async function startRanking(...people: TestPerson[]): Promise<void> {
	for (const { session } of people) {
		await server.db
			.tables<AccountTables>()
			.updateTable('accounts')
			.set({ email_verified_at: 0, created_at: clock.now() - accountLimits.newAccountPeriod })
			.where('id', '=', session.id)
			.execute();
	}
	await Promise.all(people.map(({ session }) => server.accounts.ranking.update(session.id)));
}

async function getCounts(target: ContentTarget, id: number) {
	const columns = ['comments', 'ranked_comments', 'score'] as const;
	const row = server.db.tables<ContentTables>().selectFrom(target).select(columns).where('id', '=', id);
	return row.executeTakeFirstOrThrow();
}

const ids = (people: readonly TestPerson[]) => people.map(({ session }) => session.id);

const recount = (target: ContentTarget, id: number) =>
	server.db.transaction((tx) => server.comments.recount(tx, target, [id]));

describeOnBothEngines('comments in rankings', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock, runJobs: false });
		seller = await signUpRanking();
	});
	afterAll(() => server.close());

	test.each(both)('of unconfirmed accounts and of the owner do not move %s', async (target) => {
		const id = await seed[target](server, seller);
		const { score } = await getCounts(target, id);
		const asker = await signUp(server);
		const question = await comment(asker, target, id);
		await comment(seller, target, id, question);
		await comment(seller, target, id);
		expect(await getCounts(target, id)).toEqual({ comments: 3, ranked_comments: 0, score });
		await startRanking(asker, seller);
		const counts = await getCounts(target, id);
		expect(counts).toMatchObject({ comments: 3, ranked_comments: 1 });
		expect(counts.score).toBeGreaterThan(score);
		expect(await recount(target, id)).toBe(0);
	});

	test.each(both)('count each person once on %s, until their last comment is deleted', async (target) => {
		const id = await seed[target](server, seller);
		const { score } = await getCounts(target, id);
		const asker = await signUpRanking();
		const first = await comment(asker, target, id);
		const once = await getCounts(target, id);
		expect(once).toMatchObject({ comments: 1, ranked_comments: 1 });
		const others = await Promise.all(Array.from({ length: 5 }, () => comment(asker, target, id)));
		const answered = await comment(seller, target, id);
		others.push(await comment(asker, target, id, answered), await comment(asker, target, id, answered));
		expect(await getCounts(target, id)).toEqual({ ...once, comments: 9 });
		for (const one of [first, ...others.slice(1)]) await remove(asker, one);
		expect(await getCounts(target, id)).toEqual({ ...once, comments: 2 });
		await remove(asker, others[0] ?? 0);
		expect(await getCounts(target, id)).toEqual({ comments: 1, ranked_comments: 0, score });
	});

	test.each(both)('of %s count a person once who sends several at once', async (target) => {
		const id = await seed[target](server, seller);
		const people = await Promise.all(Array.from({ length: 3 }, signUpRanking));
		await Promise.all([...people, ...people, ...people, seller].map((person) => comment(person, target, id)));
		expect(await getCounts(target, id)).toMatchObject({ comments: 10, ranked_comments: 3 });
		expect(await recount(target, id)).toBe(0);
	});

	test('leave the rankings with the comment they reply to, and return with it', async () => {
		const id = await seedAd(server, seller);
		const [asker, answerer] = [await signUpRanking(), await signUpRanking()];
		const question = await comment(asker, 'ads', id);
		const reply = await comment(answerer, 'ads', id, question);
		const before = await getCounts('ads', id);
		expect(before).toMatchObject({ comments: 2, ranked_comments: 2 });
		const change = (how: 'hide' | 'unhide', of: number) =>
			server.db.transaction((tx) => server.comments[how](tx, administrator, of));
		for (let times = 0; times < 2; times += 1) await change('hide', question);
		expect(await getCounts('ads', id)).toMatchObject({ comments: 0, ranked_comments: 0 });
		expect(await recount('ads', id)).toBe(0);
		await change('hide', reply);
		await change('unhide', question);
		expect(await getCounts('ads', id)).toMatchObject({ comments: 1, ranked_comments: 1 });
		await change('unhide', reply);
		expect(await getCounts('ads', id)).toEqual(before);
		await comment(answerer, 'ads', id);
		await remove(asker, question);
		expect(await getCounts('ads', id)).toMatchObject({ comments: 1, ranked_comments: 1 });
	});

	test('of a suspended account leave the rankings, and return with it', async () => {
		const id = await seedAd(server, seller);
		const [asker, stranger, other] = [await signUpRanking(), await signUp(server), await signUpRanking()];
		const question = await comment(asker, 'ads', id);
		for (const person of [asker, stranger, other]) await comment(person, 'ads', id, question);
		const before = await getCounts('ads', id);
		expect(before).toMatchObject({ comments: 4, ranked_comments: 2 });
		const change = (how: 'suspend' | 'unsuspend') =>
			server.db.transaction(async (tx) => {
				for (const { session } of [asker, stranger]) await server.accounts[how](tx, session.id, null);
			});
		await change('suspend');
		expect(await getCounts('ads', id)).toMatchObject({ comments: 0, ranked_comments: 0 });
		await startRanking(stranger);
		expect(await getCounts('ads', id)).toMatchObject({ comments: 0, ranked_comments: 0 });
		await change('unsuspend');
		expect(await getCounts('ads', id)).toMatchObject({ comments: 4, ranked_comments: 3 });
		expect(await recount('ads', id)).toBe(0);
	});

	test('of an erased account leave the rankings', async () => {
		const id = await seedAd(server, seller);
		const { score } = await getCounts('ads', id);
		const asker = await signUpRanking();
		const question = await comment(asker, 'ads', id);
		await comment(asker, 'ads', id, question);
		await server.db.transaction((tx) => server.comments.eraseByAuthor(tx, asker.session.id));
		expect(await getCounts('ads', id)).toEqual({ comments: 0, ranked_comments: 0, score });
	});

	test('are counted again by an operator', async () => {
		const id = await seedAd(server, seller);
		await comment(await signUpRanking(), 'ads', id);
		await comment(await signUp(server), 'ads', id);
		const before = await getCounts('ads', id);
		await server.db.transaction((tx) => server.ads.bump(tx, id, { comments: 1, ranked_comments: 4 }));
		expect(await recount('ads', id)).toBe(1);
		expect(await getCounts('ads', id)).toEqual(before);
	});

	test('are counted exactly while accounts begin to count', async () => {
		const ids = [await seedAd(server, seller), await seedAd(server, seller)];
		const people = await Promise.all(Array.from({ length: 8 }, () => signUp(server)));
		const first = await Promise.all(people.map((person) => comment(person, 'ads', ids[0] ?? 0)));
		await Promise.all([
			startRanking(...people),
			...people.slice(0, 4).map((person, index) => remove(person, first[index] ?? 0)),
			...people.map((person) => comment(person, 'ads', ids[1] ?? 0)),
		]);
		expect(await getCounts('ads', ids[0] ?? 0)).toMatchObject({ comments: 4, ranked_comments: 4 });
		expect(await getCounts('ads', ids[1] ?? 0)).toMatchObject({ comments: 8, ranked_comments: 8 });
	});

	test('are counted exactly while they are hidden and their authors suspended', async () => {
		const id = await seedAd(server, seller);
		const people = await Promise.all(Array.from({ length: 6 }, () => signUp(server)));
		const first = await Promise.all(people.map((person) => comment(person, 'ads', id)));
		const inTransaction = (change: (tx: Tx, index: number) => Promise<void>) =>
			Promise.all(people.map((_, index) => server.db.transaction((tx) => change(tx, index))));
		const getId = (list: readonly number[], index: number) => list[index] ?? 0;
		await Promise.all([
			startRanking(...people),
			inTransaction((tx, index) => server.comments.hide(tx, administrator, getId(first, index))),
			...people.map((person, index) => comment(person, 'ads', id, getId(first, index)).catch(() => {})),
		]);
		expect(await recount('ads', id)).toBe(0);
		await Promise.all([
			inTransaction((tx, index) => server.comments.unhide(tx, administrator, getId(first, index))),
			inTransaction((tx, index) => server.accounts.suspend(tx, getId(ids(people), index), null)),
		]);
		expect(await getCounts('ads', id)).toMatchObject({ comments: 0, ranked_comments: 0 });
		await inTransaction((tx, index) => server.accounts.unsuspend(tx, getId(ids(people), index)));
		expect(await getCounts('ads', id)).toMatchObject({ ranked_comments: people.length });
		expect(await recount('ads', id)).toBe(0);
	});

	test('are found by an index, however many an item has', async () => {
		const id = await seedAd(server, seller);
		const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 5000)`;
		await sql`insert into comments (ad_id, account_id, owner_id, text, created_at)
			${numbers} select ${id}, ${seller.session.id}, ${seller.session.id}, 't', 0 from numbers`.execute(
			server.db.tables<CommentTables>(),
		);
		if (engine === 'postgres') await sql`analyze comments`.execute(server.db.tables<CommentTables>());
		const authors = [{ targetId: id, accountId: 1_000_000 }];
		const plan = await getQueryPlan(server.db, (db) => filterAuthors(db, 'ads', authors));
		expect(plan).toMatch(/\bcomments_ad_account\b/);
	});
});
