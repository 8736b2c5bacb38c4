import type { Client } from '../../contract/client.ts';
import type { MediaKind, UploadCapability, UploadedFile } from '../../contract/media.ts';
import * as messages from '../../contract/messages.ts';
import { type SendOptions, sendForm } from './send-form.ts';

/** The media host answered, and did not take the file. */
export class MediaHostError extends Error {
	/** HTTP status of its answer. */
	readonly status: number;
	/** What the media host said of it, for the sender; null where it said nothing. */
	readonly reason: string | null;
	/** Seconds until it can be asked again, where it said so. */
	readonly retryAfter: number | null;
	constructor(status: number, reason: string | null, retryAfter: number | null = null) {
		super(messages.mediaHostFailed);
		this.name = 'MediaHostError';
		this.status = status;
		this.reason = reason;
		this.retryAfter = retryAfter;
	}
}

/**
 * Whether an answer of this status would be the same at every further try. What stands between may lose a request (5xx, 408), others
 * may be in the way for a moment (409, 423, 429), a session can be begun anew (401), and so can an upload (404, 410).
 */
export function isPermanentFailure(status: number): boolean {
	return status >= 400 && status < 500 && ![401, 404, 408, 409, 410, 423, 425, 429].includes(status);
}

/** A file with the name it is sent under. */
export interface NamedFile {
	blob: Blob;
	name: string;
}

interface FileOptions extends SendOptions {
	/** Part of what only some may see, such as a lesson. */
	isPrivate?: boolean;
}

/**
 * Sends one file to the media host, with a capability asked anew for each try. Throws `ApiError` where none is given,
 * `MediaHostError` where the host refuses, `NetworkError` where no answer comes, or the signal's reason.
 */
export async function sendFile(
	api: Client,
	kind: MediaKind,
	file: NamedFile,
	options: FileOptions = {},
): Promise<UploadedFile> {
	return sendByForm(await requestUpload(api, kind, file, options), file, options);
}

/** Asks for the capability to send a file. Throws `ApiError` where none is given, `NetworkError` where no answer comes. */
export function requestUpload(
	api: Client,
	kind: MediaKind,
	file: NamedFile,
	{ signal, isPrivate = false }: FileOptions,
): Promise<UploadCapability> {
	const asking = { kind, bytes: file.blob.size, file_name: file.name, ...(isPrivate && { private: true }) };
	return api.createUpload({ body: asking }, signal ? { signal } : {});
}

/** Sends a file as the form that its capability is for. Throws as `sendFile` does, but `ApiError`. */
export async function sendByForm(
	capability: UploadCapability,
	file: NamedFile,
	{ signal, onProgress }: SendOptions,
): Promise<UploadedFile> {
	const form = toFormData(capability, file);
	const answer = await sendForm(capability.upload_url, form, file.blob.size, { signal, onProgress });
	const uploaded = answer.status === 200 ? parseUploadResponse(answer.text) : null;
	if (!uploaded) throw new MediaHostError(answer.status, parseErrorReason(answer.text));
	return uploaded;
}

/** Specification, call 4. */
function toFormData(capability: UploadCapability, { blob, name }: NamedFile): FormData {
	const form = new FormData();
	// The fields go before the file, so that the host knows whether to receive it.
	form.set('upload_preset', capability.upload_preset);
	form.set('cloud_name', capability.cloud_name);
	form.set('folder', capability.folder);
	form.set('file', blob, name);
	return form;
}

/** What the answer says of the file; null where it is no answer of a media host. */
export function parseUploadResponse(text: string): UploadedFile | null {
	const answer = parseObject(text);
	if (typeof answer.secure_url !== 'string') return null;
	const uploaded: UploadedFile = { secure_url: answer.secure_url };
	for (const fact of ['public_id', 'signature'] as const) {
		const value = answer[fact];
		if (typeof value === 'string') uploaded[fact] = value;
	}
	for (const fact of ['version', 'width', 'height', 'bytes', 'duration'] as const) {
		const value = answer[fact];
		// A host says 0 where it does not know.
		if (typeof value === 'number' && value > 0) uploaded[fact] = value;
	}
	return uploaded;
}

/** The host's own sentence, as Cloudinary words it: `{ error: { message } }`. */
export function parseErrorReason(text: string): string | null {
	const { error } = parseObject(text);
	if (typeof error !== 'object' || error === null || !('message' in error)) return null;
	return typeof error.message === 'string' && error.message !== '' ? error.message : null;
}

function parseObject(text: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? { ...value } : {};
	} catch {
		return {};
	}
}
