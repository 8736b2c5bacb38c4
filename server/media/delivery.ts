import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Database } from '../database/index.ts';
import { parseRangeHeader } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { listFragmentedFiles } from './finished-media.ts';
import { getStorageKey } from './jobs.ts';
import { captionsExtension, parseCaptionsColumn, parseFragmented, toMediaType } from './present.ts';
import type { MediaUrlSigner } from './signed-urls.ts';
import { findCaptionsByName, findMediaByPublicId } from './store.ts';
import type { MediaRow, StoredMediaFile, StoredPicture } from './tables.ts';

export interface ServeMediaDeps extends Pick<Platform, 'db' | 'files'> {
	signedUrls: MediaUrlSigner;
	/** Whether the proxy sends stored files. */
	offload: boolean;
}

/** Access and files of one `media` row. The keys of `files` are the file names in URLs. */
interface StoredFiles {
	access: MediaRow['access'];
	files: Map<string, DeliveredFile>;
}

type DeliveredFile = Pick<StoredMediaFile, 'name' | 'bytes'>;

type AccessHeaders = Record<string, string>;

/** Internal path of the proxy for stored files: see the nginx sample in docs/production.md. */
const offloadPath = '/stored-files/';
const maxCachedRows = 20_000;
const year = 31_536_000;

const publicHeaders: AccessHeaders = {
	'cache-control': `public, max-age=${year}, immutable`,
	'cross-origin-resource-policy': 'cross-origin',
};
/** Headers of private files: browsers must not cache them, and pages of other sites must not load them. */
const privateHeaders: AccessHeaders = {
	'cache-control': 'private, no-store',
	'cross-origin-resource-policy': 'same-origin',
	'referrer-policy': 'no-referrer',
};

/**
 * Serves the pictures, videos and captions of `media` rows, with range requests. A public file has a plain URL. A private file needs a signed URL.
 */
export function serveMedia(app: FastifyInstance, { db, files, signedUrls, offload }: ServeMediaDeps): void {
	const cache = new Map<string, Promise<StoredFiles | null>>();
	const unsubscribe = db.onInvalidate((tags) => {
		for (const tag of tags) {
			if (tag === '*') cache.clear();
			else if (tag.startsWith('media:')) cache.delete(tag.slice('media:'.length));
		}
	});
	app.addHook('onClose', async () => unsubscribe());

	function getStoredFiles(publicId: string): Promise<StoredFiles | null> {
		let stored = cache.get(publicId);
		if (!stored) {
			stored = loadStoredFiles(db, publicId);
			if (cache.size >= maxCachedRows) cache.clear();
			cache.set(publicId, stored);
			stored.then(
				(found) => found ?? cache.delete(publicId),
				() => cache.delete(publicId),
			);
		}
		return stored;
	}

	async function send(
		publicId: string,
		file: DeliveredFile | undefined,
		headers: AccessHeaders,
		request: FastifyRequest,
		reply: FastifyReply,
	) {
		if (!file) throw fileNotFound();
		const etag = `"${publicId}-${file.name}"`;
		reply.headers({
			...headers,
			'accept-ranges': 'bytes',
			'content-security-policy': "default-src 'none'; sandbox",
			etag,
		});
		if (request.headers['if-none-match'] === etag) return reply.code(304).send();
		const ifRange = request.headers['if-range'];
		const range = ifRange && ifRange !== etag ? null : parseRangeHeader(request.headers.range, file.bytes);
		if (range === 'unsatisfiable') {
			return reply
				.code(416)
				.header('cache-control', 'no-store')
				.header('content-range', `bytes */${file.bytes}`)
				.send();
		}
		if (offload && !isCaptions(file.name)) {
			// The proxy applies Range and If-Range itself, and says so in a header of its own.
			reply.removeHeader('accept-ranges');
			const path = offloadPath + getStorageKey(publicId, file.name);
			return reply.type(toMediaType(file.name)).header('x-accel-redirect', path).send();
		}
		const length = range ? range.end - range.start + 1 : file.bytes;
		reply.type(toMediaType(file.name)).header('content-length', length);
		if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
		if (request.method === 'HEAD') return reply.send();
		const stream = await read(publicId, file.name, range);
		if (!stream) throw fileNotFound();
		return reply.send(stream);
	}

	async function read(publicId: string, name: string, range: { start: number; end: number } | null) {
		if (!isCaptions(name)) {
			return (await files.read(getStorageKey(publicId, name), range ?? undefined))?.stream ?? null;
		}
		const captions = await findCaptionsByName(db, publicId, name);
		if (captions === null) return null;
		const bytes = Buffer.from(captions);
		return range ? bytes.subarray(range.start, range.end + 1) : bytes;
	}

	interface Address {
		Params: { publicId: string; name: string };
	}
	// The routes handle HEAD themselves, because Fastify's automatic HEAD route would report the length of the empty body.
	const method: HTTPMethods[] = ['GET', 'HEAD'];

	app.route<Address>({
		method,
		url: '/media/:publicId/:name',
		config: { policy: 'anyone' },
		async handler(request, reply) {
			const { publicId, name } = request.params;
			const stored = isPublicId(publicId) ? await getStoredFiles(publicId) : null;
			const file = stored?.access === 'public' ? stored.files.get(name) : undefined;
			return send(publicId, file, publicHeaders, request, reply);
		},
	});

	app.route<Address & { Querystring: Record<string, unknown> }>({
		method,
		url: '/private-media/:publicId/:name',
		config: { policy: 'capability' },
		async handler(request, reply) {
			const { publicId, name } = request.params;
			const allowed = isPublicId(publicId) && signedUrls.isValid(publicId, name, request.query);
			const file = allowed ? (await getStoredFiles(publicId))?.files.get(name) : undefined;
			return send(publicId, file, privateHeaders, request, reply);
		},
	});
}

/** Loads the public files of one `media` row by their name in the URL. Returns null if the row does not exist or is private. */
export async function findPublicMediaFiles(db: Database, publicId: string): Promise<Map<string, DeliveredFile> | null> {
	const stored = await loadStoredFiles(db, publicId);
	return stored?.access === 'public' ? stored.files : null;
}

async function loadStoredFiles(db: Database, publicId: string): Promise<StoredFiles | null> {
	const media = await findMediaByPublicId(db, publicId);
	if (!media) return null;
	const sizes = media.picture ? (JSON.parse(media.picture) as StoredPicture).sizes : [];
	const renditions = media.renditions ? (JSON.parse(media.renditions) as StoredMediaFile[]) : [];
	const fragmented = listFragmentedFiles(parseFragmented(media.fragmented));
	const captions = parseCaptionsColumn(media.captions);
	const files = new Map<string, DeliveredFile>(
		[...sizes, ...renditions, ...fragmented, ...(captions ? [captions] : [])].map((file) => [file.name, file]),
	);
	// The upload response contains the URL `main.mp4` or `main.webp`, which stands for the largest file.
	const main = media.kind === 'video' ? renditions.at(-1) : sizes.at(-1);
	if (main) files.set(media.kind === 'video' ? 'main.mp4' : 'main.webp', main);
	return { access: media.access, files };
}

/** Captions are in the database, all other files in the file store. */
function isCaptions(name: string): boolean {
	return name.endsWith(captionsExtension);
}

function isPublicId(text: string): boolean {
	return /^[0-9a-f]{24}$/.test(text);
}

function fileNotFound(): DomainError {
	return new DomainError('not_found', mediaApiText.fileUnknown);
}
