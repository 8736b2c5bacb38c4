import { afterEach, beforeEach, expect, test } from 'vitest';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { DomainError } from '../core/domain-error.ts';
import { createEventBus } from '../core/events.ts';
import type { Database } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { watchInvalidation } from '../testing/watch-invalidation.ts';
import {
	peopleListsCacheTag,
	personCacheTag,
	sessionsCacheTag,
	userNameCacheTag,
	visibilityCacheTag,
} from './cache-tags.ts';
import { accountVisibilityChanged } from './events.ts';
import { peopleIndex } from './search.ts';
import { beginSession } from './sessions.ts';
import * as store from './store.ts';
import { createSuspensionService, type SuspensionService } from './suspension.ts';
import type { AccountRow, AccountTables } from './tables.ts';
import { updateAccountVisibility } from './update-account-visibility.ts';

const hour = 3_600_000;
const events = createEventBus();

let db: Database;
let clock: FakeClock;
let suspension: SuspensionService;
let ada: AccountRow;
let emitted: unknown[];
let invalidated: string[];

events.on(accountVisibilityChanged, async (_, data) => void emitted.push(data));

beforeEach(async () => {
	db = watchInvalidation(await openTestDatabase(defaultEngine), (tags) => invalidated.push(...tags));
	clock = createFakeClock();
	suspension = createSuspensionService({ db, clock, events });
	ada = await seedAccount(db);
	[emitted, invalidated] = [[], []];
});
afterEach(() => db.close());

const suspend = (until: number | null, account = ada) =>
	db.transaction((tx) => suspension.suspend(tx, account.id, until));
const unsuspend = (id = ada.id) => db.transaction((tx) => suspension.unsuspend(tx, id));
const getAccount = async (account = ada) => {
	const row = await store.findAccount(db, account.id);
	if (!row) throw new Error('Account not found');
	return row;
};
const deleteAda = () => db.tables<AccountTables>().deleteFrom('accounts').where('id', '=', ada.id).execute();
const getTags = () => [
	personCacheTag(ada.id),
	userNameCacheTag(ada.user_name),
	visibilityCacheTag,
	peopleListsCacheTag,
];

test('suspend ends all sessions of the account only, and hides it', async () => {
	const musa = await seedAccount(db);
	for (const account of [ada, ada, musa]) await db.transaction((tx) => beginSession(tx, account, '', clock.now()));
	await suspend(clock.now() + hour);
	expect(await getAccount()).toEqual({ ...ada, suspended_at: clock.now(), suspended_until: clock.now() + hour });
	const sessions = await db.tables<AccountTables>().selectFrom('sessions').select('account_id').execute();
	expect(sessions).toEqual([{ account_id: musa.id }]);
	expect(emitted).toEqual([{ accountId: ada.id, isVisible: false }]);
	expect(invalidated).toEqual([sessionsCacheTag(ada.id), ...getTags()]);
});

test('suspend only changes the end of an existing suspension', async () => {
	const began = clock.now();
	await suspend(clock.now() + hour);
	[emitted, invalidated] = [[], []];
	clock.advance(1000);
	await suspend(null);
	expect(await getAccount()).toMatchObject({ suspended_at: began, suspended_until: null });
	expect([emitted, invalidated]).toEqual([[], []]);
});

test('suspend rejects administrators and unknown accounts', async () => {
	const admin = await seedAccount(db, { role: 'admin' });
	const forbidden = { code: 'forbidden', message: accountsApiText.administratorNotSuspended };
	await expect(suspend(null, admin)).rejects.toMatchObject(forbidden);
	expect(await getAccount(admin)).toEqual(admin);
	await deleteAda();
	const notFound = { code: 'not_found', message: accountsApiText.accountGone };
	await expect(suspend(null)).rejects.toMatchObject(notFound);
	await expect(unsuspend()).resolves.toBeUndefined();
	const missing = db.transaction((tx) => updateAccountVisibility(tx, events, ada, { suspended_at: 0 }));
	await expect(missing).rejects.toMatchObject(notFound);
});

test('unsuspend restores the account, once', async () => {
	await suspend(clock.now() + hour);
	[emitted, invalidated] = [[], []];
	await unsuspend();
	expect(await getAccount()).toEqual(ada);
	expect(emitted).toEqual([{ accountId: ada.id, isVisible: true }]);
	expect(invalidated).toEqual(getTags());
	[emitted, invalidated] = [[], []];
	await unsuspend();
	expect([emitted, invalidated]).toEqual([[], []]);
});

