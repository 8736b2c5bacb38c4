export { countByIdAndDay, createdDay } from './count-by-day.ts';
export {
	type Database,
	type Db,
	type Engine,
	isUniqueViolation,
	openDatabase,
	type QueryMethods,
	type Tx,
} from './database.ts';
export type { SlowQuery } from './dialect.ts';
export { type DatabaseLocation, getDatabaseLocation } from './location.ts';
export { lockRow, lockRows, toLocking } from './lock-row.ts';
export {
	listAppliedMigrations,
	listPendingMigrations,
	type Migration,
	type MigrationContext,
	type MigrationObserver,
	migrate,
	readCreationTime,
} from './migrate.ts';
export { type Feed, listenToChannel, translateConnectionLoss } from './postgres.ts';
export { findPostgresProgram } from './postgres-programs.ts';
export { disableTimeout, readSnapshot } from './read-snapshot.ts';
export { isAmong, runCompiled, selectFromJson, toListParameter } from './run-compiled.ts';
export { FolderLockedError, lockFolder } from './sqlite.ts';
