import { type AuthorizedRow, authorizeOwner, type Owner } from '../core/authorization.ts';
import type { BusinessDocumentRow } from './tables.ts';

/** Authorizes the owner of a picture to delete it. Returns null for other actors. */
export function authorizeDocumentOwner(
	actor: Owner,
	document: BusinessDocumentRow,
): AuthorizedRow<BusinessDocumentRow> | null {
	return authorizeOwner(actor, document, document.account_id);
}
