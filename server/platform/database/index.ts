export { addById } from './add-by-id.ts';
export {
	type Database,
	type Db,
	type Engine,
	isUniqueViolation,
	openDatabase,
	type Queries,
	type Tx,
} from './database.ts';
export { lockRow, lockRows } from './lock-row.ts';
export { type Migration, type MigrationContext, migrate, migrationContext, migrationsOf } from './migrate.ts';
export { orUnavailable } from './postgres.ts';
export { findPostgresProgram } from './postgres-programs.ts';
export { lockFolder } from './sqlite.ts';
