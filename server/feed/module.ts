import type { FastifyInstance } from 'fastify';
import type { MarketSettingsService } from '../market-settings/index.ts';
import { readPublicMediaFile } from '../media/index.ts';
import type { ModerationService } from '../moderation/index.ts';
import type { Platform } from '../platform.ts';
import { createForYouFeed, type ForYouFeedDeps } from './for-you-feed.ts';
import { createMarketCardService } from './market-cards.ts';
import { mutePreferencePersonalData } from './personal-data.ts';
import { createFeedRoutes } from './routes.ts';
import { createSharePictureService, serveSharePictures } from './share-pictures.ts';
import { serveSitemap } from './sitemap.ts';
import { findAccountsMuting } from './store.ts';

const minute = 60_000;
const hour = 60 * minute;

export type FeedService = ReturnType<typeof createFeedModule>['service'];

export function createFeedModule(
	deps: Platform & ForYouFeedDeps & { moderation: ModerationService; marketSettings: MarketSettingsService },
) {
	const forYou = createForYouFeed(deps);
	const marketCards = createMarketCardService(deps);
	const sharePictures = createSharePictureService({
		...deps,
		marketCards,
		readPicture: (address) => readPublicMediaFile(deps, address),
	});
	return {
		service: { marketCards, sharePictures, findAccountsMuting },
		routes: createFeedRoutes({ ...deps, forYou, sharePictures }),
		schedules: [
			{ name: 'feed.sweep', every: hour, run: forYou.sweep },
			{ name: 'market-cards.refresh', every: 10 * minute, run: () => marketCards.refresh() },
			{ name: 'share-pictures.sweep', every: hour, run: sharePictures.sweep },
		],
		personalData: [mutePreferencePersonalData],
		serve(app: FastifyInstance) {
			serveSharePictures(app, sharePictures);
			serveSitemap(app, deps);
		},
	};
}
