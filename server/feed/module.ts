import type { FastifyInstance } from 'fastify';
import { readPublicMediaFile } from '../media/index.ts';
import type { Platform } from '../platform/platform.ts';
import { createForYouFeed, type ForYouFeedDeps } from './for-you-feed.ts';
import { mutePreferencePersonalData } from './personal-data.ts';
import { createFeedRoutes } from './routes.ts';
import { createSharePictureService, serveSharePictures } from './share-pictures.ts';
import { serveSitemap } from './sitemap.ts';
import { findAccountsMuting } from './store.ts';

const hour = 3_600_000;

export type FeedService = ReturnType<typeof createFeedModule>['service'];

export function createFeedModule(deps: Platform & ForYouFeedDeps) {
	const forYou = createForYouFeed(deps);
	const sharePictures = createSharePictureService({
		...deps,
		readPicture: (address) => readPublicMediaFile(deps, address),
	});
	return {
		service: { sharePictures, findAccountsMuting },
		routes: createFeedRoutes({ ...deps, forYou }),
		schedules: [
			{ name: 'feed.sweep', every: hour, run: forYou.sweep },
			{ name: 'share-pictures.sweep', every: hour, run: sharePictures.sweep },
		],
		personalData: [mutePreferencePersonalData],
		serve(app: FastifyInstance) {
			serveSharePictures(app, sharePictures);
			serveSitemap(app, deps);
		},
	};
}
