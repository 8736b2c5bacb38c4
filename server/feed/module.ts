import type { FastifyInstance } from 'fastify';
import { readPublicFile } from '../media/index.ts';
import type { Platform } from '../platform/platform.ts';
import { createForYou, type ForYouDeps } from './for-you-feed.ts';
import { mutePreferenceData } from './personal-data.ts';
import { feedRoutes } from './routes.ts';
import { createSharePictures, serveSharePictures } from './share-pictures.ts';
import { serveSitemap } from './sitemap.ts';

const hour = 3_600_000;

export function createFeedModule(deps: Platform & ForYouDeps) {
	const forYou = createForYou(deps);
	const sharePictures = createSharePictures({ ...deps, readPicture: (address) => readPublicFile(deps, address) });
	return {
		service: { sharePictures },
		routes: feedRoutes({ ...deps, forYou }),
		schedules: [
			{ name: 'feed.sweep', every: hour, run: forYou.sweep },
			{ name: 'share-pictures.sweep', every: hour, run: sharePictures.sweep },
		],
		personalData: [mutePreferenceData],
		serve(app: FastifyInstance) {
			serveSharePictures(app, sharePictures);
			serveSitemap(app, deps);
		},
	};
}
