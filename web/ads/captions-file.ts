import { captionsSchema, cutCaptions, formatCaptions, parseCaptions } from '../../contract/media/captions.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import * as captionsText from '../../text/shared/captions.ts';

/** Maximum bytes of a character in UTF-8 per UTF-16 code unit. A larger file is not read, because it is too long in any case. */
const maxBytesPerCharacter = 3;

/** Reads a caption file. Returns its captions as the API takes them, or an error for the seller. */
export async function readCaptionsFile(
	file: Blob,
): Promise<{ captions: string; error?: undefined } | { captions?: undefined; error: string }> {
	if (file.size > mediaLimits.captions.max * maxBytesPerCharacter) {
		return { error: captionsText.tooLong(mediaLimits.captions.max) };
	}
	const text = await file.text().catch(() => null);
	if (text === null) return { error: captionsText.unreadable };
	const { data, error } = captionsSchema.safeParse(text);
	return data === undefined ? { error: error?.issues[0]?.message ?? captionsText.unreadable } : { captions: data };
}

/** Cuts the captions of a video to the part that a trim keeps. Returns an empty text if that part has no captions. */
export function trimCaptions(captions: string, { start_ms, end_ms }: Pick<VideoEdit, 'start_ms' | 'end_ms'>): string {
	if (start_ms === undefined && end_ms === undefined) return captions;
	const part = { start: start_ms ?? 0, end: end_ms ?? Number.POSITIVE_INFINITY };
	const kept = cutCaptions(parseCaptions(captions).captions ?? [], part);
	return kept.length > 0 ? formatCaptions(kept) : '';
}

/** Loads the captions of a video from their URL. */
export async function loadCaptions(url: string, signal: AbortSignal): Promise<string> {
	const response = await fetch(url, { signal });
	if (!response.ok) throw new Error(`Captions: status ${response.status}`);
	return response.text();
}
