import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import * as problemsText from '../../contract/text/problems.ts';
import type { Database } from '../platform/database/index.ts';
import { createRateLimiter } from '../platform/rate-limits.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../platform/testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { createPostingQuota, type PostedKind } from './posting-quota.ts';
import type { AccountRow } from './tables.ts';

// The rules on a database of their own; `pace.test.ts` meets them through the API.

const day = 86_400;
const pace = {
	unverified: { ads: 1, posts: 2, comments: 3 },
	verified: { ads: 2, posts: 3, comments: 4 },
	older: { ads: 3, posts: 4, comments: 5 },
};

let db: Database;
let clock: FakeClock;
let limit: ReturnType<typeof createPostingQuota>;

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	clock = fakeClock();
	limit = createPostingQuota({ db, clock, rateLimits: createRateLimiter({ db, clock }), postingQuota: pace });
});
afterEach(() => db.close());

const plantNew = (change: Partial<AccountRow> = {}) => seedAccount(db, { created_at: clock.now(), ...change });
const count = ({ id }: { id: number }, what: PostedKind) =>
	db.transaction((tx) => limit.consumePostingQuota(tx, id, what));

async function countTimes(times: number, account: AccountRow, what: PostedKind): Promise<void> {
	for (let time = 0; time < times; time += 1) await count(account, what);
}

const tooMany = (message: string, retryAfter: number) => ({ code: 'too_many', message, retryAfter });

test.each(['ads', 'posts', 'comments'] as const)(
	'holds a new account without a confirmed address to its number of %s',
	async (what) => {
		const account = await plantNew();
		const most = pace.unverified[what];
		await countTimes(most, account, what);
		const refused = tooMany(accountsApiText.mostUnconfirmed(most, what, pace.verified[what]), day);
		await expect(count(account, what)).rejects.toMatchObject(refused);
		await expect(limit.checkPostingQuota(account.id, what)).rejects.toMatchObject(refused);
		// The others are counted apart, and so is everyone else.
		for (const other of (['ads', 'posts', 'comments'] as const).filter((other) => other !== what))
			await count(account, other);
		await count(await plantNew(), what);
	},
);

test('holds a new account with a confirmed address to more', async () => {
	const account = await plantNew({ email_verified_at: 0 });
	await countTimes(3, account, 'posts');
	const refused = tooMany(accountsApiText.mostOnFirstDay(3, 'posts'), day);
	await expect(count(account, 'posts')).rejects.toMatchObject(refused);
});

test('holds an account to the number of older ones from the moment it is no longer new', async () => {
	const account = await plantNew();
	clock.advance(limits.newAccountPeriod - 1);
	await countTimes(2, account, 'posts');
	await expect(count(account, 'posts')).rejects.toMatchObject({ retryAfter: 1 });
	clock.advance(1);
	await countTimes(2, account, 'posts');
	const refused = tooMany(accountsApiText.mostADay(4, 'posts'), day);
	await expect(count(account, 'posts')).rejects.toMatchObject(refused);
	clock.advance(60_000);
	await expect(count(account, 'posts')).rejects.toMatchObject({ retryAfter: day - 60 });
});

test('says the end of the day or of being new, whichever is sooner', async () => {
	const account = await plantNew();
	clock.advance(10 * 3_600_000);
	await countTimes(2, account, 'posts');
	await expect(count(account, 'posts')).rejects.toMatchObject({ retryAfter: 14 * 3600 });
	clock.advance(500);
	await expect(count(account, 'posts')).rejects.toMatchObject({ retryAfter: 14 * 3600 });
	clock.advance(500);
	await expect(count(account, 'posts')).rejects.toMatchObject({ retryAfter: 14 * 3600 - 1 });
});

test('does not count what is rolled back, nor questions', async () => {
	const account = await plantNew();
	const failed = db.transaction(async (tx) => {
		await limit.consumePostingQuota(tx, account.id, 'ads');
		throw new Error('rolled back');
	});
	await expect(failed).rejects.toThrow('rolled back');
	for (let time = 0; time < 3; time += 1) await limit.checkPostingQuota(account.id, 'ads');
	await expect(count(account, 'ads')).resolves.toBeUndefined();
});

test('has no limit for administrators', async () => {
	const admin = await plantNew({ role: 'admin' });
	await countTimes(4, admin, 'ads');
	await expect(limit.checkPostingQuota(admin.id, 'ads')).resolves.toBeUndefined();
});

test('lets nothing be made by who is suspended, deleted or gone', async () => {
	const refused = { code: 'unauthenticated', message: problemsText.logInFirst };
	for (const account of [await plantNew({ suspended_at: 0 }), await plantNew({ deletes_at: 0 }), { id: 999 }]) {
		await expect(count(account, 'ads')).rejects.toMatchObject(refused);
		await expect(limit.checkPostingQuota(account.id, 'ads')).resolves.toBeUndefined();
	}
});
