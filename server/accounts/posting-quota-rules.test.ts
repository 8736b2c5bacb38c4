import { afterEach, beforeEach, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { createReplaceable } from '../core/current.ts';
import { createRateLimiter } from '../core/rate-limits.ts';
import type { Database } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { createPostingQuota, type PostedItemKind } from './posting-quota.ts';
import type { AccountRow } from './tables.ts';

// Tests the posting quota with a real database. `posting-quota.test.ts` tests the posting quota through the API.

const day = 86_400;
const postingQuota = {
	unverified: { ads: 1, posts: 2, comments: 3, contacts: 3, reviews: 3, reports: 3 },
	verified: { ads: 2, posts: 3, comments: 4, contacts: 4, reviews: 4, reports: 4 },
	older: { ads: 3, posts: 4, comments: 5, contacts: 5, reviews: 5, reports: 5 },
};

let db: Database;
let clock: FakeClock;
let quota: ReturnType<typeof createPostingQuota>;

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	clock = createFakeClock();
	quota = createPostingQuota({
		db,
		clock,
		rateLimits: createRateLimiter({ db, clock }),
		postingQuota: createReplaceable(postingQuota),
	});
});
afterEach(() => db.close());

const seedNewAccount = (change: Partial<AccountRow> = {}) => seedAccount(db, { created_at: clock.now(), ...change });
const consume = ({ id }: { id: number }, kind: PostedItemKind) =>
	db.transaction((tx) => quota.consumePostingQuota(tx, id, kind));

async function consumeTimes(times: number, account: AccountRow, kind: PostedItemKind): Promise<void> {
	for (let time = 0; time < times; time += 1) await consume(account, kind);
}

const quotaError = (message: string, retryAfter: number) => ({ code: 'too_many', message, retryAfter });

test.each(['ads', 'posts', 'comments'] as const)(
	'limits %s of a new account with an unverified email address',
	async (kind) => {
		const account = await seedNewAccount();
		const limit = postingQuota.unverified[kind];
		await consumeTimes(limit, account, kind);
		const error = quotaError(accountsApiText.mostUnconfirmed(limit, kind, postingQuota.verified[kind]), day);
		await expect(consume(account, kind)).rejects.toMatchObject(error);
		await expect(quota.checkPostingQuota(account.id, kind)).rejects.toMatchObject(error);
		// The quota counts each kind and each account separately.
		for (const other of (['ads', 'posts', 'comments'] as const).filter((other) => other !== kind))
			await consume(account, other);
		await consume(await seedNewAccount(), kind);
	},
);

test('allows more to a new account with a verified email address', async () => {
	const account = await seedNewAccount({ email_verified_at: 0 });
	await consumeTimes(3, account, 'posts');
	const error = quotaError(accountsApiText.mostOnFirstDay(3, 'posts'), day);
	await expect(consume(account, 'posts')).rejects.toMatchObject(error);
});

test('applies the limit of older accounts as soon as the account is no longer new', async () => {
	const account = await seedNewAccount();
	clock.advance(accountLimits.newAccountPeriod - 1);
	await consumeTimes(2, account, 'posts');
	await expect(consume(account, 'posts')).rejects.toMatchObject({ retryAfter: 1 });
	clock.advance(1);
	await consumeTimes(2, account, 'posts');
	const error = quotaError(accountsApiText.mostADay(4, 'posts'), day);
	await expect(consume(account, 'posts')).rejects.toMatchObject(error);
	clock.advance(60_000);
	await expect(consume(account, 'posts')).rejects.toMatchObject({ retryAfter: day - 60 });
});

test('returns the time until the window or the new-account period ends, whichever is sooner', async () => {
	const account = await seedNewAccount();
	clock.advance(10 * 3_600_000);
	await consumeTimes(2, account, 'posts');
	await expect(consume(account, 'posts')).rejects.toMatchObject({ retryAfter: 14 * 3600 });
	clock.advance(500);
	await expect(consume(account, 'posts')).rejects.toMatchObject({ retryAfter: 14 * 3600 });
	clock.advance(500);
	await expect(consume(account, 'posts')).rejects.toMatchObject({ retryAfter: 14 * 3600 - 1 });
});

test('does not count rolled-back items and checks', async () => {
	const account = await seedNewAccount();
	const failed = db.transaction(async (tx) => {
		await quota.consumePostingQuota(tx, account.id, 'ads');
		throw new Error('rolled back');
	});
	await expect(failed).rejects.toThrow('rolled back');
	for (let time = 0; time < 3; time += 1) await quota.checkPostingQuota(account.id, 'ads');
	await expect(consume(account, 'ads')).resolves.toMatchObject({ id: account.id });
});

test('has no limit for administrators', async () => {
	const admin = await seedNewAccount({ role: 'admin' });
	await consumeTimes(4, admin, 'ads');
	await expect(quota.checkPostingQuota(admin.id, 'ads')).resolves.toBeUndefined();
});

test('rejects suspended, deleted and unknown accounts', async () => {
	const error = { code: 'unauthenticated', message: problemsText.logInFirst };
	for (const account of [
		await seedNewAccount({ suspended_at: 0 }),
		await seedNewAccount({ deletes_at: 0 }),
		{ id: 999 },
	]) {
		await expect(consume(account, 'ads')).rejects.toMatchObject(error);
		await expect(quota.checkPostingQuota(account.id, 'ads')).resolves.toBeUndefined();
	}
});
