import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRangeHeader } from './range.ts';

const brotli = promisify(brotliCompress);
const gzipCompress = promisify(gzip);

/** Serialized response that can be sent repeatedly. */
export interface CachedResponse {
	status: number;
	bytes: Buffer;
	etag: string;
	headers: Readonly<Record<string, string>>;
	/** Cache tags. Invalidating any of them evicts the response. */
	tags: readonly string[];
	/** Compressed bodies by encoding, each created on first use. */
	compressed: Map<string, Buffer | Promise<Buffer>>;
	/** Whole responses by encoding, each created on first use. */
	encoded: Map<string, EncodedResponse>;
}

/** Bytes below which compression saves less than its header costs. */
const minCompressedBytes = 1024;

export function buildResponse(body: {
	status?: number;
	bytes: Buffer;
	headers: Record<string, string>;
	tags: readonly string[];
}): CachedResponse {
	const etag = `"${hash('sha256', body.bytes, 'base64url').slice(0, 22)}"`;
	return {
		status: body.status ?? 200,
		bytes: copyToOwnMemory(body.bytes),
		etag,
		headers: { ...body.headers, etag, vary: 'accept-encoding' },
		tags: body.tags,
		compressed: new Map(),
		encoded: new Map(),
	};
}

/** Whole response, ready to be written. */
export interface EncodedResponse {
	status: number;
	/** Names and values of all headers in turn. */
	headers: readonly string[];
	body: Buffer;
}

/**
 * Returns the whole response to a request. Null if the request asks for something else or has a body, or if the response is not compressed
 * yet: `sendCached` handles these, after the hooks that limit slow bodies. `defaultHeaders` are always the same.
 */
export function encodeResponse(
	response: CachedResponse,
	{ method, headers }: IncomingMessage,
	defaultHeaders: Readonly<Record<string, string>>,
): EncodedResponse | null {
	if (method !== 'GET' || headers['if-none-match'] !== undefined || headers.range !== undefined) return null;
	if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null;
	const encoding = chooseEncoding(response, headers['accept-encoding']);
	const key = encoding ?? 'identity';
	const known = response.encoded.get(key);
	if (known) return known;
	const body = encoding ? response.compressed.get(encoding) : response.bytes;
	if (!Buffer.isBuffer(body)) return null;
	const contentHeaders = { ...(encoding && { 'content-encoding': encoding }), 'content-length': String(body.length) };
	const list = Object.entries({ ...defaultHeaders, ...response.headers, ...contentHeaders }).flat();
	const encoded = { status: response.status, headers: list, body };
	response.encoded.set(key, encoded);
	return encoded;
}

/** Writes a response without Fastify's reply, whose headers and hooks cost more than the rest. The hooks `onResponse` still run. */
export function writeEncoded({ status, headers, body }: EncodedResponse, reply: FastifyReply): void {
	reply.hijack();
	reply.raw.writeHead(status, headers as string[]).end(body);
}

/**
 * Sends a cached response: 304 if the ETag matches, a byte range if requested, compressed if the client accepts it. Sends at once, or
 * returns a promise while the response is compressed for the first time.
 */
export function sendCached(
	response: CachedResponse,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> | undefined {
	const { headers } = request;
	reply.code(response.status).headers(response.headers);
	const isRead = response.status === 200 && (request.method === 'GET' || request.method === 'HEAD');
	if (isRead && isUnchanged(response, headers)) return void reply.code(304).send();
	const isSameVersion = headers['if-range'] === undefined || headers['if-range'] === response.etag;
	if (isRead && headers.range && isSameVersion) {
		const range = parseRangeHeader(headers.range, response.bytes.length);
		if (range === 'unsatisfiable')
			return void reply.code(416).header('content-range', `bytes */${response.bytes.length}`).send();
		if (range) {
			reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${response.bytes.length}`);
			return void reply.send(response.bytes.subarray(range.start, range.end + 1));
		}
	}
	const encoding = chooseEncoding(response, headers['accept-encoding']);
	if (!encoding) return void reply.send(response.bytes);
	const sendEncoded = (body: Buffer) => void reply.header('content-encoding', encoding).send(body);
	const compressed = response.compressed.get(encoding);
	if (Buffer.isBuffer(compressed)) return sendEncoded(compressed);
	return (compressed ?? compress(response, encoding)).then(sendEncoded);
}

/** Compares the ETag. Without one, compares the time of the last change, which only some responses have. */
function isUnchanged({ etag, headers }: CachedResponse, request: IncomingMessage['headers']): boolean {
	if (request['if-none-match'] !== undefined) return matchesEtag(request['if-none-match'], etag);
	const { 'last-modified': changed } = headers;
	const since = request['if-modified-since'];
	return changed !== undefined && since !== undefined && Date.parse(since) >= Date.parse(changed);
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
	if (!ifNoneMatch) return false;
	return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

function chooseEncoding({ bytes }: CachedResponse, accepted: string | string[] | undefined): 'br' | 'gzip' | null {
	if (accepted === undefined || bytes.length < minCompressedBytes) return null;
	const names = String(accepted);
	if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(\s*,|\s*$))/.test(names)) return 'br';
	return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(\s*,|\s*$))/.test(names) ? 'gzip' : null;
}

/** Compresses a body. Callers meanwhile share the promise, later callers the result. */
function compress({ bytes, compressed }: CachedResponse, encoding: 'br' | 'gzip'): Promise<Buffer> {
	const work =
		encoding === 'br'
			? brotli(bytes, {
					params: {
						[constants.BROTLI_PARAM_QUALITY]: 5,
						[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
						[constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
					},
				})
			: gzipCompress(bytes);
	compressed.set(encoding, work);
	return work.then((bytes) => {
		const body = copyToOwnMemory(bytes);
		compressed.set(encoding, body);
		return body;
	});
}

/** Copies bytes that stay for long. Node takes small buffers from a shared block of 64 KB, which stays as long as one of them. */
function copyToOwnMemory(bytes: Buffer): Buffer {
	if (bytes.buffer.byteLength === bytes.length) return bytes;
	const own = Buffer.allocUnsafeSlow(bytes.length);
	bytes.copy(own);
	return own;
}
