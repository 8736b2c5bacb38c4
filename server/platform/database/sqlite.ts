import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

/** Creates a Kysely dialect on `node:sqlite`. Commits are durable (`synchronous=FULL`). WAL mode lets a backup read concurrently. */
export function createSqliteDialect(file: string): Dialect {
	const dialect = new SqliteDialect({ database: async () => adapt(open(file)) });
	return {
		createDriver: () => dialect.createDriver(),
		createQueryCompiler: () => dialect.createQueryCompiler(),
		createIntrospector: (db) => dialect.createIntrospector(db),
		createAdapter: () => new TransactionalAdapter(),
	};
}

/** Runs migrations in a transaction. Kysely assumes that SQLite cannot roll back DDL, but SQLite can. */
class TransactionalAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

function open(file: string): DatabaseSync {
	const database = new DatabaseSync(file);
	database.exec(`
		PRAGMA journal_mode = WAL;
		PRAGMA synchronous = FULL;
		PRAGMA foreign_keys = ON;
		PRAGMA busy_timeout = 5000;
		PRAGMA temp_store = MEMORY;
		PRAGMA cache_size = -65536;
		PRAGMA mmap_size = 268435456;
		PRAGMA wal_autocheckpoint = 4000;
	`);
	// SQLite's own `lower` handles only ASCII, unlike PostgreSQL's `lower`.
	database.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text));
	return database;
}

const maxCachedStatements = 500;

function adapt(database: DatabaseSync): SqliteDatabase {
	const statements = new Map<string, SqliteStatement>();
	return {
		prepare(query) {
			let statement = statements.get(query);
			if (!statement) {
				statement = adaptStatement(database.prepare(query));
				if (statements.size >= maxCachedStatements) statements.clear();
				statements.set(query, statement);
			}
			return statement;
		},
		close: () => database.close(),
	};
}

function adaptStatement(statement: StatementSync): SqliteStatement {
	return {
		reader: statement.columns().length > 0,
		all: (parameters) => statement.all(...toSqlValues(parameters)),
		run: (parameters) => statement.run(...toSqlValues(parameters)),
		iterate: (parameters) => statement.iterate(...toSqlValues(parameters)),
	};
}

// Rejects unsupported values, such as a Date, because node:sqlite silently binds them as NULL.
function toSqlValues(parameters: readonly unknown[]): SQLInputValue[] {
	return parameters.map((value) => {
		if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
			return value;
		}
		throw new TypeError(`SQLite columns are integers and text, not ${typeof value}`);
	});
}

/** Returns SQLite's extended result code of an error, or null for other errors. */
export function getSqliteErrorCode(error: unknown): number | null {
	if (!(error instanceof Error) || !('errcode' in error)) return null;
	return typeof error.errcode === 'number' ? error.errcode : null;
}

/**
 * Locks a folder for this process until the process exits or crashes. The lock is an exclusive transaction in a separate database file.
 * Returns the function that releases the lock earlier. Throws if another process holds the lock.
 */
export function lockFolder(file: string): () => void {
	const database = new DatabaseSync(file);
	try {
		database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
	} catch (error) {
		database.close();
		if (getSqliteErrorCode(error) === 5) throw new Error('Another server is already running on this data directory');
		throw error;
	}
	// The exit listener keeps a reference to the database object. Garbage collection would close the object and release the lock.
	const release = () => {
		process.off('exit', release);
		if (database.isOpen) database.close();
	};
	process.on('exit', release);
	return release;
}
