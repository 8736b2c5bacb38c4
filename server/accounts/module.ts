import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openReservedList } from '../platform/files/index.ts';
import { handleJob } from '../platform/jobs/index.ts';
import type { Platform } from '../platform/platform.ts';
import { secretNamed } from '../platform/secrets.ts';
import { createAccounts } from './accounts.ts';
import { createExport, serveExports } from './export.ts';
import { serveGoogle } from './google-routes.ts';
import { eraseDueJob } from './job-definitions.ts';
import { createAccountJobs } from './jobs.ts';
import { leavingRoutes } from './leaving-routes.ts';
import type { Pace } from './pace.ts';
import type { PasswordCost } from './passwords.ts';
import { accountData, createErasure, type PersonalData } from './personal-data.ts';
import { accountRoutes } from './routes.ts';

export interface AccountsDeps extends Platform {
	/** How much an account may post a day. */
	pace: Pace;
	passwordCost: PasswordCost;
	/** What all modules keep about people, in the order in which they are created. */
	personalData: readonly PersonalData[];
}

const minute = 60_000;
const hour = 60 * minute;
/** Sessions that can end on a full disk before there is room again: 32 KiB are reserved for them. */
const mostRevoked = 4096;

export async function createAccountsModule(deps: AccountsDeps) {
	const { db, clock, config, rates } = deps;
	const accounts = createAccounts({
		...deps,
		sealingKey: await secretNamed(db, 'second-factors'),
		revokedSessions:
			db.engine === 'sqlite' ? await openReservedList(join(config.dataDir, 'revoked-sessions'), mostRevoked) : null,
		signUps: rates.signUp,
		callerSecret: await secretNamed(db, 'known callers'),
		google: config.google,
	});
	const exports = createExport({ ...deps, secret: await secretNamed(db, 'exports') });
	const eraseDue = createErasure(deps);
	return {
		service: { ...accounts, eraseDue },
		routes: [...accountRoutes(accounts), ...leavingRoutes(accounts.leaving, exports)],
		jobs: [...createAccountJobs(deps), handleJob(eraseDueJob, (_, { signal }) => eraseDue(signal))],
		schedules: [
			{ name: 'accounts.sweep', every: hour, run: accounts.sweep },
			{ name: 'accounts.end-suspensions', every: minute, run: accounts.endSuspensions },
			{ name: 'accounts.erase', every: hour, run: eraseDue },
		],
		personalData: [accountData(clock)],
		serve(app: FastifyInstance) {
			serveGoogle(app, accounts.google);
			serveExports(app, exports);
		},
	};
}
