import { createMediaAttaching } from './attach-media.ts';
import { createMediaChanging } from './change-media.ts';
import { createMediaFinder } from './find-media.ts';
import type { MediaService, MediaServiceDeps } from './media.ts';
import { createFileStorer } from './store-file.ts';
import { createMediaUploading } from './upload-media.ts';

export function createMediaService(deps: MediaServiceDeps): MediaService {
	const changing = createMediaChanging(deps);
	return {
		...createMediaUploading(deps, createFileStorer(deps)),
		...createMediaAttaching(deps, changing.remove),
		...changing,
		...createMediaFinder(deps),
	};
}
