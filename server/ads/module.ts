import type { Accounts } from '../accounts/index.ts';
import type { Media } from '../media/index.ts';
import type { Platform } from '../platform/platform.ts';
import { createAds } from './ads.ts';
import { adData } from './personal-data.ts';
import { adRoutes } from './routes.ts';

export function createAdsModule(deps: Platform & { accounts: Accounts; media: Media }) {
	const ads = createAds(deps);
	return { service: ads, routes: adRoutes(ads), personalData: [adData(ads)] };
}
