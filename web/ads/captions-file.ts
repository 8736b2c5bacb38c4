import { captionsSchema } from '../../contract/captions.ts';
import { limits } from '../../contract/limits.ts';
import * as captionsText from '../../contract/text/captions.ts';

/** Maximum bytes of a character in UTF-8 per UTF-16 code unit. A larger file is not read, because it is too long in any case. */
const maxBytesPerCharacter = 3;

/** Reads a caption file. Returns its captions as the API takes them, or an error for the seller. */
export async function readCaptionsFile(
	file: Blob,
): Promise<{ captions: string; error?: undefined } | { captions?: undefined; error: string }> {
	if (file.size > limits.captions.max * maxBytesPerCharacter) {
		return { error: captionsText.tooLong(limits.captions.max) };
	}
	const text = await file.text().catch(() => null);
	if (text === null) return { error: captionsText.unreadable };
	const { data, error } = captionsSchema.safeParse(text);
	return data === undefined ? { error: error?.issues[0]?.message ?? captionsText.unreadable } : { captions: data };
}

/** Loads the captions of a video from their URL. */
export async function loadCaptions(url: string, signal: AbortSignal): Promise<string> {
	const response = await fetch(url, { signal });
	if (!response.ok) throw new Error(`Captions: status ${response.status}`);
	return response.text();
}
