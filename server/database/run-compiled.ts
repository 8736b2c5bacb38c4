import { type Compilable, type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.ts';
import { prepareOnce } from './postgres.ts';

/** Stands for a value while the query is compiled. */
class Placeholder {
	readonly name: string;
	constructor(name: string) {
		this.name = name;
	}
}

/** Compiled queries by engine, name and the names of their values. */
const compiled = new Map<string, CompiledQuery>();

/**
 * Runs a query that is built and compiled once, because that costs more than to read a few rows by an index. PostgreSQL prepares it once for
 * each connection. Outside transactions it may only read, and must be short. `build` gets a placeholder for each value and may only pass it
 * on to the query. A value that is undefined stays undefined, so that `build` can leave out a condition. Everything else that `build` depends
 * on must be part of `name`. The number of a LIMIT belongs there too: as a parameter, it would make SQLite prepare the statement anew for
 * each execution.
 */
export async function runCompiled<Row, Values extends Record<string, unknown>>(
	db: Db,
	name: string,
	values: Values,
	build: (values: Values) => Compilable<Row>,
): Promise<Row[]> {
	const given = Object.keys(values).filter((key) => values[key] !== undefined);
	const key = `${db.engine} ${name} ${given.join()}`;
	let query = compiled.get(key);
	if (!query) {
		const placeholders = Object.fromEntries(given.map((value) => [value, new Placeholder(value)]));
		query = build(placeholders as Values).compile();
		if (db.engine === 'postgres') prepareOnce(query.sql);
		compiled.set(key, query);
	}
	const parameters = query.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one));
	const executor = db.shortReads.getExecutor();
	// Runs the plugins that check each query before it runs. A compiled query would bypass them.
	executor.transformQuery(query.query, query.queryId);
	return (await executor.executeQuery<Row>({ ...query, parameters })).rows;
}

/** Condition that a column has one of many values. It has one parameter, made by `toListParameter`, however many values there are. */
export function isAmong(db: Db, column: string, list: unknown): RawBuilder<SqlBool> {
	return db.engine === 'sqlite'
		? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`
		: sql<SqlBool>`${sql.ref(column)} = any(${list}::bigint[])`;
}

export function toListParameter(db: Db, ids: readonly number[]): unknown {
	return db.engine === 'sqlite' ? JSON.stringify(ids) : ids;
}

/**
 * Selects rows from a parameter: a JSON array of objects with these properties, of which missing ones are null. So a statement is the same for
 * any number of rows.
 */
export function selectFromJson(
	db: Db,
	list: unknown,
	columns: Readonly<Record<string, 'bigint' | 'text'>>,
): RawBuilder<unknown> {
	const names = Object.keys(columns);
	if (db.engine === 'sqlite') {
		// SQLite needs a condition, to distinguish the ON of a join from that of a conflict.
		const values = names.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.id(name)}`);
		return sql`select ${sql.join(values)} from json_each(${list}) where true`;
	}
	const definitions = names.map((name) => sql`${sql.id(name)} ${sql.raw(columns[name] ?? '')}`);
	return sql`select * from json_to_recordset(${list}::json) as given (${sql.join(definitions)})`;
}
