import type { AccountService } from '../accounts/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform/platform.ts';
import { createAdService } from './ads.ts';
import { adPersonalData } from './personal-data.ts';
import { adRoutes } from './routes.ts';

export function createAdsModule(deps: Platform & { accounts: AccountService; media: MediaService }) {
	const ads = createAdService(deps);
	return { service: ads, routes: adRoutes(ads), personalData: [adPersonalData(ads)] };
}
