import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/index.ts';
import { unfinishedImportTable } from './unfinished-import.ts';

/** Table whose rows move. */
export interface MovedTable {
	name: string;
	/** Names of the columns in the order of an export: by name. Generated columns are left out. */
	columns: readonly string[];
	/** Columns that order the rows: the primary key, or else all columns. */
	order: readonly { name: string; isText: boolean }[];
	/** Names of the tables to which foreign keys refer. */
	references: readonly string[];
	/** Whether the database numbers the rows in the column `id` and never uses a number twice. */
	hasSequence: boolean;
}

export type MovedValue = string | number | null;
export type MovedRow = Readonly<Record<string, MovedValue>>;

/** Tables of migrations, of jobs, which are moved one by one, and of the import itself. */
const ownTables = ['kysely_migration', 'kysely_migration_lock', 'jobs', 'failed_jobs', unfinishedImportTable];
const textTypes = ['text', 'varchar'];
const batchSize = 500;

interface Column {
	table: string;
	name: string;
	type: string;
	/** Position in the primary key; 0 for other columns. */
	key: number;
	generated: number;
}

/**
 * Lists the tables of a migrated database, each after those to which it refers. It is the same on both engines. Leaves out the tables in
 * `derived`. Throws if a column has another type than integer or text.
 */
