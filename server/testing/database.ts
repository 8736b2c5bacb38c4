import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { type Database, type Engine, openDatabase } from '../database/index.ts';

function postgresUrl(name: string): string {
	const url = new URL(inject('postgresUrl') ?? '');
	url.pathname = `/${name}`;
	return url.href;
}

async function runOnServer(statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: inject('postgresUrl') ?? '' });
	await client.connect();
	await client.query(statement).finally(() => client.end());
}

/** Creates a database as a file copy of a template, because PostgreSQL's default strategy `wal_log` takes ten times as long. */
function createDatabase(name: string, template: string): Promise<void> {
	return runOnServer(`create database ${name} template ${template} strategy file_copy`);
}

/** Location of a fresh database. */
export interface TestDatabase {
	/** Connection URL of PostgreSQL; null for SQLite. */
	postgresUrl: string | null;
	remove(): Promise<void>;
}

/** Creates a fresh, migrated database. For SQLite it is the file `file`, whose folder must exist. */
export async function makeTestDatabase(engine: Engine, file: string): Promise<TestDatabase> {
	if (engine === 'sqlite') {
		await copyFile(inject('sqliteTemplate'), file);
		return { postgresUrl: null, remove: () => rm(file, { force: true }) };
	}
	const name = `test_${randomUUID().replaceAll('-', '')}`;
	await createDatabase(name, 'template1');
	return { postgresUrl: postgresUrl(name), remove: () => runOnServer(`drop database ${name} with (force)`) };
}

export async function makeEmptyPostgres(): Promise<TestDatabase> {
	const name = `empty_${randomUUID().replaceAll('-', '')}`;
	await createDatabase(name, 'template0');
	return { postgresUrl: postgresUrl(name), remove: () => runOnServer(`drop database ${name} with (force)`) };
}

/** Opens a fresh, migrated database. Its `close` deletes the database. */
export async function openTestDatabase(engine: Engine): Promise<Database> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-db-'));
	const file = join(folder, 'test.sqlite');
	const { postgresUrl, remove } = await makeTestDatabase(engine, file);
	return withCleanUp(openDatabase({ postgresUrl, file }), async () => {
		await remove();
		await rm(folder, { recursive: true, force: true });
	});
}

function withCleanUp(db: Database, cleanUp: () => Promise<void>): Database {
	return {
		...db,
		async close() {
			await db.close();
			await cleanUp();
		},
	};
}

/** Engine for tests of business rules: SQLite, or PostgreSQL in `npm run test:postgres`. */
export const [defaultEngine] = inject('engines');

/**
 * Runs a suite on SQLite and on PostgreSQL, for stores, migrations and concurrency. `npm run check` runs only SQLite, `npm run
 * test:postgres` only PostgreSQL. Skips PostgreSQL if it is not installed.
 */
export function describeOnBothEngines(title: string, suite: (engine: Engine) => void): void {
	for (const engine of inject('engines')) {
		const isMissing = engine === 'postgres' && inject('postgresUrl') === null;
		describe.skipIf(isMissing)(`${title} on ${engineNames[engine]}`, () => suite(engine));
	}
}

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } satisfies Record<Engine, string>;
