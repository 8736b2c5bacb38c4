import type { Client } from '../../contract/core/client.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import type { UploadCapability, UploadedFile } from '../../contract/media/media.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import * as videoEditorText from '../../text/web/video-editor.ts';
import { createRetryPolicy } from './retry-policy.ts';
import type { ChunkedUploadOptions } from './send-in-chunks.ts';
import { MediaHostError, type NamedFile, requestUpload, sendByForm } from './upload.ts';
import { needsEncoding } from './video-edit.ts';

export interface SendVideoOptions extends Omit<ChunkedUploadOptions, 'getCapability' | 'retryPolicy'> {
	/** Changes that the server makes after the upload. */
	edit: VideoEdit;
}

/**
 * Sends a video and retries after network failures. Uses chunks if the media host accepts chunks and the file is larger than one chunk,
 * otherwise a form. Throws like `sendFile`, and before the upload if the server could not edit the video.
 */
export async function sendVideo(api: Client, file: NamedFile, options: SendVideoOptions): Promise<UploadedFile> {
	const retryPolicy = createRetryPolicy(options);
	const request = () => requestUpload(api, 'video', file, options);
	let first: UploadCapability | null = null;
	while (options.address === null && !first) {
		try {
			first = await request();
		} catch (error) {
			await retryPolicy.waitAfter(error);
		}
	}
	// A host without resumable uploads is external, and the server cannot edit its files.
	if (first?.resumable_url === null && needsEncoding(options.edit)) {
		throw new MediaHostError(422, videoEditorText.editNotAfterUpload);
	}
	const isSingleRequest = first && (first.resumable_url === null || file.blob.size <= mediaLimits.uploadChunkBytes);
	if (first && isSingleRequest) return sendByForm(first, file, options);
	const { sendInChunks } = await import('./send-in-chunks.ts');
	return sendInChunks(file, {
		...options,
		retryPolicy,
		async getCapability() {
			const capability = first ?? (await request());
			first = null;
			return { ...capability, resumable_url: capability.resumable_url ?? '' };
		},
	});
}
