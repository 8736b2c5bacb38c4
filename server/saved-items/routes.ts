import * as contract from '../../contract/saved-items/saved-items.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { SavedItemService } from './saved-items.ts';

export function createSavedItemRoutes(savedItems: SavedItemService): Route[] {
	return [
		implementEndpoint(contract.getSaved, { policy: 'signedIn', scope: 'read', rate: 'read' }, ({ actor, params }) =>
			savedItems.list(actor, params.list),
		),
		implementEndpoint(contract.uniteSaved, { policy: 'signedIn', rate: 'write' }, ({ actor, params, body }) =>
			savedItems.merge(actor, params.list, body.ids),
		),
		implementEndpoint(contract.save, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			savedItems.save(actor, params.list, params.id).then(() => undefined),
		),
		implementEndpoint(contract.unsave, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			savedItems.unsave(actor, params.list, params.id).then(() => undefined),
		),
	];
}
