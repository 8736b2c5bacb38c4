import type { Client } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import type { UploadCapability, UploadedFile } from '../../contract/media.ts';
import { createPatience } from './patience.ts';
import type { PiecesOptions } from './send-in-pieces.ts';
import { askToSend, type NamedFile, sendByForm } from './upload.ts';

export type SendVideoOptions = Omit<PiecesOptions, 'permission' | 'patience'>;

/**
 * Sends a video so that it survives what a network does: in pieces, where our own media host takes it and it is more than one piece,
 * else as the form. Throws as `sendFile` does.
 */
export async function sendVideo(api: Client, file: NamedFile, options: SendVideoOptions): Promise<UploadedFile> {
	const patience = createPatience(options);
	const ask = () => askToSend(api, 'video', file, options);
	let first: UploadCapability | null = null;
	while (options.address === null && !first) {
		try {
			first = await ask();
		} catch (error) {
			await patience.after(error);
		}
	}
	const whole = first && (first.resumable_url === null || file.blob.size <= limits.uploadChunkBytes);
	if (first && whole) return sendByForm(first, file, options);
	const { sendInPieces } = await import('./send-in-pieces.ts');
	return sendInPieces(file, {
		...options,
		patience,
		async permission() {
			const capability = first ?? (await ask());
			first = null;
			return { ...capability, resumable_url: capability.resumable_url ?? '' };
		},
	});
}
