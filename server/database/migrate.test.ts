import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { describeOnBothEngines, makeTestDatabase, openTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
	type Database,
	listPendingMigrations,
	type Migration,
	type MigrationObserver,
	migrate,
	openDatabase,
} from './index.ts';

describeOnBothEngines('listPendingMigrations', (engine) => {
	test('lists what has not run yet', async () => {
		const db = await openTestDatabase(engine);
		onTestFinished(() => db.close());
		const next = { name: '9001-next', up: async () => {} };
		expect(await listPendingMigrations(db, [...migrations, next])).toEqual(['9001-next']);
		await migrate(db, [...migrations, next]);
		expect(await listPendingMigrations(db, [...migrations, next])).toEqual([]);
	});
});

describeOnBothEngines('migrate', (engine) => {
	test('tells of each migration, and keeps those before one that fails', async () => {
		const db = await openTestDatabase(engine);
		onTestFinished(() => db.close());
		const create = (name: string, table: string): Migration => ({
			name,
			up: async (context) => void (await context.db.schema.createTable(table).addColumn('id', 'integer').execute()),
		});
		const failing: Migration = {
			name: '9003-third',
			async up(context) {
				await create('', 'third').up(context);
				await sql`select missing from third`.execute(context.db);
			},
		};
		const upgrade = [...migrations, create('9001-first', 'first'), create('9002-second', 'second')];
		const ran: string[] = [];
		const observe: MigrationObserver = ({ name, milliseconds }) => void ran.push(`${name} ${milliseconds >= 0}`);
		await expect(migrate(db, [...upgrade, failing], observe)).rejects.toThrow(
			/^The migration 9003-third failed and changed nothing: .*missing/,
		);
		expect(ran).toEqual(['9001-first true', '9002-second true']);
		const mended = create('9003-third', 'third');
		expect(await listPendingMigrations(db, [...upgrade, mended])).toEqual(['9003-third']);
		expect(await migrate(db, [...upgrade, mended], observe)).toEqual(['9003-third']);
		expect(ran).toHaveLength(3);
	});
});

describeOnBothEngines('migration killed halfway', (engine) => {
	let folder: string;
	let location: TestDatabase & { file: string };
	let children: ChildProcess[];

	beforeEach(async () => {
		children = [];
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-migrate-'));
		const file = join(folder, 'test.sqlite');
		location = { ...(await makeTestDatabase(engine, file)), file };
		await read(async (db) => {
			await sql`create table notes (id integer, text text)`.execute(db.kysely);
			const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000)`;
			await sql`insert into notes (id, text) ${numbers} select n, 'old' from numbers`.execute(db.kysely);
		});
	});

	afterEach(async () => {
		for (const child of children) child.kill('SIGKILL');
		await location.remove();
		await rm(folder, { recursive: true, force: true });
	});

	/** Starts a process that migrates. `waitForLine` resolves when the process prints the line, and rejects if the process ends first. */
	function startMigration(stop: boolean) {
		const program = fileURLToPath(new URL('../testing/migrate-halfway.ts', import.meta.url));
		const { postgresUrl, file } = location;
		const args = ['--disable-warning=ExperimentalWarning', program, JSON.stringify({ postgresUrl, file, stop })];
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
		children.push(child);
		const lines: string[] = [];
		let stderr = '';
		child.stderr.on('data', (chunk) => {
			stderr += chunk;
		});
		const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
		async function waitForLine(line: string): Promise<void> {
			while (!lines.includes(line)) {
				const ended = once(child, 'close').then(() => {
					if (!lines.includes(line)) throw new Error(`It ended without '${line}': ${stderr}`);
				});
				await Promise.race([once(output, 'line'), ended]);
			}
		}
		async function kill(): Promise<void> {
			const closed = once(child, 'close');
			child.kill('SIGKILL');
			await closed;
		}
		return { waitForLine, kill };
	}

	async function read<T>(query: (db: Database) => Promise<T>): Promise<T> {
		const db = openDatabase({ postgresUrl: location.postgresUrl, file: location.file });
		return await query(db).finally(() => db.close());
	}

	const countNotes = (text: string) =>
		read(async (db) => {
			const { rows } = await sql<{ notes: number }>`select count(*) as notes from notes where text = ${text}`.execute(
				db.kysely,
			);
			return rows[0]?.notes;
		});

	test('leaves the data unchanged, and the next start completes it', async () => {
		const killed = startMigration(true);
		await killed.waitForLine('halfway');
		await killed.kill();

		expect([await countNotes('old'), await countNotes('new')]).toEqual([1000, 0]);
		await expect(read((db) => sql`select length from notes`.execute(db.kysely))).rejects.toThrow();
		await startMigration(false).waitForLine('ran 9001-change');
		expect([await countNotes('old'), await countNotes('new')]).toEqual([0, 999]);
		await startMigration(false).waitForLine('ran ');
	}, 90_000);

	// On PostgreSQL, a second migrating process waits. SQLite rejects it, which main/migrate.test.ts tests.
	if (engine === 'postgres') {
		const countWaitingLocks = () =>
			read(async (db) => {
				const { rows } = await sql<{ locks: number }>`select count(*) as locks from pg_locks
					where locktype = 'advisory' and not granted
					and database = (select oid from pg_database where datname = current_database())`.execute(db.kysely);
				return rows[0]?.locks;
			});

		test('releases the lock to a waiting process', async () => {
			const killed = startMigration(true);
			await killed.waitForLine('halfway');
			const next = startMigration(false);
			await vi.waitFor(async () => expect(await countWaitingLocks()).toBe(1), { timeout: 30_000 });
			await killed.kill();

			await next.waitForLine('ran 9001-change');
			expect([await countNotes('old'), await countNotes('new')]).toEqual([0, 999]);
		}, 90_000);
	}
});
