import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import type { MediaKind } from '../../contract/media.ts';
import * as messages from '../../contract/messages.ts';
import * as mediaApiText from '../../contract/text/media-api.ts';
import { DomainError, invalidInput } from '../platform/domain-error.ts';

/** A file that has come in whole. */
export interface ReceivedFile {
	path: string;
	bytes: number;
	fileName: string;
}

export const maxBytes: Record<MediaKind, number> = { image: limits.pictureBytes, video: limits.videoBytes };

export interface FormOptions<Checked> {
	kind: MediaKind;
	/** A folder on this machine for files that are being received. */
	staging: string;
	/** Throws what is wrong with the fields, as far as they have come before the file: a stranger's bytes are not even received. */
	checkEarly?: (fields: Record<string, string>) => Promise<unknown>;
	/** Throws what is wrong with the fields. */
	check: (fields: Record<string, string>) => Promise<Checked>;
}

/** What a form may weigh beside its file, bytes. */
const formOverheadBytes = 64 * 1024;
const maxFields = 20;
const bufferBytes = 1_048_576;

/**
 * Receives a form with one file in the field `file`, streaming it to disk with its bytes counted. Calls `done` with what came in once
 * its fields are checked; whatever happens, nothing is left in `staging`.
 */
export async function receiveForm<Checked, Result>(
	request: FastifyRequest,
	{ kind, staging, checkEarly, check }: FormOptions<Checked>,
	handle: (checked: Checked, received: ReceivedFile) => Promise<Result>,
): Promise<Result> {
	if (!request.isMultipart()) throw new DomainError('unsupported_type', mediaApiText.formExpected);
	if (Number(request.headers['content-length'] ?? 0) > maxBytes[kind] + formOverheadBytes) throw fileTooLarge(kind);
	await mkdir(staging, { recursive: true });
	const path = join(staging, `upload-${randomBytes(12).toString('hex')}`);
	const fields: Record<string, string> = {};
	let received: ReceivedFile | undefined;
	try {
		for await (const part of readParts(request, maxBytes[kind])) {
			if (part.type === 'field') {
				fields[part.fieldname] = String(part.value);
			} else if (part.fieldname === 'file') {
				await checkEarly?.(fields);
				received = await streamToDisk(part.file, path, part.filename, kind);
			} else {
				throw invalidInput({ [part.fieldname]: mediaApiText.fileNotAskedFor });
			}
		}
		const checked = await check(fields);
		if (!received) throw invalidInput({ file: messages.uploadFieldsMissing });
		return await handle(checked, received);
	} finally {
		await rm(path, { force: true });
	}
}

/** Aborts when the sender goes away before the answer. */
export function getDisconnectSignal(request: FastifyRequest): AbortSignal {
	const gone = new AbortController();
	request.raw.once('aborted', () => gone.abort());
	return gone.signal;
}

export function fileTooLarge(kind: MediaKind): DomainError {
	const sentence = kind === 'video' ? messages.videoTooLarge : mediaApiText.pictureTooLarge;
	return new DomainError('too_large', sentence, { fields: { file: sentence } });
}

/** The form's parts. Throws `malformed` where it is not one, which the parser has no code for. */
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

async function streamToDisk(stream: Readable, path: string, fileName: string, kind: MediaKind): Promise<ReceivedFile> {
	let bytes = 0;
	const count = new Transform({
		highWaterMark: bufferBytes,
		transform(chunk: Buffer, _, next) {
			bytes += chunk.length;
			next(bytes > maxBytes[kind] ? fileTooLarge(kind) : null, chunk);
		},
	});
	// Not flushed here: the store does that, while the file is looked at.
	const disk = createWriteStream(path, { flags: 'wx', highWaterMark: bufferBytes });
	await pipeline(stream, count, disk).catch((error: unknown) => {
		throw toFormError(error);
	});
	return { path, bytes, fileName: sanitizeFileName(fileName) };
}

/** The sender's name for the file, for display only. */
export function sanitizeFileName(fileName: string): string {
	const name = fileName.split(/[\\/]/).at(-1) ?? '';
	return (
		name
			.replace(/\p{Cc}/gu, '')
			.toWellFormed()
			.slice(0, limits.fileName.max) || 'file'
	);
}
