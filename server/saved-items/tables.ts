import type { Generated } from 'kysely';
import type { SavedList } from '../../contract/saved-items.ts';

export interface SavedItemTables {
	saved_items: {
		/** Later is newer. */
		id: Generated<number>;
		account_id: number;
		list: SavedList;
		/** An ad's id in the wishlist, a post's in the others. */
		target_id: number;
		created_at: number;
	};
}
