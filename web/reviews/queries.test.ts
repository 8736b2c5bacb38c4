import { expect, test, vi } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import type { AdReview } from '../../contract/reviews/reviews.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { adReviewQuery } from './queries.ts';

const now = Date.parse('2026-11-23T12:00:00.000Z');
const minute = 60_000;

/** Returns after how many milliseconds the query asks again if the review is possible from `start` by the server's clock. */
function getInterval(start: number, review: Partial<AdReview> = {}) {
	vi.setSystemTime(now);
	const data: AdReview = { can_review: false, can_review_from: new Date(start).toISOString(), review: null, ...review };
	const { refetchInterval } = adReviewQuery(fakeApi().client, 8, 5);
	if (typeof refetchInterval !== 'function') throw new Error('The interval depends on the data.');
	return refetchInterval({ state: { data } } as Parameters<typeof refetchInterval>[0]);
}

test('asks again when the account can review', () => {
	expect(getInterval(now + 20 * minute)).toBe(20 * minute + 1000);
	expect(getInterval(now - minute, { can_review: true })).toBe(false);
});

test('asks at most once a minute if the clock of the phone is ahead', () => {
	expect(getInterval(now - 30 * minute)).toBe(minute);
});

test('asks within an hour if the clock of the phone is months behind', () => {
	expect(getInterval(now + 90 * 24 * 60 * minute)).toBe(limits.reviewDelay + 1000);
});
