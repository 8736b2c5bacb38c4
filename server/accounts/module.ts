import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Current } from '../core/current.ts';
import { getOrCreateSecret } from '../core/secrets.ts';
import { openPreallocatedList } from '../files/index.ts';
import { defineJobHandler } from '../jobs/index.ts';
import type { Platform } from '../platform.ts';
import { createAccountDeletionRoutes } from './account-deletion-routes.ts';
import { serveChangePasswordRedirect } from './change-password-redirect.ts';
import { createAccountService } from './create-account-service.ts';
import { createDataExportService, serveDataExports } from './data-export.ts';
import { serveGoogleSignInRedirect } from './google-routes.ts';
import { eraseDueAccountsJob, lookAlikesJob, rankingJob } from './job-definitions.ts';
import { createAccountJobHandlers } from './jobs.ts';
import type { PasswordCost } from './passwords.ts';
import { createAccountEraser, createAccountPersonalData, type PersonalDataHandler } from './personal-data.ts';
import type { PostingQuotaLimits } from './posting-quota.ts';
import { createAccountRoutes } from './routes.ts';

export interface AccountsModuleDeps extends Platform {
	/** Maximum numbers of new items per account and day. */
	postingQuota: Current<PostingQuotaLimits>;
	passwordCost: PasswordCost;
	/** Personal data handlers of all modules, in the order in which the modules are created. */
	personalData: readonly PersonalDataHandler[];
}

const minute = 60_000;
const hour = 60 * minute;
/** Number of sessions that can be revoked while the disk is full. The preallocated list takes 32 KiB. */
const maxRevokedSessions = 4096;

export async function createAccountsModule(deps: AccountsModuleDeps) {
	const { db, clock, config } = deps;
	const accounts = createAccountService({
		...deps,
		sealingKey: await getOrCreateSecret(db, 'second-factors'),
		passkeyKey: await getOrCreateSecret(db, 'passkeys'),
		revokedSessions:
			db.engine === 'sqlite'
				? await openPreallocatedList(join(config.dataDir, 'revoked-sessions'), maxRevokedSessions)
				: null,
		callerSecret: await getOrCreateSecret(db, 'known callers'),
		google: config.google,
	});
	const dataExport = createDataExportService({ ...deps, secret: await getOrCreateSecret(db, 'exports') });
	const eraseDue = createAccountEraser(deps);
	return {
		service: { ...accounts, eraseDue },
		routes: [
			...createAccountRoutes(db, accounts),
			...createAccountDeletionRoutes(accounts.accountDeletion, dataExport),
		],
		jobs: [
			...createAccountJobHandlers(deps),
			defineJobHandler(eraseDueAccountsJob, (_, { signal }) => eraseDue(signal)),
			defineJobHandler(lookAlikesJob, ({ account_id }) => accounts.checkLookAlikes(account_id)),
			defineJobHandler(rankingJob, ({ account_id }) => accounts.ranking.update(account_id)),
		],
		schedules: [
			{ name: 'accounts.sweep', every: hour, run: accounts.sweep },
			{ name: 'accounts.report-look-alikes', every: hour, run: accounts.reportFoundLookAlikes },
			{ name: 'accounts.ranking', every: 10 * minute, run: accounts.ranking.updateOlder },
			{ name: 'accounts.end-cautions', every: hour, run: accounts.trust.endCautions },
			{ name: 'accounts.end-suspensions', every: minute, run: accounts.endExpiredSuspensions },
			{ name: 'accounts.erase', every: hour, run: eraseDue },
		],
		personalData: [createAccountPersonalData(clock)],
		serve(app: FastifyInstance) {
			serveGoogleSignInRedirect(app, accounts.google);
			serveDataExports(app, dataExport);
			serveChangePasswordRedirect(app);
		},
	};
}
