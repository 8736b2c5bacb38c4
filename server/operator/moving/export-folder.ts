import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { fsyncFolder, writeNewFileDurably } from '../../files/durable.ts';
import { getNodeErrorCode, isValidFileKey } from '../../files/files.ts';
import { createMeter, type Fingerprint, fingerprintSchema } from '../backup/manifest.ts';
import { createEncryption, type Encryption, openEncryption } from './encryption.ts';

const format = 1;
const manifestName = 'manifest.json';
const keyName = 'key.age';

/** Names of the entries of an export. Encrypted ones end in `.age`. */
export const getTableEntry = (table: string) => `tables/${table}.jsonl`;
export const getFileEntry = (key: string) => `files/${key}`;
export const waitingJobsEntry = 'jobs/waiting.jsonl';
export const failedJobsEntry = 'jobs/failed.jsonl';
export const fileListEntry = 'files.jsonl';

const count = z.int().nonnegative();
const listSchema = fingerprintSchema.extend({ rows: count });

const manifestSchema = z.strictObject({
	format: z.literal(format),
	made_at: z.iso.datetime(),
	engine: z.enum(['sqlite', 'postgres']),
	/** Names of the migrations that the database had run. */
	migrations: z.array(z.string()),
	tables: z.array(
		listSchema.extend({
			name: z.string().regex(/^[a-z_]+$/),
			columns: z.array(z.string()),
			/** Highest number that the database has given to a row, also one that was deleted since; null if it numbers none. */
			last_id: count.nullable(),
		}),
	),
	jobs: z.strictObject({ waiting: listSchema, failed: listSchema }),
	/** The list of files, and the sum of their bytes. */
	files: z.strictObject({ list: listSchema, bytes: count }),
	/** Keys to which rows refer, but for which no file exists. */
	missing: z.array(z.string()),
});
export type ExportManifest = z.infer<typeof manifestSchema>;

export const exportedFileSchema = fingerprintSchema.extend({ key: z.string().refine(isValidFileKey) });
export type ExportedFile = z.infer<typeof exportedFileSchema>;

/** Writes an export into an empty folder. Folders have mode 0700, files 0600. */
export interface ExportWriter {
	/** Writes an entry to the disk. Returns the size and hash of its plain content. */
	write(entry: string, source: Readable | AsyncIterable<string>): Promise<Fingerprint>;
	/** Writes the manifest, which completes the export. */
	finish(manifest: ExportManifest): Promise<void>;
	/** Removes all that was written. */
	discard(): Promise<void>;
}

/** Creates an export in a folder. Throws if the folder is not empty. `passphrase` encrypts it; null if it is not encrypted. */
export async function createExport(folder: string, passphrase: string | null): Promise<ExportWriter> {
	const existed = existsSync(folder);
	const notEmpty = new Error(`${folder} is not empty: export into an empty or new folder`);
	if (existed && (await readdir(folder)).length > 0) throw notEmpty;
	await mkdir(folder, { recursive: true, mode: 0o700 });
	// Of two exports that find the folder empty, one creates this folder.
	await mkdir(join(folder, 'tables'), { mode: 0o700 }).catch((error: unknown) => {
		throw getNodeErrorCode(error) === 'EEXIST' ? notEmpty : error;
	});
	/** Folders with entries, which `finish` flushes to the disk. */
	const folders = new Set([folder]);

	async function discard(): Promise<void> {
		for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
		if (!existed) await rm(folder, { recursive: true, force: true });
	}

	async function createKey(newPassphrase: string): Promise<Encryption> {
		const created = await createEncryption(newPassphrase);
		await writeNewFileDurably(join(folder, keyName), created.keyFile);
		return created.encryption;
	}

	const encryption =
		passphrase === null
			? null
			: await createKey(passphrase).catch(async (error: unknown) => {
					await discard();
					throw error;
				});

	async function* encrypt(source: Readable): AsyncGenerator<Buffer> {
		if (encryption) yield* await encryption.encrypt(source);
	}

	async function write(entry: string, source: Readable | AsyncIterable<string>): Promise<Fingerprint> {
		const path = join(folder, toFileName(entry, encryption));
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		for (let parent = dirname(path); !folders.has(parent); parent = dirname(parent)) folders.add(parent);
		const hash = createHash('sha256');
		const meter = createMeter(hash);
		const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
		const input = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
		if (encryption) await pipeline(input, meter, encrypt, output);
		else await pipeline(input, meter, output);
		return { bytes: meter.bytes, sha256: hash.digest('hex') };
	}

	return {
		write,
		async finish(manifest) {
			for (const written of folders) await fsyncFolder(written);
			await write(manifestName, Readable.from([JSON.stringify(manifest, null, '\t')], { objectMode: false }));
			await fsyncFolder(folder);
		},
		discard,
	};
}

