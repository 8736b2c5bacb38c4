import type { MediaKind } from '../../contract/media/media.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { DomainError } from '../core/domain-error.ts';

/** Cloudinary cloud name of Kasuwa's own media host. */
export const ownHostCloudName = 'kasuwa';
/** Path of resumable video uploads on Kasuwa's own media host. */
export const resumableUploadPath = `/v1_1/${ownHostCloudName}/resumable/video/upload`;

/** Cloudinary folder of each kind of file. */
export const folders: Record<MediaKind, string> = { image: 'pictures', video: 'videos' };

export function requireOwnCloud(cloudName: string): void {
	if (cloudName !== ownHostCloudName) throw new DomainError('not_found', mediaApiText.cloudUnknown);
}
