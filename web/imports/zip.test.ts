import { expect, test } from 'vitest';
import { importLimits } from '../../contract/imports/import-limits.ts';
import * as importText from '../../text/web/import.ts';
import { makeZip } from '../testing/zip-file.ts';
import { openZip } from './zip.ts';

const bytes = new TextEncoder().encode('These are the bytes of a photo. '.repeat(40));
const readText = async (entry: { read: () => Promise<Blob> } | undefined) => (await entry?.read())?.text();

test('reads stored and compressed files', async () => {
	const entries = await openZip(
		await makeZip([
			{ path: 'photos/', bytes: new Uint8Array(0) },
			{ path: 'photos/one.jpg', bytes },
			{ path: 'photos/Ọ̀kan.jpg', bytes, deflated: true },
			{ path: '__MACOSX/photos/._one.jpg' },
			{ path: 'photos/.DS_Store' },
		]),
	);
	expect(entries.map(({ path, size }) => [path, size])).toEqual([
		['photos/one.jpg', bytes.length],
		['photos/Ọ̀kan.jpg', bytes.length],
	]);
	for (const entry of entries) expect(await readText(entry)).toBe(new TextDecoder().decode(bytes));
});

test('rejects what is no zip, and a zip that is cut off', async () => {
	const zip = await makeZip([{ path: 'one.jpg', bytes }]);
	for (const file of [new Blob([]), new Blob(['no zip']), zip.slice(0, zip.size - 30), zip.slice(200)]) {
		await expect(openZip(file)).rejects.toThrow(importText.notZip);
	}
});

test('rejects too many entries without reading them', async () => {
	const { entries } = importLimits.zip;
	const tooMany = await makeZip(Array.from({ length: entries + 1 }, (_, index) => ({ path: `${index}.jpg` })));
	await expect(openZip(tooMany)).rejects.toThrow(importText.zipTooMany(entries));
	const lies = await makeZip([{ path: 'one.jpg' }], { count: entries });
	await expect(openZip(lies)).rejects.toThrow(importText.notZip);
});

test.for(['../one.jpg', 'photos/../../one.jpg', '/one.jpg', '\\one.jpg', '..\\one.jpg', 'C:\\one.jpg', 'one\0.jpg'])(
	'rejects the path %s',
	async (path) => {
		await expect(openZip(await makeZip([{ path }]))).rejects.toThrow(importText.zipUnsafePath(path));
	},
);

test('rejects passwords and unknown compression methods', async () => {
	const encrypted = await makeZip([{ path: 'one.jpg', encrypted: true }]);
	await expect(openZip(encrypted)).rejects.toThrow(importText.zipEncrypted);
	const lzma = await makeZip([{ path: 'one.jpg', method: 14 }]);
	await expect(openZip(lzma)).rejects.toThrow(importText.zipMethod('one.jpg'));
});

test('rejects a file that is compressed more than a photo can be', async () => {
	const bomb = await makeZip([{ path: 'one.jpg', bytes: new Uint8Array(4_000_000), deflated: true }]);
	expect(bomb.size).toBeLessThan(10_000);
	await expect(openZip(bomb)).rejects.toThrow(importText.zipRatio('one.jpg'));
});

test('stops at the declared size of a file', async () => {
	const content = new Uint8Array(4_000_000);
	for (const declared of [bytes.length, 1_000_000]) {
		const [entry] = await openZip(await makeZip([{ path: 'one.jpg', bytes: content, deflated: true, declared }]));
		await expect(entry?.read()).rejects.toThrow(importText.zipBroken('one.jpg'));
	}
	const [short] = await openZip(await makeZip([{ path: 'one.jpg', bytes, deflated: true, declared: 9999 }]));
	await expect(short?.read()).rejects.toThrow(importText.zipBroken('one.jpg'));
});

test('rejects entries that are too large together, or that share their bytes', async () => {
	const size = 0xff_ff_ff_ff;
	const large = await makeZip([{ path: 'one.jpg', bytes, deflated: true, declared: size }]);
	await expect(openZip(large)).rejects.toThrow(importText.zipRatio('one.jpg'));
	const limit = importLimits.zip.bytes;
	const photo = { bytes: new Uint8Array(1024).map((_, index) => (index * 7919) % 251), deflated: true };
	const many = Array.from({ length: limit / 1_048_576 + 1 }, (_, index) => ({
		path: `${index}.jpg`,
		...photo,
		declared: 1_048_576,
	}));
	await expect(openZip(await makeZip(many))).rejects.toThrow(importText.zipTooLarge(2));
	const overlapping = await makeZip(
		[
			{ path: 'one.jpg', bytes },
			{ path: 'two.jpg', bytes },
		],
		{ overlapping: true },
	);
	await expect(openZip(overlapping)).rejects.toThrow(importText.notZip);
});
