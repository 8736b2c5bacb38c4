import type { AccountService } from '../accounts/index.ts';
import { resetFutureTimesEvery } from '../content/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import { createAdService } from './create-ad-service.ts';
import { createAdPersonalData } from './personal-data.ts';
import { createAdRoutes } from './routes.ts';

export function createAdsModule(deps: Platform & { accounts: AccountService; media: MediaService }) {
	const ads = createAdService(deps);
	return {
		service: ads,
		routes: createAdRoutes({ db: deps.db, ads }),
		schedules: [{ name: 'ads.reset-future-times', every: resetFutureTimesEvery, run: ads.resetFutureTimes }],
		personalData: [createAdPersonalData(ads)],
	};
}
