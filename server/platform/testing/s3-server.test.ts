import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
	CompleteMultipartUploadCommand,
	CreateMultipartUploadCommand,
	DeleteObjectsCommand,
	GetObjectCommand,
	ListObjectsV2Command,
	PutObjectCommand,
	S3Client,
	UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type S3Server, startS3Server } from './s3-server.ts';

let server: S3Server;
let client: S3Client;
let Bucket: string;

beforeEach(async () => {
	server = await startS3Server({ pageSize: 2 });
	client = clientFor(server);
	Bucket = server.bucket;
});

afterEach(async () => {
	client.destroy();
	await server.close();
});

function clientFor({ endpoint, region, accessKeyId, secretAccessKey }: S3Server): S3Client {
	const credentials = { accessKeyId, secretAccessKey };
	return new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 });
}

async function textOf(Key: string): Promise<string | undefined> {
	return (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
}

test('refuses a wrong secret, a wrong key, a wrong region, no signature and a changed request', async () => {
	const wrong = async (changes: Partial<S3Server>) => {
		const other = clientFor({ ...server, ...changes });
		await other.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' })).finally(() => other.destroy());
	};
	await expect(wrong({ secretAccessKey: 'wrong' })).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
	await expect(wrong({ accessKeyId: 'WRONG' })).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
	await expect(wrong({ region: 'elsewhere' })).rejects.toMatchObject({ name: 'AuthorizationHeaderMalformed' });
	expect((await fetch(`${server.endpoint}/${Bucket}/a`)).status).toBe(403);

	client.middlewareStack.add(
		(next) => (args) => {
			(args.request as { path: string }).path += 'b';
			return next(args);
		},
		{ step: 'finalizeRequest', priority: 'low' },
	);
	await expect(client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' }))).rejects.toMatchObject({
		name: 'SignatureDoesNotMatch',
	});
	expect((await fetch(`${server.endpoint}/${Bucket}/ab`)).status).toBe(403);
});

test('checks the body against its hash and its checksum', async () => {
	const put = { Bucket, Key: 'a', Body: 'x' };
	const wrongSum = createHash('sha256').update('y').digest('base64');
	await expect(client.send(new PutObjectCommand({ ...put, ChecksumSHA256: wrongSum }))).rejects.toMatchObject({
		name: 'BadDigest',
	});
	await expect(client.send(new PutObjectCommand({ ...put, ContentMD5: wrongSum }))).rejects.toMatchObject({
		name: 'BadDigest',
	});
	await client.send(new PutObjectCommand({ ...put, ChecksumAlgorithm: 'SHA256' }));

	client.middlewareStack.add(
		(next) => (args) => {
			(args.request as { body: string }).body = 'changed';
			return next({ ...args });
		},
		{ step: 'finalizeRequest', priority: 'low' },
	);
	await expect(client.send(new PutObjectCommand({ ...put, ContentLength: 7 }))).rejects.toMatchObject({
		name: 'XAmzContentSHA256Mismatch',
	});
});

test.each([undefined, 'CRC32', 'SHA1', 'SHA256'] as const)(
	'takes a stream in chunks with the trailer %s',
	async (sum) => {
		const content = 'some bytes '.repeat(20_000);
		const Body = Readable.from([content.slice(0, 100_000), content.slice(100_000)].map((part) => Buffer.from(part)));
		const put = { Bucket, Key: 'a b/ü&+(1)*', Body, ContentLength: content.length };
		await client.send(new PutObjectCommand({ ...put, ...(sum && { ChecksumAlgorithm: sum }) }));

		expect(await textOf('a b/ü&+(1)*')).toBe(content);
	},
);

test('refuses parts that are too small, missing or out of order', async () => {
	const object = { Bucket, Key: 'video' };
	const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
	const part = async (PartNumber: number, Body: Buffer) => {
		const { ETag } = await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }));
		return { PartNumber, ETag };
	};
	const finish = (...Parts: { PartNumber: number; ETag: string | undefined }[]) =>
		client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));
	const small = await part(1, Buffer.alloc(100, 'a'));
	const large = await part(2, Buffer.alloc(5 * 1024 * 1024, 'b'));
	const last = await part(3, Buffer.alloc(100, 'c'));

	await expect(finish(small, large)).rejects.toMatchObject({ name: 'EntityTooSmall' });
	await expect(finish({ ...large, PartNumber: 4 })).rejects.toMatchObject({ name: 'InvalidPart' });
	await expect(finish(large, { ...last, ETag: large.ETag })).rejects.toMatchObject({ name: 'InvalidPart' });
	await expect(finish(last, large)).rejects.toMatchObject({ name: 'InvalidPartOrder' });
	await expect(part(10_001, Buffer.from('x'))).rejects.toMatchObject({ name: 'InvalidArgument' });
	expect(server.unfinishedUploads()).toBe(1);
	await finish(large, last);
	expect(server.unfinishedUploads()).toBe(0);
	await expect(finish(large, last)).rejects.toMatchObject({ name: 'NoSuchUpload' });
	expect((await textOf('video'))?.length).toBe(5 * 1024 * 1024 + 100);
});

test('lists in pages and removes several at once, whatever their names', async () => {
	const names = ['a', 'b & c', 'd<e>', 'f"g\'', 'ü'];
	for (const Key of names) {
		await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
	}
	const first = await client.send(new ListObjectsV2Command({ Bucket }));
	expect(first.IsTruncated).toBe(true);
	expect(first.Contents?.map(({ Key }) => Key)).toEqual(names.slice(0, 2));
	const second = await client.send(
		new ListObjectsV2Command({ Bucket, ContinuationToken: first.NextContinuationToken, MaxKeys: 2 }),
	);
	expect(second.Contents?.map(({ Key }) => Key)).toEqual(names.slice(2, 4));

	const Objects = names.slice(1).map((Key) => ({ Key }));
	await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
	const left = await client.send(new ListObjectsV2Command({ Bucket }));
	expect(left.Contents?.map(({ Key }) => Key)).toEqual(['a']);
});

test('answers ranges from the end, and refuses what it cannot satisfy', async () => {
	await client.send(new PutObjectCommand({ Bucket, Key: 'digits', Body: '0123456789' }));
	const get = (Range: string) => client.send(new GetObjectCommand({ Bucket, Key: 'digits', Range }));

	const last = await get('bytes=-3');
	expect([await last.Body?.transformToString(), last.ContentRange]).toEqual(['789', 'bytes 7-9/10']);
	expect(await (await get('bytes=7-')).Body?.transformToString()).toBe('789');
	await expect(get('bytes=10-')).rejects.toMatchObject({ name: 'InvalidRange' });
	await expect(textOf('nothing')).rejects.toMatchObject({ name: 'NoSuchKey' });
});
