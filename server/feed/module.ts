import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Comments } from '../comments/index.ts';
import type { Follows } from '../follows/index.ts';
import type { Likes } from '../likes/index.ts';
import { readShown } from '../media/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Posts } from '../posts/index.ts';
import type { SavedItems } from '../saved-items/index.ts';
import { createForYou } from './for-you-feed.ts';
import { feedData } from './personal-data.ts';
import { feedRoutes } from './routes.ts';
import { createSharePictures, serveSharePictures } from './share-pictures.ts';
import { serveSiteMap } from './site-map.ts';

export interface FeedDeps extends Platform {
	accounts: Accounts;
	ads: Ads;
	posts: Posts;
	follows: Follows;
	likes: Likes;
	comments: Comments;
	savedItems: SavedItems;
}

const hour = 3_600_000;

export function createFeedModule(deps: FeedDeps) {
	const forYou = createForYou(deps);
	const sharePictures = createSharePictures({ ...deps, pictureAt: (address) => readShown(deps, address) });
	return {
		service: { sharePictures },
		routes: feedRoutes({ ...deps, forYou }),
		schedules: [
			{ name: 'feed.sweep', every: hour, run: forYou.sweep },
			{ name: 'share-pictures.sweep', every: hour, run: sharePictures.sweep },
		],
		personalData: [feedData],
		serve(app: FastifyInstance) {
			serveSharePictures(app, sharePictures);
			serveSiteMap(app, deps);
		},
	};
}
