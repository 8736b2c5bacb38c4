import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
	type Database,
	type DatabaseLocation,
	listPendingMigrations,
	type Migration,
	migrate,
	openDatabase,
	readSnapshot,
} from '../../database/index.ts';
import type { FileStore } from '../../files/index.ts';
import { type JobQueue, type MovedJobs, readMovedJobs } from '../../jobs/index.ts';
import { createMeter, forEachConcurrently } from '../backup/manifest.ts';
import {
	DamagedExportError,
	type ExportedFile,
	exportedFileSchema,
	failedJobsEntry,
	fileListEntry,
	getFileEntry,
	getTableEntry,
	type OpenExport,
	waitingJobsEntry,
} from './export-folder.ts';
import type { MoveProgress } from './export-market.ts';
import {
	getInsertSize,
	insertRows,
	listMovedTables,
	listUsedTables,
	type MovedRow,
	type MovedTable,
	parseRow,
	readContent,
	setLastId,
} from './tables.ts';
import { beginImport, readUnfinishedImport, toUnfinishedError } from './unfinished-import.ts';

export interface ImportOptions {
	source: OpenExport;
	database: DatabaseLocation;
	files: FileStore;
	migrations: readonly Migration[];
	/** Tables that are filled from others afterwards. */
	derivedTables: readonly string[];
	/** Tables in which migrations insert rows. The rows of the export replace them. */
	seededTables: readonly string[];
	signal: AbortSignal;
	onProgress: (progress: MoveProgress) => void;
}

const concurrency = 8;

/**
 * First part of an import: checks the export and the target, creates the tables, inserts the rows, and compares them with the export. From
 * here on the database is marked as unfinished. Continues an import of the same export that has stopped. Throws before it writes anything
 * if the export is damaged or of another version, or if the target is not empty.
 */
export async function importRows(options: ImportOptions): Promise<{ isContinued: boolean }> {
	const { source, database, migrations, derivedTables, signal } = options;
	assertSameMigrations(source, migrations);
	await assertEmptyOrBegun(options);
	await verifyExport(options);
	// A server on PostgreSQL may have started during the verification.
	const isContinued = await assertEmptyOrBegun(options);
	const db = openDatabase(database);
	try {
		await migrate(db, migrations);
		assertSameTables(await listMovedTables(db, derivedTables), source);
		signal.throwIfAborted();
		if (!isContinued) await beginImport(db, source.id);
		await insertAll(db, options).catch((error: unknown) => {
			throw toUnfinishedError(error);
		});
		// PostgreSQL plans queries by these statistics, which it would gather some time later. SQLite plans without them.
		if (db.engine === 'postgres') await sql`analyze`.execute(db.kysely);
	} finally {
		await db.close();
	}
	await compareRows(options);
	return { isContinued };
}

function assertSameMigrations({ manifest }: OpenExport, migrations: readonly Migration[]): void {
	const own = migrations.map(({ name }) => name);
	if (isDeepStrictEqual(manifest.migrations, own)) return;
	throw new Error(
		`This export was made by another version of the program: its last migration is ${manifest.migrations.at(-1)}, here it is ${own.at(-1)}. Export and import with the same version.`,
	);
}

/** Throws unless database and file store are empty, or an import of this export has begun there. Returns whether it has. */
async function assertEmptyOrBegun(options: ImportOptions): Promise<boolean> {
	if (await isBegun(options)) return true;
	for await (const { key } of options.files.list(''))
		throw new Error(`The file store is not empty (${key}): import into an empty one`);
	return false;
}

/** Returns whether an import of this export has begun in the database. Throws if it has not and the database is not empty. */
async function isBegun({ source, database, migrations, derivedTables, seededTables }: ImportOptions): Promise<boolean> {
	if (database.postgresUrl === null && !existsSync(database.file)) return false;
	const db = openDatabase(database);
	try {
		const begun = await readUnfinishedImport(db);
		if (begun !== null) {
			if (begun === source.id) return true;
			throw new Error('An import of another export has begun here: continue that one, or empty the new market');
		}
		if (await isWithoutTables(db)) return false;
		const pending = await listPendingMigrations(db, migrations);
		const emptyTables = await listMovedTables(db, [...derivedTables, ...seededTables]);
		const used = pending.length > 0 ? ['an older market'] : await listUsedTables(db, emptyTables);
		if (used.length === 0) return false;
		throw new Error(`The database is not empty (${used.slice(0, 3).join(', ')}): import into an empty one`);
	} finally {
		await db.close();
	}
}

