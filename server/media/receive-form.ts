import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { cleanText } from '../../contract/core/clean-text.ts';
import * as messages from '../../contract/core/messages.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import type { MediaKind } from '../../contract/media/media.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { EarlyProbe } from '../media-tools/transcoding/index.ts';
import { decodeDataUri } from './decode-data-uri.ts';
import { receiveBytes } from './receive-bytes.ts';

export interface ReceivedFile {
	path: string;
	bytes: number;
	fileName: string;
	/** Probe of a video that began while the video was received. */
	earlyProbe?: EarlyProbe;
}

const maxBytes: Record<MediaKind, number> = { image: mediaLimits.pictureBytes, video: mediaLimits.videoBytes };

export interface SizeLimit {
	kind: MediaKind;
	/** Maximum number of bytes. */
	bytes: number;
}

export const getSizeLimit = (kind: MediaKind): SizeLimit => ({ kind, bytes: maxBytes[kind] });

export interface FormOptions<Checked> {
	/** Returns the limit of the file. `checked` is null while the fields do not decide yet. */
	getLimit: (checked: Checked | null) => SizeLimit;
	/** Local folder for files that are being received. */
	staging: string;
	/**
	 * Checks the form fields before the file, so that an invalid request is rejected before its file is received. Returns null if these
	 * fields do not decide yet.
	 */
	checkEarly?: (fields: Record<string, string>) => Promise<Checked | null>;
	check: (fields: Record<string, string>) => Promise<Checked>;
	/** Creates a probe of a video that is being received after `checkEarly` has accepted its form. */
	createEarlyProbe?: ((path: string) => EarlyProbe) | undefined;
}

/** Bytes that a form may have in addition to its file. */
const formOverheadBytes = 64 * 1024;
/** Maximum number of bytes of base64 per byte, with line breaks. */
const base64Growth = 1.4;
const maxFields = 20;
/** Milliseconds for which what is left of a rejected form is read. */
const dropTimeout = 60_000;

/**
 * Receives a multipart form with one file in the field `file`, which can also be a data URI, and streams the file to disk. Calls `handle`
 * after `check` has accepted the form fields. Afterwards deletes the file if `handle` has not moved it.
 */
export async function receiveForm<Checked, Result>(
	request: FastifyRequest,
	{ getLimit, staging, checkEarly, check, createEarlyProbe }: FormOptions<Checked>,
	handle: (checked: Checked, received: ReceivedFile) => Promise<Result>,
): Promise<Result> {
	checkLength(request, getLimit(null), base64Growth);
	await mkdir(staging, { recursive: true });
	const path = join(staging, `upload-${randomBytes(12).toString('hex')}`);
	const fields: Record<string, string> = {};
	let earlyProbe: EarlyProbe | undefined;
	let received: ReceivedFile | undefined;
	try {
		for await (const part of readParts(request, getLimit(null).bytes)) {
			if (part.type === 'field') {
				fields[part.fieldname] = String(part.value);
			} else if (part.fieldname === 'file') {
				const accepted = (await checkEarly?.(fields)) ?? null;
				const limit = getLimit(accepted);
				const isDataUri = part.filename === undefined && part.mimetype === 'text/plain';
				checkLength(request, limit, isDataUri ? base64Growth : 1);
				if (accepted && limit.kind === 'video') earlyProbe = createEarlyProbe?.(path);
				const stream = isDataUri ? Readable.from(decodeDataUri(part.file)) : part.file;
				received = await receiveFile(stream, path, part.filename ?? '', limit, earlyProbe);
				if (part.file.truncated) throw createFileTooLargeError(limit);
			} else {
				throw invalidInput({ [part.fieldname]: mediaApiText.fileNotAskedFor });
			}
		}
		const checked = await check(fields);
		if (!received) throw invalidInput({ file: messages.uploadFieldsMissing });
		const limit = getLimit(checked);
		if (received.bytes > limit.bytes) throw createFileTooLargeError(limit);
		return await handle(checked, received);
	} finally {
		earlyProbe?.cancel();
		dropRest(request);
		await rm(path, { force: true });
	}
}

