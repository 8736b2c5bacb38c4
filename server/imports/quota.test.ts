import { expect, test } from 'vitest';
import { importLimits } from '../../contract/imports/import-limits.ts';
import * as importsApiText from '../../text/server/imports-api.ts';
import { getQuotaError } from './quota.ts';

const day = 86_400_000;
const now = 100 * day;
const { importsPerDay, adsPerWeek } = importLimits;

/** An import of `ads` ads that began `age` milliseconds ago. It is open if it `posted` null. */
function makeImport(ads: number, age: number, posted: number | null = ads) {
	return { ads, posted: posted ?? 0, created_at: now - age, finished_at: posted === null ? null : now };
}

const getError = (ads: number, change: Partial<Parameters<typeof getQuotaError>[0]> = {}) =>
	getQuotaError({ ads, earlier: [], trustLevel: 'older', newUntil: 0, now, ...change });

test('allows a limited number of imports a day, until the first of them is a day old', () => {
	const earlier = [makeImport(1, 1000), makeImport(1, day - 5000)];
	expect(getError(1, { earlier })).toMatchObject({
		code: 'too_many',
		message: importsApiText.importsPerDay(importsPerDay),
		retryAfter: 5,
	});
	expect(getError(1, { earlier: [makeImport(1, 1000), makeImport(1, day)] })).toBeNull();
});

test('counts the announced ads of an open import, and the posted ads of one that ended', () => {
	const most = adsPerWeek.older;
	const rest = most - 500;
	const open = [makeImport(500, 2 * day, null)];
	expect(getError(rest, { earlier: open })).toBeNull();
	expect(getError(rest + 1, { earlier: open })).toMatchObject({
		message: importsApiText.adsPerWeek(most, rest),
		retryAfter: (5 * day) / 1000,
	});
	expect(getError(most - 20, { earlier: [makeImport(500, 2 * day, 20)] })).toBeNull();
});

test('allows less to a new account, and least before its email address is verified', () => {
	const newUntil = now + 60_000;
	const { unverified, verified } = adsPerWeek;
	for (const trustLevel of ['unverified', 'verified'] as const) {
		const most = adsPerWeek[trustLevel];
		expect(getError(most, { trustLevel, newUntil })).toBeNull();
		expect(getError(most + 1, { trustLevel, newUntil })).toMatchObject({
			code: 'too_many',
			message:
				trustLevel === 'unverified'
					? importsApiText.newAccountUnconfirmed(unverified, verified)
					: importsApiText.newAccount(verified),
			retryAfter: 60,
		});
	}
});
