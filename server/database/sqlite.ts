import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	SqliteAdapter,
	type SqliteDatabase,
	SqliteDialect,
	SqliteDriver,
	type SqliteStatement,
} from 'kysely';
import { createStatementCache, openSqlite, toSqlValues } from './sqlite-connection.ts';
import { LiteralLimitQueryCompiler } from './sqlite-query-compiler.ts';

/** Creates a Kysely dialect on `node:sqlite`. Commits are durable (`synchronous=FULL`). WAL mode lets a backup read concurrently. */
export function createSqliteDialect(file: string): Dialect {
	const settings = { database: async () => adapt(openSqlite(file, { readOnly: false })) };
	const dialect = new SqliteDialect(settings);
	return {
		createDriver: () => new ImmediateDriver(settings),
		createQueryCompiler: () => new LiteralLimitQueryCompiler(),
		createIntrospector: (db) => dialect.createIntrospector(db),
		createAdapter: () => new TransactionalAdapter(),
	};
}

/**
 * Locks the database for writes when a transaction begins. A transaction that reads first could not write after another process committed,
 * because its reads would be outdated: SQLITE_BUSY_SNAPSHOT, which `busy_timeout` does not wait for.
 */
class ImmediateDriver extends SqliteDriver {
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'));
	}
}

/** Runs migrations in a transaction. Kysely assumes that SQLite cannot roll back DDL, but SQLite can. */
class TransactionalAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

function adapt(db: DatabaseSync): SqliteDatabase {
	return { prepare: createStatementCache(db, adaptStatement), close: () => db.close() };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
	return {
		reader: statement.columns().length > 0,
		all: (parameters) => statement.all(...toSqlValues(parameters)),
		run: (parameters) => statement.run(...toSqlValues(parameters)),
		iterate: (parameters) => statement.iterate(...toSqlValues(parameters)),
	};
}

/** Returns SQLite's extended result code of an error, or null for other errors. */
export function getSqliteErrorCode(error: unknown): number | null {
	if (!(error instanceof Error) || !('errcode' in error)) return null;
	return typeof error.errcode === 'number' ? error.errcode : null;
}

/** Error of `lockFolder` if another process holds the lock. */
export class FolderLockedError extends Error {
	override readonly name = 'FolderLockedError';
}

/**
 * Locks a folder for this process until the process exits or crashes. The lock is an exclusive transaction in a separate database file.
 * Returns the function that releases the lock earlier. Throws `FolderLockedError` if another process holds the lock.
 */
export function lockFolder(file: string): () => void {
	const db = openLocked(file);
	// The exit listener keeps a reference to the database object. Garbage collection would close the object and release the lock.
	const release = () => {
		process.off('exit', release);
		if (db.isOpen) db.close();
	};
	process.on('exit', release);
	return release;
}

function openLocked(file: string): DatabaseSync {
	let db: DatabaseSync | undefined;
	try {
		db = new DatabaseSync(file);
		// The journal is in memory, because a full disk has no room for a file.
		db.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
		return db;
	} catch (error) {
		db?.close();
		// SQLITE_BUSY, SQLITE_READONLY and SQLITE_CANTOPEN, without what their extended codes add.
		const code = (getSqliteErrorCode(error) ?? 0) & 0xff;
		if (code === 5)
			throw new FolderLockedError(
				'Another server or command is already running on this data directory. Stop it first, or set DATA_DIR to another folder.',
			);
		if (code === 8 || code === 14)
			throw new Error(`It cannot write to ${file}. Set DATA_DIR to a folder that this user may write to.`, {
				cause: error,
			});
		throw error;
	}
}
