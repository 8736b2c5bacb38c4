import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

// Reader workers load this file, so it imports nothing but node:sqlite.

/** Milliseconds for which a statement waits for a lock. */
export const busyTimeout = 5000;

/** Opens an SQLite file with the settings and functions that every query of this program needs. */
export function openSqlite(file: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
	const db = new DatabaseSync(file, { readOnly });
	if (!readOnly) {
		db.exec(`
			PRAGMA journal_mode = WAL;
			PRAGMA synchronous = FULL;
			PRAGMA foreign_keys = ON;
			PRAGMA wal_autocheckpoint = 4000;
			PRAGMA secure_delete = ON;
		`);
	}
	db.exec(`
		PRAGMA busy_timeout = ${busyTimeout};
		PRAGMA temp_store = MEMORY;
		PRAGMA cache_size = -65536;
		PRAGMA mmap_size = 268435456;
	`);
	// SQLite's own `lower` handles only ASCII, unlike PostgreSQL's `lower`.
	db.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text));
	return db;
}

const maxCachedStatements = 500;

/** Returns a function that prepares each statement once and keeps it. `wrap` converts a statement when it is prepared. */
export function createStatementCache<Statement>(
	db: DatabaseSync,
	wrap: (statement: StatementSync) => Statement,
): (query: string) => Statement {
	const statements = new Map<string, Statement>();
	return (query) => {
		let statement = statements.get(query);
		if (!statement) {
			statement = wrap(db.prepare(query));
			if (statements.size >= maxCachedStatements) statements.clear();
			statements.set(query, statement);
		}
		return statement;
	};
}

/** Rejects unsupported values, such as a Date, because node:sqlite silently binds them as NULL. */
export function toSqlValues(parameters: readonly unknown[]): SQLInputValue[] {
	return parameters.map((value) => {
		if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
			return value;
		}
		throw new TypeError(`SQLite columns are integers and text, not ${typeof value}`);
	});
}
