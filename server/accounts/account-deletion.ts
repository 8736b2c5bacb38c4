import type { Me } from '../../contract/accounts/accounts.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { writeAudit } from './audit.ts';
import { securityNoticeMailJob } from './job-definitions.ts';
import { presentMe } from './present.ts';
import type { ReauthenticateWithCode } from './reauthenticate.ts';
import { toSecurityNoticePayload } from './recovery.ts';
import { countOtherAdministrators, deleteMailedLinks } from './recovery-store.ts';
import * as store from './store.ts';
import { lockForVisibility, updateAccountVisibility } from './update-account-visibility.ts';

export interface AccountDeletionServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'events'> {
	reauthenticateWithCode: ReauthenticateWithCode;
}

export type AccountDeletionService = ReturnType<typeof createAccountDeletionService>;

export function createAccountDeletionService({
	db,
	clock,
	jobs,
	events,
	reauthenticateWithCode,
}: AccountDeletionServiceDeps) {
	return {
		/** Hides the actor's account immediately; erasure follows after the grace period. Throws `conflict` for the last administrator. */
		async scheduleDeletion(
			actor: Actor,
			form: { password: string; code?: string | undefined },
		): Promise<{ deletes_at: string }> {
			await reauthenticateWithCode(actor, form);
			const deletesAt = clock.now() + accountLimits.accountDeletionGrace;
			await db.transaction(async (tx) => {
				// `countOtherAdministrators` locks all administrators, so that the last two cannot delete their accounts concurrently.
				if (actor.role === 'admin' && (await countOtherAdministrators(tx, actor.accountId)) === 0) {
					throw new DomainError('conflict', accountsApiText.onlyAdministrator);
				}
				const account = (await lockForVisibility(tx, events, [actor.accountId])).get(actor.accountId);
				if (!account || account.deletes_at !== null) throw new DomainError('unauthenticated', problemsText.logInFirst);
				await store.deleteAccountSessions(tx, account.id);
				await deleteMailedLinks(tx, account.id);
				await updateAccountVisibility(tx, events, account, { deletes_at: deletesAt, new_email: null });
				await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'account-deleted'));
				if (actor.role === 'admin') {
					await writeAudit(
						tx,
						actor,
						{ action: 'account.delete', target: { kind: 'account', id: account.id } },
						clock.now(),
					);
				}
			});
			return { deletes_at: toIsoTime(deletesAt) };
		},

		/** Restores the actor's account. Does nothing if the account is not pending deletion. Throws `not_found` after the grace period. */
		restore: (actor: Actor): Promise<Me> =>
			db.transaction(async (tx) => {
				const account = (await lockForVisibility(tx, events, [actor.accountId])).get(actor.accountId);
				if (!account) throw new DomainError('unauthenticated', problemsText.logInFirst);
				if (account.deletes_at === null) return presentMe(account);
				if (account.deletes_at <= clock.now()) {
					throw new DomainError('not_found', accountsApiText.erasureStarted);
				}
				return presentMe(await updateAccountVisibility(tx, events, account, { deletes_at: null }));
			}),
	};
}
