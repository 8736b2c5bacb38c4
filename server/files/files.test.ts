import { execFile } from 'node:child_process';
import { existsSync, statSync, truncateSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { createBucketClient, makeTestBucket, type TestBucket } from '../testing/bucket.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import {
	createDiskFileStore,
	type FileStore,
	InvalidKeyError,
	RangeNotSatisfiableError,
	type StoredFile,
} from './index.ts';
import { createS3FileStore } from './s3.ts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'files-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

interface TestStore {
	files: FileStore;
	stop: () => Promise<void>;
}

function testFiles(start: () => Promise<TestStore>): void {
	let files: FileStore;
	let stop: () => Promise<void>;

	beforeEach(async () => {
		({ files, stop } = await start());
	});

	afterEach(async () => {
		await stop();
	});

	test('reads what was written', async () => {
		await files.write('ads/1/picture.webp', { bytes: Buffer.from('a picture') }, 'image/webp');

		expect(await readText(files, 'ads/1/picture.webp')).toBe('a picture');
		expect(await files.size('ads/1/picture.webp')).toBe(9);
		const read = await files.read('ads/1/picture.webp');
		expect(read?.size).toBe(9);
		read?.stream.destroy();
	});

	test('stores an empty file', async () => {
		await writeFile(join(folder, 'empty'), '');
		await files.write('empty/a', { bytes: new Uint8Array() }, 'text/plain');
		await files.write('empty/b', { path: join(folder, 'empty') }, 'text/plain');

		for (const key of ['empty/a', 'empty/b']) {
			expect(await readText(files, key)).toBe('');
			expect(await files.size(key)).toBe(0);
			await expect(files.read(key, { start: 0, end: 0 })).rejects.toMatchObject({
				name: 'RangeNotSatisfiableError',
				size: 0,
			});
		}
	});

	test('writes from a local path and downloads to one', async () => {
		const content = createPattern(12 * 1024 * 1024);
		await writeFile(join(folder, 'upload'), content);
		await files.write('videos/1/original', { path: join(folder, 'upload') }, 'video/mp4');

		expect(await files.size('videos/1/original')).toBe(content.length);
		await files.download('videos/1/original', join(folder, 'copy'));
		expect(content.equals(await readFile(join(folder, 'copy')))).toBe(true);

		const start = 5 * 1024 * 1024 - 10;
		const range = await files.read('videos/1/original', { start, end: start + 19 });
		expect(range?.size).toBe(content.length);
		expect(content.subarray(start, start + 20).equals(await readAll(range?.stream))).toBe(true);
	});

	test('writes 12 MB from memory', async () => {
		const content = createPattern(12 * 1024 * 1024);
		await files.write('videos/2/original', { bytes: content }, 'video/mp4');

		expect(content.equals(await readAll((await files.read('videos/2/original'))?.stream))).toBe(true);
	});

	test.each([
		['the first byte', 0, 0, '0'],
		['a middle range', 3, 5, '345'],
		['the last byte', 9, 9, '9'],
		['all', 0, 9, '0123456789'],
		['an end beyond the last byte', 8, 100, '89'],
	])('reads a range: %s', async (_name, start, end, expected) => {
		await files.write('digits', { bytes: Buffer.from('0123456789') }, 'text/plain');

		const read = await files.read('digits', { start, end });

		expect(read?.size).toBe(10);
		expect(String(await readAll(read?.stream))).toBe(expected);
	});

	test('rejects a range beyond the last byte and an invalid range', async () => {
		await files.write('digits', { bytes: Buffer.from('0123456789') }, 'text/plain');

		await expect(files.read('digits', { start: 10, end: 12 })).rejects.toThrow(RangeNotSatisfiableError);
		await expect(files.read('digits', { start: 10, end: 12 })).rejects.toMatchObject({ size: 10 });
		for (const [start, end] of [
			[2, 1],
			[-1, 3],
			[0.5, 3],
			[0, Number.NaN],
		] as const) {
			await expect(files.read('digits', { start, end })).rejects.toThrow(RangeError);
		}
	});

	test('returns null for a missing file', async () => {
		await files.write('ads/1/picture.webp', { bytes: Buffer.from('a picture') }, 'image/webp');

		for (const key of ['ads/2/picture.webp', 'ads/1', 'ads/1/picture.webp/240']) {
			expect(await files.read(key)).toBeNull();
			expect(await files.read(key, { start: 0, end: 1 })).toBeNull();
			expect(await files.size(key)).toBeNull();
			await expect(files.download(key, join(folder, 'copy'))).rejects.toThrow(key);
		}
		expect(existsSync(join(folder, 'copy'))).toBe(false);
	});

	test('overwrites', async () => {
		await files.write('avatar', { bytes: Buffer.from('a longer first') }, 'image/webp');
		await files.write('avatar', { bytes: Buffer.from('second') }, 'image/webp');

		expect(await readText(files, 'avatar')).toBe('second');
	});

	test('reads a complete version during concurrent writes', async () => {
		const contents = ['a', 'b', 'c'].map((letter) => Buffer.alloc(300_000, letter));
		await files.write('avatar', { bytes: contents[0] ?? Buffer.alloc(0) }, 'image/webp');

		let isWriting = true;
		const writers = Promise.all(
			contents.map(async (bytes) => {
				for (let round = 0; round < 10; round++) {
					await files.write('avatar', { bytes }, 'image/webp');
				}
			}),
		).finally(() => {
			isWriting = false;
		});
		while (isWriting) {
			const received = await readAll((await files.read('avatar'))?.stream);
			expect(contents.some((content) => content.equals(received))).toBe(true);
		}
		await writers;
	});

	test.each([
		'',
		'/',
		'/etc/passwd',
		'..',
		'../a',
		'a/../b',
		'a/..',
		'./a',
		'a/./b',
		'a//b',
		'A',
		'a b',
		'a\\b',
		'a\0b',
		'a\n',
		'é',
		'~staging',
		'a%2fb',
		'x'.repeat(201),
		`${'x/'.repeat(256)}x`,
	])('rejects the key %j', async (key) => {
		await expect(files.write(key, { bytes: Buffer.from('x') }, 'text/plain')).rejects.toThrow(InvalidKeyError);
		await expect(files.read(key)).rejects.toThrow(InvalidKeyError);
		await expect(files.size(key)).rejects.toThrow(InvalidKeyError);
		await expect(files.download(key, join(folder, 'copy'))).rejects.toThrow(InvalidKeyError);
		await expect(files.remove(key)).rejects.toThrow(InvalidKeyError);
		await expect(files.remove(`${key}/`)).rejects.toThrow(InvalidKeyError);
		expect(() => files.list(key === '' ? '/' : `${key}/`)).toThrow(InvalidKeyError);
	});

	test('removes exactly one key, or all under a prefix', async () => {
		const keys = ['videos/1/240.mp4', 'videos/1/480.mp4', 'videos/1/parts/a', 'videos/10/240.mp4', 'videos/2/240.mp4'];
		for (const key of keys) {
			await files.write(key, { bytes: Buffer.from(key) }, 'video/mp4');
		}

		await files.remove('videos/1/');
		expect(await listKeys(files, '')).toEqual(['videos/10/240.mp4', 'videos/2/240.mp4']);
		await files.remove('videos/2/240.mp4');
		expect(await listKeys(files, '')).toEqual(['videos/10/240.mp4']);
	});

	test('ignores the removal of missing keys', async () => {
		await files.remove('videos/1/');
		await files.remove('videos/1/240.mp4');
		await files.write('videos/1/240.mp4', { bytes: Buffer.from('x') }, 'video/mp4');
		await files.remove('videos/1');
		await files.remove('videos/1/240.mp4/');
		await files.remove('videos/1/480.mp4');

		expect(await listKeys(files, '')).toEqual(['videos/1/240.mp4']);
	});

	test('writes to a folder while others remove its last file', async () => {
		await Promise.all(
			Array.from({ length: 8 }, async (_, writer) => {
				for (let round = 0; round < 10; round++) {
					const key = `videos/1/${writer}.mp4`;
					await files.write(key, { bytes: Buffer.from(key) }, 'video/mp4');
					expect(await readText(files, key)).toBe(key);
					await files.remove(key);
				}
			}),
		);

		expect(await listKeys(files, '')).toEqual([]);
	});

	test('lists and removes more keys than fit on one page', async () => {
		const keys = Array.from({ length: 1005 }, (_, number) => `media/${number % 7}/${number}.webp`);
		const remaining = keys.values();
		const before = Date.now();
		await Promise.all(
			Array.from({ length: 8 }, async () => {
				for (const key of remaining) {
					await files.write(key, { bytes: Buffer.from(key) }, 'image/webp');
				}
			}),
		);

		const listed = await listFiles(files, 'media/');
		expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort());
		for (const { key, bytes, modified } of listed) {
			expect(bytes).toBe(key.length);
			expect(modified).toBeGreaterThan(before - 2000);
			expect(modified).toBeLessThan(Date.now() + 2000);
		}
		expect(await listKeys(files, 'media/3/')).toEqual(keys.filter((key) => key.startsWith('media/3/')).sort());
		expect(await listKeys(files, 'nothing/')).toEqual([]);
		expect(() => files.list('media')).toThrow(InvalidKeyError);

		await files.remove('media/');
		expect(await listKeys(files, '')).toEqual([]);
	});

	test('aborts a download and leaves no partial file', async () => {
		await files.write('videos/1/original', { bytes: createPattern(12 * 1024 * 1024) }, 'video/mp4');
		const path = join(folder, 'copy');

		await expect(files.download('videos/1/original', path, AbortSignal.abort())).rejects.toThrow(
			expect.objectContaining({ name: 'AbortError' }),
		);
		const controller = new AbortController();
		const download = files.download('videos/1/original', path, controller.signal);
		controller.abort();
		await expect(download).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));

		expect(existsSync(path)).toBe(false);
		await files.download('videos/1/original', path, new AbortController().signal);
		expect((await stat(path)).size).toBe(12 * 1024 * 1024);
	});

	test('rejects a missing source', async () => {
		await expect(files.write('a/b', { path: join(folder, 'missing') }, 'video/mp4')).rejects.toMatchObject({
			code: 'ENOENT',
		});

		expect(await files.size('a/b')).toBeNull();
	});

	test('passes the check', async () => {
		await expect(files.check()).resolves.toBeUndefined();
	});
}

