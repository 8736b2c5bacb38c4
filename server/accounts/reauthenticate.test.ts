import { afterEach, beforeEach, expect, test } from 'vitest';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { createRateLimiter, type RateLimiter } from '../core/rate-limits.ts';
import type { Database } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { getPasswordRateLimitSubject } from './login-limits.ts';
import type { PasswordHasher } from './passwords.ts';
import { createReauthentication, type Reauthenticate } from './reauthenticate.ts';
import type { AccountRow } from './tables.ts';

let db: Database;
let clock: FakeClock;
let rateLimits: RateLimiter;
let reauthenticate: Reauthenticate;
let ada: AccountRow;

const toActor = (accountId: number) => ({ accountId }) as Actor;

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	clock = createFakeClock();
	rateLimits = createRateLimiter({ db, clock });
	// The fake hasher uses the password itself as its hash, because real hashing is slow.
	const passwords = { matches: async (hash: string | null, password: string) => hash === password } as PasswordHasher;
	reauthenticate = createReauthentication({ db, rateLimits, passwords });
	ada = await seedAccount(db, { password_hash: 'kettle' });
});
afterEach(() => db.close());

test('reauthenticate returns the account for the right password', async () => {
	expect(await reauthenticate(toActor(ada.id), 'kettle')).toEqual(ada);
});

test('reauthenticate rejects a wrong password for the given field', async () => {
	const wrongPassword = (field: string) => ({ code: 'invalid', fields: { [field]: accountsApiText.wrongPassword } });
	await expect(reauthenticate(toActor(ada.id), 'pot')).rejects.toMatchObject(wrongPassword('password'));
	await expect(reauthenticate(toActor(ada.id), 'pot', 'current')).rejects.toMatchObject(wrongPassword('current'));
});

test('reauthenticate rejects an unknown account', async () => {
	const unauthenticated = { code: 'unauthenticated', message: problemsText.logInFirst };
	await expect(reauthenticate(toActor(ada.id + 1), 'kettle')).rejects.toMatchObject(unauthenticated);
});

test('reauthenticate allows ten attempts per account in 15 minutes, until they are cleared', async () => {
	const musa = await seedAccount(db, { password_hash: 'pan' });
	const tryWrong = () => reauthenticate(toActor(ada.id), 'pot').catch((error: unknown) => error);
	for (let time = 0; time < 10; time += 1) expect(await tryWrong()).toMatchObject({ code: 'invalid' });
	await expect(reauthenticate(toActor(ada.id), 'kettle')).rejects.toMatchObject({ code: 'too_many', retryAfter: 900 });
	await reauthenticate(toActor(musa.id), 'pan');
	clock.advance(15 * 60_000);
	for (let time = 0; time < 10; time += 1) expect(await tryWrong()).toMatchObject({ code: 'invalid' });
	await db.transaction((tx) => rateLimits.clear(tx, getPasswordRateLimitSubject(ada.email_key)));
	expect(await reauthenticate(toActor(ada.id), 'kettle')).toEqual(ada);
});
