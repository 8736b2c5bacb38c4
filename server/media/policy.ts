import { type AuthorizedRow, authorizeOwner, type Owner } from '../core/authorization.ts';
import type { MediaRow, UploadRow } from './tables.ts';

/** Only the uploader may attach a file. Returns null for other accounts. */
export function authorizeMediaOwner(actor: Owner, media: MediaRow): AuthorizedRow<MediaRow> | null {
	return authorizeOwner(actor, media, media.account_id);
}

/** Only the account that started a resumable upload may continue, finish or delete it. Returns null for other accounts. */
export function authorizeUploadOwner(actor: Owner, upload: UploadRow): AuthorizedRow<UploadRow> | null {
	return authorizeOwner(actor, upload, upload.account_id);
}
