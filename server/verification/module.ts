import type { AccountService } from '../accounts/index.ts';
import { getOrCreateSecret } from '../core/secrets.ts';
import type { MarketSettingsService } from '../market-settings/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import { createVerificationJobHandlers } from './jobs.ts';
import { createVerificationPersonalData } from './personal-data.ts';
import { createVerificationRoutes } from './routes.ts';
import { createVerificationService } from './verification.ts';

const hour = 3_600_000;

interface VerificationModuleDeps extends Platform {
	accounts: AccountService;
	media: MediaService;
	marketSettings: MarketSettingsService;
}

export async function createVerificationModule(deps: VerificationModuleDeps) {
	const verification = createVerificationService({ ...deps, secret: await getOrCreateSecret(deps.db, 'verification') });
	return {
		service: verification,
		routes: createVerificationRoutes(verification),
		jobs: createVerificationJobHandlers({ ...deps, verification }),
		schedules: [{ name: 'verification.sweep', every: hour, run: verification.sweep }],
		personalData: [createVerificationPersonalData({ ...deps, verification })],
	};
}