/** Returns whether a database has no tables but the list of migrations, which is left when the first start is killed. */
async function isWithoutTables(db: Database): Promise<boolean> {
	const query =
		db.engine === 'sqlite'
			? sql`select 1 from sqlite_master where tbl_name not like 'kysely%' limit 1`
			: sql`select 1 from pg_class where relnamespace = current_schema()::regnamespace and relname not like 'kysely%' limit 1`;
	return (await query.execute(db.kysely)).rows.length === 0;
}

/** Reads the whole export. Throws if anything is not what was written. */
async function verifyExport({ source, signal, onProgress }: ImportOptions): Promise<void> {
	const { tables, jobs, files } = source.manifest;
	const lists = [
		...tables.map((table) => ({ entry: getTableEntry(table.name), expected: table })),
		{ entry: waitingJobsEntry, expected: jobs.waiting },
		{ entry: failedJobsEntry, expected: jobs.failed },
		{ entry: fileListEntry, expected: files.list },
	];
	for (const { entry, expected } of lists) {
		signal.throwIfAborted();
		let rows = 0;
		for await (const _ of source.readLines(entry, expected)) rows += 1;
		if (rows !== expected.rows) throw new DamagedExportError(entry, 'is not what was written');
	}
	let done = 0;
	await forEachConcurrently(listFiles(source), concurrency, async (file) => {
		signal.throwIfAborted();
		const entry = getFileEntry(file.key);
		if ((await computeHash(await source.read(entry))) !== file.sha256)
			throw new DamagedExportError(entry, 'is not what was written');
		done += 1;
		onProgress({ step: 'check', done, total: files.list.rows });
	});
}

async function* listFiles({ manifest, readLines }: OpenExport): AsyncGenerator<ExportedFile> {
	for await (const line of readLines(fileListEntry, manifest.files.list)) {
		const file = exportedFileSchema.safeParse(JSON.parse(line));
		if (!file.success) throw new DamagedExportError(fileListEntry, 'is not what was written', file.error);
		yield file.data;
	}
}

/** Inserts the rows of each table in one transaction, so that after a stop a table is either empty or complete. */
async function insertAll(db: Database, options: ImportOptions): Promise<void> {
	const { source, derivedTables, seededTables, signal, onProgress } = options;
	const { manifest } = source;
	const tables = await listMovedTables(db, derivedTables);
	const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
	let done = 0;
	for (const table of tables) {
		const exported = manifest.tables.find(({ name }) => name === table.name);
		if (!exported) continue;
		const isSeeded = seededTables.includes(table.name);
		const isInserted = !isSeeded && (await listUsedTables(db, [table])).length > 0;
		if (isInserted) done += exported.rows;
		else {
			// Nothing else uses this database, so the transaction may wait for the file.
			await db.transaction(async (tx) => {
				if (isSeeded) await sql`delete from ${sql.table(table.name)}`.execute(tx.tables());
				let batch: MovedRow[] = [];
				const insertBatch = async () => {
					signal.throwIfAborted();
					await insertRows(tx, table, batch);
					done += batch.length;
					onProgress({ step: 'rows', done, total });
					batch = [];
				};
				for await (const line of source.readLines(getTableEntry(table.name), exported)) {
					batch.push(parseRow(table, line));
					if (batch.length === getInsertSize(table)) await insertBatch();
				}
				await insertBatch();
				await setLastId(tx, table, exported.last_id ?? 0);
			});
		}
	}
}

