import type { FastifyInstance } from 'fastify';
import type { Brand } from '../../contract/market-settings/brand.ts';
import type { AccountService, PostingQuotaLimits } from '../accounts/index.ts';
import type { Replaceable } from '../core/current.ts';
import type { RateLimitConfig } from '../http/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import { createMarketSettingsService } from './market-settings.ts';
import { createMarketSettingsRoutes } from './routes.ts';
import { serveLogo } from './serve-logo.ts';
import { serveSlugRedirects } from './serve-slug-redirects.ts';

export interface MarketSettingsModuleDeps extends Platform {
	accounts: AccountService;
	media: MediaService;
	brand: Replaceable<Brand>;
	rateLimitConfig: Replaceable<RateLimitConfig>;
	postingQuota: Replaceable<PostingQuotaLimits>;
}

export async function createMarketSettingsModule(deps: MarketSettingsModuleDeps) {
	const settings = await createMarketSettingsService(deps);
	return {
		service: settings,
		routes: createMarketSettingsRoutes(settings),
		serve(app: FastifyInstance) {
			serveLogo(app, settings);
			serveSlugRedirects(app, deps.brand);
		},
		close: settings.close,
	};
}
