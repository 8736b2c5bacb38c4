import * as accountsApiText from '../../text/shared/accounts-api.ts';
import type { Clock } from '../core/clock.ts';
import { DomainError } from '../core/domain-error.ts';
import type { EventBus } from '../core/events.ts';
import { formatLocalTime } from '../core/local-time.ts';
import type { Database, Tx } from '../database/index.ts';
import * as store from './store.ts';
import type { AccountRow } from './tables.ts';
import { lockForVisibility, updateAccountVisibility } from './update-account-visibility.ts';

export type SuspensionService = ReturnType<typeof createSuspensionService>;

const sweepBatchSize = 100;

export function createSuspensionService({ db, clock, events }: { db: Database; clock: Clock; events: EventBus }) {
	const change = (tx: Tx, before: AccountRow, values: Pick<AccountRow, 'suspended_at' | 'suspended_until'>) =>
		updateAccountVisibility(tx, events, before, values);

	const lock = async (tx: Tx, id: number) => (await lockForVisibility(tx, events, [id])).get(id);

	const liftSuspension = (tx: Tx, account: AccountRow) =>
		change(tx, account, { suspended_at: null, suspended_until: null });

	return {
		/**
		 * Suspends and hides an account, and ends its sessions. `until` is in milliseconds since 1970; null means indefinitely. If the
		 * account is already suspended, only the end of the suspension changes. Throws `not_found`, and `forbidden` for an administrator.
		 */
		async suspend(tx: Tx, id: number, until: number | null): Promise<void> {
			const account = await lock(tx, id);
			if (!account) throw accountNotFound();
			if (account.role === 'admin') throw new DomainError('forbidden', accountsApiText.administratorNotSuspended);
			await store.deleteAccountSessions(tx, id);
			await change(tx, account, { suspended_at: account.suspended_at ?? clock.now(), suspended_until: until });
		},

		/** Lifts the suspension of an account. Does nothing if the account is not suspended or does not exist. */
		async unsuspend(tx: Tx, id: number): Promise<void> {
			const account = await lock(tx, id);
			if (account?.suspended_at != null) await liftSuspension(tx, account);
		},

		/** Throws `forbidden` if the account is suspended. Lifts an expired suspension. Returns the current account. */
		async assertNotSuspended(account: AccountRow): Promise<AccountRow> {
			const isExpired = ({ suspended_until: until }: AccountRow) => until !== null && until <= clock.now();
			if (account.suspended_at === null) return account;
			if (!isExpired(account)) throw accountSuspended(account);
			return db.transaction(async (tx) => {
				const locked = await lock(tx, account.id);
				if (!locked || locked.suspended_at === null) return locked ?? account;
				if (!isExpired(locked)) throw accountSuspended(locked);
				return liftSuspension(tx, locked);
			});
		},

		async sweep(): Promise<void> {
			for (;;) {
				const ids = await store.listExpiredSuspensions(db, clock.now(), sweepBatchSize);
				for (const id of ids) {
					await db.transaction(async (tx) => {
						const account = await lock(tx, id);
						if (account?.suspended_until != null && account.suspended_until <= clock.now())
							await liftSuspension(tx, account);
					});
				}
				if (ids.length < sweepBatchSize) return;
			}
		},
	};
}

function accountSuspended({ suspended_until: until }: AccountRow): DomainError {
	const sentence = until === null ? accountsApiText.suspended : accountsApiText.suspendedUntil(formatLocalTime(until));
	return new DomainError('forbidden', sentence);
}

function accountNotFound(): DomainError {
	return new DomainError('not_found', accountsApiText.accountGone);
}
