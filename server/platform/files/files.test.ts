import { execFile } from 'node:child_process';
import { existsSync, statSync, truncateSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { createBucketClient, makeTestBucket, type TestBucket } from '../testing/bucket.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { Unavailable } from '../unavailable.ts';
import { BadKey, createDiskFiles, createS3Files, type Files, OutOfRange, type StoredFile } from './index.ts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'files-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

interface Started {
	files: Files;
	stop: () => Promise<void>;
}

function filesPort(start: () => Promise<Started>): void {
	let files: Files;
	let stop: () => Promise<void>;

	beforeEach(async () => {
		({ files, stop } = await start());
	});

	afterEach(async () => {
		await stop();
	});

	test('gives back what was written', async () => {
		await files.write('ads/1/picture.webp', { bytes: Buffer.from('a picture') }, 'image/webp');

		expect(await textOf(files, 'ads/1/picture.webp')).toBe('a picture');
		expect(await files.size('ads/1/picture.webp')).toBe(9);
		const read = await files.read('ads/1/picture.webp');
		expect(read?.size).toBe(9);
		read?.stream.destroy();
	});

	test('keeps a file of no bytes', async () => {
		await writeFile(join(folder, 'empty'), '');
		await files.write('empty/a', { bytes: new Uint8Array() }, 'text/plain');
		await files.write('empty/b', { path: join(folder, 'empty') }, 'text/plain');

		for (const key of ['empty/a', 'empty/b']) {
			expect(await textOf(files, key)).toBe('');
			expect(await files.size(key)).toBe(0);
			await expect(files.read(key, { start: 0, end: 0 })).rejects.toMatchObject({ name: 'OutOfRange', size: 0 });
		}
	});

	test('takes a file from a local path and copies it back to one', async () => {
		const content = patterned(12 * 1024 * 1024);
		await writeFile(join(folder, 'upload'), content);
		await files.write('videos/1/original', { path: join(folder, 'upload') }, 'video/mp4');

		expect(await files.size('videos/1/original')).toBe(content.length);
		await files.download('videos/1/original', join(folder, 'copy'));
		expect(content.equals(await readFile(join(folder, 'copy')))).toBe(true);

		const start = 5 * 1024 * 1024 - 10;
		const across = await files.read('videos/1/original', { start, end: start + 19 });
		expect(across?.size).toBe(content.length);
		expect(content.subarray(start, start + 20).equals(await all(across?.stream))).toBe(true);
	});

	test('takes 12 MB from memory', async () => {
		const content = patterned(12 * 1024 * 1024);
		await files.write('videos/2/original', { bytes: content }, 'video/mp4');

		expect(content.equals(await all((await files.read('videos/2/original'))?.stream))).toBe(true);
	});

	test.each([
		['the first byte', 0, 0, '0'],
		['a middle', 3, 5, '345'],
		['the last byte', 9, 9, '9'],
		['all', 0, 9, '0123456789'],
		['an end behind the last byte', 8, 100, '89'],
	])('reads a range: %s', async (_name, start, end, expected) => {
		await files.write('digits', { bytes: Buffer.from('0123456789') }, 'text/plain');

		const read = await files.read('digits', { start, end });

		expect(read?.size).toBe(10);
		expect(String(await all(read?.stream))).toBe(expected);
	});

	test('refuses a range that starts behind the last byte, and one that is none', async () => {
		await files.write('digits', { bytes: Buffer.from('0123456789') }, 'text/plain');

		await expect(files.read('digits', { start: 10, end: 12 })).rejects.toThrow(OutOfRange);
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

	test('answers null where there is no file', async () => {
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

		expect(await textOf(files, 'avatar')).toBe('second');
	});

	test('shows a reader all of the old or all of the new, also while several write the same key', async () => {
		const contents = ['a', 'b', 'c'].map((letter) => Buffer.alloc(300_000, letter));
		await files.write('avatar', { bytes: contents[0] ?? Buffer.alloc(0) }, 'image/webp');

		let writing = true;
		const writers = Promise.all(
			contents.map(async (bytes) => {
				for (let round = 0; round < 10; round++) {
					await files.write('avatar', { bytes }, 'image/webp');
				}
			}),
		).finally(() => {
			writing = false;
		});
		while (writing) {
			const seen = await all((await files.read('avatar'))?.stream);
			expect(contents.some((content) => content.equals(seen))).toBe(true);
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
	])('refuses the key %j', async (key) => {
		await expect(files.write(key, { bytes: Buffer.from('x') }, 'text/plain')).rejects.toThrow(BadKey);
		await expect(files.read(key)).rejects.toThrow(BadKey);
		await expect(files.size(key)).rejects.toThrow(BadKey);
		await expect(files.download(key, join(folder, 'copy'))).rejects.toThrow(BadKey);
		await expect(files.remove(key)).rejects.toThrow(BadKey);
		await expect(files.remove(`${key}/`)).rejects.toThrow(BadKey);
		expect(() => files.list(key === '' ? '/' : `${key}/`)).toThrow(BadKey);
	});

	test('removes one key or all under a prefix, and nothing beside it', async () => {
		const keys = ['videos/1/240.mp4', 'videos/1/480.mp4', 'videos/1/parts/a', 'videos/10/240.mp4', 'videos/2/240.mp4'];
		for (const key of keys) {
			await files.write(key, { bytes: Buffer.from(key) }, 'video/mp4');
		}

		await files.remove('videos/1/');
		expect(await keysOf(files, '')).toEqual(['videos/10/240.mp4', 'videos/2/240.mp4']);
		await files.remove('videos/2/240.mp4');
		expect(await keysOf(files, '')).toEqual(['videos/10/240.mp4']);
	});

	test('removes what is not there without an error', async () => {
		await files.remove('videos/1/');
		await files.remove('videos/1/240.mp4');
		await files.write('videos/1/240.mp4', { bytes: Buffer.from('x') }, 'video/mp4');
		await files.remove('videos/1');
		await files.remove('videos/1/240.mp4/');
		await files.remove('videos/1/480.mp4');

		expect(await keysOf(files, '')).toEqual(['videos/1/240.mp4']);
	});

	test('writes in a folder while others remove its last file', async () => {
		await Promise.all(
			Array.from({ length: 8 }, async (_, writer) => {
				for (let round = 0; round < 10; round++) {
					const key = `videos/1/${writer}.mp4`;
					await files.write(key, { bytes: Buffer.from(key) }, 'video/mp4');
					expect(await textOf(files, key)).toBe(key);
					await files.remove(key);
				}
			}),
		);

		expect(await keysOf(files, '')).toEqual([]);
	});

	test('lists and removes more keys than one page holds', async () => {
		const keys = Array.from({ length: 1005 }, (_, number) => `media/${number % 7}/${number}.webp`);
		const left = keys.values();
		const before = Date.now();
		await Promise.all(
			Array.from({ length: 8 }, async () => {
				for (const key of left) {
					await files.write(key, { bytes: Buffer.from(key) }, 'image/webp');
				}
			}),
		);

		const listed = await listOf(files, 'media/');
		expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort());
		for (const { key, bytes, modified } of listed) {
			expect(bytes).toBe(key.length);
			expect(modified).toBeGreaterThan(before - 2000);
			expect(modified).toBeLessThan(Date.now() + 2000);
		}
		expect(await keysOf(files, 'media/3/')).toEqual(keys.filter((key) => key.startsWith('media/3/')).sort());
		expect(await keysOf(files, 'nothing/')).toEqual([]);
		expect(() => files.list('media')).toThrow(BadKey);

		await files.remove('media/');
		expect(await keysOf(files, '')).toEqual([]);
	});

	test('stops a download when asked, and leaves no part of it', async () => {
		await files.write('videos/1/original', { bytes: patterned(12 * 1024 * 1024) }, 'video/mp4');
		const path = join(folder, 'copy');

		await expect(files.download('videos/1/original', path, AbortSignal.abort())).rejects.toThrow(
			expect.objectContaining({ name: 'AbortError' }),
		);
		const person = new AbortController();
		const download = files.download('videos/1/original', path, person.signal);
		person.abort();
		await expect(download).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));

		expect(existsSync(path)).toBe(false);
		await files.download('videos/1/original', path, new AbortController().signal);
		expect((await stat(path)).size).toBe(12 * 1024 * 1024);
	});

	test('does not write a source that is not there', async () => {
		await expect(files.write('a/b', { path: join(folder, 'missing') }, 'video/mp4')).rejects.toMatchObject({
			code: 'ENOENT',
		});

		expect(await files.size('a/b')).toBeNull();
	});

	test('is ready', async () => {
		await expect(files.check()).resolves.toBeUndefined();
	});
}

describe('files on disk', () => {
	filesPort(async () => ({ files: createDiskFiles(join(folder, 'store')), stop: async () => {} }));

	test('keep to themselves and leave nothing in the staging folder, also after failures', async () => {
		const files = createDiskFiles(join(folder, 'store'));
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
		expect(await keysOf(files, '')).toEqual(['a/c']);
		expect((await stat(join(folder, 'store'))).mode & 0o777).toBe(0o700);
		expect((await stat(join(folder, 'store/a/c'))).mode & 0o777).toBe(0o600);
	});

	test('take away folders that became empty', async () => {
		const files = createDiskFiles(join(folder, 'store'));
		await files.write('a/b/c/d', { bytes: Buffer.from('x') }, 'text/plain');
		await files.write('a/e', { bytes: Buffer.from('x') }, 'text/plain');
		await files.remove('a/b/c/d');
		expect(await readdir(join(folder, 'store/a'))).toEqual(['e']);

		await files.remove('a/');
		expect(await readdir(join(folder, 'store'))).toEqual(['~staging']);
	});

	test('remove what a crash left in the staging folder a day ago', async () => {
		const staging = join(folder, 'store', '~staging');
		await mkdir(join(staging, 'old', 'folder'), { recursive: true });
		await writeFile(join(staging, 'young'), 'x');
		const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
		await utimes(join(staging, 'old'), twoDaysAgo, twoDaysAgo);

		await createDiskFiles(join(folder, 'store')).check();

		expect(await readdir(staging)).toEqual(['young']);
	});

	const otherDevice = ['/dev/shm'].find((path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev);

	test.skipIf(!otherDevice)('take a file from another file system', async () => {
		const elsewhere = await mkdtemp(join(otherDevice ?? '', 'files-'));
		try {
			const files = createDiskFiles(join(folder, 'store'));
			await writeFile(join(elsewhere, 'upload'), 'from elsewhere');
			await files.write('a/b', { path: join(elsewhere, 'upload') }, 'text/plain');

			expect(await textOf(files, 'a/b')).toBe('from elsewhere');
			expect(await readdir(join(folder, 'store', '~staging'))).toEqual([]);
			expect((await stat(join(folder, 'store/a/b'))).mode & 0o777).toBe(0o600);
		} finally {
			await rm(elsewhere, { recursive: true });
		}
	});

	test('are not ready where their folder cannot be written', async () => {
		await writeFile(join(folder, 'store'), 'not a folder');

		await expect(createDiskFiles(join(folder, 'store')).check()).rejects.toThrow();
	});

	test('say when the disk is full, keep reading, and heal when there is room again', async (context) => {
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
			fileURLToPath(new URL('./full-disk.ts', import.meta.url)),
			join(folder, 'upload'),
		];
		const allowed = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs "$0"', mount]).then(
			() => true,
			() => false,
		);
		if (!allowed) {
			context.skip('mounting a small file system is not allowed here');
		}

		const { stdout } = await promisify(execFile)('unshare', args);

		expect(JSON.parse(stdout)).toEqual({
			write: 'DiskFull',
			writeFromPath: 'DiskFull',
			download: 'DiskFull',
			staging: [],
			read: 'kept',
			afterRemoval: 'written',
		});
	});
});

