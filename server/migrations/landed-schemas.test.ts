import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, type Engine, migrate, openDatabase } from '../database/index.ts';
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

/** Lists the tables, and those that have the column `visible`. */
async function listTables(db: Db, engine: Engine): Promise<{ all: string[]; visible: string[] }> {
	// Kysely's introspection of SQLite leaves out generated columns.
	const columns =
		engine === 'sqlite'
			? sql<{ name: string; column: string }>`
				select t.name, c.name as "column" from sqlite_master t, pragma_table_xinfo(t.name) c where t.type = 'table'
			`
			: sql<{ name: string; column: string }>`
				select table_name as name, column_name as "column" from information_schema.columns
				join information_schema.tables using (table_schema, table_name)
				where table_schema = 'public' and table_type = 'BASE TABLE'
			`;
	const rows = (await columns.execute(db)).rows.filter(({ name }) => !/^(kysely_|search_|sqlite_)/.test(name));
	const list = (found: typeof rows) => [...new Set(found.map(({ name }) => name))].sort();
	return { all: list(rows), visible: list(rows.filter(({ column }) => column === 'visible')) };
}

async function countRows(db: Db, tables: readonly string[]): Promise<Record<string, number>> {
	if (tables.length === 0) return {};
	const counts = tables.map((name) => sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(name)}`);
	const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
	return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
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

	/** Runs the next migration, and compares the data before and after it. */
	async function checkMigration(index: number): Promise<void> {
		const { kysely: db } = database;
		const name = `${migrations[index]?.name}`;
		const tables = await listTables(db, engine);
		const [counts, visible] = [await countRows(db, tables.all), await listVisibility(db, tables.visible)];
		expect(
			Object.keys(counts).filter((table) => counts[table] === 0),
			`testing/landed-rows.sql fills every table before ${name}`,
		).toEqual([]);
		await migrate(database, migrations.slice(0, index + 1));
		expect(await countRows(db, (await listTables(db, engine)).all), name).toMatchObject(counts);
		expect(await listVisibility(db, tables.visible), name).toEqual(visible);
		if (engine === 'sqlite') {
			expect((await sql`pragma foreign_key_check`.execute(db)).rows, name).toEqual([]);
			expect((await sql`pragma integrity_check`.execute(db)).rows, name).toEqual([{ integrity_check: 'ok' }]);
		}
	}

	// The test database grows like one in production: each migration is followed by new rows.
	test('upgrade migration by migration with all rows and their visibility', { timeout: 120_000 }, async () => {
		const rows = await readRows(engine);
		for (const [index, { name }] of migrations.entries()) {
			await checkMigration(index);
			for (const statement of rows.get(name) ?? []) await sql.raw(statement).execute(database.kysely);
		}
		expect((await listTables(database.kysely, engine)).visible).toEqual(['ads', 'comments', 'posts', 'reviews']);
		expect(await listIndexes(database.kysely, engine)).toEqual(newestIndexes);
	});
});
