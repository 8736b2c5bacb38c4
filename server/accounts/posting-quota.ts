import type { Person } from '../../contract/accounts.ts';
import { limits } from '../../contract/limits.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import * as problemsText from '../../contract/text/problems.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import { DomainError } from '../platform/domain-error.ts';
import { catchTooManyRequests, type RateLimiter } from '../platform/rate-limits.ts';
import { presentPerson } from './present.ts';
import { findAccount, lockAccountRow } from './store.ts';
import type { AccountRow } from './tables.ts';
import { isAccountVisible } from './visibility.ts';

export type PostedItemKind = 'ads' | 'posts' | 'comments' | 'contacts' | 'reviews';

/** Maximum number of new items per day, by trust level of the account and kind of item. */
export type PostingQuotaLimits = Readonly<
	Record<keyof typeof limits.postingQuota, Readonly<Record<PostedItemKind, number>>>
>;

interface PostingQuotaDeps {
	db: Database;
	clock: Clock;
	rateLimits: RateLimiter;
	postingQuota: PostingQuotaLimits;
}

export type TrustLevel = keyof PostingQuotaLimits;

const day = 24 * 3_600_000;

/** Limits the new ads, posts, comments, contacts and reviews of an account per day. The limits of new accounts are the lowest. */
export function createPostingQuota({ db, clock, rateLimits, postingQuota }: PostingQuotaDeps) {
	const getTrustLevel = (account: AccountRow): TrustLevel => {
		if (clock.now() - account.created_at >= limits.newAccountPeriod) return 'older';
		return account.email_verified_at === null ? 'unverified' : 'verified';
	};

	/** Applies the daily limit to one new item: `count` counts the item or only checks the limit. Throws `too_many`. */
	async function enforce(
		account: AccountRow,
		kind: PostedItemKind,
		count: (key: string, rate: { most: number; window: number }) => Promise<void>,
	): Promise<void> {
		if (account.role === 'admin') return;
		const level = getTrustLevel(account);
		const limit = postingQuota[level][kind];
		const rejection = await catchTooManyRequests(count(`new ${kind} of ${account.id}`, { most: limit, window: day }));
		if (!rejection) return;
		const windowRetryAfter = rejection.retryAfter ?? day / 1000;
		const untilEstablished = Math.ceil((account.created_at + limits.newAccountPeriod - clock.now()) / 1000);
		const retryAfter = level === 'older' ? windowRetryAfter : Math.min(windowRetryAfter, untilEstablished);
		throw new DomainError('too_many', quotaMessage(level, kind, limit, postingQuota.verified[kind]), { retryAfter });
	}

	/** Locks the account, so that nobody can suspend it before the commit. Throws `unauthenticated` if it is not visible. */
	async function lockAuthor(tx: Tx, accountId: number): Promise<AccountRow> {
		const account = await lockAccountRow(tx, accountId);
		if (!account || !isAccountVisible(account)) throw new DomainError('unauthenticated', problemsText.logInFirst);
		return account;
	}

	return {
		/**
		 * Locks an account that posts, and returns its trust level. `newUntil` is the time until which the account counts as new. For items
		 * with a quota of their own. Throws `unauthenticated` if the account is not visible.
		 */
		async lockPostingAccount(tx: Tx, accountId: number): Promise<{ trustLevel: TrustLevel; newUntil: number }> {
			const account = await lockAuthor(tx, accountId);
			const newUntil = account.created_at + limits.newAccountPeriod;
			return { trustLevel: getTrustLevel(account), newUntil };
		},

		/**
		 * Counts one new item and locks the account, so that nobody can suspend the account before the commit. Call `consumePostingQuota`
		 * first in the transaction. Returns the author. Throws `too_many` beyond the daily limit, and `unauthenticated` if the account is not
		 * visible.
		 */
		async consumePostingQuota(tx: Tx, accountId: number, kind: PostedItemKind): Promise<Person> {
			const account = await lockAuthor(tx, accountId);
			await enforce(account, kind, (key, rate) => rateLimits.count(key, rate, { tx }));
			return presentPerson(account);
		},

		/** Throws `too_many` if `consumePostingQuota` would. Counts nothing. */
		async checkPostingQuota(accountId: number, kind: PostedItemKind): Promise<void> {
			const account = await findAccount(db, accountId);
			if (account) await enforce(account, kind, rateLimits.check);
		},
	};
}

function quotaMessage(level: TrustLevel, kind: PostedItemKind, limit: number, verifiedLimit: number): string {
	if (level === 'older') return accountsApiText.mostADay(limit, kind);
	if (level === 'verified') return accountsApiText.mostOnFirstDay(limit, kind);
	return accountsApiText.mostUnconfirmed(limit, kind, verifiedLimit);
}
