import { join } from 'node:path';
import { finished, type Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { ERRORS, type Locker, Upload } from '@tus/utils';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as messages from '../../contract/core/messages.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { type Actor, callCosts, enforcePolicy, getOrigin } from '../http/index.ts';
import type { EarlyProbe } from '../media-tools/transcoding/index.ts';
import { resumableUploadPath } from './own-host.ts';
import { receiveBytes } from './receive-bytes.ts';
import { createFileTooLargeError, getSizeLimit } from './receive-form.ts';
import { getUploadExpiry, type ResumableUploadService } from './resumable-uploads.ts';
import type { UploadRow } from './tables.ts';

export interface ServeResumableUploadsDeps {
	resumableUploads: ResumableUploadService;
	accounts: Pick<AccountService, 'authenticate'>;
	/** Folder of incomplete uploads. */
	folder: string;
}

interface UploadRequest {
	Params: { id: string };
}

const chunkContentType = 'application/offset+octet-stream';
/** Milliseconds that a request may continue while another request waits for the lock of its upload. */
const drainTimeout = 500;
/** Bytes of a request's body that may wait in its web stream. */
const webStreamBytes = 1_048_576;
/** Headers of the tus server that are sent. `access-control-allow-origin` is that of all calls that scripts of other sites may make. */
const forwardedHeaders =
	/^(tus-|upload-|location$|cache-control$|access-control-(allow-methods|allow-headers|expose-headers|max-age)$)/;

/** Implements tus 1.0 with creation, termination and expiration. The response to the last PATCH is like the response to the upload form. */
export function serveResumableUploads(
	app: FastifyInstance,
	{ resumableUploads, accounts, folder }: ServeResumableUploadsDeps,
) {
	/** Rows of new uploads, by the tus request that creates the upload. */
	const newUploads = new WeakMap<object, UploadRow>();
	/** Probes of the uploads whose last bytes are being received, by upload id. */
	const earlyProbes = new Map<string, EarlyProbe>();
	const tus = new Server({
		path: resumableUploadPath,
		relativeLocation: true,
		datastore: new UploadFileStore(folder, resumableUploads, earlyProbes),
		locker: createLocker(resumableUploads),
		lockDrainTimeout: drainTimeout,
		maxSize: mediaLimits.videoBytes,
		namingFunction: (request) => newUploads.get(request)?.id ?? '',
		onResponseError: (_, error) => {
			throw toDomainError(error);
		},
	});

	async function requireActor(request: FastifyRequest, policy: 'owner' | 'ownerAlone'): Promise<Actor> {
		const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
		const actor = token ? await accounts.authenticate(token) : null;
		enforcePolicy(policy, actor, { scope: 'media' });
		return actor;
	}

	async function requireOwnUpload(
		request: FastifyRequest<UploadRequest>,
	): Promise<{ actor: Actor; upload: AuthorizedRow<UploadRow> }> {
		const actor = await requireActor(request, 'ownerAlone');
		return { actor, upload: await resumableUploads.find(actor, request.params.id) };
	}

	/** Tells what the server supports, also to the browser of a script of another site (preflight). */
	async function handleOptions(request: FastifyRequest, reply: FastifyReply) {
		return sendTusResponse(reply, await tus.handleWeb(toWebRequest(request)));
	}

	async function handleCreation(request: FastifyRequest, reply: FastifyReply) {
		const actor = await requireActor(request, 'owner');
		const { preset, bytes, fileName } = parseCreation(request);
		return resumableUploads.begin(actor, preset, bytes, fileName, async (upload) => {
			const tusRequest = toWebRequest(request);
			newUploads.set(tusRequest, upload);
			return sendUploadState(reply, await tus.handleWeb(tusRequest), upload);
		});
	}

	async function handleUpload(request: FastifyRequest<UploadRequest>, reply: FastifyReply) {
		const { actor, upload } = await requireOwnUpload(request);
		const earlyProbe = hasLastBytes(request, upload) ? resumableUploads.createEarlyProbe(upload) : undefined;
		if (earlyProbe) earlyProbes.set(upload.id, earlyProbe);
		try {
			const tusResponse = await tus.handleWeb(toWebRequest(request));
			const isComplete =
				request.method === 'PATCH' && tusResponse.headers.get('upload-offset') === String(upload.bytes);
			const published = isComplete
				? await resumableUploads.finish(actor, upload, getOrigin(request), earlyProbe)
				: null;
			if (request.method === 'DELETE') await resumableUploads.remove(upload);
			return sendUploadState(reply, tusResponse, upload, published);
		} finally {
			earlyProbe?.cancel();
			if (earlyProbes.get(upload.id) === earlyProbe) earlyProbes.delete(upload.id);
		}
	}

	const config = { cloudinaryErrors: true, multipart: true, crossOrigin: true } as const;
	app.register(async (scope) => {
		// Fastify must not parse chunks, because the tus server reads the body from the raw request.
		scope.addContentTypeParser(chunkContentType, (_, __, done) => done(null));
		for (const url of [resumableUploadPath, `${resumableUploadPath}/:id`]) {
			scope.route({
				method: 'OPTIONS',
				url,
				config: { ...config, policy: 'anyone', rateLimit: {} },
				handler: handleOptions,
			});
		}
		scope.route({
			method: 'POST',
			url: resumableUploadPath,
			config: { ...config, policy: 'owner', rateLimit: { cost: callCosts.upload } },
			handler: handleCreation,
		});
		scope.route<UploadRequest>({
			method: ['HEAD', 'PATCH', 'DELETE'],
			url: `${resumableUploadPath}/:id`,
			config: { ...config, policy: 'ownerAlone', rateLimit: {} },
			handler: handleUpload,
		});
		// GET is for clients that sent all bytes but did not receive the response.
		scope.route<UploadRequest>({
			method: 'GET',
			url: `${resumableUploadPath}/:id`,
			exposeHeadRoute: false,
			config: { ...config, policy: 'ownerAlone', rateLimit: {} },
			async handler(request, reply) {
				const { actor, upload } = await requireOwnUpload(request);
				const published = await resumableUploads.finish(actor, upload, getOrigin(request));
				return reply.header('cache-control', 'no-store').send(published);
			},
		});
		// Unlike HEAD, this does not end the request that sends bytes.
		scope.route<UploadRequest>({
			method: 'GET',
			url: `${resumableUploadPath}/:id/received`,
			exposeHeadRoute: false,
			config: { ...config, policy: 'ownerAlone', rateLimit: {} },
			async handler(request, reply) {
				const { upload } = await requireOwnUpload(request);
				const bytes = await resumableUploads.countReceived(upload);
				return reply.header('cache-control', 'no-store').send({ bytes });
			},
		});
	});
}

/** tus store that keeps bytes in files and reads metadata from the `uploads` rows. */
class UploadFileStore extends FileStore {
	readonly #folder: string;
	readonly #resumable: ResumableUploadService;
	readonly #earlyProbes: ReadonlyMap<string, EarlyProbe>;

	constructor(folder: string, resumable: ResumableUploadService, earlyProbes: ReadonlyMap<string, EarlyProbe>) {
		super({
			directory: folder,
			configstore: {
				async get(id) {
					const row = await resumable.findUpload(id);
					return row ? toTusUpload(row, 0) : undefined;
				},
				// `ResumableUploadService` inserts and deletes the rows, so the tus store must not.
				async set() {},
				async delete() {},
			},
		});
		this.#folder = folder;
		this.#resumable = resumable;
		this.#earlyProbes = earlyProbes;
		// Deferred lengths are disabled, because the size of such an upload can't be checked in advance.
		this.extensions = ['creation', 'termination', 'expiration'];
	}

	override async getUpload(id: string): Promise<Upload> {
		const row = await this.#resumable.findUpload(id);
		if (row && (await this.#resumable.isPublished(row))) return toTusUpload(row, row.bytes);
		return super.getUpload(id);
	}

	override async remove(id: string): Promise<void> {
		await super.remove(id).catch((error: unknown) => {
			// The bytes of a published upload are already deleted.
			if (error !== ERRORS.FILE_NOT_FOUND) throw error;
		});
	}

	/** Writes a chunk. Unlike the inherited method, throws disk errors such as ENOSPC unchanged. */
	override async write(stream: Readable, id: string, offset: number): Promise<number> {
		const options = { flags: 'r+', start: offset, onGrowth: this.#earlyProbes.get(id)?.grow } as const;
		const bytes = await receiveBytes(stream, join(this.#folder, id), options).catch((error: NodeJS.ErrnoException) => {
			throw error.code === 'ENOENT' ? ERRORS.FILE_NO_LONGER_EXISTS : error;
		});
		return offset + bytes;
	}
}

function toTusUpload({ id, bytes, file_name, created_at }: UploadRow, offset: number): Upload {
	const metadata = { filename: file_name };
	return new Upload({ id, size: bytes, offset, metadata, creation_date: toIsoTime(created_at) });
}

function createLocker(resumable: ResumableUploadService): Locker {
	return {
		newLock(id) {
			let release: Awaited<ReturnType<ResumableUploadService['lock']>> = null;
			return {
				async lock(signal, onWanted) {
					release = await resumable.lock(id, { signal, onWanted: () => void onWanted() });
					if (!release) throw ERRORS.ERR_LOCK_TIMEOUT;
				},
				async unlock() {
					await release?.();
				},
			};
		},
	};
}

/** Parses a request that starts a tus upload. Throws `malformed`, `unsupported_type`, `invalid` or `too_large`. */
function parseCreation({ headers }: FastifyRequest): { preset: string; bytes: number; fileName: string } {
	const length = headers['upload-length'];
	if (headers['upload-defer-length'] !== undefined || typeof length !== 'string' || !/^\d{1,15}$/.test(length)) {
		throw new DomainError('malformed', mediaApiText.lengthMissing);
	}
	// An upload has no URL yet, so after a lost response the client could not ask how many of these bytes arrived.
	if (headers['content-type'] === chunkContentType)
		throw new DomainError('unsupported_type', mediaApiText.bytesTooEarly);
	const bytes = Number(length);
	if (bytes > mediaLimits.videoBytes) throw createFileTooLargeError(getSizeLimit('video'));
	if (bytes === 0) throw invalidInput({ file: mediaApiText.fileEmpty });
	const { upload_preset = '', filename = '' } = parseMetadata(headers['upload-metadata']);
	return { preset: upload_preset, bytes, fileName: filename };
}

/** Parses the tus header `upload-metadata`: `key base64, key base64`. */
function parseMetadata(header: string | string[] | undefined): Record<string, string> {
	const pairs = String(header ?? '').split(',');
	return Object.fromEntries(
		pairs.map((pair) => {
			const [key = '', value = ''] = pair.trim().split(' ');
			return [key, Buffer.from(value, 'base64').toString()];
		}),
	);
}

function toWebRequest(request: FastifyRequest): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
	const { method, url } = request;
	if (method !== 'PATCH') return new Request(`http://tus${url}`, { method, headers });
	return new Request(`http://tus${url}`, {
		method,
		headers,
		body: toWebStream(request.raw),
		duplex: 'half',
	} as RequestInit);
}

/** Converts a request's body like `Readable.toWeb`, but without a copy of every chunk, which makes V8 collect garbage several times. */
function toWebStream(body: Readable): ReadableStream<Uint8Array> {
	return new ReadableStream(
		{
			start(controller) {
				body.on('data', (chunk: Buffer) => {
					controller.enqueue(chunk);
					if ((controller.desiredSize ?? 0) <= 0) body.pause();
				});
				finished(body, { writable: false }, (error) => (error ? controller.error(error) : controller.close()));
			},
			pull: () => void body.resume(),
			cancel: (reason) => void body.destroy(reason),
		},
		{ highWaterMark: webStreamBytes, size: ({ byteLength }) => byteLength },
	);
}

/** Returns true for a chunk that ends the upload. */
function hasLastBytes({ method, headers }: FastifyRequest, upload: UploadRow): boolean {
	return method === 'PATCH' && Number(headers['upload-offset']) + Number(headers['content-length']) === upload.bytes;
}

/** Sends a response about an upload. `published` is the published file, if the upload is complete. */
function sendUploadState(
	reply: FastifyReply,
	tusResponse: Response,
	upload: UploadRow,
	published: object | null = null,
) {
	reply.header('upload-expires', new Date(getUploadExpiry(upload)).toUTCString());
	return sendTusResponse(reply, tusResponse, published);
}

function sendTusResponse(reply: FastifyReply, tusResponse: Response, published: object | null = null) {
	for (const [name, value] of tusResponse.headers) if (forwardedHeaders.test(name)) reply.header(name, value);
	reply.header('cache-control', 'no-store');
	if (published) return reply.code(200).send(published);
	return reply.code(tusResponse.status).send();
}

const tusErrorSchema = z.object({ status_code: z.int(), body: z.string() });

/** Converts tus errors to `DomainError`. Returns other errors unchanged. */
function toDomainError(error: unknown): unknown {
	if (error === ERRORS.ERR_LOCK_TIMEOUT) return new DomainError('conflict', mediaApiText.uploadLocked);
	const parsed = tusErrorSchema.safeParse(error);
	if (!parsed.success || error instanceof DomainError) return error;
	switch (parsed.data.status_code) {
		case 403:
		case 404:
		case 410:
			return new DomainError('not_found', mediaApiText.uploadUnknown);
		case 409:
			return new DomainError('conflict', mediaApiText.offsetElsewhere);
		case 413:
			return new DomainError('too_large', messages.videoTooLarge);
		default:
			return new DomainError('malformed', problemsText.malformed);
	}
}
