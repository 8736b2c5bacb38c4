import { join } from 'node:path';

/** Location of a database: PostgreSQL if `postgresUrl` is set, otherwise SQLite in `file`. */
export interface DatabaseLocation {
	/** Connection URL of PostgreSQL; null for SQLite. */
	postgresUrl: string | null;
	file: string;
}

/** Returns the location of the configured database. SQLite is in the data directory. */
export function getDatabaseLocation(config: { databaseUrl: string | null; dataDir: string }): DatabaseLocation {
	return { postgresUrl: config.databaseUrl, file: join(config.dataDir, 'kasuwa.sqlite') };
}
