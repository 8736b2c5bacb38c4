import type { AdService } from '../ads/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import { savedItemPersonalData } from './personal-data.ts';
import { createSavedItemRoutes } from './routes.ts';
import { createSavedItemService } from './saved-items.ts';

export function createSavedItemsModule(deps: Platform & { ads: AdService; posts: PostService }) {
	const savedItems = createSavedItemService(deps);
	return {
		service: savedItems,
		routes: createSavedItemRoutes({ db: deps.db, savedItems }),
		personalData: [savedItemPersonalData],
	};
}
