import * as contract from '../../contract/saved-items/saved-items.ts';
import type { Database } from '../database/index.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { SavedItemService } from './saved-items.ts';

export function createSavedItemRoutes({ db, savedItems }: { db: Database; savedItems: SavedItemService }): Route[] {
	return [
		implementEndpoint(contract.getSaved, { policy: 'signedIn', scope: 'read', rate: 'read' }, ({ actor, params }) =>
			savedItems.list(actor, params.list),
		),
		implementEndpoint(contract.uniteSaved, { policy: 'signedIn', rate: 'write' }, ({ actor, params, body }) =>
			db.transaction((tx) => savedItems.merge(tx, actor, params.list, body.ids)),
		),
		implementEndpoint(contract.save, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => savedItems.save(tx, actor, params.list, params.id)).then(() => undefined),
		),
		implementEndpoint(contract.unsave, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => savedItems.unsave(tx, actor, params.list, params.id)).then(() => undefined),
		),
	];
}
