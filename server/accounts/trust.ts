import type { ResponseTime } from '../../contract/accounts/accounts.ts';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import { personCacheTag, userNameCacheTag } from './cache-tags.ts';
import { computeCaution } from './caution.ts';
import { accountNumberChanged } from './events.ts';
import type { LookAlikeService } from './look-alikes.ts';
import { listAccountChanges, type NumberChangeService } from './number-changes.ts';
import * as store from './store.ts';
import type { AccountRow } from './tables.ts';

const sweepBatchSize = 100;

export interface TrustServiceDeps extends Pick<Platform, 'db' | 'clock' | 'events'> {
	lookAlikes: LookAlikeService;
	numberChanges: Pick<NumberChangeService, 'record'>;
}

export type TrustService = ReturnType<typeof createTrustService>;

/** Keeps what an account has proven, whether it is reported, and how quickly it answers, all of which customers see. */
export function createTrustService({ db, clock, events, lookAlikes, numberChanges }: TrustServiceDeps) {
	/** Changes public fields of a locked account and its `caution`. Does nothing if they already have these values. */
	async function change(tx: Tx, account: AccountRow, values: Partial<AccountRow>): Promise<AccountRow> {
		const changed = { ...account, ...values };
		const update = { ...values, caution: computeCaution(changed, clock.now()) };
		if (Object.entries(update).every(([name, value]) => account[name as keyof AccountRow] === value)) return account;
		tx.invalidate(personCacheTag(account.id), userNameCacheTag(account.user_name));
		return (await store.updateAccount(tx, account.id, update)) ?? changed;
	}

	async function lock(tx: Tx, id: number): Promise<AccountRow> {
		const account = await store.lockAccountRow(tx, id);
		if (!account) throw new DomainError('unauthenticated', problemsText.logInFirst);
		return account;
	}

	/** Locks an account and the one that has proven a phone number. */
	async function lockWithHolder(tx: Tx, id: number, phone: string): Promise<Map<number, AccountRow>> {
		const holder = await store.findVerifiedPhoneHolder(tx, phone);
		// The same order in every transaction prevents deadlocks.
		const locked = new Map<number, AccountRow>();
		for (const one of [...new Set([id, holder ?? id])].sort((a, b) => a - b)) locked.set(one, await lock(tx, one));
		return locked;
	}

	return {
		lockWithHolder,

		/** Sets the account's phone number as proven by its owner. The proof of another account with the same number ends. */
		async setPhoneVerified(tx: Tx, id: number, phone: string): Promise<void> {
			const locked = await lockWithHolder(tx, id, phone);
			for (const account of locked.values()) {
				if (account.id !== id && account.phone === phone) await change(tx, account, { phone_verified_at: null });
			}
			const own = locked.get(id);
			if (!own) return;
			await lookAlikes.report(tx, await change(tx, own, { phone, phone_verified_at: clock.now() }));
			await numberChanges.record(tx, id, listAccountChanges(own, { ...own, phone }));
			if (own.phone && own.phone !== phone && own.phone_public === 1) {
				const number = { accountId: id, kind: 'phone', previous: own.phone, current: phone } as const;
				await events.emit(tx, accountNumberChanged, number);
			}
		},

		/** Sets or removes the business whose documents an administrator accepted. */
		async setVerifiedBusiness(tx: Tx, id: number, name: string | null): Promise<void> {
			const account = await lock(tx, id);
			const business_verified_at = name === null ? null : clock.now();
			await change(tx, account, { business_name: name, business_verified_at });
			// A verified business has a better right to a name than others.
			await lookAlikes.queueCheck(tx, account);
		},

		/** Records whether open reports about the account or its content, or a moderator, warn customers of it. Does nothing if the account is erased. */
		async setReported(tx: Tx, id: number, isReported: boolean): Promise<void> {
			const account = await store.lockAccountRow(tx, id);
			if (account) await change(tx, account, { reported: isReported ? 1 : 0 });
		},

		/** Sets how quickly the account usually answers; null with too few answers. Does nothing if the account is erased. */
		async setResponseTime(tx: Tx, id: number, responseTime: ResponseTime | null): Promise<void> {
			const account = await store.lockAccountRow(tx, id);
			if (!account) return;
			await store.updateAccount(tx, id, { response_time: responseTime, response_time_at: clock.now() });
			if (account.response_time === responseTime) return;
			tx.invalidate(personCacheTag(account.id), userNameCacheTag(account.user_name));
		},

		/** Lists accounts whose response time was last computed at or before `until`, oldest first. */
		listStaleResponseTimes: store.listStaleResponseTimes,

		/** Ends the warnings about accounts that are no longer new. */
		async endCautions(): Promise<void> {
			for (;;) {
				const until = clock.now() - verificationLimits.cautionPeriod;
				const ids = await store.listExpiredCautions(db, until, sweepBatchSize);
				for (const id of ids) {
					await db.transaction(async (tx) => {
						const account = await store.lockAccountRow(tx, id);
						if (account) await change(tx, account, {});
					});
				}
				if (ids.length < sweepBatchSize) return;
			}
		},
	};
}