describe.skipIf(inject('s3') === null)('files on S3', () => {
	filesPort(async () => {
		const files = createS3Files({ ...(await makeTestBucket()), forcePathStyle: true, prefix: 'shared/' });
		return { files, stop: async () => files.close() };
	});

	test('are not ready with a wrong secret, a missing bucket or no server', async () => {
		const bucket = await makeTestBucket();
		const wrong = createS3Files({ ...bucket, secretAccessKey: 'wrong', forcePathStyle: true });
		const missing = createS3Files({ ...bucket, bucket: 'another', forcePathStyle: true });

		await expect(wrong.check()).rejects.toThrow();
		await expect(wrong.read('a')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
		await expect(wrong.write('a', { bytes: Buffer.from('x') }, 'text/plain')).rejects.toMatchObject({
			name: 'SignatureDoesNotMatch',
		});
		await expect(missing.check()).rejects.toThrow();
		await expect(missing.read('a')).rejects.toMatchObject({ name: 'NoSuchBucket' });
		wrong.close();
		missing.close();
	});

	describe('over a bad connection', () => {
		let bucket: TestBucket;
		let proxy: FaultProxy;
		let files: Files;

		beforeEach(async () => {
			bucket = await makeTestBucket();
			proxy = await startFaultProxy(bucket.endpoint);
			files = createS3Files({ ...bucket, endpoint: proxy.address, forcePathStyle: true });
		});

		afterEach(async () => {
			files.close();
			await proxy.close();
		});

		async function unfinishedUploads(): Promise<number> {
			const client = createBucketClient(bucket);
			const { Uploads = [] } = await client
				.send(new ListMultipartUploadsCommand({ Bucket: bucket.bucket }))
				.finally(() => client.destroy());
			return Uploads.length;
		}

		test.each([
			['that asks to slow down', { status: 503, code: 'SlowDown' }],
			['that fails within', { status: 500, code: 'InternalError' }],
			['whose connection is cut', 'cut'],
		] as const)('survive a store %s', async (_name, fault) => {
			proxy.inject(fault);
			await files.write('a', { bytes: Buffer.from('x') }, 'text/plain');
			proxy.inject(fault);
			expect(await textOf(files, 'a')).toBe('x');
			proxy.inject(fault);
			await files.remove('a');

			expect(await files.size('a')).toBeNull();
		});

		test('send a part again', async () => {
			const content = patterned(12 * 1024 * 1024);
			proxy.inject('cut', 2, 'PUT');
			await files.write('a', { bytes: content }, 'video/mp4');

			expect(content.equals(await all((await files.read('a'))?.stream))).toBe(true);
		});

		test('tell a store that stays out of reach from a file at fault', async () => {
			proxy.inject('cut', 4);
			await expect(files.size('a')).rejects.toThrow(Unavailable);
			proxy.inject({ status: 500, code: 'InternalError' }, 4);
			await expect(files.write('a', { bytes: Buffer.from('x') }, 'text/plain')).rejects.toThrow(Unavailable);
			await proxy.close();
			await expect(files.check()).rejects.toThrow(Unavailable);
		});

		test('leave no part of a download that breaks off', async () => {
			await files.write('a', { bytes: patterned(1024 * 1024) }, 'video/mp4');
			proxy.inject('cut answer');

			await expect(files.download('a', join(folder, 'copy'))).rejects.toThrow(Unavailable);
			expect(await readdir(folder)).toEqual([]);
			await files.download('a', join(folder, 'copy'));
			expect((await stat(join(folder, 'copy'))).size).toBe(1024 * 1024);
		});

		test('stop a download that comes no further when asked, and leave no part of it', async () => {
			await files.write('a', { bytes: patterned(1024 * 1024) }, 'video/mp4');
			proxy.inject('stall answer');
			const person = new AbortController();
			const download = files.download('a', join(folder, 'copy'), person.signal);
			await vi.waitFor(async () => expect(await readdir(folder)).not.toEqual([]), { timeout: 30_000 });
			person.abort();

			await expect(download).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
			expect(await readdir(folder)).toEqual([]);
		});

		test('store nothing that has changed on its way', async () => {
			proxy.inject('change body');
			await expect(files.write('a', { bytes: Buffer.from('a picture') }, 'image/webp')).rejects.toMatchObject({
				name: 'XAmzContentSHA256Mismatch',
			});
			expect(await files.size('a')).toBeNull();

			await writeFile(join(folder, 'upload'), patterned(12 * 1024 * 1024));
			proxy.inject('change body', 1, 'PUT');
			await expect(files.write('a', { path: join(folder, 'upload') }, 'video/mp4')).rejects.toMatchObject({
				name: 'XAmzContentSHA256Mismatch',
			});
			expect(await files.size('a')).toBeNull();
			expect(await unfinishedUploads()).toBe(0);
		});

		test('leave no unfinished upload behind when the source shrinks meanwhile', async () => {
			await writeFile(join(folder, 'upload'), patterned(12 * 1024 * 1024));
			const writing = files.write('a', { path: join(folder, 'upload') }, 'text/plain');
			truncateSync(join(folder, 'upload'), 6 * 1024 * 1024);

			await expect(writing).rejects.toThrow('Expected 3 part(s) but uploaded 2 part(s)');
			expect(await unfinishedUploads()).toBe(0);
			expect(await files.size('a')).toBeNull();
		});
	});
});

async function all(stream: Readable | undefined): Promise<Buffer> {
	expect(stream).toBeDefined();
	return stream ? buffer(stream) : Buffer.alloc(0);
}

async function textOf(files: Files, key: string): Promise<string> {
	return String(await all((await files.read(key))?.stream));
}

async function listOf(files: Files, prefix: string): Promise<StoredFile[]> {
	const found: StoredFile[] = [];
	for await (const file of files.list(prefix)) {
		found.push(file);
	}
	return found;
}

async function keysOf(files: Files, prefix: string): Promise<string[]> {
	return (await listOf(files, prefix)).map(({ key }) => key).sort();
}

/** Bytes in which no two places look alike, so that parts in the wrong order are noticed. */
function patterned(size: number): Buffer {
	const content = Buffer.alloc(size);
	for (let at = 0; at + 4 <= size; at += 4) {
		content.writeUInt32LE((at * 2654435761) % 4294967296, at);
	}
	return content;
}
