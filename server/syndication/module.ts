import type { FastifyInstance } from 'fastify';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { getHostOrigins } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import { serveEmbeds } from './embeds.ts';
import { serveFeeds } from './feeds.ts';
import { serveOembed } from './oembed.ts';

/** What feed readers and other sites show of the market: feeds, oEmbed and embeds. */
export function createSyndicationModule(deps: Platform & { accounts: AccountService; ads: AdService }) {
	const { mediaHost } = deps.config;
	const mediaOrigins = mediaHost ? getHostOrigins(mediaHost) : [];
	return {
		service: {},
		serve(app: FastifyInstance) {
			serveFeeds(app, deps);
			serveOembed(app, deps);
			serveEmbeds(app, { ...deps, mediaOrigins });
		},
	};
}
