import * as contract from '../../contract/saved-searches/saved-searches.ts';
import { callCosts, implementEndpoint, type Route } from '../http/index.ts';
import type { SavedSearchService } from './saved-searches.ts';

export function createSavedSearchRoutes(savedSearches: SavedSearchService): Route[] {
	return [
		implementEndpoint(
			contract.listSavedSearches,
			{ policy: 'signedIn', scope: 'read', rate: 'read' },
			async ({ actor }) => ({
				items: await savedSearches.list(actor),
			}),
		),
		implementEndpoint(contract.createSavedSearch, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			savedSearches.create(actor, body),
		),
		implementEndpoint(
			contract.getSavedSearch,
			{ policy: 'ownerAlone', scope: 'read', rate: 'read' },
			({ actor, params }) => savedSearches.get(actor, params.id),
		),
		implementEndpoint(
			contract.listSavedSearchAds,
			{ policy: 'ownerAlone', scope: 'read', rate: 'read', cost: () => callCosts.search },
			({ actor, params, query }) => savedSearches.listAds(actor, params.id, query),
		),
		implementEndpoint(contract.updateSavedSearch, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params, body }) =>
			savedSearches.update(actor, params.id, body.alerts),
		),
		implementEndpoint(contract.deleteSavedSearch, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			savedSearches.remove(actor, params.id).then(() => undefined),
		),
		implementEndpoint(
			contract.markSavedSearchSeen,
			{ policy: 'ownerAlone', rate: 'write' },
			({ actor, params, body }) => savedSearches.markSeen(actor, params.id, body.up_to).then(() => undefined),
		),
	];
}
