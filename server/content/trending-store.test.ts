import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { trendingScore, trendingScoreGainSql } from './trending-store.ts';

const time = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2100) });
const count = fc.nat(10_000_000);
const ad = fc.record({ created_at: time, likes: count, comments: count, views: count, watched_parts: count });
const halfADay = 12 * 3_600_000;

test('scores an ad without engagement by its creation time', () => {
	fc.assert(
		fc.property(time, (created_at) => {
			expect(trendingScore({ created_at, likes: 0, comments: 0, views: 0 })).toBe(created_at);
		}),
	);
});

test('returns a safe integer not below the creation time', () => {
	fc.assert(
		fc.property(ad, (ad) => {
			const score = trendingScore(ad);
			expect(Number.isSafeInteger(score)).toBe(true);
			expect(score).toBeGreaterThanOrEqual(ad.created_at);
		}),
	);
});

test('never decreases with engagement, and increases with each like or comment', () => {
	fc.assert(
		fc.property(ad, (ad) => {
			const score = trendingScore(ad);
			expect(trendingScore({ ...ad, likes: ad.likes + 1 })).toBeGreaterThan(score - 1);
			const few = { ...ad, likes: ad.likes % 1000, comments: ad.comments % 1000, views: ad.views % 1000 };
			expect(trendingScore({ ...few, likes: few.likes + 1 })).toBeGreaterThan(trendingScore(few));
			expect(trendingScore({ ...few, comments: few.comments + 1 })).toBeGreaterThan(
				trendingScore({ ...few, likes: few.likes + 1 }),
			);
			expect(trendingScore({ ...ad, views: ad.views + 1 })).toBeGreaterThanOrEqual(score);
		}),
	);
});

test('keeps the order of two ads over time', () => {
	fc.assert(
		fc.property(ad, fc.integer({ min: 0, max: 1_000_000_000 }), (ad, later) => {
			expect(trendingScore({ ...ad, created_at: ad.created_at + later })).toBe(trendingScore(ad) + later);
		}),
	);
});

test('adds half a day per doubling of engagement', () => {
	for (const likes of [1, 3, 7, 1023]) {
		const [once, twice] = [likes, likes * 2 + 1].map((likes) =>
			trendingScore({ created_at: 0, likes, comments: 0, views: 0 }),
		);
		expect((twice ?? 0) - (once ?? 0)).toBe(halfADay);
	}
});

test('never ranks a video lower that was watched longer', () => {
	fc.assert(
		fc.property(ad, fc.nat(1000), (ad, more) => {
			expect(trendingScore({ ...ad, watched_parts: ad.watched_parts + more })).toBeGreaterThanOrEqual(
				trendingScore(ad),
			);
		}),
	);
});

test('weighs twenty videos watched to the end like a like, and 100 of them hours above 100 that were swiped away', () => {
	const none = { created_at: 0, likes: 0, comments: 0, views: 0 };
	expect(trendingScore({ ...none, watched_parts: 20 * 20 })).toBe(trendingScore({ ...none, likes: 1 }));
	const [watched, swiped] = [20, 3].map((parts) => trendingScore({ ...none, views: 100, watched_parts: 100 * parts }));
	expect((watched ?? 0) - (swiped ?? 0)).toBeGreaterThan(halfADay);
});

describeOnBothEngines('trending scores', (engine) => {
	let db: Database;
	beforeAll(async () => {
		db = await openTestDatabase(engine);
	});
	afterAll(() => db.close());

	test('reach the same score in SQL whatever the order in which engagement arrives', async () => {
		const gain = fc.record(
			{ ranked_likes: fc.nat(9), ranked_comments: fc.nat(9), views: fc.nat(99), watched_parts: fc.nat(999) },
			{ requiredKeys: [] },
		);
		await fc.assert(
			fc.asyncProperty(time, fc.array(gain), async (created_at, gains) => {
				let ad = { created_at, likes: 0, comments: 0, views: 0, watched_parts: 0 };
				let score = trendingScore(ad);
				for (const gained of gains) {
					const columns = Object.entries({ ...ad, ranked_likes: ad.likes, ranked_comments: ad.comments }).map(
						([name, value]) => sql`cast(${value} as bigint) as ${sql.ref(name)}`,
					);
					const { rows } = await sql<{ change: number }>`
						select ${trendingScoreGainSql(gained, true)} as change from (select ${sql.join(columns)}) as counts
					`.execute(db.kysely);
					score += rows[0]?.change ?? Number.NaN;
					const { ranked_likes: likes = 0, ranked_comments: comments = 0, views = 0, watched_parts = 0 } = gained;
					ad = {
						created_at,
						likes: ad.likes + likes,
						comments: ad.comments + comments,
						views: ad.views + views,
						watched_parts: ad.watched_parts + watched_parts,
					};
				}
				// The logarithms of JavaScript and SQL may differ in their last digit.
				expect(Math.abs(score - trendingScore(ad))).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 30 },
		);
	});
});
