import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database, Db, Engine } from './database.ts';

export interface MigrationContext {
	db: Kysely<unknown>;
	engine: Engine;
	/** The definition of a row's own id, never given out twice. */
	id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
	/** The type of every integer column. */
	int: 'integer' | 'bigint';
	/** The type of an `id` column. */
	idType: 'integer' | 'bigserial';
}

export interface Migration {
	/** Number and name, such as `0001-accounts`; they run in this order. */
	name: string;
	up(context: MigrationContext): Promise<void>;
}

/**
 * Brings the database to the newest schema in one transaction, locked against a second process. Returns the names of what ran.
 * Throws where the database is of a newer version than this program.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<string[]> {
	const { engine } = database;
	const migrator = new Migrator({
		db: database.kysely,
		provider: {
			getMigrations: async () =>
				Object.fromEntries(
					migrations.map((migration) => [migration.name, { up: (db) => migration.up(migrationContext(db, engine)) }]),
				),
		},
	});
	const { error, results = [] } = await migrator.migrateToLatest();
	if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
		throw new Error(
			'This database was made by a newer version of the program: start that version, or restore a backup',
		);
	}
	if (error) throw error;
	return results.map((result) => result.migrationName);
}

/** Names of the migrations a database has seen, in order. Reads through a transaction, too. */
export async function listMigrations(db: Db): Promise<string[]> {
	const rows = await db
		.tables<{ kysely_migration: { name: string } }>()
		.selectFrom('kysely_migration')
		.select('name')
		.orderBy('name')
		.execute();
	return rows.map(({ name }) => name);
}

/** What a migration is given to run with: a transaction, as `migrate` does. */
export function migrationContext(db: Kysely<unknown>, engine: Engine): MigrationContext {
	return engine === 'sqlite'
		? { db, engine, int: 'integer', idType: 'integer', id: (column) => column.primaryKey().autoIncrement() }
		: { db, engine, int: 'bigint', idType: 'bigserial', id: (column) => column.primaryKey() };
}
