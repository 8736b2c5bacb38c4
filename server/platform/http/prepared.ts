import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rangeOf } from './range.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** An answer ready to be sent as it is, and again. */
export interface Prepared {
	status: number;
	bytes: Buffer;
	etag: string;
	/** Content type and whatever else goes with it. */
	headers: Readonly<Record<string, string>>;
	/** What it shows; it is dropped when one of them changes. */
	tags: readonly string[];
	/** Compressed once, when first asked for. */
	compressed: Map<string, Promise<Buffer>>;
}

/** Below this many bytes compressing gains less than its header. */
const worthCompressing = 1024;

export function prepare(body: {
	status?: number;
	bytes: Buffer;
	headers: Record<string, string>;
	tags: readonly string[];
}): Prepared {
	const etag = `"${createHash('sha256').update(body.bytes).digest('base64url').slice(0, 22)}"`;
	return {
		status: body.status ?? 200,
		bytes: body.bytes,
		etag,
		headers: { ...body.headers, etag, vary: 'accept-encoding' },
		tags: body.tags,
		compressed: new Map(),
	};
}

/** Sends a prepared answer: 304 to who has it, a range to who asks for one, compressed to who takes it. */
export async function sendPrepared(prepared: Prepared, request: FastifyRequest, reply: FastifyReply) {
	const { headers } = request;
	reply.code(prepared.status).headers(prepared.headers);
	const reading = prepared.status === 200 && (request.method === 'GET' || request.method === 'HEAD');
	if (reading && matches(headers['if-none-match'], prepared.etag)) return reply.code(304).send();
	const sameAsBefore = headers['if-range'] === undefined || headers['if-range'] === prepared.etag;
	if (reading && headers.range && sameAsBefore) {
		const range = rangeOf(headers.range, prepared.bytes.length);
		if (range === 'unsatisfiable')
			return reply.code(416).header('content-range', `bytes */${prepared.bytes.length}`).send();
		if (range) {
			reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${prepared.bytes.length}`);
			return reply.send(prepared.bytes.subarray(range.start, range.end + 1));
		}
	}
	const encoding = prepared.bytes.length < worthCompressing ? null : encodingFor(headers['accept-encoding']);
	if (!encoding) return reply.send(prepared.bytes);
	return reply.header('content-encoding', encoding).send(await compressedBytes(prepared, encoding));
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
	if (!ifNoneMatch) return false;
	return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

function encodingFor(accepted: string | string[] | undefined): 'br' | 'gzip' | null {
	if (accepted === undefined) return null;
	const names = String(accepted);
	if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(\s*,|\s*$))/.test(names)) return 'br';
	return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(\s*,|\s*$))/.test(names) ? 'gzip' : null;
}

function compressedBytes({ bytes, compressed }: Prepared, encoding: 'br' | 'gzip'): Promise<Buffer> {
	let work = compressed.get(encoding);
	if (!work) {
		work =
			encoding === 'br'
				? brotli(bytes, {
						params: {
							[constants.BROTLI_PARAM_QUALITY]: 5,
							[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
							[constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
						},
					})
				: gzipped(bytes);
		compressed.set(encoding, work);
	}
	return work;
}
