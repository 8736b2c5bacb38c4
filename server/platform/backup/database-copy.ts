import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { CompiledQuery, sql } from 'kysely';
import { type Database, type Db, findPostgresProgram, openDatabase } from '../database/index.ts';
import { fsync } from './manifest.ts';

/** Location of a database: PostgreSQL if `postgresUrl` is set, otherwise SQLite in `file`. */
export interface DatabaseLocation {
	postgresUrl: string | null;
	file: string;
}

/** Number of pages per step of SQLite's backup. One step copies all pages, because a write between two steps would restart the copy. */
const allPages = 2 ** 31 - 1;
/** Milliseconds to wait for SQLite's locks. */
const lockTimeout = 30_000;

/** Copies a database in use to `target` and runs `inspect` on the copied state. Throws if the database is missing or the copy damaged. */
export async function copyDatabase<Result>(
	location: DatabaseLocation,
	target: string,
	inspect: (db: Db) => Promise<Result>,
): Promise<Result> {
	await rm(target, { force: true });
	return location.postgresUrl === null
		? copySqlite(location.file, target, inspect)
		: dumpPostgres(location.postgresUrl, target, inspect);
}

async function copySqlite<Result>(file: string, target: string, inspect: (db: Db) => Promise<Result>): Promise<Result> {
	if (!existsSync(file)) throw new Error(`There is nothing to back up: no database in ${dirname(file)}`);
	const source = new DatabaseSync(file, { timeout: lockTimeout });
	try {
		await backup(source, target, { rate: allPages });
	} finally {
		source.close();
	}
	await chmod(target, 0o600);
	const db = openDatabase({ postgresUrl: null, file: target });
	try {
		const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.kysely);
		if (rows[0]?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${rows[0]?.integrity_check}`);
		return await inspect(db);
	} finally {
		await db.close();
		await fsync(target);
	}
}

async function dumpPostgres<Result>(
	url: string,
	target: string,
	inspect: (db: Db) => Promise<Result>,
): Promise<Result> {
	const db = openDatabase({ postgresUrl: url, file: '' });
	try {
		return await db.transaction(async (tx) => {
			const executor = tx.tables().getExecutor();
			const run = (statement: string) => executor.executeQuery<{ id: string }>(CompiledQuery.raw(statement));
			await run('set transaction isolation level repeatable read, read only');
			// The dump and `inspect` read the same snapshot of the database.
			const { rows } = await run('select pg_export_snapshot() as id');
			const { rows: versions } = await run("select current_setting('server_version_num') as id");
			assertClientNotOlder(await getProgramVersion('pg_dump'), Number(versions[0]?.id));
			const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`];
			await runProgram('pg_dump', url, [...options, `--file=${target}`]);
			await chmod(target, 0o600);
			await fsync(target);
			return inspect(tx);
		});
	} finally {
		await db.close();
	}
}

/** Restores a database copy into an empty location. The restore is atomic: SQLite by a final rename, PostgreSQL by one transaction. */
export async function restoreDatabase(copy: string, { postgresUrl, file }: DatabaseLocation): Promise<void> {
	if (postgresUrl !== null) {
		const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
		await runProgram('pg_restore', postgresUrl, [...options, copy]);
		return;
	}
	const unfinished = `${file}.restoring`;
	await copyFile(copy, unfinished);
	await chmod(unfinished, 0o600);
	await fsync(unfinished);
	await rename(unfinished, file);
	await fsync(dirname(file));
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

/** Runs a PostgreSQL program. The password goes into the environment, because the process list shows arguments. */
async function runProgram(name: string, url: string, options: readonly string[]): Promise<void> {
	const program = await findProgram(name);
	const address = new URL(url);
	const password = decodeURIComponent(address.password);
	address.password = '';
	const child = spawn(program, [`--dbname=${address.href}`, ...options], {
		stdio: ['ignore', 'ignore', 'pipe'],
		env: { ...process.env, ...(password && { PGPASSWORD: password }) },
	});
	const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
	if (stderr.includes('unsupported version')) {
		throw new Error(`${name} is older than the program that made this backup: install a newer postgresql-client`);
	}
	if (code !== 0) throw new Error(`${name} failed: ${stderr.trim().split('\n').slice(-3).join(' | ')}`);
}

export function getDatabaseFileName(engine: 'sqlite' | 'postgres'): 'database.sqlite' | 'database.dump' {
	return engine === 'sqlite' ? 'database.sqlite' : 'database.dump';
}