test('unsuspend does not show a deleted account', async () => {
	await suspend(null);
	await db.transaction((tx) => store.updateAccount(tx, ada.id, { deletes_at: 1 }));
	emitted = [];
	await unsuspend();
	expect(emitted).toEqual([]);
});

test('removes the account from the search index, and adds it again', async () => {
	ada = await seedAccount(db, { display_name: 'Kettles' });
	const search = async () => (await peopleIndex.findPage(db, ['kettles'], { limit: 9 })).ids;
	await suspend(null);
	expect(await search()).toEqual([]);
	await unsuspend();
	expect(await search()).toEqual([ada.id]);
	await suspend(null);
	expect(await search()).toEqual([]);
});

test('assertNotSuspended throws with the end of the suspension until it is over', async () => {
	const until = Date.UTC(2026, 0, 1, 12, 30);
	await suspend(until);
	clock.advance(until - clock.now() - 1);
	const error = new DomainError('forbidden', accountsApiText.suspendedUntil('1 Jan 2026, 13:30'));
	await expect(suspension.assertNotSuspended(await getAccount())).rejects.toEqual(error);
	clock.advance(1);
	expect(await suspension.assertNotSuspended(await getAccount())).toEqual(ada);
	expect(await getAccount()).toEqual(ada);
	expect(emitted).toMatchObject([{ isVisible: false }, { isVisible: true }]);
});

test('assertNotSuspended always throws for an indefinite suspension', async () => {
	await suspend(null);
	clock.advance(1000 * hour);
	await expect(suspension.assertNotSuspended(await getAccount())).rejects.toEqual(
		new DomainError('forbidden', accountsApiText.suspended),
	);
	expect((await getAccount()).suspended_at).not.toBeNull();
});

test('assertNotSuspended returns an account that is not suspended', async () => {
	expect(await suspension.assertNotSuspended(ada)).toBe(ada);
});

test('assertNotSuspended uses the current state of the account', async () => {
	await suspend(clock.now() + hour);
	const before = await getAccount();
	clock.advance(hour);
	await suspend(clock.now() + 1);
	await expect(suspension.assertNotSuspended(before)).rejects.toMatchObject({ code: 'forbidden' });
	await unsuspend();
	emitted = [];
	expect(await suspension.assertNotSuspended(before)).toEqual(ada);
	expect(emitted).toEqual([]);
	await deleteAda();
	expect(await suspension.assertNotSuspended(before)).toEqual(before);
});

test('sweep lifts any number of expired suspensions, and no others', async () => {
	const expired = { suspended_at: 0, suspended_until: 1 };
	const accounts = await db.transaction(async (tx) => {
		const seeded = [];
		for (let index = 0; index < 101; index += 1) seeded.push(await seedAccount(tx, expired));
		return seeded;
	});
	const until = clock.now();
	const [due, later, forGood] = [
		await seedAccount(db, { suspended_at: 0, suspended_until: until }),
		await seedAccount(db, { suspended_at: 0, suspended_until: until + 1 }),
		await seedAccount(db, { suspended_at: 0, suspended_until: null }),
	];
	await suspension.sweep();
	for (const account of [...accounts, due]) expect(await getAccount(account)).toMatchObject({ suspended_at: null });
	for (const account of [later, forGood]) expect(await getAccount(account)).toEqual(account);
	expect(emitted).toHaveLength(102);
});

test('sweep checks each account again before lifting its suspension', async () => {
	const due = { suspended_at: 0, suspended_until: 1 };
	const [first, later, forGood, deleted] = [
		await seedAccount(db, { ...due, suspended_until: 0 }),
		await seedAccount(db, due),
		await seedAccount(db, due),
		await seedAccount(db, due),
	];
	const changes: [AccountRow, Partial<AccountRow>][] = [
		[later, { suspended_until: clock.now() + 1 }],
		[forGood, { suspended_until: null }],
	];
	const concurrentEvents = createEventBus();
	// The other accounts change while the sweep lifts the first suspension.
	concurrentEvents.on(accountVisibilityChanged, async (tx) => {
		for (const [account, values] of changes) await store.updateAccount(tx, account.id, values);
		await tx.tables<AccountTables>().deleteFrom('accounts').where('id', '=', deleted.id).execute();
	});
	await createSuspensionService({ db, clock, events: concurrentEvents }).sweep();
	expect((await getAccount(first)).suspended_at).toBeNull();
	for (const [account, values] of changes) expect(await getAccount(account)).toEqual({ ...account, ...values });
});
