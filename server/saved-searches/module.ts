import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { FeedService } from '../feed/index.ts';
import type { Platform } from '../platform.ts';
import { createSavedSearchJobHandlers } from './jobs.ts';
import { savedSearchPersonalData } from './personal-data.ts';
import { createSavedSearchRoutes } from './routes.ts';
import { createSavedSearchService } from './saved-searches.ts';

const minute = 60_000;

export function createSavedSearchesModule(
	deps: Platform & { accounts: AccountService; ads: AdService; feed: FeedService },
) {
	const savedSearches = createSavedSearchService(deps);
	return {
		service: savedSearches,
		routes: createSavedSearchRoutes(savedSearches),
		jobs: createSavedSearchJobHandlers({ ...deps, savedSearches }),
		schedules: [{ name: 'saved-searches.daily', every: 10 * minute, run: savedSearches.queueDailyAlerts }],
		personalData: [savedSearchPersonalData],
	};
}
