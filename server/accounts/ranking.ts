import * as accountLimits from '../../contract/accounts/limits.ts';
import type { Platform } from '../platform.ts';
import { accountEmailVerified, accountRankingStarted } from './events.ts';
import { rankingJob } from './job-definitions.ts';
import { countNewNeighbours } from './known-login-origins-store.ts';
import * as store from './store.ts';
import { lockForVisibility } from './update-account-visibility.ts';
import { isAccountVisible } from './visibility.ts';

/**
 * Number of other new accounts on a network or in a browser up to which a new account counts in rankings at once. The family of an honest
 * newcomer fits in; many accounts that one person creates do not.
 */
const maxNeighbours = 3;
const batchSize = 100;

export type RankingService = ReturnType<typeof createRankingService>;

/**
 * Decides from when the likes, follows and comments of an account count in rankings: from the confirmation of its email address, but on its
 * second day if it shares a network or browser with several other new accounts. Once they count, they always do.
 */
export function createRankingService({ db, clock, jobs, events }: Pick<Platform, 'db' | 'clock' | 'jobs' | 'events'>) {
	const startOfNewAccounts = () => clock.now() - accountLimits.newAccountPeriod;

	/** Lets the likes, follows and comments of an account count if it is time for them. */
	const update = (accountId: number): Promise<void> =>
		db.transaction(async (tx) => {
			// The accounts that it follows are locked, too, because their numbers of followers change.
			const account = (await lockForVisibility(tx, events, [accountId])).get(accountId);
			if (!account || account.is_ranking === 1 || account.email_verified_at === null) return;
			const since = startOfNewAccounts();
			const isNew = account.created_at > since;
			if (isNew && (await countNewNeighbours(tx, accountId, since)) > maxNeighbours) return;
			await store.updateAccount(tx, accountId, { is_ranking: 1 });
			await events.emit(tx, accountRankingStarted, { accountId, isVisible: isAccountVisible(account) });
		});

	// A job checks the account after the commit, because a sign-up with Google remembers its network last.
	events.on(accountEmailVerified, (tx, { accountId }) => jobs.add(tx, rankingJob, { account_id: accountId }));

	return {
		update,

		/** Lets the likes, follows and comments of confirmed accounts count that are no longer new. */
		async updateOlder(signal: AbortSignal): Promise<void> {
			for (;;) {
				const ids = await store.listAccountsDueForRanking(db, startOfNewAccounts(), batchSize);
				for (const id of ids) {
					signal.throwIfAborted();
					await update(id);
				}
				if (ids.length < batchSize) return;
			}
		},
	};
}
