import { limits } from '../../contract/limits.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import * as problemsText from '../../contract/text/problems.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import { catchTooMany, type RateLimits } from '../platform/rate-limits.ts';
import { Refusal } from '../platform/refusal.ts';
import { isShown } from './shown.ts';
import { findAccount, lockAccount } from './store.ts';
import type { AccountRow } from './tables.ts';

export type Posted = 'ads' | 'posts' | 'comments';

/** How many of each within a day, by how well the account is known. */
export type Pace = Readonly<Record<keyof typeof limits.postsADay, Readonly<Record<Posted, number>>>>;

interface PaceParts {
	db: Database;
	clock: Clock;
	rateLimits: RateLimits;
	pace: Pace;
}

const day = 24 * 3_600_000;

/** Holds accounts, new ones above all, to a number of ads, posts and comments a day. */
export function createPace({ db, clock, rateLimits, pace }: PaceParts) {
	const known = (account: AccountRow): keyof Pace => {
		if (clock.now() - account.created_at >= limits.newAccountLife) return 'older';
		return account.email_verified_at === null ? 'unverified' : 'verified';
	};

	/** Holds an account to the day's number as `count` does it. Throws `too_many` in words of the product. */
	async function hold(
		account: AccountRow,
		what: Posted,
		count: (key: string, rate: { most: number; window: number }) => Promise<void>,
	): Promise<void> {
		if (account.role === 'admin') return;
		const level = known(account);
		const most = pace[level][what];
		const refused = await catchTooMany(count(`new ${what} of ${account.id}`, { most, window: day }));
		if (!refused) return;
		const untilFree = refused.retryAfter ?? day / 1000;
		const untilOlder = Math.ceil((account.created_at + limits.newAccountLife - clock.now()) / 1000);
		const retryAfter = level === 'older' ? untilFree : Math.min(untilFree, untilOlder);
		throw new Refusal('too_many', sentence(level, what, most, pace.verified[what]), { retryAfter });
	}

	return {
		/**
		 * Counts one that an account makes, and keeps the account from being suspended until that is committed: nothing is made by one
		 * that is. Before anything else of the transaction. Throws `too_many` past the day's number, `unauthenticated` for an account that
		 * is not to be seen.
		 */
		async countPosted(tx: Tx, accountId: number, what: Posted): Promise<void> {
			const account = await lockAccount(tx, accountId);
			if (!account || !isShown(account)) throw new Refusal('unauthenticated', problemsText.logInFirst);
			await hold(account, what, (key, rate) => rateLimits.count(key, rate, { tx }));
		},

		/** Counts nothing: throws `too_many` where one more would be past the day's number. */
		async checkPosted(accountId: number, what: Posted): Promise<void> {
			const account = await findAccount(db, accountId);
			if (account) await hold(account, what, rateLimits.check);
		},
	};
}

function sentence(level: keyof Pace, what: Posted, most: number, verified: number): string {
	if (level === 'older') return accountsApiText.mostADay(most, what);
	if (level === 'verified') return accountsApiText.mostOnFirstDay(most, what);
	return accountsApiText.mostUnconfirmed(most, what, verified);
}
