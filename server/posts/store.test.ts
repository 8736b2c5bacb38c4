import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContentStore } from '../content/store.ts';
import type { Database, Db, Tx } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { getQueryPlan } from '../testing/query-plan.ts';
import * as store from './store.ts';

let db: Database;

async function fill(): Promise<void> {
	const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 6000)`;
	await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
		${numbers} select n, 'a' || n, 'a', 'a', 'a' || n, 'user', 0 from numbers where n <= 50`.execute(db.kysely);
	await sql`insert into posts (author_id, kind, text, deleted_at, score, created_at)
		${numbers} select n % 50 + 1, case n % 20 when 0 then 'picture' when 1 then 'talk' else 'tweet' end, 't',
			case n % 10 when 3 then n end, (n * 7919) % 1000, 0 from numbers`.execute(db.kysely);
	// In production, PostgreSQL gathers table statistics itself, and SQLite has no statistics.
	if (db.engine === 'postgres') await sql`analyze`.execute(db.kysely);
}

describeOnBothEngines('post lists', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await fill();
	});
	afterAll(() => db.close());

	test.each([
		['the newest', {}],
		['the newest of a kind', { variety: 'talk' }],
		['the published posts of an author', { ownerId: 7 }],
		['all posts of an author', { ownerId: 7, withHidden: true }],
		["one kind of an author's posts", { ownerId: 7, variety: 'tweet', withHidden: true }],
	] as const)('%s are one index scan per page', async (_, filter) => {
		for (const below of [null, 3000]) {
			const plan = await getQueryPlan(db, (db) => createContentStore('posts').newestIds(db, filter, below, 21));
			expect(plan).toMatch(/\bposts_\w+|posts_pkey|integer primary key/i);
			expect(plan).not.toMatch(/temp b-tree|seq scan|scan posts(?! using)/i);
			if (engine === 'sqlite') expect(plan).not.toMatch(/sort/i);
		}
	});

	test('the trending posts of a kind are one index scan', async () => {
		const plan = await getQueryPlan(db, (db) => store.listTrendingPosts(db, 'tweet', 21));
		expect(plan).toMatch(/\bposts_trending_kind\b/);
		expect(plan).not.toMatch(/sort|temp b-tree|seq scan|bitmap/i);
	});

	test('posts from the future are found by a walk through the index of scores', async () => {
		const find = (db: Db) => createContentStore('posts').resetFutureTimes(db as Tx, 990, 990, 10);
		const plan = await getQueryPlan(db, find);
		expect(plan).toContain('posts_trending_kind');
		expect(plan).not.toMatch(/seq scan|scan posts(?! using)/i);
	});

	test('expired deleted posts are found by an index', async () => {
		const plan = await getQueryPlan(db, (db) => store.listDeletedPostIds(db, 100, 200));
		expect(plan).toMatch(/\bposts_deleted\b/);
		expect(await store.listDeletedPostIds(db, 23, 200)).toEqual([3, 13, 23]);
	});

	test('paging lists every post once', async () => {
		const walked: number[] = [];
		for (let below: number | null = null; ; below = walked.at(-1) ?? null) {
			const keys = await createContentStore('posts').newestIds(db, {}, below, 97);
			if (keys.length === 0) break;
			walked.push(...keys);
		}
		expect(walked).toHaveLength(5400);
		expect(walked).toEqual([...new Set(walked)].sort((a, b) => b - a));
	});
});
