import { createAccountDeletionService } from './account-deletion.ts';
import type { AccountService, AccountServiceDeps } from './accounts.ts';
import { addAccount } from './add-account.ts';
import { createAccountAdministration } from './admin.ts';
import { createAdministrators } from './administrators.ts';
import { createApiTokenService } from './api-tokens.ts';
import { writeAudit } from './audit.ts';
import { createAccountEditing } from './edit-account.ts';
import { hasAnyFormerUserName } from './erasure-store.ts';
import { accountsFinder, createAccountFinder } from './find-accounts.ts';
import { createGoogleSignInService } from './google.ts';
import { listDeviceHashes } from './known-login-origins-store.ts';
import { createAccountLocks } from './lock-accounts.ts';
import { createLogIn, createSignUp } from './log-in.ts';
import { createLoginLimiter } from './login-limits.ts';
import { createLookAlikeService } from './look-alikes.ts';
import { createNumberChangeService } from './number-changes.ts';
import { createPasskeyService } from './passkeys.ts';
import { createPasswordHasher } from './passwords.ts';
import { createPostingQuota } from './posting-quota.ts';
import { createRankingService } from './ranking.ts';
import { createReauthentication, type ReauthenticateWithCode } from './reauthenticate.ts';
import { createAccountRecoveryService } from './recovery.ts';
import { createRevokedSessionList } from './revoked-sessions.ts';
import { createSecondFactorService } from './second-factor.ts';
import { createSessionService } from './sessions.ts';
import * as store from './store.ts';
import { createSuspensionService } from './suspension.ts';
import { createTrustService } from './trust.ts';
import { suggestUserName } from './user-names.ts';

export function createAccountService(deps: AccountServiceDeps): AccountService {
	const { db, clock, events, jobs, rateLimits } = deps;
	const passwords = createPasswordHasher(deps.passwordCost);
	const ranking = createRankingService(deps);
	const reauthenticate = createReauthentication({ db, rateLimits, passwords });
	const secondFactor = createSecondFactorService({ ...deps, key: deps.sealingKey, reauthenticate });
	const reauthenticateWithCode: ReauthenticateWithCode = async (actor, { password, code }) => {
		const account = await reauthenticate(actor, password);
		await secondFactor.check(actor.accountId, code);
		return account;
	};
	const revokedSessions = createRevokedSessionList({ db, list: deps.revokedSessions });
	const sessions = createSessionService({ ...deps, revoked: revokedSessions });
	const loginLimits = createLoginLimiter({ ...deps, secret: deps.callerSecret });
	const recovery = createAccountRecoveryService({ ...deps, passwords, reauthenticateWithCode, loginLimits });
	const apiTokens = createApiTokenService({ db, clock, jobs, reauthenticateWithCode });
	const suspension = createSuspensionService(deps);
	const passkeys = createPasskeyService({
		...deps,
		key: deps.passkeyKey,
		loginLimits,
		suspension,
		reauthenticateWithCode,
	});
	const accountDeletion = createAccountDeletionService({ ...deps, reauthenticateWithCode });
	const admin = createAccountAdministration(deps);
	const lookAlikes = createLookAlikeService(deps);
	const numberChanges = createNumberChangeService(deps);
	const trust = createTrustService({ ...deps, lookAlikes, numberChanges });
	const adding = { clock, events, lookAlikes };
	const add: AccountService['add'] = (tx, account) => addAccount(tx, adding, account);
	const google = createGoogleSignInService({
		...deps,
		insertAccount: add,
		provider: deps.google,
		secondFactor,
		reauthenticate,
		suspension,
	});

	return {
		secondFactor,
		passkeys,
		google,
		recovery,
		sessions,
		apiTokens,
		accountDeletion,
		trust,
		ranking,
		numberChanges,
		admin,
		reauthenticateWithCode,
		authenticate: sessions.authenticate,
		findRecentAccountId: sessions.findRecentAccountId,
		isSessionActive: sessions.isActive,
		suspend: suspension.suspend,
		unsuspend: suspension.unsuspend,
		endExpiredSuspensions: suspension.sweep,
		checkLookAlikes: lookAlikes.check,
		reportFoundLookAlikes: lookAlikes.reportFound,
		findBetterNameHolder: lookAlikes.findBetterHolder,
		findSharedOrigin: loginLimits.findSharedOrigin,
		sharesOriginWithAny: loginLimits.sharesOriginWithAny,
		listDeviceHashes,
		filterRanking: store.filterRankingAccounts,
		findIdsByUserName: store.findAccountIdsByUserName,
		nextVisibleId: store.findNextVisibleAccountId,
		listVisibleUserNames: store.listVisibleUserNames,
		listAuditEntries: store.listAuditEntries,
		writeAudit: (tx, actor, entry) => writeAudit(tx, actor, entry, clock.now()),
		add,
		suggestUserName: (name) => suggestUserName(db, name, deps.brand.current()),
		logOut: (actor) => revokedSessions.revoke(actor.sessionId),
		isEmpty: async () => !(await store.hasAnyUser(db)) && !(await hasAnyFormerUserName(db)),
		...createSignUp({ ...deps, passwords, loginLimits, lookAlikes }),
		...createLogIn({ ...deps, passwords, loginLimits, suspension, secondFactor, reauthenticate }),
		...createAdministrators({ ...deps, passwords, secondFactor, lookAlikes }),
		...createAccountEditing({ ...adding, numberChanges, brand: deps.brand }),
		...createAccountFinder(db),
		...accountsFinder,
		...createAccountLocks(events),
		...createPostingQuota(deps),

		async sweep() {
			await revokedSessions.sweep();
			await numberChanges.sweep();
			await store.deleteExpiredSessions(db, clock.now());
			await google.sweep();
			await passkeys.sweep();
			await recovery.sweep();
			await loginLimits.sweep();
		},
	};
}
