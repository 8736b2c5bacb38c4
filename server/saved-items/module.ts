import type { Ads } from '../ads/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Posts } from '../posts/index.ts';
import { savedItemData } from './personal-data.ts';
import { savedItemRoutes } from './routes.ts';
import { createSavedItems } from './saved-items.ts';

export function createSavedItemsModule(deps: Platform & { ads: Ads; posts: Posts }) {
	const savedItems = createSavedItems(deps);
	return { service: savedItems, routes: savedItemRoutes(savedItems), personalData: [savedItemData] };
}
