import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

export interface S3Server {
	endpoint: string;
	region: string;
	bucket: string;
	accessKeyId: string;
	secretAccessKey: string;
	/** Answers that many of the next requests with 503 SlowDown. */
	slowDown(requests: number): void;
	/** Multipart uploads that were neither completed nor aborted. */
	unfinishedUploads(): number;
	close(): Promise<void>;
}

interface Stored {
	body: Buffer;
	type: string;
	etag: string;
	checksums: Record<string, string>;
	modified: Date;
}

interface MultipartUpload {
	key: string;
	type: string;
	parts: Map<number, { body: Buffer; etag: string }>;
}

interface Call {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: Record<string, string>;
	body: Buffer;
	checksums: Record<string, string>;
}

interface Answer {
	status: number;
	headers?: Record<string, string | number>;
	body?: Buffer | string;
}

const minPartSize = 5 * 1024 * 1024;
const maxKeyBytes = 1024;
const maxSkew = 15 * 60_000;

class Refusal extends Error {
	status: number;
	code: string;

	constructor(status: number, code: string, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

/**
 * A store on loopback that speaks the part of S3 which the program uses, from the public description of its API
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/): one bucket, addressed by path, in memory. Requests must be signed
 * with Signature Version 4 in the Authorization header, and what the headers claim about the body must be true.
 * `pageSize` is the most keys that one listing answers.
 */
export async function startS3Server({ pageSize = 1000 }: { pageSize?: number } = {}): Promise<S3Server> {
	const region = 'loopback-1';
	const bucket = 'test-bucket';
	const accessKeyId = 'TESTACCESSKEY';
	const secretAccessKey = randomBytes(20).toString('base64');
	const objects = new Map<string, Stored>();
	const uploads = new Map<string, MultipartUpload>();
	let failures = 0;

	function answer(call: Call): Answer {
		const [, name = '', ...rest] = call.path.split('/');
		const key = decodeURIComponent(rest.join('/'));
		if (decodeURIComponent(name) !== bucket) {
			throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
		}
		if (Buffer.byteLength(key) > maxKeyBytes) {
			throw new Refusal(400, 'KeyTooLongError', 'Your key is too long');
		}
		const uploadId = call.query.get('uploadId');
		switch (`${call.method} ${key === '' ? 'bucket' : 'object'}`) {
			case 'HEAD bucket':
				return { status: 200 };
			case 'GET bucket':
				return list(call);
			case 'POST bucket':
				return removeMany(call);
			case 'GET object':
			case 'HEAD object':
				return get(call, key);
			case 'PUT object':
				return uploadId === null ? put(call, key) : putPart(call, uploadId, key);
			case 'POST object':
				return uploadId === null ? startUpload(call, key) : finishUpload(call, uploadId, key);
			case 'DELETE object':
				if (uploadId === null) {
					objects.delete(key);
				} else {
					uploadOf(uploadId, key);
					uploads.delete(uploadId);
				}
				return { status: 204 };
			default:
				throw new Refusal(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource');
		}
	}

	function get(call: Call, key: string): Answer {
		const found = objects.get(key);
		if (!found) {
			throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
		}
		const size = found.body.length;
		const common = {
			etag: found.etag,
			'content-type': found.type,
			'last-modified': found.modified.toUTCString(),
			'accept-ranges': 'bytes',
		};
		const range = parseRange(call.headers.range, size);
		if (!range) {
			const checksums = call.headers['x-amz-checksum-mode'] === 'ENABLED' ? found.checksums : {};
			return { status: 200, headers: { ...common, ...checksums, 'content-length': size }, body: found.body };
		}
		const body = found.body.subarray(range.start, range.end + 1);
		const where = `bytes ${range.start}-${range.end}/${size}`;
		return { status: 206, headers: { ...common, 'content-range': where, 'content-length': body.length }, body };
	}

	function put(call: Call, key: string): Answer {
		if (call.query.size > 0 && [...call.query.keys()].some((name) => name !== 'x-id')) {
			throw new Refusal(501, 'NotImplemented', 'This call is not implemented');
		}
		const etag = `"${md5(call.body).toString('hex')}"`;
		objects.set(key, { body: call.body, type: typeOf(call), etag, checksums: call.checksums, modified: new Date() });
		return { status: 200, headers: { etag, ...call.checksums } };
	}

	function list(call: Call): Answer {
		if (call.query.get('list-type') !== '2' || call.query.has('delimiter')) {
			throw new Refusal(501, 'NotImplemented', 'Only ListObjectsV2 without a delimiter is implemented');
		}
		const prefix = call.query.get('prefix') ?? '';
		const token = call.query.get('continuation-token');
		const after = token === null ? (call.query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
		const most = Math.min(Number(call.query.get('max-keys') ?? 1000), pageSize);
		const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && inOrder(key, after) > 0).sort(inOrder);
		const page = keys.slice(0, most);
		const last = page.at(-1);
		const next = keys.length > page.length && last !== undefined ? Buffer.from(last).toString('base64url') : null;
		const contents = page.map((key) => {
			const object = objects.get(key);
			return xml('Contents', [
				xml('Key', escapeXml(key)),
				xml('LastModified', object?.modified.toISOString() ?? ''),
				xml('ETag', escapeXml(object?.etag ?? '')),
				xml('Size', String(object?.body.length ?? 0)),
				xml('StorageClass', 'STANDARD'),
			]);
		});
		return document('ListBucketResult', [
			xml('Name', bucket),
			xml('Prefix', escapeXml(prefix)),
			xml('MaxKeys', String(most)),
			xml('KeyCount', String(page.length)),
			xml('IsTruncated', String(next !== null)),
			next === null ? '' : xml('NextContinuationToken', next),
			...contents,
		]);
	}

	function removeMany(call: Call): Answer {
		if (!call.query.has('delete')) {
			throw new Refusal(501, 'NotImplemented', 'This call is not implemented');
		}
		if (!('content-md5' in call.headers) && Object.keys(call.checksums).length === 0) {
			throw new Refusal(400, 'InvalidRequest', 'Missing required header for this request: Content-MD5 or a checksum');
		}
		const text = call.body.toString();
		const keys = elements(text, 'Object').map((object) => elements(object, 'Key')[0]);
		if (keys.length === 0 || keys.length > 1000 || keys.includes(undefined)) {
			throw malformed();
		}
		const quiet = elements(text, 'Quiet')[0] === 'true';
		const removed = keys.map((key = '') => {
			objects.delete(unescapeXml(key));
			return quiet ? '' : xml('Deleted', [xml('Key', key)]);
		});
		return document('DeleteResult', removed);
	}

	function startUpload(call: Call, key: string): Answer {
		if (!call.query.has('uploads')) {
			throw new Refusal(501, 'NotImplemented', 'This call is not implemented');
		}
		const id = randomUUID();
		uploads.set(id, { key, type: typeOf(call), parts: new Map() });
		return document('InitiateMultipartUploadResult', [
			xml('Bucket', bucket),
			xml('Key', escapeXml(key)),
			xml('UploadId', id),
		]);
	}

	function uploadOf(id: string, key: string): MultipartUpload {
		const upload = uploads.get(id);
		if (upload?.key !== key) {
			throw new Refusal(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');
		}
		return upload;
	}

	function putPart(call: Call, id: string, key: string): Answer {
		const number = Number(call.query.get('partNumber'));
		if (!Number.isInteger(number) || number < 1 || number > 10_000) {
			throw new Refusal(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
		}
		const etag = `"${md5(call.body).toString('hex')}"`;
		uploadOf(id, key).parts.set(number, { body: call.body, etag });
		return { status: 200, headers: { etag, ...call.checksums } };
	}

	function finishUpload(call: Call, id: string, key: string): Answer {
		const upload = uploadOf(id, key);
		const named = elements(call.body.toString(), 'Part').map((part) => ({
			number: Number(elements(part, 'PartNumber')[0]),
			etag: unescapeXml(elements(part, 'ETag')[0] ?? ''),
		}));
		if (named.length === 0) {
			throw malformed();
		}
		if (named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0))) {
			throw new Refusal(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
		}
		const parts = named.map(({ number, etag }, index) => {
			const part = upload.parts.get(number);
			if (part?.etag.replaceAll('"', '') !== etag.replaceAll('"', '')) {
				throw new Refusal(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
			}
			if (part.body.length < minPartSize && index < named.length - 1) {
				throw new Refusal(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
			}
			return part.body;
		});
		const etag = `"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-${parts.length}"`;
		objects.set(key, { body: Buffer.concat(parts), type: upload.type, etag, checksums: {}, modified: new Date() });
		uploads.delete(id);
		return document('CompleteMultipartUploadResult', [
			xml('Bucket', bucket),
			xml('Key', escapeXml(key)),
			xml('ETag', escapeXml(etag)),
		]);
	}

	const server = createServer(async (request, response) => {
		const raw = await bytesOf(request).catch(() => null);
		if (!raw) {
			// The sender went away in mid-body.
			response.destroy();
			return;
		}
		let result: Answer;
		try {
			if (failures > 0) {
				failures -= 1;
				throw new Refusal(503, 'SlowDown', 'Please reduce your request rate.');
			}
			const call = understand(request);
			checkSignature(call, { region, accessKeyId, secretAccessKey });
			Object.assign(call, checkedBody(call.headers, raw));
			result = answer(call);
		} catch (error) {
			const refusal =
				error instanceof Refusal
					? error
					: new Refusal(500, 'InternalError', error instanceof Error ? error.message : '');
			const details = xml('Code', refusal.code) + xml('Message', escapeXml(refusal.message));
			result = { ...document('Error', [details]), status: refusal.status };
		}
		response.writeHead(result.status, { 'x-amz-request-id': randomUUID(), ...result.headers });
		response.end(request.method === 'HEAD' ? undefined : result.body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

	return {
		endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		region,
		bucket,
		accessKeyId,
		secretAccessKey,
		slowDown(requests) {
			failures = requests;
		},
		unfinishedUploads: () => uploads.size,
		close() {
			return new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
		},
	};
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) {
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function understand(request: IncomingMessage): Call {
	const [path = '', query = ''] = (request.url ?? '').split('?', 2);
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		headers[name] = String(value);
	}
	return {
		method: request.method ?? '',
		path,
		// A '+' in a signed query is a plus sign, never a space.
		query: new URLSearchParams(query.replaceAll('+', '%2B')),
		headers,
		body: Buffer.alloc(0),
		checksums: {},
	};
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function checkSignature(call: Call, expected: { region: string; accessKeyId: string; secretAccessKey: string }): void {
	const authorization = call.headers.authorization ?? '';
	const shape =
		/^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
	const [matched, keyId, day = '', region, signedHeaders = '', signature = ''] = shape.exec(authorization) ?? [];
	if (matched === undefined) {
		throw new Refusal(403, 'AccessDenied', 'Access Denied');
	}
	if (keyId !== expected.accessKeyId) {
		throw new Refusal(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
	}
	if (region !== expected.region) {
		throw new Refusal(400, 'AuthorizationHeaderMalformed', `The region is wrong; expecting '${expected.region}'`);
	}
	const date = call.headers['x-amz-date'] ?? '';
	const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
	if (!date.startsWith(day) || !(Math.abs(time - Date.now()) <= maxSkew)) {
		throw new Refusal(
			403,
			'RequestTimeTooSkewed',
			'The difference between the request time and the time is too large.',
		);
	}
	const signed = signedHeaders.split(';');
	const mustBeSigned = Object.keys(call.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
	if (!mustBeSigned.every((name) => signed.includes(name))) {
		throw new Refusal(403, 'AccessDenied', 'There were headers present in the request which were not signed');
	}
	const query = [...call.query]
		.map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
		.sort(([nameA, valueA], [nameB, valueB]) => inOrder(nameA, nameB) || inOrder(valueA, valueB));
	const canonical = [
		call.method,
		call.path
			.split('/')
			.map((segment) => uriEncode(decodeURIComponent(segment)))
			.join('/'),
		query.map(([name, value]) => `${name}=${value}`).join('&'),
		...signed.map((name) => `${name}:${(call.headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
		'',
		signedHeaders,
		call.headers['x-amz-content-sha256'] ?? '',
	].join('\n');
	const scope = `${day}/${region}/s3/aws4_request`;
	const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical).toString('hex')].join('\n');
	const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
		(secret, part) => hmac(secret, part),
		`AWS4${expected.secretAccessKey}`,
	);
	if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))) {
		throw new Refusal(
			403,
			'SignatureDoesNotMatch',
			'The request signature we calculated does not match the signature you provided.',
		);
	}
}

/** The body as it was meant, once its claimed hash, length and checksums are found to be true. */
function checkedBody(
	headers: Record<string, string>,
	raw: Buffer,
): { body: Buffer; checksums: Record<string, string> } {
	const claimed = headers['x-amz-content-sha256'] ?? '';
	let body = raw;
	let trailers: Record<string, string> = {};
	if (claimed === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
		({ body, trailers } = decodeChunks(raw));
		const announced = headers['x-amz-trailer'];
		if (announced !== undefined && !(announced in trailers)) {
			throw new Refusal(400, 'MalformedTrailerError', 'The request did not have the trailers that it announced');
		}
		if (body.length !== Number(headers['x-amz-decoded-content-length'])) {
			throw new Refusal(400, 'IncompleteBody', 'You did not provide the number of bytes specified');
		}
	} else if (claimed.startsWith('STREAMING-')) {
		throw new Refusal(501, 'NotImplemented', 'Signed chunks are not implemented');
	} else if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(raw).toString('hex')) {
		throw new Refusal(400, 'XAmzContentSHA256Mismatch', 'The provided x-amz-content-sha256 header does not match');
	}
	const checksums: Record<string, string> = {};
	for (const [name, value] of Object.entries({ ...headers, ...trailers })) {
		const algorithm = /^x-amz-checksum-(?!mode$|type$|algorithm$)(.+)$/.exec(name)?.[1];
		if (algorithm !== undefined) {
			if (checksum(algorithm, body) !== value) {
				throw new Refusal(400, 'BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
			}
			checksums[name] = value;
		}
	}
	if ('content-md5' in headers && headers['content-md5'] !== md5(body).toString('base64')) {
		throw new Refusal(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.');
	}
	return { body, checksums };
}

/** aws-chunked: a length in hexadecimal, that many bytes, and so on until length 0; then the trailers. */
function decodeChunks(raw: Buffer): { body: Buffer; trailers: Record<string, string> } {
	const chunks: Buffer[] = [];
	let at = 0;
	for (;;) {
		const lineEnd = raw.indexOf('\r\n', at);
		const length = lineEnd < 0 ? Number.NaN : Number.parseInt(raw.toString('latin1', at, lineEnd), 16);
		at = lineEnd + 2;
		if (length === 0) {
			break;
		}
		if (!(at + length + 2 <= raw.length)) {
			throw new Refusal(400, 'IncompleteBody', 'The request body terminated unexpectedly');
		}
		chunks.push(raw.subarray(at, at + length));
		at += length + 2;
	}
	const lines = raw.toString('latin1', at).split('\r\n').filter(Boolean);
	const trailers = lines.map((line) => {
		const colon = line.indexOf(':');
		return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
	});
	return { body: Buffer.concat(chunks), trailers: Object.fromEntries(trailers) };
}

function checksum(algorithm: string, body: Buffer): string {
	switch (algorithm) {
		case 'crc32': {
			const sum = Buffer.alloc(4);
			sum.writeUInt32BE(crc32(body));
			return sum.toString('base64');
		}
		case 'sha1':
		case 'sha256':
			return createHash(algorithm).update(body).digest('base64');
		default:
			throw new Refusal(501, 'NotImplemented', `The checksum ${algorithm} is not implemented`);
	}
}

/** `null` where the whole is meant, which S3 also takes a header to mean that it cannot read. */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | null {
	const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
	if (first === '' && last === '') {
		return null;
	}
	const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
	const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
	if (start >= size || end < start) {
		throw new Refusal(416, 'InvalidRange', 'The requested range is not satisfiable');
	}
	return { start, end };
}

function typeOf(call: Call): string {
	return call.headers['content-type'] ?? 'binary/octet-stream';
}

function malformed(): Refusal {
	return new Refusal(400, 'MalformedXML', 'The XML you provided was not well-formed or did not validate');
}

function document(name: string, children: string[]): Answer {
	const body = `<?xml version="1.0" encoding="UTF-8"?>\n${xml(name, children)}`;
	return {
		status: 200,
		headers: { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) },
		body,
	};
}

function xml(name: string, content: string | string[]): string {
	return `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`;
}

/** What stands inside each element of that name; enough for the two small documents that clients send. */
function elements(text: string, name: string): string[] {
	return [...text.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map((match) => match[1] ?? '');
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escapeXml(text: string): string {
	return text.replace(/[&<>"']/g, (letter) => entities[letter as keyof typeof entities]);
}

function unescapeXml(text: string): string {
	return text
		.replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex, decimal) =>
			String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
		)
		.replace(/&(?:lt|gt|quot|apos);/g, (name) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"' })[name] ?? "'")
		.replaceAll('&amp;', '&');
}

function uriEncode(text: string): string {
	return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The order of the UTF-8 bytes, in which S3 lists keys. */
function inOrder(a: string, b: string): number {
	return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function hmac(key: Buffer | string, text: string): Buffer {
	return createHmac('sha256', key).update(text).digest();
}

function sha256(data: Buffer | string): Buffer {
	return createHash('sha256').update(data).digest();
}

function md5(data: Buffer): Buffer {
	return createHash('md5').update(data).digest();
}
