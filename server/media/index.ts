export type { FileCheck } from './check-files.ts';
export { mediaStateChanged } from './events.ts';
export { getHostOrigins } from './external-host.ts';
export { type FinishedMedia, finishPicture, finishVideo, listFinishedFiles } from './finished-media.ts';
export type { AttachedMedia, CheckedFile, MediaService, PresentedMedia } from './media.ts';
export { createMediaModule } from './module.ts';
export { readPublicMediaFile } from './read-public-media-file.ts';
export { listReferencedFiles } from './referenced-files.ts';
