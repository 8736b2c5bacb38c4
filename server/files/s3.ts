import { createReadStream } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
	AbortMultipartUploadCommand,
	BucketAlreadyOwnedByYou,
	CreateBucketCommand,
	DeleteObjectCommand,
	DeleteObjectsCommand,
	GetObjectCommand,
	HeadBucketCommand,
	HeadObjectCommand,
	paginateListObjectsV2,
	S3Client,
	S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { describeConnectionError } from '../core/describe-connection-error.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import {
	checkByteRange,
	checkFileKey,
	checkFileKeyPrefix,
	type FileStore,
	isValidFileKey,
	RangeNotSatisfiableError,
	saveStreamToFile,
} from './files.ts';

export interface S3Options {
	/** URL of an S3 server other than AWS. */
	endpoint?: string | undefined;
	region: string;
	bucket: string;
	accessKeyId: string;
	secretAccessKey: string;
	/** Whether URLs contain the bucket in the path instead of the host name, as most S3 servers other than AWS require. */
	forcePathStyle?: boolean | undefined;
	/** Prefix of every key in a shared bucket. It ends with '/'. */
	prefix?: string | undefined;
	/** Milliseconds without progress after which an attempt, or the body of a response, fails. Below 6,000. */
	stallTimeout?: number | undefined;
}

/**
 * The limits are for a lack of progress, so that slow transfers live. A read that stalls is attempted twice, because an idle connection may
 * be dead. A write has longer and one attempt: the last MB are in the kernel's buffer, which a slow network takes seconds to send. So a
 * server that hangs costs a caller about 10 seconds. smithy applies limits from 6 seconds on only 3 seconds after the start of a request.
 */
const defaultStallTimeout = 5_000;
const writeFactor = 1.8;
const maxStalls = { read: 2, write: 1 };

/** Creates a file store in an S3-compatible bucket. Each call is attempted up to four times, as long as its errors come fast. */
export function createS3FileStore(options: S3Options): FileStore {
	const Bucket = options.bucket;
	const keyPrefix = options.prefix ? checkFileKeyPrefix(options.prefix) : '';
	const stallTimeout = options.stallTimeout ?? defaultStallTimeout;
	const client = createWatchedClient('read', stallTimeout);
	const writer = createWatchedClient('write', stallTimeout * writeFactor);
	const host = options.endpoint ? new URL(options.endpoint).host : `s3.${options.region}.amazonaws.com`;

	/** Converts outages of the S3 server to `ServiceUnavailableError`, and leaves errors of a single file unchanged. */
	function toUnavailable(error: unknown): unknown {
		if (!isOutage(error)) return error;
		const { message, code } = error as Error & { code?: unknown };
		const words = isStall(error) ? null : describeConnectionError(error, host);
		const reason = isStall(error) ? 'it hangs' : message || String(code);
		// No `cause`, because the client retries errors with a cause that it can retry.
		return new ServiceUnavailableError(
			words ? `The S3 server does not respond: ${words}` : `The S3 server ${host} does not respond: ${reason}`,
		);
	}

	function createWatchedClient(kind: keyof typeof maxStalls, timeout: number): S3Client {
		const created = createClient(options, timeout);
		const { middlewareStack } = created;
		// Ends the retries of a call that stalled, or whose errors come late. The context is that of one call with all its attempts.
		middlewareStack.add(
			(next, context) => async (args) => {
				const call = context as { startedAt?: number; stalls?: number };
				call.startedAt ??= Date.now();
				try {
					return await next(args);
				} catch (error) {
					if (isStall(error)) call.stalls = (call.stalls ?? 0) + 1;
					const isLate = error instanceof S3ServiceException && Date.now() - call.startedAt > 2 * stallTimeout;
					throw isLate || (call.stalls ?? 0) >= maxStalls[kind] ? toUnavailable(error) : error;
				}
			},
			{ step: 'finalizeRequest', priority: 'low', name: 'limitRetries' },
		);
		// Watches the body of each response instead of the socket, which is also idle while a slow reader is not ready for more.
		middlewareStack.add(
			(next) => async (args) => {
				const result = await next(args);
				const response = result.response as { body?: unknown };
				if (response.body instanceof IncomingMessage) {
					response.body.socket.setTimeout(0);
					response.body = failOnStall(response.body, timeout, toUnavailable);
				}
				return result;
			},
			{ step: 'deserialize', priority: 'low', name: 'watchBody' },
		);
		middlewareStack.add(
			(next) => (args) =>
				next(args).catch((error: unknown) => {
					throw toUnavailable(error);
				}),
			{ step: 'initialize', priority: 'high', name: 'translateOutages' },
		);
		return created;
	}

	function toObject(key: string): { Bucket: string; Key: string } {
		return { Bucket, Key: keyPrefix + checkFileKey(key) };
	}

	async function getSize(key: string): Promise<number | null> {
		const head = await nullIfMissing(client.send(new HeadObjectCommand(toObject(key))));
		return head ? (head.ContentLength ?? 0) : null;
	}

	async function open(key: string, range?: { start: number; end: number }, signal?: AbortSignal) {
		const Range = range && `bytes=${range.start}-${range.end}`;
		const command = new GetObjectCommand({ ...toObject(key), ...(Range && { Range }) });
		const response = await nullIfMissing(client.send(command, signal ? { abortSignal: signal } : {}));
		if (!response) {
			return null;
		}
		if (!(response.Body instanceof Readable)) {
			throw new Error(`The store sent no body for ${key}`);
		}
		const size = response.ContentRange ? Number(response.ContentRange.split('/')[1]) : (response.ContentLength ?? 0);
		return { stream: response.Body, size };
	}

	async function removeAll(prefix: string): Promise<void> {
		// A server may take seconds to remove 1,000 objects, and sends nothing meanwhile.
		for await (const page of paginateListObjectsV2({ client, pageSize: 100 }, { Bucket, Prefix: keyPrefix + prefix })) {
			const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }));
			if (Objects.length === 0) {
				continue;
			}
			const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
			const failure = Errors?.[0];
			if (failure) {
				throw new Error(`The store did not remove ${failure.Key}: ${failure.Code} ${failure.Message}`);
			}
		}
	}

	async function* walk(prefix: string) {
		for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: keyPrefix + prefix })) {
			for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
				const key = Key.slice(keyPrefix.length);
				if (isValidFileKey(key)) {
					yield { key, bytes: Size, modified: LastModified?.getTime() ?? 0 };
				}
			}
		}
	}

	return {
		async write(key, source, type) {
			// The AWS class `Upload` buffers each part in memory, so that it can retry the part.
			const Body = 'path' in source ? createReadStream(source.path) : source.bytes;
			const params = { ...toObject(key), Body, ContentType: type };
			const upload = new Upload({ client: writer, params, queueSize: 2, leavePartsOnError: true });
			try {
				await upload.done();
			} catch (error) {
				const { uploadId: UploadId } = upload;
				const removal =
					UploadId && client.send(new AbortMultipartUploadCommand({ ...toObject(key), UploadId })).catch(() => {});
				// A server that does not respond would double the wait.
				if (!(error instanceof ServiceUnavailableError)) await removal;
				throw error;
			} finally {
				if (Body instanceof Readable) {
					Body.destroy();
				}
			}
		},

		async read(key, range) {
			if (range) {
				checkByteRange(range);
			}
			try {
				return await open(key, range);
			} catch (error) {
				if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) {
					throw new RangeNotSatisfiableError((await getSize(key)) ?? 0);
				}
				throw error;
			}
		},

		size: getSize,

		async download(key, path, signal) {
			signal?.throwIfAborted();
			const file = await open(key, undefined, signal);
			if (!file) {
				throw new Error(`There is no file ${key}`);
			}
			await saveStreamToFile(file.stream, path, signal).catch((error: unknown) => {
				signal?.throwIfAborted();
				throw toUnavailable(error);
			});
		},

		async remove(prefix) {
			if (prefix.endsWith('/')) {
				await removeAll(checkFileKeyPrefix(prefix));
			} else {
				await client.send(new DeleteObjectCommand(toObject(prefix)));
			}
		},

		list: (prefix) => walk(prefix === '' ? '' : checkFileKeyPrefix(prefix)),

		async check() {
			await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
				// The response to HEAD has no text.
				const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
				if (status === 404) throw new Error(`There is no bucket ${Bucket}`, { cause: error });
				if (status === 403) throw new Error(`The S3 server refuses the access key`, { cause: error });
				throw error;
			});
		},

		close() {
			client.destroy();
			writer.destroy();
		},
	};
}

