import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
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
import { ServiceUnavailableError } from '../service-unavailable-error.ts';
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
}

/** Creates a file store in an S3-compatible bucket. Each call is attempted up to four times. */
export function createS3FileStore(options: S3Options): FileStore {
	const Bucket = options.bucket;
	const keyPrefix = options.prefix ? checkFileKeyPrefix(options.prefix) : '';
	const client = createClient(options);

	// Converts outages of the S3 server to `ServiceUnavailableError`, and leaves errors of a single file unchanged.
	client.middlewareStack.add(
		(next) => (args) =>
			next(args).catch((error: unknown) => {
				throw toUnavailable(error);
			}),
		{ step: 'initialize', priority: 'high', name: 'translateOutages' },
	);

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
		for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: keyPrefix + prefix })) {
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
			try {
				const params = { ...toObject(key), Body, ContentType: type };
				await new Upload({ client, params, queueSize: 2 }).done();
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

		close: () => client.destroy(),
	};
}

function createClient(options: S3Options): S3Client {
	return new S3Client({
		region: options.region,
		credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
		forcePathStyle: options.forcePathStyle ?? false,
		maxAttempts: 4,
		requestHandler: {
			connectionTimeout: 5_000,
			requestTimeout: 60_000,
			throwOnRequestTimeout: true,
			socketTimeout: 60_000,
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

function toUnavailable(error: unknown): unknown {
	return isOutage(error) ? new ServiceUnavailableError('The file store does not respond', { cause: error }) : error;
}

function isOutage(error: unknown): boolean {
	if (error instanceof S3ServiceException) return (error.$metadata.httpStatusCode ?? 500) >= 500;
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return (
		/^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH)/.test(code) ||
		(error as Error | null)?.name === 'TimeoutError'
	);
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
