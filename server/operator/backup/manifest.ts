import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type FileStore, getNodeErrorCode, isValidFileKey } from '../../files/index.ts';

export const manifestFile = 'manifest.json';

export const fingerprintSchema = z.object({ bytes: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type Fingerprint = z.infer<typeof fingerprintSchema>;

/** Format 1 stored each backup with its own copies in `files/<key>`; format 2 shares contents between backups. */
const manifestSchema = z.object({
	format: z.literal([1, 2]),
	made_at: z.iso.datetime(),
	database: fingerprintSchema.extend({
		engine: z.enum(['sqlite', 'postgres']),
		name: z.enum(['database.sqlite', 'database.dump']),
		migrations: z.array(z.string()),
		/** When the first migration ran, which tells databases apart. A restored database keeps it. Format 1 has none. */
		created_at: z.string().optional(),
		/** Number of rows by table. Format 1 has none. */
		rows: z.record(z.string(), z.int().nonnegative()).default({}),
	}),
	files: z.array(
		fingerprintSchema.extend({
			key: z.string().refine(isValidFileKey),
			/** Time of the last write in the file store, in milliseconds since 1970. Format 1 has none. */
			modified: z.number().optional(),
		}),
	),
	/** Keys that database rows refer to, but for which no file exists. */
	missing: z.array(z.string()),
	/** Number of files of which the bytes were read when the backup was made, and when all files were last read. Older backups have none. */
	reading: z.object({ files: z.int().nonnegative(), all_at: z.iso.datetime().nullable() }).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Complete backup in a store. The manifest is written last, so a backup without a manifest is incomplete. */
export interface Backup {
	store: FileStore;
	/** Prefix of the manifest and the database: '' for a folder of format 1, otherwise the name and '/'. */
	prefix: string;
	manifest: Manifest;
}

const backupName = /^kasuwa-(\d{4}-\d\d-\d\d)t(\d\d)-(\d\d)-(\d\d)z$/;

/** Returns the name of a backup, which contains its time in UTC: `kasuwa-2026-11-26t02-00-00z`. */
export function toBackupName(time: number): string {
	return `kasuwa-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}z`.toLowerCase();
}

/** Returns the time in a backup's name, in milliseconds since 1970; null for any other name. */
export function parseBackupName(name: string): number | null {
	const [match, date, hour, minute, second] = backupName.exec(name) ?? [];
	return match ? Date.parse(`${date}T${hour}:${minute}:${second}Z`) : null;
}

/** Key of a content, shared by all backups of a store. */
export function getContentKey({ sha256 }: Pick<Fingerprint, 'sha256'>): string {
	return `files/${sha256.slice(0, 2)}/${sha256}`;
}

/** Returns where a backup stores its database, and a file. */
export const getDatabaseKey = ({ prefix, manifest }: Backup) => prefix + manifest.database.name;
export const getFileKey = ({ manifest }: Backup, file: Manifest['files'][number]) =>
	manifest.format === 1 ? `files/${file.key}` : getContentKey(file);

/** What a store of backups contains. */
export interface BackupList {
	/** Names of complete backups, oldest first. */
	complete: string[];
	/** Names of backups without a manifest. */
	incomplete: string[];
	/** Sizes in bytes of the contents that backups share, by their hash. */
	contents: Map<string, number>;
}

const contentKey = /^files\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/** Lists the backups and contents of a store. Ignores anything else there. */
export async function listBackups(store: FileStore): Promise<BackupList> {
	const isComplete = new Map<string, boolean>();
	const contents = new Map<string, number>();
	for await (const { key, bytes } of store.list('')) {
		const [name = '', file] = key.split('/');
		const sha256 = contentKey.exec(key)?.[1];
		if (sha256) contents.set(sha256, bytes);
		if (parseBackupName(name) !== null) isComplete.set(name, isComplete.get(name) === true || file === manifestFile);
	}
	const names = [...isComplete.keys()].sort();
	return {
		complete: names.filter((name) => isComplete.get(name)),
		incomplete: names.filter((name) => !isComplete.get(name)),
		contents,
	};
}

/** Opens a backup. Throws if it is incomplete, damaged, or has a newer format. */
export async function openBackup(store: FileStore, prefix: string): Promise<Backup> {
	const file = await store.read(prefix + manifestFile);
	if (!file) throw new Error(`${prefix.slice(0, -1) || 'This'} is not a backup: it has no ${manifestFile}`);
	let json: unknown;
	try {
		json = JSON.parse(await text(file.stream));
	} catch {
		throw new DamagedBackupError(manifestFile, 'unreadable');
	}
	const format = (json as { format?: unknown } | null)?.format;
	if (typeof format === 'number' && format > 2) {
		throw new Error('This backup was made by a newer version of the program: restore it with that version');
	}
	const parsed = manifestSchema.safeParse(json);
	if (!parsed.success) throw new DamagedBackupError(manifestFile, 'unreadable');
	return { store, prefix, manifest: parsed.data };
}

/** Creates a stream that forwards bytes, counts them and updates a hash. */
export function createMeter(hash: Hash): Transform & { bytes: number } {
	const meter = new Transform({
		transform(chunk: Buffer, _, done) {
			hash.update(chunk);
			measured.bytes += chunk.length;
			done(null, chunk);
		},
	});
	const measured = Object.assign(meter, { bytes: 0 });
	return measured;
}

export async function computeFingerprint(path: string): Promise<Fingerprint> {
	const hash = createHash('sha256');
	const meter = createMeter(hash);
	await pipeline(createReadStream(path), meter, drain);
	return { bytes: meter.bytes, sha256: hash.digest('hex') };
}

/** Error of a file in a backup that is missing or differs from its size or hash. */
export class DamagedBackupError extends Error {
	override readonly name = 'DamagedBackupError';
	damage: FileDamage;

	constructor(key: string, damage: FileDamage) {
		super(`The backup is damaged: ${key} ${damageTexts[damage]}`);
		this.damage = damage;
	}
}

/** What is wrong with a file of a backup. */
export type FileDamage = 'missing' | 'unreadable' | 'wrong length' | 'wrong hash';

const damageTexts: Record<FileDamage, string> = {
	missing: 'is missing',
	unreadable: 'cannot be read',
	'wrong length': 'has another length than when it was written',
	'wrong hash': 'is not what was written',
};

/**
 * Reads a file of a backup to its end, and writes what it reads to `target` if there is one. Throws `DamagedBackupError`, errors of the store
 * as a whole, and one that says that `target` cannot be written.
 */
export async function verifyFile(
	store: FileStore,
	key: string,
	expected: Fingerprint,
	{ target, signal }: { target?: string; signal?: AbortSignal } = {},
): Promise<void> {
	const hash = createHash('sha256');
	const meter = createMeter(hash);
	let writeError: Error | undefined;
	try {
		const file = await store.read(key);
		if (!file) throw new DamagedBackupError(key, 'missing');
		const openTarget = (path: string) =>
			createWriteStream(path, { mode: 0o600 }).once('error', (error) => {
				// A failed reading ends the writing with its own error.
				if (!file.stream.errored && !meter.errored) writeError = error;
			});
		const sink = target === undefined ? drain : openTarget(target);
		await pipeline(file.stream, meter, sink, ...(signal ? [{ signal }] : []));
	} catch (error) {
		if (writeError) throw new Error(`${target} cannot be written: ${writeError.message}`, { cause: writeError });
		// A disk reports a bad sector with EIO.
		if (getNodeErrorCode(error) === 'EIO') throw new DamagedBackupError(key, 'unreadable');
		throw error;
	}
	if (meter.bytes !== expected.bytes) throw new DamagedBackupError(key, 'wrong length');
	if (hash.digest('hex') !== expected.sha256) throw new DamagedBackupError(key, 'wrong hash');
}

async function drain(source: AsyncIterable<unknown>): Promise<void> {
	for await (const _ of source);
}

/** Runs `work` for every item, a few at a time. After a failure, starts no more work, waits for the running work, and throws the error. */
export async function forEachConcurrently<Item>(
	items: Iterable<Item> | AsyncIterable<Item>,
	concurrency: number,
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