/** Complete export in a folder. */
export interface OpenExport {
	manifest: ExportManifest;
	/** Hash of the manifest, which tells exports apart. SHA-256 in hex. */
	id: string;
	/** Opens an entry. The caller must read the stream to its end or destroy it. Throws `DamagedExportError` if it is missing. */
	read(entry: string): Promise<Readable>;
	/** Reads the lines of an entry. Throws `DamagedExportError` if the entry is not what was written. */
	readLines(entry: string, expected: Fingerprint): AsyncGenerator<string>;
}

export class DamagedExportError extends Error {
	override readonly name = 'DamagedExportError';

	constructor(entry: string, problem: 'is missing' | 'is not what was written', cause?: unknown) {
		super(`The export is damaged: ${entry} ${problem}`, { cause });
	}
}

/** Returns whether an export is encrypted. */
export function isEncrypted(folder: string): boolean {
	return existsSync(join(folder, keyName));
}

/** Opens an export. `passphrase` is needed if it is encrypted. Throws if it is incomplete, damaged, newer, or the passphrase is wrong. */
export async function openExport(folder: string, passphrase: string | null): Promise<OpenExport> {
	const encryption =
		passphrase === null || !isEncrypted(folder)
			? null
			: await openEncryption(await readFile(join(folder, keyName)), passphrase);

	async function read(entry: string): Promise<Readable> {
		const path = join(folder, toFileName(entry, encryption));
		if (!existsSync(path)) throw new DamagedExportError(entry, 'is missing');
		const file = createReadStream(path);
		if (!encryption) return file;
		return Readable.from(decrypt(entry, file, encryption), { objectMode: false });
	}

	async function* readLines(entry: string, expected: Fingerprint): AsyncGenerator<string> {
		const hash = createHash('sha256');
		const decoder = new TextDecoder();
		let rest = '';
		for await (const chunk of await read(entry)) {
			hash.update(chunk as Buffer);
			const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
			rest = lines.pop() ?? '';
			yield* lines;
		}
		if (hash.digest('hex') !== expected.sha256 || rest !== '')
			throw new DamagedExportError(entry, 'is not what was written');
	}

	if (!existsSync(join(folder, toFileName(manifestName, encryption))))
		throw new Error(`${folder} has no complete export: there is no ${toFileName(manifestName, encryption)}`);
	let text = '';
	for await (const chunk of (await read(manifestName)).setEncoding('utf8')) text += chunk;
	return { manifest: parseManifest(text), id: createHash('sha256').update(text).digest('hex'), read, readLines };
}

/** Decrypts a file. Throws `DamagedExportError` if the file was changed. */
async function* decrypt(entry: string, file: Readable, encryption: Encryption): AsyncGenerator<Buffer> {
	try {
		yield* await encryption.decrypt(file);
	} catch (error) {
		throw new DamagedExportError(entry, 'is not what was written', error);
	} finally {
		file.destroy();
	}
}

function parseManifest(text: string): ExportManifest {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch (error) {
		throw new DamagedExportError(manifestName, 'is not what was written', error);
	}
	const version = (json as { format?: unknown } | null)?.format;
	if (typeof version === 'number' && version > format)
		throw new Error('This export was made by a newer version of the program: import it with that version');
	const parsed = manifestSchema.safeParse(json);
	if (!parsed.success) throw new DamagedExportError(manifestName, 'is not what was written', parsed.error);
	return parsed.data;
}

function toFileName(entry: string, encryption: Encryption | null): string {
	return encryption ? `${entry}.age` : entry;
}