export async function listMovedTables(db: Db, derived: readonly string[]): Promise<MovedTable[]> {
	const { columns, references, sequences } = await (db.engine === 'sqlite' ? describeSqlite(db) : describePostgres(db));
	const excluded = [...ownTables, ...derived];
	const byTable = Map.groupBy(columns, ({ table }) => table);
	const names = [...byTable.keys()].filter((name) => !excluded.includes(name)).sort();
	const tables = names.map((name): MovedTable => {
		const own = (byTable.get(name) ?? []).filter(({ generated }) => generated === 0).sort(byName);
		for (const { name: column, type } of own) {
			if (type !== 'integer' && !textTypes.includes(type))
				throw new Error(`${name}.${column} is ${type}: an export has only integers and text`);
		}
		const key = own.filter((column) => column.key > 0).sort((a, b) => a.key - b.key);
		return {
			name,
			columns: own.map((column) => column.name),
			order: (key.length > 0 ? key : own).map((column) => ({
				name: column.name,
				isText: textTypes.includes(column.type),
			})),
			references: references.filter(({ from, to }) => from === name && to !== name).map(({ to }) => to),
			hasSequence: sequences.includes(name),
		};
	});
	return sortByReferences(tables);
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

async function describeSqlite(db: Db) {
	const tables = db.tables();
	// The list has another type for virtual tables and those in which they store their data.
	const list = sql`(select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\') as list`;
	const columns = await sql<Column>`
		select list.name as "table", info.name, lower(replace(info.type, '(255)', '')) as type, info.pk as key, info.hidden as generated
		from ${list} join pragma_table_xinfo(list.name) as info
	`.execute(tables);
	const references = await sql<{ from: string; to: string }>`
		select distinct list.name as "from", keys."table" as "to" from ${list} join pragma_foreign_key_list(list.name) as keys
	`.execute(tables);
	const sequences = await sql<{ name: string }>`
		select name from sqlite_master where type = 'table' and sql like '% autoincrement%'
	`.execute(tables);
	return {
		columns: columns.rows,
		references: references.rows,
		sequences: sequences.rows.map(({ name }) => name),
	};
}

async function describePostgres(db: Db) {
	const tables = db.tables();
	const columns = await sql<Column>`
		select c.relname as table, a.attname as name,
			case when t.typname in ('int8', 'int4') then 'integer' else t.typname end as type,
			coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 as key, (a.attgenerated <> '')::int as generated
		from pg_class c
			join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
			join pg_type t on t.oid = a.atttypid
			left join pg_index i on i.indrelid = c.oid and i.indisprimary
		where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
	`.execute(tables);
	const references = await sql<{ from: string; to: string }>`
		select distinct a.relname as from, b.relname as to
		from pg_constraint k join pg_class a on a.oid = k.conrelid join pg_class b on b.oid = k.confrelid
		where k.contype = 'f' and a.relnamespace = current_schema()::regnamespace
	`.execute(tables);
	const sequences = await sql<{ name: string }>`
		select distinct table_name::text as name from information_schema.columns
		where table_schema = current_schema() and column_name = 'id' and column_default like 'nextval(%'
	`.execute(tables);
	return {
		columns: columns.rows,
		references: references.rows,
		sequences: sequences.rows.map(({ name }) => name),
	};
}

/** Sorts tables so that each comes after those to which it refers. Throws if they refer to each other. */
function sortByReferences(tables: readonly MovedTable[]): MovedTable[] {
	const sorted: MovedTable[] = [];
	while (sorted.length < tables.length) {
		const next = tables.filter(
			(table) =>
				!sorted.includes(table) && table.references.every((name) => sorted.some((before) => before.name === name)),
		);
		if (next.length === 0) throw new Error('Tables refer to each other, so that their rows have no order');
		sorted.push(...next);
	}
	return sorted;
}

/** Reads the rows of a table in its order, a few at a time. On PostgreSQL, `db` is an open transaction. */
export async function* readRows(db: Db, table: MovedTable): AsyncGenerator<readonly MovedRow[]> {
	const { name, columns, order } = table;
	const query = order.reduce(
		(all, column) =>
			// PostgreSQL would order text by its locale, and put NULL last.
			db.engine === 'sqlite' || !column.isText
				? all.orderBy(column.name, (by) => by.asc().nullsFirst())
				: all.orderBy(sql`${sql.ref(column.name)} collate "C"`, (by) => by.asc().nullsFirst()),
		db
			.tables<Record<string, MovedRow>>()
			.selectFrom(name)
			.select([...columns]),
	);
	if (db.engine === 'sqlite') {
		let rows: MovedRow[] = [];
		for await (const row of query.stream()) {
			rows.push(row);
			if (rows.length < batchSize) continue;
			yield rows;
			rows = [];
		}
		yield rows;
		return;
	}
	const cursor = sql.id(`moving_${name}`);
	const run = (statement: RawBuilder<MovedRow>) => statement.execute(db.tables());
	await run(sql`declare ${cursor} no scroll cursor for ${query}`);
	for (let count = batchSize; count === batchSize; ) {
		const { rows } = await run(sql`fetch ${sql.lit(batchSize)} from ${cursor}`);
		yield rows;
		count = rows.length;
	}
	await run(sql`close ${cursor}`);
}

/** Returns a row as a line of JSON without the line break. Throws if a value is not text or an exact integer. */
export function formatRow({ name, columns }: MovedTable, row: MovedRow): string {
	for (const column of columns) {
		const value = row[column];
		if (value !== null && typeof value !== 'string' && !Number.isSafeInteger(value))
			throw new Error(`${name}.${column} has a value that an export cannot contain: ${String(value).slice(0, 40)}`);
	}
	return JSON.stringify(row, [...columns]);
}

/** Reverses `formatRow`. Throws if the line has other columns or values than the table. */
export function parseRow({ name, columns }: MovedTable, line: string): MovedRow {
	const row = JSON.parse(line) as Record<string, unknown>;
	const isValid = columns.every((column) => {
		const value = row[column];
		return value === null || typeof value === 'string' || Number.isSafeInteger(value);
	});
	if (!isValid || Object.keys(row).length !== columns.length) throw new Error(`${name} has a row of another schema`);
	return row as MovedRow;
}

/** Number of rows that one statement inserts. SQLite takes 32,766 values in a statement. */
export function getInsertSize({ columns }: MovedTable): number {
	return Math.min(batchSize, Math.floor(32_766 / columns.length));
}

export async function insertRows(tx: Tx, { name }: MovedTable, rows: readonly MovedRow[]): Promise<void> {
	if (rows.length === 0) return;
	await tx.tables<Record<string, MovedRow>>().insertInto(name).values(rows).execute();
}

/** What a table contains: the number of its rows, and the hash of their lines as an export has them. */
export interface TableContent {
	rows: number;
	/** Highest number that the database has given to a row, also one that was deleted since; null without a sequence. */
	last_id: number | null;
	/** SHA-256 in hex. */
	sha256: string;
}

/** Reads all rows of a table. `db` is a snapshot. */
export async function readContent(db: Db, table: MovedTable, signal: AbortSignal): Promise<TableContent> {
	const hash = createHash('sha256');
	let count = 0;
	for await (const rows of readRows(db, table)) {
		signal.throwIfAborted();
		for (const row of rows) hash.update(`${formatRow(table, row)}\n`);
		count += rows.length;
	}
	return { rows: count, last_id: await readLastId(db, table), sha256: hash.digest('hex') };
}

/** Returns the names of the tables that have rows. */
export async function listUsedTables(db: Db, tables: readonly MovedTable[]): Promise<string[]> {
	const used: string[] = [];
	for (const { name } of tables) {
		const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db.tables());
		if (rows.length > 0) used.push(name);
	}
	return used;
}

/** Returns the highest number that the database has given to a row; null if it does not number the rows. */
export async function readLastId(db: Db, { name, hasSequence }: MovedTable): Promise<number | null> {
	if (!hasSequence) return null;
	const query =
		db.engine === 'sqlite'
			? sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${name}`
			: sql<{
					last: number;
				}>`select case when is_called then last_value else 0 end as last from ${await getSequence(db, name)}`;
	return (await query.execute(db.tables())).rows[0]?.last ?? 0;
}

/** Makes the database number new rows from the one after `last`. Call it after the rows are inserted. */
export async function setLastId(tx: Tx, { name }: MovedTable, last: number): Promise<void> {
	if (last === 0) return;
	if (tx.engine === 'postgres') {
		await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${last})`.execute(tx.tables());
		return;
	}
	await sql`delete from sqlite_sequence where name = ${name}`.execute(tx.tables());
	await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(tx.tables());
}

async function getSequence(db: Db, table: string): Promise<RawBuilder<unknown>> {
	const { rows } = await sql<{ name: string }>`
		select c.relname as name from pg_class c where c.oid = pg_get_serial_sequence(${table}, 'id')::regclass
	`.execute(db.tables());
	return sql.id(rows[0]?.name ?? '');
}
