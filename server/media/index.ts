export { mediaStateChanged } from './events.ts';
export { getHostOrigins } from './external-host.ts';
export type { AttachedMedia, MediaService, PresentedMedia } from './media.ts';
export { createMediaModule } from './module.ts';
export { readPublicMediaFile } from './read-public-media-file.ts';
export { listReferencedFiles } from './referenced-files.ts';
