import { type AuthorizedRow, authorizeOwner, type Owner } from '../core/authorization.ts';
import type { SavedSearchRow } from './tables.ts';

/** Authorizes the owner to read, change or delete a saved search. Returns null for other actors. */
export function authorizeSavedSearchOwner(actor: Owner, search: SavedSearchRow): AuthorizedRow<SavedSearchRow> | null {
	return authorizeOwner(actor, search, search.account_id);
}
