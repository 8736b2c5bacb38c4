import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import type { MediaKind } from '../../contract/media.ts';
import * as messages from '../../contract/messages.ts';
import * as mediaApiText from '../../contract/text/media-api.ts';
import { DomainError, invalidInput } from '../platform/domain-error.ts';
import type { EarlyProbe } from '../platform/transcoding/index.ts';
import { receiveBytes } from './receive-bytes.ts';

export interface ReceivedFile {
	path: string;
	bytes: number;
	fileName: string;
	/** Probe of a video that began while the video was received. */
	earlyProbe?: EarlyProbe;
}

export const maxBytes: Record<MediaKind, number> = { image: limits.pictureBytes, video: limits.videoBytes };

export interface FormOptions<Checked> {
	kind: MediaKind;
	/** Local folder for files that are being received. */
	staging: string;
	/**
	 * Checks the form fields before the file, so that an invalid request is rejected before its file is received. Returns false if these
	 * fields do not decide yet.
	 */
	checkEarly?: (fields: Record<string, string>) => Promise<boolean>;
	check: (fields: Record<string, string>) => Promise<Checked>;
	/** Creates a probe of a video that is being received after `checkEarly` has accepted its form. */
	createEarlyProbe?: (path: string) => EarlyProbe;
}

/** Bytes that a form may have in addition to its file. */
const formOverheadBytes = 64 * 1024;
const maxFields = 20;

/**
 * Receives a multipart form with one file in the field `file` and streams the file to disk. Calls `handle` after `check` has accepted the
 * form fields. Afterwards deletes the file if `handle` has not moved it.
 */
export async function receiveForm<Checked, Result>(
	request: FastifyRequest,
	{ kind, staging, checkEarly, check, createEarlyProbe }: FormOptions<Checked>,
	handle: (checked: Checked, received: ReceivedFile) => Promise<Result>,
): Promise<Result> {
	if (!request.isMultipart()) throw new DomainError('unsupported_type', mediaApiText.formExpected);
	if (Number(request.headers['content-length'] ?? 0) > maxBytes[kind] + formOverheadBytes)
		throw createFileTooLargeError(kind);
	await mkdir(staging, { recursive: true });
	const path = join(staging, `upload-${randomBytes(12).toString('hex')}`);
	const fields: Record<string, string> = {};
	let earlyProbe: EarlyProbe | undefined;
	let received: ReceivedFile | undefined;
	try {
		for await (const part of readParts(request, maxBytes[kind])) {
			if (part.type === 'field') {
				fields[part.fieldname] = String(part.value);
			} else if (part.fieldname === 'file') {
				const isAccepted = await checkEarly?.(fields);
				if (isAccepted && kind === 'video') earlyProbe = createEarlyProbe?.(path);
				received = await receiveFile(part.file, path, part.filename, kind, earlyProbe);
			} else {
				throw invalidInput({ [part.fieldname]: mediaApiText.fileNotAskedFor });
			}
		}
		const checked = await check(fields);
		if (!received) throw invalidInput({ file: messages.uploadFieldsMissing });
		return await handle(checked, received);
	} finally {
		earlyProbe?.cancel();
		await rm(path, { force: true });
	}
}

/** Creates a signal that aborts if the client disconnects before the response. */
export function getDisconnectSignal(request: FastifyRequest): AbortSignal {
	const controller = new AbortController();
	request.raw.once('aborted', () => controller.abort());
	return controller.signal;
}

export function createFileTooLargeError(kind: MediaKind): DomainError {
	const sentence = kind === 'video' ? messages.videoTooLarge : mediaApiText.pictureTooLarge;
	return new DomainError('too_large', sentence, { fields: { file: sentence } });
}

/** Reads the parts of a multipart form. Throws `invalid` for a second file, `malformed` for parser errors without a code. */
async function* readParts(request: FastifyRequest, fileBytes: number): ReturnType<FastifyRequest['parts']> {
	try {
		yield* request.parts({
			limits: { files: 1, fields: maxFields, fieldSize: 8192, fileSize: fileBytes + 1, parts: maxFields + 1 },
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
	kind: MediaKind,
	earlyProbe: EarlyProbe | undefined,
): Promise<ReceivedFile> {
	const bytes = await receiveBytes(stream, path, {
		flags: 'wx',
		limit: { bytes: maxBytes[kind], createError: () => createFileTooLargeError(kind) },
		onGrowth: earlyProbe?.grow,
	}).catch((error: unknown) => {
		throw toFormError(error);
	});
	return { path, bytes, fileName: sanitizeFileName(fileName), ...(earlyProbe && { earlyProbe }) };
}

/** Cleans a file name from the client. The name is only displayed. */
export function sanitizeFileName(fileName: string): string {
	const name = fileName.split(/[\\/]/).at(-1) ?? '';
	return (
		name
			.replace(/\p{Cc}/gu, '')
			.toWellFormed()
			.slice(0, limits.fileName.max) || 'file'
	);
}
