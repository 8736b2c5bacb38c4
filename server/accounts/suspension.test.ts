import { afterEach, beforeEach, expect, test } from 'vitest';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Database } from '../platform/database/index.ts';
import { DomainError } from '../platform/domain-error.ts';
import { createEvents } from '../platform/events.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../platform/testing/database.ts';
import { watchInvalidation } from '../platform/testing/watch-invalidation.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { accountVisibilityChanged } from './events.ts';
import { peopleIndex } from './search.ts';
import { beginSession } from './sessions.ts';
import { setVisibility } from './set-visibility.ts';
import * as store from './store.ts';
import { createSuspension, type Suspension } from './suspension.ts';
import type { AccountRow, AccountTables } from './tables.ts';
import { personTag, userNameTag, visibilityTag } from './tags.ts';

const hour = 3_600_000;
const events = createEvents();

let db: Database;
let clock: FakeClock;
let suspension: Suspension;
let ada: AccountRow;
let told: unknown[];
let changed: string[];

events.on(accountVisibilityChanged, async (_, data) => void told.push(data));

beforeEach(async () => {
	db = watchInvalidation(await openTestDatabase(defaultEngine), (tags) => changed.push(...tags));
	clock = fakeClock();
	suspension = createSuspension({ db, clock, events });
	ada = await seedAccount(db);
	[told, changed] = [[], []];
});
afterEach(() => db.close());

const suspend = (until: number | null, account = ada) =>
	db.transaction((tx) => suspension.suspend(tx, account.id, until));
const unsuspend = (id = ada.id) => db.transaction((tx) => suspension.unsuspend(tx, id));
const now = async (account = ada) => {
	const row = await store.findAccount(db, account.id);
	if (!row) throw new Error('It is gone');
	return row;
};
const deleteAda = () => db.tables<AccountTables>().deleteFrom('accounts').where('id', '=', ada.id).execute();
const tagsOfAda = () => [personTag(ada.id), userNameTag(ada.user_name), visibilityTag];

test('ends every session of the account alone, and takes it off every surface', async () => {
	const musa = await seedAccount(db);
	for (const account of [ada, ada, musa]) await db.transaction((tx) => beginSession(tx, account, '', clock.now()));
	await suspend(clock.now() + hour);
	expect(await now()).toEqual({ ...ada, suspended_at: clock.now(), suspended_until: clock.now() + hour });
	const sessions = await db.tables<AccountTables>().selectFrom('sessions').select('account_id').execute();
	expect(sessions).toEqual([{ account_id: musa.id }]);
	expect(told).toEqual([{ accountId: ada.id, isVisible: false }]);
	expect(changed).toEqual(tagsOfAda());
});

test('a second time only sets the moment', async () => {
	const began = clock.now();
	await suspend(clock.now() + hour);
	[told, changed] = [[], []];
	clock.advance(1000);
	await suspend(null);
	expect(await now()).toMatchObject({ suspended_at: began, suspended_until: null });
	expect([told, changed]).toEqual([[], []]);
});

test('is not for administrators, nor for who is gone', async () => {
	const admin = await seedAccount(db, { role: 'admin' });
	const forbidden = { code: 'forbidden', message: accountsApiText.administratorNotSuspended };
	await expect(suspend(null, admin)).rejects.toMatchObject(forbidden);
	expect(await now(admin)).toEqual(admin);
	await deleteAda();
	const gone = { code: 'not_found', message: accountsApiText.accountGone };
	await expect(suspend(null)).rejects.toMatchObject(gone);
	await expect(unsuspend()).resolves.toBeUndefined();
	const lost = db.transaction((tx) => setVisibility(tx, events, ada, { suspended_at: 0 }));
	await expect(lost).rejects.toMatchObject(gone);
});

test('is lifted with everything as it was', async () => {
	await suspend(clock.now() + hour);
	[told, changed] = [[], []];
	await unsuspend();
	expect(await now()).toEqual(ada);
	expect(told).toEqual([{ accountId: ada.id, isVisible: true }]);
	expect(changed).toEqual(tagsOfAda());
	[told, changed] = [[], []];
	await unsuspend();
	expect([told, changed]).toEqual([[], []]);
});

