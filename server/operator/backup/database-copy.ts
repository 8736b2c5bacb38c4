import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import {
	type Database,
	type DatabaseLocation,
	type Db,
	disableTimeout,
	findPostgresProgram,
	openDatabase,
	readSnapshot,
} from '../../database/index.ts';
import { fsyncFile, fsyncFolder } from '../../files/durable.ts';

/** Milliseconds to wait for SQLite's locks. */
const lockTimeout = 30_000;

/** Copies a database in use to `target` and runs `inspect` on the copied state. Throws if the database is missing. */
export async function copyDatabase<Result>(
	location: DatabaseLocation,
	target: string,
	signal: AbortSignal,
	inspect: (db: Db) => Promise<Result>,
): Promise<Result> {
	await rm(target, { force: true });
	return location.postgresUrl === null
		? copySqlite(location.file, target, inspect)
		: dumpPostgres(location.postgresUrl, target, signal, inspect);
}

async function copySqlite<Result>(file: string, target: string, inspect: (db: Db) => Promise<Result>): Promise<Result> {
	assertSqliteExists(file);
	const source = new DatabaseSync(file, { timeout: lockTimeout });
	try {
		// Copies the rows and not the pages, so that nothing of deleted rows is in the copy.
		source.prepare('vacuum into ?').run(target);
	} finally {
		source.close();
	}
	await chmod(target, 0o600);
	return withDatabase({ postgresUrl: null, file: target }, inspect);
}

/** Estimates the size of a copy in bytes. `last` is the size of the last copy; a dump of PostgreSQL is about as large. */
export async function estimateCopySize({ postgresUrl, file }: DatabaseLocation, last: number): Promise<number> {
	return postgresUrl === null ? (await stat(file)).size : last;
}

/** Throws if an SQLite file is missing. */
export function assertSqliteExists(file: string): void {
	if (!existsSync(file)) throw new Error(`There is nothing to back up: no database in ${dirname(file)}`);
}

async function dumpPostgres<Result>(
	url: string,
	target: string,
	signal: AbortSignal,
	inspect: (db: Db) => Promise<Result>,
): Promise<Result> {
	return readSnapshot({ postgresUrl: url, file: '' }, async (db) => {
		const executor = db.tables().getExecutor();
		const run = (statement: string) => executor.executeQuery<{ id: string }>(CompiledQuery.raw(statement));
		// The dump and `inspect` read the same snapshot of the database.
		const { rows } = await run('select pg_export_snapshot() as id');
		const { rows: versions } = await run("select current_setting('server_version_num') as id");
		assertClientNotOlder(await getProgramVersion('pg_dump'), Number(versions[0]?.id));
		const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`];
		await runProgram('pg_dump', url, [...options, `--file=${target}`], signal);
		await chmod(target, 0o600);
		return inspect(db);
	});
}

/** Runs `work` with a database of its own connections. */
export async function withDatabase<Result>(
	location: DatabaseLocation,
	work: (db: Database) => Promise<Result>,
): Promise<Result> {
	const db = openDatabase(location);
	return work(db).finally(() => db.close());
}

/** Counts the rows of all tables, by the name of the table; with PostgreSQL by `schema.table`. */
export async function countRows(db: Db): Promise<Record<string, number>> {
	const tables = db.tables();
	const list =
		db.engine === 'sqlite'
			? sql<{
					name: string;
				}>`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`
			: sql<{ name: string }>`
				select schemaname || '.' || tablename as name from pg_tables
				where schemaname <> 'information_schema' and schemaname not like 'pg\\_%' order by 1
			`;
	const counts: Record<string, number> = {};
	for (const { name } of (await list.execute(tables)).rows) {
		const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(tables);
		counts[name] = Number(rows[0]?.count);
	}
	return counts;
}

/** How the copy of a database was checked: restored into a scratch database, or only read to its end. */
export type DatabaseCheck = 'restored' | 'read';

/**
 * Restores a database copy into a scratch database, runs `inspect` there, and removes it. `copy` is a local file, which is used up. Without
 * the right to create a database in PostgreSQL, only reads the copy to its end. Throws if the copy is damaged.
 */
export async function openRestored(
	copy: string,
	{ postgresUrl }: DatabaseLocation,
	signal: AbortSignal,
	inspect: (db: Db) => Promise<void>,
): Promise<DatabaseCheck> {
	if (postgresUrl !== null) return restoreIntoScratchDatabase(copy, postgresUrl, signal, inspect);
	await withDatabase({ postgresUrl: null, file: copy }, async (db) => {
		const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.kysely);
		if (rows[0]?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${rows[0]?.integrity_check}`);
		await inspect(db);
	});
	return 'restored';
}

