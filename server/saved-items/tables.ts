import type { Generated } from 'kysely';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';

export interface SavedItemTables {
	saved_items: {
		/** A newer saved item has a higher id. */
		id: Generated<number>;
		account_id: number;
		list: SavedList;
		/** Id of an ad in the wishlist, id of a post in the other lists. */
		target_id: number;
		created_at: number;
	};
}