/** Throws `too_large` if the file of a form cannot fit its limit. `growth` is the number of sent bytes per byte of the file. */
function checkLength({ headers }: FastifyRequest, limit: SizeLimit, growth: number): void {
	if (Number(headers['content-length'] ?? 0) > limit.bytes * growth + formOverheadBytes)
		throw createFileTooLargeError(limit);
}

/** Receives a multipart form without a file and returns its fields. */
export async function receiveFields(request: FastifyRequest): Promise<Record<string, string>> {
	if (Number(request.headers['content-length'] ?? 0) > formOverheadBytes)
		throw new DomainError('too_large', problemsText.tooLarge);
	const fields: Record<string, string> = {};
	try {
		for await (const part of readParts(request, 0)) {
			if (part.type === 'file') throw invalidInput({ [part.fieldname]: mediaApiText.fileNotAskedFor });
			fields[part.fieldname] = String(part.value);
		}
	} finally {
		dropRest(request);
	}
	return fields;
}

/**
 * Reads what is left of a rejected form, because many clients read the response only after they have sent everything. Closes the connection
 * if this takes longer than `dropTimeout`.
 */
function dropRest({ raw }: FastifyRequest): void {
	if (raw.complete) return;
	raw.unpipe();
	raw.resume();
	const timer = setTimeout(() => raw.destroy(), dropTimeout);
	raw.once('close', () => clearTimeout(timer));
}

/** Creates a signal that aborts if the client disconnects before the response. */
export function getDisconnectSignal(request: FastifyRequest): AbortSignal {
	const controller = new AbortController();
	request.raw.once('aborted', () => controller.abort());
	return controller.signal;
}

export function createFileTooLargeError({ kind, bytes }: SizeLimit): DomainError {
	const largest = kind === 'video' ? messages.videoTooLarge : mediaApiText.pictureTooLarge;
	const sentence = bytes < maxBytes[kind] ? mediaApiText.moreThanAnnounced : largest;
	return new DomainError('too_large', sentence, { fields: { file: sentence } });
}

/**
 * Reads the parts of a multipart form. Throws `unsupported_type` for other bodies, `invalid` for a second file, `malformed` for parser
 * errors without a code.
 */
async function* readParts(request: FastifyRequest, fileBytes: number): ReturnType<FastifyRequest['parts']> {
	if (!request.isMultipart()) throw new DomainError('unsupported_type', mediaApiText.formExpected);
	const fileSize = Math.ceil(fileBytes * base64Growth) + formOverheadBytes;
	try {
		yield* request.parts({
			limits: { files: 1, fields: maxFields, fieldSize: 8192, fileSize, parts: maxFields + 1 },
			// A data URI comes as a field of text. It may be too long for memory, so it is read like a file.
			isPartAFile: (name, type, fileName) =>
				name === 'file' || type === 'application/octet-stream' || fileName !== undefined,
		});
	} catch (error) {
		throw toFormError(error);
	}
}

function toFormError(error: unknown): unknown {
	if ((error as { code?: unknown } | null)?.code === 'FST_FILES_LIMIT')
		return invalidInput({ file: mediaApiText.oneFileAtATime });
	const coded = error instanceof DomainError || (error instanceof Error && 'code' in error);
	return coded ? error : new DomainError('malformed', mediaApiText.formUnreadable);
}

async function receiveFile(
	stream: Readable,
	path: string,
	fileName: string,
	limit: SizeLimit,
	earlyProbe: EarlyProbe | undefined,
): Promise<ReceivedFile> {
	const bytes = await receiveBytes(stream, path, {
		flags: 'wx',
		limit: { bytes: limit.bytes, createError: () => createFileTooLargeError(limit) },
		onGrowth: earlyProbe?.grow,
	}).catch((error: unknown) => {
		throw toFormError(error);
	});
	return { path, bytes, fileName: sanitizeFileName(fileName), ...(earlyProbe && { earlyProbe }) };
}

/** Cleans a file name from the client. The name is only displayed. */
export function sanitizeFileName(fileName: string): string {
	const name = fileName.split(/[\\/]/).at(-1) ?? '';
	const clean = cleanText(name)
		.replace(/[\n\t]/g, '')
		.trim();
	return clean.toWellFormed().slice(0, mediaLimits.fileName.max) || 'file';
}