function assertSameTables(tables: readonly MovedTable[], { manifest }: OpenExport): void {
	const list = (described: readonly Pick<MovedTable, 'name' | 'columns'>[]) =>
		described.map(({ name, columns }) => `${name}(${columns.join()})`).sort();
	if (!isDeepStrictEqual(list(tables), list(manifest.tables)))
		throw new Error('This export has other tables or columns');
}

/** Reads all rows back. Throws if a table differs from the export. */
async function compareRows({ source, database, derivedTables, signal, onProgress }: ImportOptions): Promise<void> {
	const { manifest } = source;
	await readSnapshot(database, async (db) => {
		let done = 0;
		for (const table of await listMovedTables(db, derivedTables)) {
			const content = await readContent(db, table, signal);
			const exported = manifest.tables.find(({ name }) => name === table.name);
			if (exported?.sha256 !== content.sha256 || exported.rows !== content.rows || exported.last_id !== content.last_id)
				throw new Error(`The table ${table.name} differs from the export: empty the new market, and import again`);
			done += 1;
			onProgress({ step: 'compare', done, total: manifest.tables.length });
		}
	});
}

export interface ImportFilesOptions extends Pick<ImportOptions, 'source' | 'files' | 'signal' | 'onProgress'> {
	/** Whether files of this export may be stored already. */
	isContinued: boolean;
	/** Local folder for copies, which is created and removed. */
	workFolder: string;
	getMediaType: (key: string) => string;
}

/** Second part of an import: writes the files, and reads each back. Throws if one differs from the export. */
export async function importFiles(options: ImportFilesOptions): Promise<void> {
	const { source, files, signal, onProgress, isContinued, workFolder, getMediaType } = options;
	const total = source.manifest.files.list.rows;
	let started = 0;
	let done = 0;

	const hashStored = async (key: string) => {
		const file = await files.read(key);
		return file && computeHash(file.stream);
	};

	async function importFile({ key, sha256 }: ExportedFile): Promise<void> {
		if (isContinued && (await hashStored(key)) === sha256) return;
		started += 1;
		const path = join(workFolder, String(started));
		const hash = createHash('sha256');
		const entry = getFileEntry(key);
		const meter = createMeter(hash);
		await pipeline(await source.read(entry), meter, createWriteStream(path, { mode: 0o600 }), { signal });
		if (hash.digest('hex') !== sha256) throw new DamagedExportError(entry, 'is not what was written');
		await files.write(key, { path }, getMediaType(key));
		await rm(path, { force: true });
		if ((await hashStored(key)) !== sha256) throw new Error(`The file store has not stored ${key} as it was written`);
	}

	await rm(workFolder, { recursive: true, force: true });
	await mkdir(workFolder, { recursive: true, mode: 0o700 });
	try {
		await forEachConcurrently(listFiles(source), concurrency, async (file) => {
			signal.throwIfAborted();
			await importFile(file);
			done += 1;
			onProgress({ step: 'files', done, total });
		});
	} finally {
		await rm(workFolder, { recursive: true, force: true });
	}
}

/** Third part of an import: queues the jobs, and reads them back. Throws if they differ from the export. */
export async function importJobs({
	source,
	db,
	jobs,
}: {
	source: OpenExport;
	db: Database;
	jobs: JobQueue;
}): Promise<void> {
	const { waiting, failed } = source.manifest.jobs;
	const exported = {
		waiting: await readJson(source.readLines(waitingJobsEntry, waiting)),
		failed: await readJson(source.readLines(failedJobsEntry, failed)),
	} as MovedJobs;
	const before = await readMovedJobs(db);
	if (before.waiting.length + before.failed.length === 0) await jobs.addMoved(exported);
	if (!isDeepStrictEqual(await readMovedJobs(db), exported))
		throw new Error('The jobs differ from the export: empty the new market, and import again');
}

async function readJson(lines: AsyncIterable<string>): Promise<unknown[]> {
	const items: unknown[] = [];
	for await (const line of lines) items.push(JSON.parse(line));
	return items;
}

/** Reads a stream to its end. Returns the SHA-256 of its bytes in hex. */
async function computeHash(stream: Readable): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of stream) hash.update(chunk as Buffer);
	return hash.digest('hex');
}