describe('files on disk', () => {
	testFiles(async () => ({ files: createDiskFileStore(join(folder, 'store')), stop: async () => {} }));

	test('have mode 0600 and leave nothing in the staging folder, even after failures', async () => {
		const files = createDiskFileStore(join(folder, 'store'));
		await writeFile(join(folder, 'upload'), 'moved', { mode: 0o666 });
		await files.write('a/b', { bytes: Buffer.from('x') }, 'text/plain');
		await files.write('a/c', { path: join(folder, 'upload') }, 'text/plain');
		await writeFile(join(folder, 'upload'), 'stays');
		await expect(files.write('a', { bytes: Buffer.from('x') }, 'text/plain')).rejects.toThrow();
		await expect(files.write('a', { path: join(folder, 'upload') }, 'text/plain')).rejects.toThrow();
		await expect(files.write('a/b/c', { bytes: Buffer.from('x') }, 'text/plain')).rejects.toThrow();
		await expect(files.write('a/d', { path: join(folder, 'store') }, 'text/plain')).rejects.toThrow();
		await files.remove('a/b');
		await files.check();

		expect(await readdir(join(folder, 'store', '~staging'))).toEqual([]);
		expect(await readFile(join(folder, 'upload'), 'utf8')).toBe('stays');
		expect(await listKeys(files, '')).toEqual(['a/c']);
		expect((await stat(join(folder, 'store'))).mode & 0o777).toBe(0o700);
		expect((await stat(join(folder, 'store/a/c'))).mode & 0o777).toBe(0o600);
	});

	test('remove empty folders', async () => {
		const files = createDiskFileStore(join(folder, 'store'));
		await files.write('a/b/c/d', { bytes: Buffer.from('x') }, 'text/plain');
		await files.write('a/e', { bytes: Buffer.from('x') }, 'text/plain');
		await files.remove('a/b/c/d');
		expect(await readdir(join(folder, 'store/a'))).toEqual(['e']);

		await files.remove('a/');
		expect(await readdir(join(folder, 'store'))).toEqual(['~staging']);
	});

	test('remove leftovers of a crash from the staging folder after a day', async () => {
		const staging = join(folder, 'store', '~staging');
		await mkdir(join(staging, 'old', 'folder'), { recursive: true });
		await writeFile(join(staging, 'young'), 'x');
		const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
		await utimes(join(staging, 'old'), twoDaysAgo, twoDaysAgo);

		await createDiskFileStore(join(folder, 'store')).check();

		expect(await readdir(staging)).toEqual(['young']);
	});

	const otherDevice = ['/dev/shm'].find((path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev);

	test.skipIf(!otherDevice)('accept a source on another file system', async () => {
		const otherFolder = await mkdtemp(join(otherDevice ?? '', 'files-'));
		try {
			const files = createDiskFileStore(join(folder, 'store'));
			await writeFile(join(otherFolder, 'upload'), 'from elsewhere');
			await files.write('a/b', { path: join(otherFolder, 'upload') }, 'text/plain');

			expect(await readText(files, 'a/b')).toBe('from elsewhere');
			expect(await readdir(join(folder, 'store', '~staging'))).toEqual([]);
			expect((await stat(join(folder, 'store/a/b'))).mode & 0o777).toBe(0o600);
		} finally {
			await rm(otherFolder, { recursive: true });
		}
	});

	test('fail the check if their folder is not writable', async () => {
		await writeFile(join(folder, 'store'), 'not a folder');

		await expect(createDiskFileStore(join(folder, 'store')).check()).rejects.toThrow();
	});

	test('throw DiskFullError on a full disk, keep reading and recover', async (context) => {
		const mount = join(folder, 'small');
		await mkdir(mount);
		const inNamespace = `mount -t tmpfs -o size=256k tmpfs "$0" && exec "$1" "$2" "$0" "$3"`;
		const args = [
			'-rm',
			'sh',
			'-c',
			inNamespace,
			mount,
			process.execPath,
			fileURLToPath(new URL('../testing/full-disk.ts', import.meta.url)),
			join(folder, 'upload'),
		];
		const canMount = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs "$0"', mount]).then(
			() => true,
			() => false,
		);
		if (!canMount) {
			context.skip('mounting a small file system is not allowed here');
		}

		const { stdout } = await promisify(execFile)('unshare', args);

		expect(JSON.parse(stdout)).toEqual({
			write: 'DiskFullError',
			writeFromPath: 'DiskFullError',
			download: 'DiskFullError',
			staging: [],
			read: 'kept',
			afterRemoval: 'written',
		});
	});
});

