import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isValidFileKey } from '../files/index.ts';

export const manifestFile = 'manifest.json';
export const filesFolder = 'files';

const fingerprintSchema = z.object({ bytes: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type Fingerprint = z.infer<typeof fingerprintSchema>;

const manifestSchema = z.object({
	format: z.literal(1),
	made_at: z.iso.datetime(),
	database: fingerprintSchema.extend({
		engine: z.enum(['sqlite', 'postgres']),
		name: z.enum(['database.sqlite', 'database.dump']),
		migrations: z.array(z.string()),
	}),
	files: z.array(fingerprintSchema.extend({ key: z.string().refine(isValidFileKey) })),
	/** Keys that database rows refer to, but for which no file exists. */
	missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Reads the manifest of a backup. Throws if the folder is no backup, is damaged, or has a newer format. */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => null);
	if (text === null) throw new Error(`${folder} is not a backup: it has no ${manifestFile}`);
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch {
		throw new Error(`The backup is damaged: ${manifestFile} cannot be read`);
	}
	const format = (json as { format?: unknown } | null)?.format;
	if (typeof format === 'number' && format > 1) {
		throw new Error('This backup was made by a newer version of the program: restore it with that version');
	}
	const parsed = manifestSchema.safeParse(json);
	if (!parsed.success) throw new Error(`The backup is damaged: ${manifestFile} cannot be read`);
	return parsed.data;
}

export async function computeFingerprint(path: string): Promise<Fingerprint> {
	const hash = createHash('sha256');
	let bytes = 0;
	for await (const chunk of createReadStream(path)) {
		hash.update(chunk as Buffer);
		bytes += (chunk as Buffer).length;
	}
	return { bytes, sha256: hash.digest('hex') };
}

/** Throws if a file of the backup differs from its size or hash in the manifest. */
export async function verifyBackup(folder: string, { database, files }: Manifest): Promise<void> {
	await verifyFile(join(folder, database.name), database.name, database);
	await forEachConcurrently(files, (file) =>
		verifyFile(join(folder, filesFolder, file.key), `${filesFolder}/${file.key}`, file),
	);
}

async function verifyFile(path: string, name: string, expected: Fingerprint): Promise<void> {
	const found = await computeFingerprint(path).catch((error: NodeJS.ErrnoException) => {
		throw error.code === 'ENOENT' ? new Error(`The backup is damaged: ${name} is missing`) : error;
	});
	if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) {
		throw new Error(`The backup is damaged: ${name} is not what was written`);
	}
}

const concurrency = 8;

/** Runs `work` for every item, 8 at a time. After a failure, starts no more work, waits for the running work, and throws the error. */
export async function forEachConcurrently<Item>(
	items: Iterable<Item> | AsyncIterable<Item>,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const running = new Set<Promise<void>>();
	const failures: unknown[] = [];
	for await (const item of items) {
		if (failures.length > 0) break;
		const one = work(item)
			.catch((error: unknown) => void failures.push(error))
			.finally(() => running.delete(one));
		running.add(one);
		if (running.size >= concurrency) await Promise.race(running);
	}
	await Promise.all(running);
	if (failures.length > 0) throw failures[0];
}

/** Flushes a file's bytes, or a folder's entries, to disk. */
export async function fsync(path: string): Promise<void> {
	const handle = await open(path, 'r');
	await handle.sync().finally(() => handle.close());
}
