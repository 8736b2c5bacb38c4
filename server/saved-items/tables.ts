import type { Generated } from 'kysely';
import type { SavedList } from '../../contract/saved-items.ts';

export interface SavedItemTables {
	saved_items: {
		/** A higher id is newer. */
		id: Generated<number>;
		account_id: number;
		list: SavedList;
		/** An ad id in the wishlist, a post id in the other lists. */
		target_id: number;
		created_at: number;
	};
}
