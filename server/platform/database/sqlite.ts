import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

/** Kysely on Node's own SQLite: durable (`synchronous=FULL`) in WAL, so that a backup can read beside it. */
export function sqliteDialect(file: string): Dialect {
	const dialect = new SqliteDialect({ database: async () => adapt(open(file)) });
	return {
		createDriver: () => dialect.createDriver(),
		createQueryCompiler: () => dialect.createQueryCompiler(),
		createIntrospector: (db) => dialect.createIntrospector(db),
		createAdapter: () => new TransactionalAdapter(),
	};
}

/** Kysely runs SQLite's migrations outside a transaction, though SQLite can take a table's creation back. */
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
	`);
	// SQLite's own knows no letters but a to z; PostgreSQL's does.
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

// node:sqlite binds what it does not know, a Date for example, as NULL without a word.
function toSqlValues(parameters: readonly unknown[]): SQLInputValue[] {
	return parameters.map((value) => {
		if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
			return value;
		}
		throw new TypeError(`SQLite columns are integers and text, not ${typeof value}`);
	});
}

/** SQLite's extended error number, or null for any other error. */
export function sqliteErrorCode(error: unknown): number | null {
	if (!(error instanceof Error) || !('errcode' in error)) return null;
	return typeof error.errcode === 'number' ? error.errcode : null;
}

/**
 * Takes the folder for this process until it ends, however it ends: an open exclusive transaction in a database file of its own.
 * Returns how to give it back earlier. Throws where another process has it.
 */
export function lockFolder(file: string): () => void {
	const database = new DatabaseSync(file);
	try {
		database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
	} catch (error) {
		database.close();
		if (sqliteErrorCode(error) === 5) throw new Error('Another server is already running on this data directory');
		throw error;
	}
	// Whoever forgets the answer keeps the lock all the same: a forgotten database would be closed by garbage collection.
	const release = () => {
		process.off('exit', release);
		if (database.isOpen) database.close();
	};
	process.on('exit', release);
	return release;
}