function createClient(options: S3Options, socketTimeout = defaultStallTimeout): S3Client {
	return new S3Client({
		region: options.region,
		credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
		forcePathStyle: options.forcePathStyle ?? false,
		maxAttempts: 4,
		requestHandler: {
			connectionTimeout: defaultStallTimeout,
			socketTimeout,
			httpAgent: { keepAlive: true, maxSockets: 200 },
			httpsAgent: { keepAlive: true, maxSockets: 200 },
		},
		// Several S3 servers other than AWS reject the newer checksum headers. The signature already covers the body.
		...(options.endpoint && { endpoint: options.endpoint, requestChecksumCalculation: 'WHEN_REQUIRED' }),
	});
}

/** Creates the bucket unless the account has it. Another account's bucket of the same name is an error. */
export async function createS3Bucket(options: S3Options): Promise<void> {
	const client = createClient(options);
	try {
		await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
	} catch (error) {
		if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
	} finally {
		client.destroy();
	}
}

/** Forwards a body. Fails if a reader waits longer than `timeout` for the next bytes. Closes the body together with its own stream. */
function failOnStall(body: Readable, timeout: number, toError: (error: unknown) => unknown): Readable {
	async function* forward() {
		const chunks = body[Symbol.asyncIterator]();
		try {
			for (;;) {
				const timer = setTimeout(() => body.destroy(new StallError()), timeout);
				const { value, done } = await chunks.next().finally(() => clearTimeout(timer));
				if (done) return;
				yield value;
			}
		} catch (error) {
			throw toError(error);
		}
	}
	const forwarded = Readable.from(forward(), { objectMode: false });
	forwarded.once('close', () => body.destroy());
	return forwarded;
}

/** Error of a body of which no byte arrived in time. It has the name of the client's own timeouts. */
class StallError extends Error {
	override readonly name = 'TimeoutError';
}

/** Returns whether an attempt ended without progress. smithy gives the same name to closed connections, which have a code such as ECONNRESET. */
const isStall = (error: unknown) => error instanceof Error && error.name === 'TimeoutError' && !('code' in error);

function isOutage(error: unknown): boolean {
	if (error instanceof S3ServiceException) return (error.$metadata.httpStatusCode ?? 500) >= 500;
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return /^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(code) || isStall(error);
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
	try {
		return await work;
	} catch (error) {
		const missing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
		if (missing && error.name !== 'NoSuchBucket') {
			return null;
		}
		throw error;
	}
}
