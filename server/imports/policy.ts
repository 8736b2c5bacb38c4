import { type AuthorizedRow, authorizeOwner, type Owner } from '../core/authorization.ts';
import type { ImportRow } from './tables.ts';

/** Authorizes the owner of an import to add ads to it, to finish it and to undo it. Returns null for other actors. */
export function authorizeImportOwner(actor: Owner, row: ImportRow): AuthorizedRow<ImportRow> | null {
	return authorizeOwner(actor, row, row.account_id);
}
