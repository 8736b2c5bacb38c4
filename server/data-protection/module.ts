import type { AccountService, PersonalDataHandler } from '../accounts/index.ts';
import type { Platform } from '../platform.ts';
import { createDataProtectionService } from './data-protection.ts';
import { createDataProtectionJobHandlers } from './jobs.ts';
import { breachPersonalData, legalRequestPersonalData } from './personal-data.ts';
import { createDataProtectionRoutes } from './routes.ts';

const day = 86_400_000;

interface DataProtectionModuleDeps extends Platform {
	accounts: AccountService;
	/** Personal data of all modules. The list is complete once the last module is created. */
	personalData: readonly PersonalDataHandler[];
}

export function createDataProtectionModule(deps: DataProtectionModuleDeps) {
	const service = createDataProtectionService(deps);
	return {
		service,
		routes: createDataProtectionRoutes(service),
		jobs: createDataProtectionJobHandlers({ ...deps, ...service }),
		schedules: [{ name: 'data-protection.sweep', every: day, run: service.requests.sweep }],
		personalData: [legalRequestPersonalData, breachPersonalData],
	};
}
