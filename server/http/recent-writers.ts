import type { Database } from '../database/index.ts';

/** Accounts whose last write may still be missing in cached responses. */
export interface RecentWriters {
	add(accountId: number): void;
	/** Makes the account's own writes visible in cached responses. Call it before the account reads one. */
	beforeRead(accountId: number): void;
}

const maxAccounts = 10_000;

export function createRecentWriters(db: Pick<Database, 'flushInvalidations'>): RecentWriters {
	const accountIds = new Set<number>();
	return {
		add(accountId) {
			if (accountIds.size >= maxAccounts) {
				accountIds.clear();
				db.flushInvalidations();
			}
			accountIds.add(accountId);
		},
		beforeRead(accountId) {
			if (accountIds.delete(accountId)) db.flushInvalidations();
		},
	};
}
