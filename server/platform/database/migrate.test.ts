import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTestDatabase, onBothEngines, type TestDatabase } from '../testing/database.ts';
import { type Database, openDatabase } from './index.ts';

onBothEngines('a migration that is killed halfway', (engine) => {
	let folder: string;
	let place: TestDatabase & { file: string };
	let children: ChildProcess[];

	beforeEach(async () => {
		children = [];
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-migrate-'));
		const file = join(folder, 'test.sqlite');
		place = { ...(await makeTestDatabase(engine, file)), file };
		await read(async (db) => {
			await sql`create table notes (id integer, text text)`.execute(db.kysely);
			const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000)`;
			await sql`insert into notes (id, text) ${numbers} select n, 'old' from numbers`.execute(db.kysely);
		});
	});

	afterEach(async () => {
		for (const child of children) child.kill('SIGKILL');
		await place.remove();
		await rm(folder, { recursive: true, force: true });
	});

	/** Starts a process that migrates. `says` resolves at a line of its output, or rejects where it ends without. */
	function migrateElsewhere(stop: boolean) {
		const program = fileURLToPath(new URL('../testing/migrate-halfway.ts', import.meta.url));
		const { postgresUrl, file } = place;
		const args = ['--disable-warning=ExperimentalWarning', program, JSON.stringify({ postgresUrl, file, stop })];
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
		children.push(child);
		const lines: string[] = [];
		let complaint = '';
		child.stderr.on('data', (chunk) => {
			complaint += chunk;
		});
		const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
		async function says(line: string): Promise<void> {
			while (!lines.includes(line)) {
				const ended = once(child, 'close').then(() => {
					if (!lines.includes(line)) throw new Error(`It ended without '${line}': ${complaint}`);
				});
				await Promise.race([once(output, 'line'), ended]);
			}
		}
		async function kill(): Promise<void> {
			const closed = once(child, 'close');
			child.kill('SIGKILL');
			await closed;
		}
		return { says, kill };
	}

	async function read<T>(query: (db: Database) => Promise<T>): Promise<T> {
		const db = openDatabase({ postgresUrl: place.postgresUrl, file: place.file });
		return await query(db).finally(() => db.close());
	}

	const countNotes = (text: string) =>
		read(async (db) => {
			const { rows } = await sql<{ notes: number }>`select count(*) as notes from notes where text = ${text}`.execute(
				db.kysely,
			);
			return rows[0]?.notes;
		});

	test('leaves what was there before, and the next start finishes it', async () => {
		const killed = migrateElsewhere(true);
		await killed.says('halfway');
		await killed.kill();

		expect([await countNotes('old'), await countNotes('new')]).toEqual([1000, 0]);
		await expect(read((db) => sql`select length from notes`.execute(db.kysely))).rejects.toThrow();
		await migrateElsewhere(false).says('ran 9001-change');
		expect([await countNotes('old'), await countNotes('new')]).toEqual([0, 999]);
		await migrateElsewhere(false).says('ran ');
	}, 90_000);

	// With SQLite a second process is refused: main/migrate.test.ts.
	if (engine === 'postgres') {
		const waiting = () =>
			read(async (db) => {
				const { rows } = await sql<{ locks: number }>`select count(*) as locks from pg_locks
					where locktype = 'advisory' and not granted
					and database = (select oid from pg_database where datname = current_database())`.execute(db.kysely);
				return rows[0]?.locks;
			});

		test('gives way to a process that waits for it', async () => {
			const killed = migrateElsewhere(true);
			await killed.says('halfway');
			const next = migrateElsewhere(false);
			await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 30_000 });
			await killed.kill();

			await next.says('ran 9001-change');
			expect([await countNotes('old'), await countNotes('new')]).toEqual([0, 999]);
		}, 90_000);
	}
});