async function restoreIntoScratchDatabase(
	copy: string,
	postgresUrl: string,
	signal: AbortSignal,
	inspect: (db: Db) => Promise<void>,
): Promise<DatabaseCheck> {
	const url = new URL(postgresUrl);
	// PostgreSQL cuts names at 63 bytes. Only one backup of a database runs at a time, so an existing scratch database is a leftover.
	const name = `${decodeURIComponent(url.pathname.slice(1)).slice(0, 45)}_backup_check`;
	url.pathname = `/${encodeURIComponent(name)}`;
	const client = new pg.Client({ connectionString: postgresUrl });
	await client.connect();
	const drop = () => client.query(`drop database if exists ${pg.escapeIdentifier(name)}`);
	try {
		await drop();
		const isAllowed = await client.query(`create database ${pg.escapeIdentifier(name)} template template0`).then(
			() => true,
			(error: unknown) => {
				if ((error as { code?: string }).code === insufficientPrivilege) return false;
				throw error;
			},
		);
		if (!isAllowed) {
			await runProgram('pg_restore', null, ['--file=/dev/null', copy], signal);
			return 'read';
		}
		try {
			await restorePostgres(copy, url.href, signal);
			await withDatabase({ postgresUrl: url.href, file: '' }, (db) =>
				db.transaction(async (tx) => {
					await disableTimeout(tx);
					await inspect(tx);
				}),
			);
		} finally {
			await drop();
		}
		return 'restored';
	} finally {
		await client.end();
	}
}

/** SQLSTATE of PostgreSQL. */
const insufficientPrivilege = '42501';

function restorePostgres(copy: string, postgresUrl: string, signal?: AbortSignal): Promise<void> {
	const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
	return runProgram('pg_restore', postgresUrl, [...options, copy], signal);
}

/** Restores a database copy into an empty location. The restore is atomic: SQLite by a final rename, PostgreSQL by one transaction. */
export async function restoreDatabase(copy: string, { postgresUrl, file }: DatabaseLocation): Promise<void> {
	if (postgresUrl !== null) {
		await restorePostgres(copy, postgresUrl);
		return;
	}
	const unfinished = `${file}.restoring`;
	await copyFile(copy, unfinished);
	await fsyncFile(unfinished);
	await rename(unfinished, file);
	await fsyncFolder(dirname(file));
}

/** Returns whether a PostgreSQL database has no relations outside its system schemas. */
export async function isEmptyPostgres(db: Database): Promise<boolean> {
	const { rows } = await sql`
		select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
		where nspname <> 'information_schema' and nspname not like 'pg\\_%' limit 1
	`.execute(db.kysely);
	return rows.length === 0;
}

async function findProgram(name: string): Promise<string> {
	const program = await findPostgresProgram(name);
	if (!program) throw new Error(`${name} is not installed (Debian: apt-get install postgresql-client)`);
	return program;
}

/** Returns the version line of a program, such as `pg_dump (PostgreSQL) 17.6`. */
async function getProgramVersion(name: string): Promise<string> {
	const child = spawn(await findProgram(name), ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
	const [version] = await Promise.all([text(child.stdout), once(child, 'close')]);
	return version.trim();
}

/** Throws if a PostgreSQL client program is older than the server. `serverVersion` is `server_version_num`, such as 170006. */
export function assertClientNotOlder(clientVersion: string, serverVersion: number): void {
	const [, name, client] = /^(\w+) \(PostgreSQL\) (\d+)/.exec(clientVersion) ?? [];
	const server = Math.floor(serverVersion / 10_000);
	if (Number(client) < server) {
		throw new Error(
			`${name} ${client} is older than the server, PostgreSQL ${server}: install postgresql-client-${server} (with compose.yaml: docker compose run --rm backup)`,
		);
	}
}

/**
 * Runs a PostgreSQL program, connected to `url` unless it is null. The password goes into the environment, because the process list shows
 * arguments. An abort of `signal` ends the program and throws its reason.
 */
export async function runProgram(
	name: string,
	url: string | null,
	options: readonly string[],
	signal?: AbortSignal,
): Promise<void> {
	const program = await findProgram(name);
	signal?.throwIfAborted();
	const address = url === null ? null : new URL(url);
	const password = decodeURIComponent(address?.password ?? '');
	if (address) address.password = '';
	const child = spawn(program, [...(address ? [`--dbname=${address.href}`] : []), ...options], {
		stdio: ['ignore', 'ignore', 'pipe'],
		env: { ...process.env, ...(password && { PGPASSWORD: password }) },
	});
	const kill = () => void child.kill();
	signal?.addEventListener('abort', kill);
	const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
	signal?.removeEventListener('abort', kill);
	signal?.throwIfAborted();
	if (stderr.includes('unsupported version')) {
		throw new Error(`${name} is older than the program that made this backup: install a newer postgresql-client`);
	}
	if (code !== 0) throw new Error(`${name} failed: ${stderr.trim().split('\n').slice(-3).join(' | ')}`);
}

export function getDatabaseFileName(engine: 'sqlite' | 'postgres'): 'database.sqlite' | 'database.dump' {
	return engine === 'sqlite' ? 'database.sqlite' : 'database.dump';
}
