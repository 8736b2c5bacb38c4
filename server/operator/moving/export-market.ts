import { isDeepStrictEqual } from 'node:util';
import { toIsoTime } from '../../core/clock.ts';
import {
	type DatabaseLocation,
	type Db,
	listAppliedMigrations,
	type Migration,
	openDatabase,
	readSnapshot,
} from '../../database/index.ts';
import type { FileStore, StoredFile } from '../../files/index.ts';
import { readMovedJobs } from '../../jobs/index.ts';
import { assertFreeSpace } from '../backup/free-space.ts';
import { type Fingerprint, forEachConcurrently } from '../backup/manifest.ts';
import {
	createExport,
	type ExportedFile,
	type ExportManifest,
	type ExportWriter,
	failedJobsEntry,
	fileListEntry,
	getFileEntry,
	getTableEntry,
	waitingJobsEntry,
} from './export-folder.ts';
import { formatRow, listMovedTables, readLastId, readRows } from './tables.ts';
import { assertImportFinished } from './unfinished-import.ts';

/** How far a move is. `total` is null if it is not known. */
export interface MoveProgress {
	step: 'check' | 'rows' | 'files' | 'search' | 'compare';
	done: number;
	total: number | null;
}

export interface ExportOptions {
	database: DatabaseLocation;
	files: FileStore;
	migrations: readonly Migration[];
	/** Tables that the import fills from others. */
	derivedTables: readonly string[];
	/** Keys of the files that database rows refer to. */
	listReferencedKeys: (db: Db) => AsyncIterable<string>;
	/** Empty or new folder. */
	folder: string;
	/** Encrypts the export; null if it is not encrypted. */
	passphrase: string | null;
	/** Time of the export in milliseconds since 1970. */
	now: number;
	signal: AbortSignal;
	onProgress: (progress: MoveProgress) => void;
}

export interface MoveResult {
	tables: number;
	rows: number;
	/** Number of jobs that wait or have failed. */
	jobs: number;
	files: number;
	/** Sum of the bytes of the files. */
	bytes: number;
	/** Keys to which rows refer, but for which no file exists. */
	missing: string[];
}

const concurrency = 8;

/**
 * Exports all rows, waiting jobs and files into a folder, whether or not a server runs. The rows are of one moment; the files are read after
 * it. Throws if the database needs migrations, a value or column has no form in an export, the disk has too little space, or the signal
 * aborts. It leaves nothing then.
 */
export async function exportMarket(options: ExportOptions): Promise<MoveResult> {
	const { database, migrations, folder, passphrase, now } = options;
	const db = openDatabase(database);
	try {
		await assertImportFinished(db);
		const applied = await listAppliedMigrations(db);
		if (
			!isDeepStrictEqual(
				applied,
				migrations.map(({ name }) => name),
			)
		)
			throw new Error('The database needs migrations, or is newer than this program. Start the server, and try again.');
	} finally {
		await db.close();
	}
	const writer = await createExport(folder, passphrase);
	try {
		const { tables, jobs, referenced } = await readSnapshot(database, (snapshot) =>
			exportRows(snapshot, writer, options),
		);
		const files = await exportFiles(writer, options);
		// The signal may abort while the last files are copied.
		options.signal.throwIfAborted();
		const keys = new Set(files.map(({ key }) => key));
		const missing = referenced.filter((key) => !keys.has(key));
		const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
		const manifest: ExportManifest = {
			format: 1,
			made_at: toIsoTime(now),
			engine: database.postgresUrl === null ? 'sqlite' : 'postgres',
			migrations: migrations.map(({ name }) => name),
			tables,
			jobs,
			files: { list: await writeList(writer, fileListEntry, files), bytes },
			missing,
		};
		await writer.finish(manifest);
		return summarize(manifest);
	} catch (error) {
		await writer.discard();
		throw error;
	}
}

export function summarize({ tables, jobs, files, missing }: ExportManifest): MoveResult {
	return {
		tables: tables.length,
		rows: tables.reduce((sum, { rows }) => sum + rows, 0),
		jobs: jobs.waiting.rows + jobs.failed.rows,
		files: files.list.rows,
		bytes: files.bytes,
		missing,
	};
}

async function exportRows(db: Db, writer: ExportWriter, options: ExportOptions) {
	const { derivedTables, listReferencedKeys, folder, signal, onProgress } = options;
	const tables: ExportManifest['tables'] = [];
	let done = 0;
	for (const table of await listMovedTables(db, derivedTables)) {
		let rows = 0;
		async function* toLines() {
			for await (const batch of readRows(db, table)) {
				signal.throwIfAborted();
				const lines = batch.map((row) => `${formatRow(table, row)}\n`).join('');
				await assertFreeSpace(folder, lines.length);
				yield lines;
				rows += batch.length;
				done += batch.length;
				onProgress({ step: 'rows', done, total: null });
			}
		}
		const fingerprint = await writer.write(getTableEntry(table.name), toLines());
		const { name, columns } = table;
		tables.push({ name, columns: [...columns], rows, last_id: await readLastId(db, table), ...fingerprint });
	}
	const { waiting, failed } = await readMovedJobs(db);
	const jobs = {
		waiting: await writeList(writer, waitingJobsEntry, waiting),
		failed: await writeList(writer, failedJobsEntry, failed),
	};
	const referenced: string[] = [];
	for await (const key of listReferencedKeys(db)) referenced.push(key);
	return { tables, jobs, referenced };
}

async function writeList(
	writer: ExportWriter,
	entry: string,
	items: readonly object[],
): Promise<Fingerprint & { rows: number }> {
	async function* toLines() {
		for (const item of items) yield `${JSON.stringify(item)}\n`;
	}
	return { rows: items.length, ...(await writer.write(entry, toLines())) };
}

/** Copies all files. Returns them in the order of their keys. */
async function exportFiles(
	writer: ExportWriter,
	{ files, folder, signal, onProgress }: ExportOptions,
): Promise<ExportedFile[]> {
	const exported: ExportedFile[] = [];
	await forEachConcurrently(files.list(''), concurrency, async ({ key, bytes }: StoredFile) => {
		signal.throwIfAborted();
		await assertFreeSpace(folder, bytes);
		const file = await files.read(key);
		// The server has deleted it since.
		if (!file) return;
		exported.push({ key, ...(await writer.write(getFileEntry(key), file.stream)) });
		onProgress({ step: 'files', done: exported.length, total: null });
	});
	return exported.sort((a, b) => (a.key < b.key ? -1 : 1));
}
