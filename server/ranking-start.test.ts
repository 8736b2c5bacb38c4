import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountRankingStarted } from './accounts/index.ts';
import type { AccountTables, KnownLoginOriginTables } from './accounts/tables.ts';
import { commentsPosted } from './comments/index.ts';
import type { ContentTables } from './content/tables.ts';
import { followAdded } from './follows/index.ts';
import { likesAdded } from './likes/index.ts';
import { describeOnBothEngines } from './testing/database.ts';
import { signUp, type TestPerson } from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;
let fan: TestPerson;
let id: number;
/** Keeps the next transaction open that emits the event. */
let hold: ((event: string) => Promise<void>) | null = null;

const params = () => ({ target: 'ads' as const, id: String(id) });
const ways = {
	like: { event: likesAdded.type, act: () => fan.client.like({ params: params() }) },
	comment: {
		event: commentsPosted.type,
		act: () => fan.client.createComment({ params: params(), body: { text: 'Is it there?' } }),
	},
	follow: {
		event: followAdded.type,
		act: () => fan.client.follow({ params: { user_name: seller.session.user_name } }),
	},
};

async function countRanked(): Promise<Record<keyof typeof ways, number>> {
	const tables = server.db.tables<ContentTables & AccountTables>();
	const ad = tables.selectFrom('ads').select(['ranked_likes', 'ranked_comments']).where('id', '=', id);
	const account = tables.selectFrom('accounts').select('ranked_followers').where('id', '=', seller.session.id);
	const { ranked_likes: like, ranked_comments: comment } = await ad.executeTakeFirstOrThrow();
	return { like, comment, follow: (await account.executeTakeFirstOrThrow()).ranked_followers };
}

/** Runs a transaction that emits an event, and another before its commit. On SQLite, the other begins after the commit. */
async function runDuring(event: string, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
	const { promise: reached, resolve: onReach } = Promise.withResolvers<void>();
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	hold = async (emitted) => {
		if (emitted !== event) return;
		hold = null;
		onReach();
		await released;
	};
	const firstDone = first();
	await Promise.race([reached, firstDone]);
	let hasEnded = false;
	const secondDone = second().finally(() => {
		hasEnded = true;
	});
	const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
	const isWaiting = async () => hasEnded || (await waiting.execute(server.db.kysely)).rows.length > 0;
	if (server.db.engine === 'postgres') await expect.poll(isWaiting).toBe(true);
	release();
	await Promise.all([firstDone, secondDone]);
}

describeOnBothEngines('an account that begins to count in rankings', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine, runJobs: false });
		for (const event of [likesAdded, commentsPosted, followAdded, accountRankingStarted]) {
			server.events.on(event as typeof likesAdded, async () => hold?.(event.type));
		}
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[seller, fan] = [await signUp(server), await signUp(server)];
		id = await seedAd(server, seller);
		const tables = server.db.tables<AccountTables & KnownLoginOriginTables>();
		await tables.deleteFrom('known_callers').execute();
		await tables.updateTable('accounts').set({ email_verified_at: 1 }).where('id', '=', fan.session.id).execute();
	});

	describe.each(['like', 'comment', 'follow'] as const)('with a %s', (way) => {
		const { event, act } = ways[way];
		const start = () => server.accounts.ranking.update(fan.session.id);
		const once = { like: 0, comment: 0, follow: 0, [way]: 1 };

		test('that is not committed yet counts with it', async () => {
			await runDuring(event, act, start);
			expect(await countRanked()).toEqual(once);
		});

		test('that begins before the commit counts with it', async () => {
			await runDuring(accountRankingStarted.type, start, act);
			expect(await countRanked()).toEqual(once);
		});
	});
});
