import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import type { AccountTables } from '../accounts/tables.ts';
import { trendingScore } from '../content/trending-store.ts';
import { type Database, migrate } from '../database/index.ts';
import type { FollowTables } from '../follows/tables.ts';
import type { LikeTables } from '../likes/tables.ts';
import type { MarketSettingsTables } from '../market-settings/tables.ts';
import type { ModerationTables } from '../moderation/tables.ts';
import type { PostTables } from '../posts/tables.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { reportWeights } from './0058-report-weights.ts';
import { rankedLikes } from './0059-ranked-likes.ts';
import { migrations } from './index.ts';

const week = 7 * 86_400_000;
const now = 2 * week;
let db: Database;

describeOnBothEngines('the migrations to weights of reports and likes', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		const indexes = ['cases_weight', 'reports_networks', 'accounts_not_ranking'];
		for (const index of indexes) await sql`drop index ${sql.id(index)}`.execute(db.kysely);
		for (const [table, columns] of Object.entries({
			reports: ['weight', 'weight_reason', 'network'],
			cases: ['weight'],
			accounts: ['is_ranking', 'ranked_followers'],
			ads: ['ranked_likes'],
			posts: ['ranked_likes'],
			likes: ['own', 'ranked'],
			follows: ['ranked'],
		})) {
			for (const column of columns) {
				await sql`alter table ${sql.table(table)} drop column ${sql.id(column)}`.execute(db.kysely);
			}
		}
		// Accounts 1 and 2 are sellers. 3, 4 and 5 are confirmed and old, 6 is new, 7 is not confirmed.
		const accounts = [1, 2, 3, 4, 5, 6, 7].map((id) => {
			const [name, reported] = [`a${id}`, id <= 2 ? 1 : 0];
			const confirmed = id === 7 ? sql`null` : sql`1`;
			return sql`(${id}, ${name}, ${name}, ${name}, ${name}, 'user', ${id === 6 ? now - 1 : 0}, ${confirmed},
				${id === 2 ? 2 : 0}, ${reported}, ${reported})`;
		});
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at, email_verified_at, followers,
			reported, caution) values ${sql.join(accounts)}`.execute(db.kysely);
		await sql`insert into cases (id, kind, target_id, owner_id, title, state, opened_at, latest_at) values
			(1, 'ad', 1, 1, '', 'open', 0, 0), (2, 'ad', 2, 2, '', 'open', 0, 0), (3, 'ad', 3, 2, '', 'open', 0, 0)`.execute(
			db.kysely,
		);
		const reports = [
			[1, 3],
			[1, 6],
			[1, 7],
			[2, 3],
			[2, 4],
			[2, 5],
			[3, 3],
		].map(
			([caseId, account]) =>
				sql`(${caseId}, ${account}, 'ad', ${caseId}, ${caseId === 1 ? 1 : 2}, 'scam', '', 'open', ${now})`,
		);
		await sql`insert into reports (case_id, account_id, kind, target_id, owner_id, reason, note, state, created_at)
			values ${sql.join(reports)}`.execute(db.kysely);
		const score = trendingScore({ created_at: now, likes: 3, comments: 1, views: 10 });
		await sql`insert into posts (id, author_id, kind, text, score, likes, comments, views, created_at)
			values (1, 1, 'tweet', 'Fresh', ${score + 5}, 3, 1, 10, ${now})`.execute(db.kysely);
		await sql`insert into likes (account_id, post_id, created_at) values (1, 1, 0), (3, 1, 0), (7, 1, 0)`.execute(
			db.kysely,
		);
		await sql`insert into follows (follower_id, followed_id, created_at) values (3, 2, 0), (7, 2, 0)`.execute(
			db.kysely,
		);
		const { unverified, verified, older } = limits.postingQuota;
		const posting = { unverified: { ...unverified, ads: 1 }, verified, older };
		const changed = JSON.stringify({ limits: { posting } }, (name, value) => (name === 'reports' ? undefined : value));
		await sql`update market_settings set changed = ${changed}`.execute(db.kysely);
		await migrate(db, [
			...migrations,
			{ ...reportWeights, name: '9998-report-weights-again' },
			{ ...rankedLikes, name: '9999-ranked-likes-again' },
		]);
	});
	afterAll(() => db.close());

	test('weigh open reports, and end warnings that one of them caused', async () => {
		const moderation = db.tables<ModerationTables>();
		const reports = await moderation.selectFrom('reports').select(['weight', 'weight_reason']).orderBy('id').execute();
		const full = { weight: 100, weight_reason: null };
		const nothing = (weight_reason: string) => ({ weight: 0, weight_reason });
		expect(reports).toEqual([full, nothing('new'), nothing('unconfirmed'), full, full, full, nothing('repeated')]);
		const cases = await moderation.selectFrom('cases').select('weight').orderBy('id').execute();
		expect(cases.map(({ weight }) => weight)).toEqual([100, 300, 0]);
		const sellers = db.tables<AccountTables>().selectFrom('accounts').select(['reported', 'caution']);
		expect(await sellers.where('id', '<=', 2).orderBy('id').execute()).toEqual([
			{ reported: 0, caution: 0 },
			{ reported: 1, caution: 1 },
		]);
	});

	test('add the limit of reports to limits that an operator has changed', async () => {
		const settings = db.tables<MarketSettingsTables>().selectFrom('market_settings').select('changed');
		const { posting } = JSON.parse((await settings.executeTakeFirstOrThrow()).changed).limits;
		expect(posting).toEqual({
			...limits.postingQuota,
			unverified: { ...limits.postingQuota.unverified, ads: 1 },
		});
	});

	test('take own likes and those of unconfirmed accounts out of scores and followers', async () => {
		const tables = db.tables<AccountTables & LikeTables & FollowTables & PostTables>();
		const post = await tables.selectFrom('posts').select(['likes', 'ranked_likes', 'score']).executeTakeFirstOrThrow();
		const score = trendingScore({ created_at: now, likes: 1, comments: 1, views: 10 }) + 5;
		expect(post).toEqual({ likes: 3, ranked_likes: 1, score });
		const likes = await tables.selectFrom('likes').select(['own', 'ranked']).orderBy('account_id').execute();
		expect(likes).toEqual([
			{ own: 1, ranked: 0 },
			{ own: 0, ranked: 1 },
			{ own: 0, ranked: 0 },
		]);
		const seller = tables.selectFrom('accounts').select(['followers', 'ranked_followers']).where('id', '=', 2);
		expect(await seller.executeTakeFirst()).toEqual({ followers: 2, ranked_followers: 1 });
	});
});