describe.skipIf(inject('s3') === null)('files on S3', () => {
	testFiles(async () => {
		const files = createS3FileStore({ ...(await makeTestBucket()), forcePathStyle: true, prefix: 'shared/' });
		return { files, stop: async () => files.close() };
	});

	test('fail the check with a wrong secret, a missing bucket or no server', async () => {
		const bucket = await makeTestBucket();
		const wrongSecret = createS3FileStore({ ...bucket, secretAccessKey: 'wrong', forcePathStyle: true });
		const missingBucket = createS3FileStore({ ...bucket, bucket: 'another', forcePathStyle: true });

		await expect(wrongSecret.check()).rejects.toThrow();
		await expect(wrongSecret.read('a')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
		await expect(wrongSecret.write('a', { bytes: Buffer.from('x') }, 'text/plain')).rejects.toMatchObject({
			name: 'SignatureDoesNotMatch',
		});
		await expect(missingBucket.check()).rejects.toThrow();
		await expect(missingBucket.read('a')).rejects.toMatchObject({ name: 'NoSuchBucket' });
		wrongSecret.close();
		missingBucket.close();
	});

	describe('over a faulty connection', () => {
		let bucket: TestBucket;
		let proxy: FaultProxy;
		let files: FileStore;

		beforeEach(async () => {
			bucket = await makeTestBucket();
			proxy = await startFaultProxy(bucket.endpoint);
			files = createS3FileStore({ ...bucket, endpoint: proxy.address, forcePathStyle: true });
		});

		afterEach(async () => {
			files.close();
			await proxy.close();
		});

		async function countUnfinishedUploads(): Promise<number> {
			const client = createBucketClient(bucket);
			const { Uploads = [] } = await client
				.send(new ListMultipartUploadsCommand({ Bucket: bucket.bucket }))
				.finally(() => client.destroy());
			return Uploads.length;
		}

		test.each([
			['that returns SlowDown', { status: 503, code: 'SlowDown' }],
			['with an internal error', { status: 500, code: 'InternalError' }],
			['that closes the connection', 'cut'],
		] as const)('survive a store %s', async (_name, fault) => {
			proxy.inject(fault);
			await files.write('a', { bytes: Buffer.from('x') }, 'text/plain');
			proxy.inject(fault);
			expect(await readText(files, 'a')).toBe('x');
			proxy.inject(fault);
			await files.remove('a');

			expect(await files.size('a')).toBeNull();
		});

		test('retry a part', async () => {
			const content = createPattern(12 * 1024 * 1024);
			proxy.inject('cut', 2, 'PUT');
			await files.write('a', { bytes: content }, 'video/mp4');

			expect(content.equals(await readAll((await files.read('a'))?.stream))).toBe(true);
		});

		test('throw ServiceUnavailableError for an outage', async () => {
			proxy.inject('cut', 4);
			await expect(files.size('a')).rejects.toThrow(ServiceUnavailableError);
			proxy.inject({ status: 500, code: 'InternalError' }, 4);
			await expect(files.write('a', { bytes: Buffer.from('x') }, 'text/plain')).rejects.toThrow(
				ServiceUnavailableError,
			);
			await proxy.close();
			await expect(files.check()).rejects.toThrow(ServiceUnavailableError);
		});

		test('leave no partial file of an interrupted download', async () => {
			await files.write('a', { bytes: createPattern(1024 * 1024) }, 'video/mp4');
			proxy.inject('cut response');

			await expect(files.download('a', join(folder, 'copy'))).rejects.toThrow(ServiceUnavailableError);
			expect(await readdir(folder)).toEqual([]);
			await files.download('a', join(folder, 'copy'));
			expect((await stat(join(folder, 'copy'))).size).toBe(1024 * 1024);
		});

		test('abort a stalled download and leave no partial file', async () => {
			await files.write('a', { bytes: createPattern(1024 * 1024) }, 'video/mp4');
			proxy.inject('stall response');
			const controller = new AbortController();
			const download = files.download('a', join(folder, 'copy'), controller.signal);
			await vi.waitFor(async () => expect(await readdir(folder)).not.toEqual([]), { timeout: 30_000 });
			controller.abort();

			await expect(download).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
			expect(await readdir(folder)).toEqual([]);
		});

		test('give up a response that stalls, but not one that is read slowly', async () => {
			const content = createPattern(4 * 1024 * 1024);
			await files.write('a', { bytes: content }, 'video/mp4');
			const impatient = createS3FileStore({
				...bucket,
				endpoint: proxy.address,
				forcePathStyle: true,
				stallTimeout: 1500,
			});
			proxy.inject('stall response');
			await expect(impatient.download('a', join(folder, 'copy'))).rejects.toMatchObject({
				name: 'ServiceUnavailableError',
				message: `The S3 server ${new URL(proxy.address).host} does not respond: it hangs`,
			});
			expect(await readdir(folder)).toEqual([]);

			const read = await impatient.read('a');
			await wait(2000);
			expect(content.equals(await readAll(read?.stream))).toBe(true);
			impatient.close();
		});

		test('reject a body that changed in transit', async () => {
			proxy.inject('change body');
			await expect(files.write('a', { bytes: Buffer.from('a picture') }, 'image/webp')).rejects.toMatchObject({
				name: 'XAmzContentSHA256Mismatch',
			});
			expect(await files.size('a')).toBeNull();

			await writeFile(join(folder, 'upload'), createPattern(12 * 1024 * 1024));
			proxy.inject('change body', 1, 'PUT');
			await expect(files.write('a', { path: join(folder, 'upload') }, 'video/mp4')).rejects.toMatchObject({
				name: 'XAmzContentSHA256Mismatch',
			});
			expect(await files.size('a')).toBeNull();
			expect(await countUnfinishedUploads()).toBe(0);
		});

		test('leave no unfinished upload if the source shrinks', async () => {
			await writeFile(join(folder, 'upload'), createPattern(12 * 1024 * 1024));
			const write = files.write('a', { path: join(folder, 'upload') }, 'text/plain');
			truncateSync(join(folder, 'upload'), 6 * 1024 * 1024);

			await expect(write).rejects.toThrow('Expected 3 part(s) but uploaded 2 part(s)');
			expect(await countUnfinishedUploads()).toBe(0);
			expect(await files.size('a')).toBeNull();
		});
	});
});

async function readAll(stream: Readable | undefined): Promise<Buffer> {
	expect(stream).toBeDefined();
	return stream ? buffer(stream) : Buffer.alloc(0);
}

async function readText(files: FileStore, key: string): Promise<string> {
	return String(await readAll((await files.read(key))?.stream));
}

async function listFiles(files: FileStore, prefix: string): Promise<StoredFile[]> {
	const result: StoredFile[] = [];
	for await (const file of files.list(prefix)) {
		result.push(file);
	}
	return result;
}

async function listKeys(files: FileStore, prefix: string): Promise<string[]> {
	return (await listFiles(files, prefix)).map(({ key }) => key).sort();
}

/** Creates bytes in which every 4-byte word is different, so that parts in the wrong order are detected. */
function createPattern(size: number): Buffer {
	const content = Buffer.alloc(size);
	for (let offset = 0; offset + 4 <= size; offset += 4) {
		content.writeUInt32LE((offset * 2654435761) % 4294967296, offset);
	}
	return content;
}
