import type { Generated, Selectable } from 'kysely';
import type { AlertMode } from '../../contract/saved-searches/saved-search-options.ts';

export interface SavedSearchTables {
	saved_searches: {
		/** A newer search has a higher id. */
		id: Generated<number>;
		account_id: number;
		/** Words as typed. */
		q: string;
		/** JSON array of the normalized words. An account has each combination of `words` and `filters` once. */
		words: string;
		/** JSON of the filters as the API takes them, in a fixed order. */
		filters: string;
		/** Word or filter that an ad must have to match; see `chooseSearchKey`. */
		match_key: string;
		alerts: AlertMode;
		/** Number of rows in `saved_search_matches`. */
		pending: Generated<number>;
		created_at: number;
		/** Time when the owner last looked at the search; null if never. */
		seen_at: number | null;
	};
	/** New ads of saved searches that the owners have not seen. */
	saved_search_matches: {
		search_id: number;
		ad_id: number;
		matched_at: number;
		/** Time when the owner was told, or when it was clear that no message is wanted. Null while a message is due. */
		alerted_at: number | null;
	};
}

export type SavedSearchRow = Selectable<SavedSearchTables['saved_searches']>;