test('shows nothing of a deleted account when it is lifted', async () => {
	await suspend(null);
	await db.transaction((tx) => store.updateAccount(tx, ada.id, { deletes_at: 1 }));
	told = [];
	await unsuspend();
	expect(told).toEqual([]);
});

test('takes the account out of the search, and back', async () => {
	ada = await seedAccount(db, { display_name: 'Kettles' });
	const found = async () => (await peopleIndex.findPage(db, ['kettles'], { limit: 9 })).ids;
	await suspend(null);
	expect(await found()).toEqual([]);
	await unsuspend();
	expect(await found()).toEqual([ada.id]);
	await suspend(null);
	expect(await found()).toEqual([]);
});

test('refuses until its time is over, and says when that is', async () => {
	const until = Date.UTC(2026, 0, 1, 12, 30);
	await suspend(until);
	clock.advance(until - clock.now() - 1);
	const refused = new DomainError('forbidden', accountsApiText.suspendedUntil('1 January 2026 at 13:30'));
	await expect(suspension.assertNotSuspended(await now())).rejects.toEqual(refused);
	clock.advance(1);
	expect(await suspension.assertNotSuspended(await now())).toEqual(ada);
	expect(await now()).toEqual(ada);
	expect(told).toMatchObject([{ isVisible: false }, { isVisible: true }]);
});

test('refuses for good', async () => {
	await suspend(null);
	clock.advance(1000 * hour);
	await expect(suspension.assertNotSuspended(await now())).rejects.toEqual(
		new DomainError('forbidden', accountsApiText.suspended),
	);
	expect((await now()).suspended_at).not.toBeNull();
});

test('admits who is not suspended', async () => {
	expect(await suspension.assertNotSuspended(ada)).toBe(ada);
});

test('goes by the account as it is at that moment', async () => {
	await suspend(clock.now() + hour);
	const before = await now();
	clock.advance(hour);
	await suspend(clock.now() + 1);
	await expect(suspension.assertNotSuspended(before)).rejects.toMatchObject({ code: 'forbidden' });
	await unsuspend();
	told = [];
	expect(await suspension.assertNotSuspended(before)).toEqual(ada);
	expect(told).toEqual([]);
	await deleteAda();
	expect(await suspension.assertNotSuspended(before)).toEqual(before);
});

test('of any number of accounts ends by itself, each at its moment', async () => {
	const over = { suspended_at: 0, suspended_until: 1 };
	const accounts = await db.transaction(async (tx) => {
		const planted = [];
		for (let index = 0; index < 101; index += 1) planted.push(await seedAccount(tx, over));
		return planted;
	});
	const until = clock.now();
	const [due, later, forGood] = [
		await seedAccount(db, { suspended_at: 0, suspended_until: until }),
		await seedAccount(db, { suspended_at: 0, suspended_until: until + 1 }),
		await seedAccount(db, { suspended_at: 0, suspended_until: null }),
	];
	await suspension.sweep();
	for (const account of [...accounts, due]) expect(await now(account)).toMatchObject({ suspended_at: null });
	for (const account of [later, forGood]) expect(await now(account)).toEqual(account);
	expect(told).toHaveLength(102);
});

test('ends by itself only for who is due at that moment', async () => {
	const due = { suspended_at: 0, suspended_until: 1 };
	const [first, later, forGood, gone] = [
		await seedAccount(db, { ...due, suspended_until: 0 }),
		await seedAccount(db, due),
		await seedAccount(db, due),
		await seedAccount(db, due),
	];
	const changes: [AccountRow, Partial<AccountRow>][] = [
		[later, { suspended_until: clock.now() + 1 }],
		[forGood, { suspended_until: null }],
	];
	const meanwhile = createEvents();
	// While the first one is let in, the others change.
	meanwhile.on(accountVisibilityChanged, async (tx) => {
		for (const [account, values] of changes) await store.updateAccount(tx, account.id, values);
		await tx.tables<AccountTables>().deleteFrom('accounts').where('id', '=', gone.id).execute();
	});
	await createSuspension({ db, clock, events: meanwhile }).sweep();
	expect((await now(first)).suspended_at).toBeNull();
	for (const [account, values] of changes) expect(await now(account)).toEqual({ ...account, ...values });
});
