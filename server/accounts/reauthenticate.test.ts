import { afterEach, beforeEach, expect, test } from 'vitest';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import * as problemsText from '../../contract/text/problems.ts';
import type { Database } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { createRateLimiter, type RateLimiter } from '../platform/rate-limits.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../platform/testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { passwordAttemptsSubject } from './login-limits.ts';
import type { Passwords } from './passwords.ts';
import { createReauthentication, type Reauthenticate } from './reauthenticate.ts';
import type { AccountRow } from './tables.ts';

let db: Database;
let clock: FakeClock;
let rateLimits: RateLimiter;
let reauthenticate: Reauthenticate;
let ada: AccountRow;

const actorOf = (accountId: number) => ({ accountId }) as Actor;

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	clock = fakeClock();
	rateLimits = createRateLimiter({ db, clock });
	// Its hash is the password itself: what hashing costs is no matter here.
	const passwords = { matches: async (hash: string | null, password: string) => hash === password } as Passwords;
	reauthenticate = createReauthentication({ db, rateLimits, passwords });
	ada = await seedAccount(db, { password_hash: 'kettle' });
});
afterEach(() => db.close());

test('answers the account to who knows its password', async () => {
	expect(await reauthenticate(actorOf(ada.id), 'kettle')).toEqual(ada);
});

test('refuses a wrong password for the field that it stands in', async () => {
	const wrong = (field: string) => ({ code: 'invalid', fields: { [field]: accountsApiText.wrongPassword } });
	await expect(reauthenticate(actorOf(ada.id), 'pot')).rejects.toMatchObject(wrong('password'));
	await expect(reauthenticate(actorOf(ada.id), 'pot', 'current')).rejects.toMatchObject(wrong('current'));
});

test('refuses who is gone', async () => {
	const refused = { code: 'unauthenticated', message: problemsText.logInFirst };
	await expect(reauthenticate(actorOf(ada.id + 1), 'kettle')).rejects.toMatchObject(refused);
});

test('takes ten tries of an account in a quarter of an hour, until they are cleared', async () => {
	const musa = await seedAccount(db, { password_hash: 'pan' });
	const tryWrong = () => reauthenticate(actorOf(ada.id), 'pot').catch((error: unknown) => error);
	for (let time = 0; time < 10; time += 1) expect(await tryWrong()).toMatchObject({ code: 'invalid' });
	await expect(reauthenticate(actorOf(ada.id), 'kettle')).rejects.toMatchObject({ code: 'too_many', retryAfter: 900 });
	await reauthenticate(actorOf(musa.id), 'pan');
	clock.advance(15 * 60_000);
	for (let time = 0; time < 10; time += 1) expect(await tryWrong()).toMatchObject({ code: 'invalid' });
	await db.transaction((tx) => rateLimits.clear(tx, passwordAttemptsSubject(ada.email_key)));
	expect(await reauthenticate(actorOf(ada.id), 'kettle')).toEqual(ada);
});
