import * as accountsApiText from '../../contract/text/accounts-api.ts';
import * as problemsText from '../../contract/text/problems.ts';
import type { Database } from '../platform/database/index.ts';
import { DomainError, invalidInput } from '../platform/domain-error.ts';
import type { Actor } from '../platform/http/index.ts';
import type { RateLimiter } from '../platform/rate-limits.ts';
import { passwordAttemptsSubject } from './login-limits.ts';
import type { Passwords } from './passwords.ts';
import { findAccount } from './store.ts';
import type { AccountRow } from './tables.ts';

/**
 * Makes sure that who acts knows the account's password; answers the account. Refuses with a sentence for `field`, which is 'password'
 * unless told.
 */
export type Reauthenticate = (actor: Actor, password: string, field?: string) => Promise<AccountRow>;

/** The same, with the code of the second factor where the account has one; refuses for `password` or `code`. */
export type ReauthenticateWithCode = (
	actor: Actor,
	form: { password: string; code?: string | undefined },
) => Promise<AccountRow>;

const attemptRate = { most: 10, window: 15 * 60_000 };

export function createReauthentication(deps: {
	db: Database;
	rateLimits: RateLimiter;
	passwords: Passwords;
}): Reauthenticate {
	const { db, rateLimits, passwords } = deps;
	return async (actor, password, field = 'password') => {
		const account = await findAccount(db, actor.accountId);
		if (!account) throw new DomainError('unauthenticated', problemsText.logInFirst);
		await rateLimits.count(`password ${account.id}`, attemptRate, {
			subject: passwordAttemptsSubject(account.email_key),
		});
		if (!(await passwords.matches(account.password_hash, password)))
			throw invalidInput({ [field]: accountsApiText.wrongPassword });
		return account;
	};
}
