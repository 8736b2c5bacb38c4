import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createDiskFileStore, type FileStore } from '../../files/index.ts';
import { makeTestDatabase } from '../../testing/database.ts';
import { makeBackup } from './make-backup.ts';

const noon = Date.UTC(2026, 10, 26, 12);

/** Prepares backups of an empty market on SQLite, with files and backups in folders. */
async function prepare() {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-make-backup-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const [file, workFolder] = [join(folder, 'market.sqlite'), join(folder, 'work')];
	await makeTestDatabase('sqlite', file);
	await mkdir(workFolder);
	const files = createDiskFileStore(join(folder, 'files'));
	const store = createDiskFileStore(join(folder, 'backups'));
	const options = { database: { postgresUrl: null, file }, workFolder, targetFolder: null, readAll: false };
	return { files, store, options: { ...options, signal: new AbortController().signal } };
}

test('stores files with equal contents once', async () => {
	const { files, store, options } = await prepare();
	const keys = ['media/1/a.webp', 'media/2/a.webp', 'media/3/a.webp', 'media/4/a.webp'];
	for (const key of keys) await files.write(key, { bytes: Buffer.from('same') }, 'image/webp');
	const written: string[] = [];
	const watched: FileStore = {
		...store,
		write(key, ...rest) {
			written.push(key);
			return store.write(key, ...rest);
		},
	};
	const result = await makeBackup({
		...options,
		files,
		store: watched,
		now: noon,
		async *listReferencedKeys() {
			yield* keys;
		},
	});
	expect(result).toMatchObject({ files: 4, missing: [] });
	expect(written.filter((key) => key.startsWith('files/'))).toHaveLength(1);
});

test('copies the database again for a file that is missing, unless the last backup lacked it too', async () => {
	const { files, store, options } = await prepare();
	const lost = ['media/1/lost.webp'];
	let copies = 0;
	async function* listReferencedKeys() {
		copies += 1;
		yield* lost;
	}
	const countCopies = async (now: number) => {
		copies = 0;
		const { missing } = await makeBackup({ ...options, files, store, now, listReferencedKeys });
		expect(missing).toEqual(lost);
		return copies;
	};
	expect(await countCopies(noon)).toBe(3);
	expect(await countCopies(noon + 1000)).toBe(1);
	lost.push('media/2/lost.webp');
	expect(await countCopies(noon + 2000)).toBe(3);
});

test('copies damaged contents again, and tells those that the market has not whole either', async () => {
	const { files, store, options } = await prepare();
	const keys = ['media/1/a.webp', 'media/2/a.webp', 'media/3/a.webp'];
	for (const key of keys) await files.write(key, { bytes: Buffer.from(`whole ${key}`) }, 'image/webp');
	const back = (now: number) =>
		makeBackup({
			...options,
			readAll: true,
			files,
			store,
			now,
			async *listReferencedKeys() {
				yield* keys;
			},
		});
	await back(noon);
	const contents: string[] = [];
	for await (const { key } of store.list('files/')) contents.push(key);
	for (const key of contents) await store.write(key, { bytes: Buffer.from('wrong media/1/a.webp') }, 'image/webp');
	await files.write('media/2/a.webp', { bytes: Buffer.from('other media/2/a.webp') }, 'image/webp');
	await files.remove('media/3/a.webp');
	const second = await back(noon + 1000);
	// The second file was written again, so that it is no copy of the damaged content.
	expect(second).toMatchObject({ damaged: ['media/1/a.webp'], lost: [], missing: ['media/3/a.webp'], readFiles: 2 });

	const stored = await back(noon + 2000);
	expect(stored).toMatchObject({ damaged: [], lost: [], allReadAt: noon + 2000 });
	for await (const { key } of store.list('files/')) contents.push(key);
	for (const key of contents) await store.write(key, { bytes: Buffer.from('wrong media/1/a.webp') }, 'image/webp');
	const damagedFiles: FileStore = {
		...files,
		read: async () => ({ stream: Readable.from([Buffer.from('bit rot bit rot bit.')]), size: 20 }),
	};
	const third = await makeBackup({
		...options,
		readAll: true,
		files: damagedFiles,
		store,
		now: noon + 3000,
		async *listReferencedKeys() {
			yield* keys;
		},
	});
	const bothKeys = ['media/1/a.webp', 'media/2/a.webp'];
	expect({ damaged: third.damaged.toSorted(), lost: third.lost }).toEqual({ damaged: bothKeys, lost: bothKeys });
});
