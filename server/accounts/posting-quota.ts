import type { Person } from '../../contract/accounts/accounts.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type * as limits from '../../contract/core/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import type { Current } from '../core/current.ts';
import { DomainError } from '../core/domain-error.ts';
import { catchTooManyRequests, type RateLimit } from '../core/rate-limits.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import { presentPerson } from './present.ts';
import { findAccount, lockAccountRow, lockAccountRows } from './store.ts';
import type { AccountRow } from './tables.ts';
import { isAccountVisible } from './visibility.ts';

export type PostedItemKind = 'ads' | 'posts' | 'comments' | 'contacts' | 'reviews' | 'reports';

/** Maximum number of new items per day, by trust level of the account and kind of item. */
export type PostingQuotaLimits = Readonly<
	Record<keyof typeof limits.postingQuota, Readonly<Record<PostedItemKind, number>>>
>;

interface PostingQuotaDeps extends Pick<Platform, 'db' | 'clock' | 'rateLimits'> {
	postingQuota: Current<PostingQuotaLimits>;
}

export type TrustLevel = keyof PostingQuotaLimits;

const day = 24 * 3_600_000;

export type PostingQuota = ReturnType<typeof createPostingQuota>;

/** Limits the new ads, posts, comments, contacts, reviews and reports of an account per day. The limits of new accounts are the lowest. */
export function createPostingQuota({ db, clock, rateLimits, postingQuota }: PostingQuotaDeps) {
	const getTrustLevel = (account: AccountRow): TrustLevel => {
		if (clock.now() - account.created_at >= accountLimits.newAccountPeriod) return 'older';
		return account.email_verified_at === null ? 'unverified' : 'verified';
	};

	/** Returns the daily limit of an account's new items. Null for administrators, who have none. */
	function getQuota(account: AccountRow, kind: PostedItemKind): { key: string; rate: RateLimit } | null {
		if (account.role === 'admin') return null;
		const most = postingQuota.current()[getTrustLevel(account)][kind];
		return { key: `new ${kind} of ${account.id}`, rate: { most, window: day } };
	}

	/** Applies the daily limit to one new item: `count` counts the item or only checks the limit. Throws `too_many`. */
	async function enforce(
		account: AccountRow,
		kind: PostedItemKind,
		count: (key: string, rate: RateLimit) => Promise<void>,
	): Promise<void> {
		const quota = getQuota(account, kind);
		const rejection = quota && (await catchTooManyRequests(count(quota.key, quota.rate)));
		if (!rejection) return;
		const level = getTrustLevel(account);
		const windowRetryAfter = rejection.retryAfter ?? day / 1000;
		const untilEstablished = Math.ceil((account.created_at + accountLimits.newAccountPeriod - clock.now()) / 1000);
		const retryAfter = level === 'older' ? windowRetryAfter : Math.min(windowRetryAfter, untilEstablished);
		throw new DomainError(
			'too_many',
			quotaMessage(level, kind, quota.rate.most, postingQuota.current().verified[kind]),
			{
				retryAfter,
			},
		);
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
			const newUntil = account.created_at + accountLimits.newAccountPeriod;
			return { trustLevel: getTrustLevel(account), newUntil };
		},

		/** Returns whether an account is no longer new and has confirmed its email address or its phone number. */
		async isEstablished(db: Db, accountId: number): Promise<boolean> {
			const account = await findAccount(db, accountId);
			if (!account || getTrustLevel(account) !== 'older') return false;
			return account.email_verified_at !== null || account.phone_verified_at !== null;
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

		/**
		 * Does the same for new items of several accounts, of which some may repeat, without waiting for a lock. Returns the authors whose items
		 * were counted, by account. Omits an account that is not visible, that another transaction has locked, or that is known to have reached
		 * its limit. Throws `too_many` if another account would exceed its limit.
		 */
		async consumePostingQuotas(
			tx: Tx,
			accountIds: readonly number[],
			kind: PostedItemKind,
		): Promise<Map<number, Person>> {
			const locked = await lockAccountRows(tx, [...new Set(accountIds)], { skipLocked: true });
			const authors = new Map(locked.filter(isAccountVisible).map((account) => [account.id, account]));
			const quotas = accountIds.flatMap((id) => {
				const author = authors.get(id);
				const quota = author && getQuota(author, kind);
				return quota ? [{ ...quota, id }] : [];
			});
			const counted = await rateLimits.countEach(tx, quotas);
			for (const [index, { id }] of quotas.entries()) if (!counted[index]) authors.delete(id);
			return new Map([...authors].map(([id, account]) => [id, presentPerson(account)]));
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
	if (level === 'unverified' && limit === 0) return accountsApiText.noneUnconfirmed(kind, verifiedLimit);
	// The settings of the market may give both levels the same limit.
	if (level === 'verified' || verifiedLimit <= limit) return accountsApiText.mostOnFirstDay(limit, kind);
	return accountsApiText.mostUnconfirmed(limit, kind, verifiedLimit);
}
