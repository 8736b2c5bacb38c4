export {
	type Database,
	type Db,
	type Engine,
	isUniqueViolation,
	openDatabase,
	type Queries,
	type Tx,
} from './database.ts';
export { type Migration, type MigrationContext, migrate } from './migrate.ts';
export { lockFolder } from './sqlite.ts';
