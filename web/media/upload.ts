import type { Client } from '../../contract/core/client.ts';
import * as messages from '../../contract/core/messages.ts';
import type { MediaKind, UploadCapability, UploadedFile } from '../../contract/media/media.ts';
import { type SendOptions, sendForm } from './send-form.ts';

export class MediaHostError extends Error {
	readonly status: number;
	/** Message of the media host for the user who uploads, or null. */
	readonly reason: string | null;
	/** Seconds from the header `Retry-After`, or null. */
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
 * Returns whether a status is a 4xx error that every retry would repeat. The excluded errors can pass: another request blocks the upload
 * briefly (409, 423, 425, 429), a proxy lost the request (408), or a new session (401) or upload (404, 410) is needed.
 */
export function isPermanentFailure(status: number): boolean {
	return status >= 400 && status < 500 && ![401, 404, 408, 409, 410, 423, 425, 429].includes(status);
}

export interface NamedFile {
	blob: Blob;
	name: string;
}

interface FileOptions extends SendOptions {
	/** Whether only some people may see the file, for example in a lesson. */
	isPrivate?: boolean;
}

/**
 * Sends one file to the media host with a new upload permission (capability). Rejects with `ApiError` if the API grants none,
 * `MediaHostError` if the host rejects the file, `NetworkError` without a response, or the signal's reason.
 */
export async function sendFile(
	api: Client,
	kind: MediaKind,
	file: NamedFile,
	options: FileOptions = {},
): Promise<UploadedFile> {
	return sendByForm(await requestUpload(api, kind, file, options), file, options);
}

/** Requests a capability: the permission to send a file. Throws `ApiError` if the API rejects it, `NetworkError` without a response. */
export function requestUpload(
	api: Client,
	kind: MediaKind,
	file: NamedFile,
	{ signal, isPrivate = false }: FileOptions,
): Promise<UploadCapability> {
	const body = { kind, bytes: file.blob.size, file_name: file.name, ...(isPrivate && { private: true }) };
	return api.createUpload({ body }, signal ? { signal } : {});
}

/** Sends a file to the media host as a form with the fields of its upload permission. Throws like `sendFile`, except `ApiError`. */
export async function sendByForm(
	capability: UploadCapability,
	file: NamedFile,
	{ signal, onProgress }: SendOptions,
): Promise<UploadedFile> {
	const form = toFormData(capability, file);
	const response = await sendForm(capability.upload_url, form, file.blob.size, { signal, onProgress });
	const uploaded = response.status === 200 ? parseUploadResponse(response.text) : null;
	if (!uploaded) throw new MediaHostError(response.status, parseErrorReason(response.text));
	return uploaded;
}

/** Builds the upload form, which the specification defines as call 4. */
function toFormData(capability: UploadCapability, { blob, name }: NamedFile): FormData {
	const form = new FormData();
	// The fields precede the file, so that the media host can reject the form before receiving the file.
	form.set('upload_preset', capability.upload_preset);
	form.set('cloud_name', capability.cloud_name);
	form.set('folder', capability.folder);
	form.set('file', blob, name);
	return form;
}

/** Parses the uploaded file in a response. Returns null if the response is not from a media host. */
export function parseUploadResponse(text: string): UploadedFile | null {
	const response = parseObject(text);
	if (typeof response.secure_url !== 'string') return null;
	const uploaded: UploadedFile = { secure_url: response.secure_url };
	for (const field of ['public_id', 'signature'] as const) {
		const value = response[field];
		if (typeof value === 'string') uploaded[field] = value;
	}
	for (const field of ['version', 'width', 'height', 'bytes', 'duration'] as const) {
		const value = response[field];
		// A media host returns 0 for an unknown value.
		if (typeof value === 'number' && value > 0) uploaded[field] = value;
	}
	return uploaded;
}

/** Returns the message of an error response in Cloudinary's format, `{ error: { message } }`, or null. */
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
