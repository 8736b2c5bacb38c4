import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
	createMigrationContext,
	type Database,
	type Engine,
	type Migration,
	migrate,
	openDatabase,
} from '../database/index.ts';
import { describeOnBothEngines, makeEmptyPostgres, openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrations } from './index.ts';

type Db = Kysely<unknown>;

/** Reads the SQL statements of landed-rows.sql, by the migration after which they run. */
async function readRows(engine: Engine): Promise<Map<string, string[]>> {
	const text = await readFile(join(import.meta.dirname, 'testing/landed-rows.sql'), 'utf8');
	const rows = new Map<string, string[]>();
	for (const section of text.split(/^-- (?=\d{4}-)/m).slice(1)) {
		const [heading = '', ...lines] = section.split('\n');
		const [name = '', only = engine] = heading.split(' on ');
		const statements = lines
			.join('\n')
			.split(/;\n/)
			.filter((statement) => statement.trim() !== '');
		if (only === engine) rows.set(name, [...(rows.get(name) ?? []), ...statements]);
	}
	return rows;
}

async function listTables(db: Db): Promise<string[]> {
	const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView);
	return tables
		.map(({ name }) => name)
		.filter((name) => !/^(kysely_|search_|pgboss)/.test(name))
		.sort();
}

async function countRows(db: Db): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const table of await listTables(db)) {
		const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
		counts[table] = Number(rows[0]?.count);
	}
	return counts;
}

async function listTablesWithVisible(db: Db, engine: Engine): Promise<string[]> {
	const names: string[] = [];
	for (const table of await listTables(db)) {
		// Kysely's introspection of SQLite leaves out generated columns.
		const columns =
			engine === 'sqlite'
				? sql<{ name: string }>`select name from pragma_table_xinfo(${table})`
				: sql<{ name: string }>`
					select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}
				`;
		if ((await columns.execute(db)).rows.some(({ name }) => name === 'visible')) names.push(table);
	}
	return names;
}

async function listVisibility(db: Db, tables: readonly string[]): Promise<unknown[]> {
	const rows: unknown[] = [];
	for (const table of tables) {
		rows.push((await sql`select id, visible from ${sql.table(table)} order by id`.execute(db)).rows);
	}
	return rows;
}

async function listIndexes(db: Db, engine: Engine): Promise<unknown[]> {
	const indexes =
		engine === 'sqlite'
			? sql`select name, sql from sqlite_master where type = 'index' order by name`
			: sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`;
	return (await indexes.execute(db)).rows;
}

class RolledBack extends Error {}

describeOnBothEngines('databases of all released schemas', (engine) => {
	let folder: string;
	let postgres: TestDatabase | null = null;
	let database: Database;
	let newestIndexes: unknown[];

	beforeAll(async () => {
		const newest = await openTestDatabase(engine);
		newestIndexes = await listIndexes(newest.kysely, engine);
		await newest.close();
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-landed-'));
		if (engine === 'postgres') postgres = await makeEmptyPostgres();
		database = openDatabase({ postgresUrl: postgres?.postgresUrl ?? null, file: join(folder, 'landed.sqlite') });
	});
	afterAll(async () => {
		await database.close();
		await postgres?.remove();
		postgres = null;
		await rm(folder, { recursive: true, force: true });
	});

	/** Runs the remaining migrations, compares the data before and after them, and rolls back. */
	async function checkUpgrade(name: string, remaining: readonly Migration[]): Promise<void> {
		const upgrade = database.kysely.transaction().execute(async (db) => {
			const [counts, tables] = [await countRows(db), await listTablesWithVisible(db, engine)];
			const visible = await listVisibility(db, tables);
			expect(
				Object.keys(counts).filter((table) => counts[table] === 0),
				`testing/landed-rows.sql fills every table of ${name}`,
			).toEqual([]);
			for (const migration of remaining) await migration.up(createMigrationContext(db, engine));
			expect(await countRows(db), name).toMatchObject(counts);
			expect(await listVisibility(db, tables), name).toEqual(visible);
			expect(await listIndexes(db, engine), name).toEqual(newestIndexes);
			if (engine === 'sqlite') {
				expect((await sql`pragma foreign_key_check`.execute(db)).rows, name).toEqual([]);
				expect((await sql`pragma integrity_check`.execute(db)).rows, name).toEqual([{ integrity_check: 'ok' }]);
			}
			throw new RolledBack();
		});
		await upgrade.catch((error: unknown) => {
			if (!(error instanceof RolledBack)) throw error;
		});
	}

	// The test database grows like one in production: each migration is followed by new rows.
	test('upgrade from each migration with all rows and their visibility', { timeout: 120_000 }, async () => {
		const rows = await readRows(engine);
		for (const [index, { name }] of migrations.entries()) {
			await migrate(database, migrations.slice(0, index + 1));
			for (const statement of rows.get(name) ?? []) await sql.raw(statement).execute(database.kysely);
			await checkUpgrade(name, migrations.slice(index + 1));
		}
		expect(await listTablesWithVisible(database.kysely, engine)).toEqual(['ads', 'comments', 'posts', 'reviews']);
		expect(await listIndexes(database.kysely, engine)).toEqual(newestIndexes);
	});
});
