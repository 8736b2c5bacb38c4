import * as contract from '../../contract/market-settings/market-settings.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import { marketSettingsCacheTag } from './cache-tags.ts';
import type { MarketSettingsService } from './market-settings.ts';

export function createMarketSettingsRoutes(settings: MarketSettingsService): Route[] {
	const cacheTags = () => [marketSettingsCacheTag];
	return [
		implementEndpoint(contract.getMarketSettings, { policy: 'admin', rate: 'read' }, async () => settings.get()),
		implementEndpoint(contract.updateMarketSettings, { policy: 'admin', rate: 'write' }, ({ actor, body }) =>
			settings.update(actor, body),
		),
		implementEndpoint(contract.setMarketLogo, { policy: 'admin', rate: 'write' }, ({ actor, body }) =>
			settings.setLogo(actor, body.picture, body.version),
		),
		implementEndpoint(contract.removeMarketLogo, { policy: 'admin', rate: 'write' }, ({ actor, query }) =>
			settings.setLogo(actor, null, query.version),
		),
		implementEndpoint(
			contract.getLegalDocument,
			{ policy: 'anyone', scope: 'read', rate: 'read', cacheTags },
			async ({ params }) => settings.getLegalDocument(params.document),
		),
		implementEndpoint(contract.getContact, { policy: 'anyone', scope: 'read', rate: 'read', cacheTags }, async () =>
			settings.getContact(),
		),
	];
}
