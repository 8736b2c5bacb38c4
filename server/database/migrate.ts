import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import { DiskFullError } from '../core/disk-full-error.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import type { Database, Db, Engine } from './database.ts';

export interface MigrationContext {
	db: Kysely<unknown>;
	engine: Engine;
	/** Defines an auto-increment primary key that never reuses a value. */
	id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
	int: 'integer' | 'bigint';
	idType: 'integer' | 'bigserial';
}

export interface Migration {
	/** Number and name of the migration, such as `0001-accounts`. Migrations run in the order of their names. */
	name: string;
	up(context: MigrationContext): Promise<void>;
}

/** Receives a migration of an existing database once it is committed, with its duration. */
export type MigrationObserver = (migration: { name: string; milliseconds: number }) => void;

/**
 * Migrates the database to the newest schema, under a lock against other processes. An empty database gets all migrations in one transaction.
 * Otherwise each has its own, so that a later one that fails leaves the earlier ones. Returns the names of the migrations that ran. Throws if
 * the schema is newer than this program.
 */
export async function migrate(
	db: Database,
	migrations: readonly Migration[],
	onMigrated: MigrationObserver = () => {},
): Promise<string[]> {
	const migrator = createMigrator(db, migrations);
	// One transaction for each of them would make the first start a second longer, and an empty database has nothing to keep.
	const isEmpty = (await listPendingMigrations(db, migrations)).length === migrations.length;
	if (isEmpty) return toNames(await migrator.migrateToLatest());
	const ran: string[] = [];
	for (;;) {
		const startedAt = performance.now();
		const [name] = toNames(await migrator.migrateUp());
		if (name === undefined) return ran;
		ran.push(name);
		onMigrated({ name, milliseconds: Math.round(performance.now() - startedAt) });
	}
}

/** Returns the names of the migrations that ran. Throws an error with the name of the one that failed. */
function toNames({ error, results = [] }: MigrationResultSet): string[] {
	if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
		throw new Error(
			'This database was made by a newer version of the program: start that version, or restore a backup',
		);
	}
	const failed = results.find(({ status }) => status === 'Error');
	const isEnvironment = error instanceof DiskFullError || error instanceof ServiceUnavailableError;
	if (failed && error instanceof Error && !isEnvironment)
		throw new Error(`The migration ${failed.migrationName} failed and changed nothing: ${error.message}`, {
			cause: error,
		});
	if (error) throw error;
	return results.map((result) => result.migrationName);
}

/** Lists the names of the migrations that the database needs, in order. An empty database needs all. */
export async function listPendingMigrations(db: Database, migrations: readonly Migration[]): Promise<string[]> {
	const all = await createMigrator(db, migrations).getMigrations();
	return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

function createMigrator({ kysely, engine }: Database, migrations: readonly Migration[]): Migrator {
	return new Migrator({
		db: kysely,
		provider: {
			getMigrations: async () =>
				Object.fromEntries(
					migrations.map((migration) => [
						migration.name,
						{ up: (db) => migration.up(createMigrationContext(db, engine)) },
					]),
				),
		},
	});
}

/** Returns when the first migration ran, as a time in ISO 8601. A copy of the database has the same. `db` may be a transaction. */
export async function readCreationTime(db: Db): Promise<string> {
	const { timestamp } = await db
		.tables<{ kysely_migration: { name: string; timestamp: string } }>()
		.selectFrom('kysely_migration')
		.select('timestamp')
		.orderBy('name')
		.limit(1)
		.executeTakeFirstOrThrow();
	return timestamp;
}

/** Lists the names of the applied migrations, in order. `db` may be a transaction. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
	const rows = await db
		.tables<{ kysely_migration: { name: string } }>()
		.selectFrom('kysely_migration')
		.select('name')
		.orderBy('name')
		.execute();
	return rows.map(({ name }) => name);
}

export function createMigrationContext(db: Kysely<unknown>, engine: Engine): MigrationContext {
	return engine === 'sqlite'
		? { db, engine, int: 'integer', idType: 'integer', id: (column) => column.primaryKey().autoIncrement() }
		: { db, engine, int: 'bigint', idType: 'bigserial', id: (column) => column.primaryKey() };
}
