import { type Authorized, type Owner, ownedBy } from '../platform/authorization.ts';
import type { MediaRow, UploadRow } from './tables.ts';

/** The file, where this actor may make it part of something: only who has sent it. */
export function authorizeMediaOwner(actor: Owner, media: MediaRow): Authorized<MediaRow> | null {
	return ownedBy(actor, media, media.account_id);
}

/** The upload, where this actor may carry it on, finish or end it: only who has begun it. */
export function authorizeUploadOwner(actor: Owner, upload: UploadRow): Authorized<UploadRow> | null {
	return ownedBy(actor, upload, upload.account_id);
}
