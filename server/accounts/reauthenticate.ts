import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { RateLimiter } from '../core/rate-limits.ts';
import type { Database } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { getPasswordRateLimitSubject } from './login-limits.ts';
import type { PasswordHasher } from './passwords.ts';
import { findAccount } from './store.ts';
import type { AccountRow } from './tables.ts';

/** Verifies the actor's password and returns the account. Throws `too_many`, or `invalid` for the form field `field`. */
export type Reauthenticate = (actor: Actor, password: string, field?: string) => Promise<AccountRow>;

/** Verifies the actor's password, and the second-factor code if the account has a second factor. Throws `invalid` or `too_many`. */
export type ReauthenticateWithCode = (
	actor: Actor,
	form: { password: string; code?: string | undefined },
) => Promise<AccountRow>;

const attemptRate = { most: 10, window: 15 * 60_000 };

export function createReauthentication(deps: {
	db: Database;
	rateLimits: RateLimiter;
	passwords: PasswordHasher;
}): Reauthenticate {
	const { db, rateLimits, passwords } = deps;
	return async (actor, password, field = 'password') => {
		const account = await findAccount(db, actor.accountId);
		if (!account) throw new DomainError('unauthenticated', problemsText.logInFirst);
		await rateLimits.count(`password ${account.id}`, attemptRate, {
			subject: getPasswordRateLimitSubject(account.email_key),
		});
		if (!(await passwords.matches(account.password_hash, password)))
			throw invalidInput({ [field]: accountsApiText.wrongPassword });
		return account;
	};
}
