import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { DiskFullError } from '../core/disk-full-error.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { migrations } from '../migrations/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import {
	type Database,
	type Db,
	isUniqueViolation,
	lockFolder,
	lockRow,
	type Migration,
	migrate,
	openDatabase,
	runCompiled,
	type Tx,
} from './index.ts';

interface Tables {
	secrets: { name: string; value: string };
	rate_limits: { key: string; window_ends: number; used: number };
}

let db: Database;

const insert = (name: string, on: Pick<Database, 'tables'> = db) =>
	on.tables<Tables>().insertInto('secrets').values({ name, value: '' }).execute();

async function names(): Promise<string[]> {
	const rows = await db.tables<Tables>().selectFrom('secrets').select('name').orderBy('name').execute();
	return rows.map(({ name }) => name);
}

/** Waits up to 30 seconds for an effect of another connection or process, because a busy machine may need that long. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000 });

describeOnBothEngines('database', (engine) => {
	beforeEach(async () => {
		db = await openTestDatabase(engine);
	});
	afterEach(() => db.close());

	test('commits a transaction and then runs its effects', async () => {
		const effects: string[] = [];
		const result = await db.transaction(async (tx) => {
			tx.onCommit(() => effects.push('after'));
			await insert('a', tx);
			await insert('b', tx);
			effects.push('inside');
			return 7;
		});
		expect(result).toBe(7);
		expect(effects).toEqual(['inside', 'after']);
		expect(await names()).toEqual(['a', 'b']);
	});

	test('rolls back a failed transaction and skips its effects', async () => {
		const effect = vi.fn();
		const received = vi.fn();
		db.onInvalidate(received);
		const failed = db.transaction(async (tx) => {
			tx.onCommit(effect);
			tx.invalidate('lost');
			await insert('a', tx);
			throw new Error('no');
		});
		await expect(failed).rejects.toThrow('no');
		await db.transaction(async (tx) => tx.invalidate('kept'));
		await eventually(() => expect(received).toHaveBeenCalledWith(['kept']));
		expect(effect).not.toHaveBeenCalled();
		expect(received).not.toHaveBeenCalledWith(['lost']);
		expect(await names()).toEqual([]);
	});

	test('commits even if an effect throws', async () => {
		const effect = vi.fn();
		await db.transaction(async (tx) => {
			tx.onCommit(() => {
				throw new Error('no');
			});
			tx.onCommit(effect);
			await insert('a', tx);
		});
		expect(effect).toHaveBeenCalledOnce();
	});

	test('allows queries and transactions in an effect', async () => {
		const done = Promise.withResolvers<void>();
		await db.transaction(async (tx) => {
			tx.onCommit(() => void db.transaction((next) => insert('next', next)).then(() => done.resolve(), done.reject));
			await insert('a', tx);
		});
		await done.promise;
		expect(await names()).toEqual(['a', 'next']);
	});

	test('isolates concurrent transactions', async () => {
		const results = await Promise.allSettled(
			Array.from({ length: 20 }, (_, index) =>
				db.transaction(async (tx) => {
					await insert(`${index}`, tx);
					if (index % 2 === 1) throw new Error('odd');
				}),
			),
		);
		expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
		expect(await names()).toHaveLength(10);
	});

	test('throws for a query outside the open transaction', async () => {
		const earlier = db.tables<Tables>();
		const query = earlier.selectFrom('secrets').selectAll();
		await db.transaction(async (tx) => {
			const error = /outside the open transaction/;
			await expect(insert('b')).rejects.toThrow(error);
			await expect(query.execute()).rejects.toThrow(error);
			await expect(db.transaction(async () => {})).rejects.toThrow(error);
			await expect(db.check()).rejects.toThrow(error);
			await expect(sql`select 1`.execute(db.kysely)).rejects.toThrow(error);
			await insert('a', tx);
		});
		await insert('c');
		expect(await names()).toEqual(['a', 'c']);
	});

	test('locks a row until the transaction ends and reads its committed state', async () => {
		await insert('a');
		const secret = (db: Pick<Database, 'tables'>, name: string) =>
			db.tables<Tables>().selectFrom('secrets').selectAll().where('name', '=', name);
		const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const append = (letter: string, meanwhile: () => Promise<void>) =>
			db.transaction(async (tx) => {
				const row = await lockRow(tx, secret(tx, 'a'));
				await meanwhile();
				const change = tx
					.tables<Tables>()
					.updateTable('secrets')
					.set({ value: `${row?.value}${letter}` });
				await change.where('name', '=', 'a').execute();
			});
		const first = append('1', () => {
			locked.resolve();
			return release.promise;
		});
		await locked.promise;
		const second = append('2', async () => {});
		const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
		if (engine === 'postgres') {
			await eventually(async () => expect((await waiting.execute(db.kysely)).rows).toHaveLength(1));
		}
		release.resolve();
		await Promise.all([first, second]);
		expect((await secret(db, 'a').executeTakeFirstOrThrow()).value).toBe('12');
		expect(await db.transaction((tx) => lockRow(tx, secret(tx, 'b')))).toBeNull();
	});

	test('distinguishes unique violations from other errors', async () => {
		await insert('a');
		const duplicate = await insert('a').catch((error: unknown) => error);
		expect(isUniqueViolation(duplicate, 'secrets.name')).toBe(true);
		const inside = await db.transaction((tx) => insert('a', tx)).catch((error: unknown) => error);
		expect(isUniqueViolation(inside, 'secrets.name')).toBe(true);
		const other = await sql`select * from nowhere`.execute(db.kysely).catch((error: unknown) => error);
		expect(other).toBeInstanceOf(Error);
		expect(isUniqueViolation(other, 'secrets.name')).toBe(false);
		expect(isUniqueViolation(null, 'secrets.name')).toBe(false);
	});

	test('distinguishes unique indexes of one table by their columns', async () => {
		const add = (values: string) =>
			sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at) values (${sql.raw(values)})`
				.execute(db.kysely)
				.catch((error: unknown) => error);
		const link = (values: string) =>
			sql`insert into identities (account_id, issuer, subject, email, created_at) values (${sql.raw(values)})`
				.execute(db.kysely)
				.catch((error: unknown) => error);
		await add(`1, 'ada', 'Ada', 'a@b.c', 'a@b.c', 'user', 0`);
		await add(`2, 'obi', 'Obi', 'o@b.c', 'o@b.c', 'user', 0`);
		await link(`1, 'google', 'g1', 'a@b.c', 0`);
		const violations = [
			[await add(`1, 'x', 'X', 'x@b.c', 'x@b.c', 'user', 0`), 'accounts.id'],
			[await add(`3, 'ada', 'X', 'x@b.c', 'x@b.c', 'user', 0`), 'accounts.user_name'],
			// The email contains the characters that separate columns from values in PostgreSQL's error detail.
			[await add(`3, 'x', 'X', '(a)=(b)', 'a@b.c', 'user', 0`), 'accounts.email_key'],
			[await link(`2, 'google', 'g1', 'a@b.c', 0`), 'identities.issuer, identities.subject'],
			[await link(`1, 'google', 'g2', 'a@b.c', 0`), 'identities.account_id, identities.issuer'],
		] as const;
		const keys = violations.map(([, key]) => key);
		for (const [error, key] of violations) {
			expect(keys.filter((other) => isUniqueViolation(error, other))).toEqual([key]);
			expect(isUniqueViolation(error, 'sessions.id', key)).toBe(true);
		}
	});

	test('returns large integers and counts as numbers', async () => {
		const large = Number.MAX_SAFE_INTEGER;
		await db.tables<Tables>().insertInto('rate_limits').values({ key: 'k', window_ends: large, used: 1 }).execute();
		const row = await db
			.tables<Tables>()
			.selectFrom('rate_limits')
			.select(({ fn }) => ['window_ends', fn.countAll().as('count')])
			.groupBy('window_ends')
			.executeTakeFirst();
		expect(row).toEqual({ window_ends: large, count: 1 });
	});

	test('notifies listeners of invalidated tags until they unsubscribe', async () => {
		const received: string[] = [];
		const unsubscribe = db.onInvalidate((tags) => received.push(...tags));
		const unsubscribeFailing = db.onInvalidate(() => {
			throw new Error('no');
		});
		await db.transaction(async (tx) => {
			tx.invalidate('ad:1', 'feed');
			tx.invalidate('feed');
			expect(received).not.toContain('feed');
		});
		expect(received.filter((tag) => tag !== '*').slice(0, 2)).toEqual(['ad:1', 'feed']);
		unsubscribe();
		unsubscribeFailing();
		await db.transaction(async (tx) => tx.invalidate('late'));
		expect(received).not.toContain('late');
	});

	test('runs no migration twice', async () => {
		expect(await migrate(db, migrations)).toEqual([]);
	});

	test('rejects a schema of a newer version', async () => {
		await expect(migrate(db, migrations.slice(0, -1))).rejects.toThrow(/newer version/);
	});

	test('rolls back a failed migration, and keeps those before it', async () => {
		const next: Migration = {
			name: '9001-next',
			up: ({ db }) => db.schema.createTable('next').addColumn('id', 'integer').execute(),
		};
		const failing: Migration = {
			name: '9002-failing',
			async up({ db }) {
				await db.schema.createTable('half').addColumn('id', 'integer').execute();
				throw new Error('no');
			},
		};
		await expect(migrate(db, [...migrations, next, failing])).rejects.toThrow('no');
		expect((await sql`select * from next`.execute(db.kysely)).rows).toEqual([]);
		await expect(sql`select * from half`.execute(db.kysely)).rejects.toThrow();
		const mended: Migration = { ...failing, up: async () => {} };
		expect(await migrate(db, [...migrations, next, mended])).toEqual(['9002-failing']);
	});

	test('passes the check', async () => {
		await expect(db.check()).resolves.toBeUndefined();
	});
});

describe('SQLite', () => {
	beforeEach(async () => {
		db = await openTestDatabase('sqlite');
	});
	afterEach(() => db.close());

	test('rejects parameters that SQLite would bind as NULL', async () => {
		for (const value of [new Date(), true, undefined, { a: 1 }]) {
			await expect(sql`select ${value}`.execute(db.kysely)).rejects.toThrow(/integers and text/);
		}
	});

	test('rejects writes on a full disk, keeps reading and recovers', async () => {
		await insert('a');
		const fill = (on: Pick<Database, 'tables'>) =>
			on
				.tables<Tables>()
				.insertInto('secrets')
				.values({ name: 'fill', value: 'x'.repeat(1_000_000) })
				.execute();
		const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db.kysely);
		await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db.kysely);
		await expect(fill(db)).rejects.toThrow(DiskFullError);
		await expect(db.transaction(fill)).rejects.toThrow(DiskFullError);
		expect(await names()).toEqual(['a']);
		await sql.raw('pragma max_page_count = 100000').execute(db.kysely);
		await db.transaction(fill);
		expect(await names()).toEqual(['a', 'fill']);
	});

	/** Counts the frames of the write-ahead log's commits: each frame that ends a commit has the size of the database in its header. */
	async function countCommits(file: string): Promise<number> {
		const log = await readFile(`${file}-wal`);
		const pageSize = log.readUInt32BE(8);
		let commits = 0;
		for (let offset = 32; offset + 24 + pageSize <= log.length; offset += 24 + pageSize) {
			if (log.subarray(offset + 8, offset + 16).equals(log.subarray(16, 24)) && log.readUInt32BE(offset + 4) > 0)
				commits += 1;
		}
		return commits;
	}

	/** Stops the time after which nothing joins a group, so that transactions join it on a busy machine too. */
	function stopGroupTime(): void {
		const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
		onTestFinished(() => clock.mockRestore());
	}

	test('commits simultaneous transactions together, without those that fail', async () => {
		stopGroupTime();
		const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(db.kysely);
		const file = rows[0]?.file ?? '';
		await insert('first');
		const before = await countCommits(file);
		const results = await Promise.allSettled(
			Array.from({ length: 20 }, (_, index) =>
				index % 2 === 0
					? db.statement((db) => insert(`${index}`, db))
					: db.transaction(async (tx) => {
							await insert(`${index}`, tx);
							if (index % 4 === 1) throw new Error('no');
						}),
			),
		);
		expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5);
		expect(await names()).toHaveLength(16);
		expect((await countCommits(file)) - before).toBe(1);
	});

	test('lets no other process write between the reads and the writes of a transaction', async () => {
		const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(db.kysely);
		const other = new DatabaseSync(rows[0]?.file ?? '', { timeout: 0 });
		onTestFinished(() => other.close());
		const write = () => other.exec("insert into secrets (name, value) values ('other', '')");
		await db.transaction(async (tx) => {
			await tx.tables<Tables>().selectFrom('secrets').selectAll().execute();
			expect(write).toThrow('database is locked');
			await insert('a', tx);
		});
		write();
		expect(await names()).toEqual(['a', 'other']);
	});

	test('shows nothing of a group before its commit and runs effects after it', async () => {
		stopGroupTime();
		const seen: string[] = [];
		const note = (what: string) => void seen.push(what);
		const commits = ['a', 'b'].map((name) =>
			db.transaction(async (tx) => {
				tx.onCommit(() => note(`effect of ${name}`));
				await insert(name, tx);
				// This read waits for the connection until the group has committed.
				if (name === 'a') outside.resolve();
				note(`wrote ${name}`);
			}),
		);
		const outside = Promise.withResolvers<void>();
		await outside.promise;
		const read = names();
		await Promise.all(commits);
		note(`read ${(await read).join()}`);
		expect(seen).toEqual(['wrote a', 'wrote b', 'effect of a', 'effect of b', 'read a,b']);
	});

	test('rejects queries of a transaction that ended, also in the same group', async () => {
		let ended: Tx | undefined;
		const results = await Promise.allSettled([
			db.transaction(async (tx) => {
				ended = tx;
				await Promise.all([
					insert('a', tx).then(() => insert('left behind', tx)),
					insert('b', tx).then(() => Promise.reject(new Error('no'))),
				]);
			}),
			db.transaction(async (tx) => {
				await insert('c', tx);
				await expect(insert('late', ended)).rejects.toThrow('after the end of its transaction');
			}),
		]);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
		expect(await names()).toEqual(['c']);
	});

	test('fails transactions that wait when the database is closed, and later ones', async () => {
		const started = Promise.withResolvers<void>();
		const closed = Promise.withResolvers<void>();
		await insert('a');
		const results = ['b', 'c'].map((name) =>
			db.transaction(async (tx) => {
				started.resolve();
				await closed.promise;
				await insert(name, tx);
			}),
		);
		const outcomes = Promise.allSettled(results);
		await started.promise;
		await db.close();
		closed.resolve();
		expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		await expect(db.transaction((tx) => insert('d', tx))).rejects.toThrow();
	});

	test('fails every transaction of a group whose commit fails', async () => {
		stopGroupTime();
		const effect = vi.fn();
		await sql`create table late (name text references secrets (name) deferrable initially deferred)`.execute(db.kysely);
		const breakCommit = db.transaction((tx) => sql`insert into late values ('nothing')`.execute(tx.tables()));
		const innocent = db.transaction(async (tx) => {
			tx.onCommit(effect);
			await insert('a', tx);
		});
		const results = await Promise.allSettled([breakCommit, innocent]);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(effect).not.toHaveBeenCalled();
		expect(await names()).toEqual([]);
		await db.transaction((tx) => insert('b', tx));
		expect(await names()).toEqual(['b']);
	});

	test('fails a group that a full disk rolls back, and commits the next one', async () => {
		await insert('a');
		const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db.kysely);
		await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db.kysely);
		const large = { name: 'large', value: 'x'.repeat(1_000_000) };
		const results = await Promise.allSettled([
			db.transaction((tx) => tx.tables<Tables>().insertInto('secrets').values(large).execute()),
			db.transaction((tx) => tx.tables<Tables>().deleteFrom('secrets').where('name', '=', 'nobody').execute()),
		]);
		expect(results[0]).toMatchObject({ status: 'rejected', reason: expect.any(DiskFullError) });
		expect(await names()).toEqual(['a']);
		await sql.raw('pragma max_page_count = 100000').execute(db.kysely);
		await db.transaction((tx) => insert('b', tx));
		expect(await names()).toEqual(['a', 'b']);
	});

	test('locks the folder for one process until it ends', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'kasuwa-lock-'));
		onTestFinished(() => rm(folder, { recursive: true }));
		const file = join(folder, 'lock');
		const script = `
			import { lockFolder } from ${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)};
			lockFolder(process.argv[1]);
			globalThis.gc();
			console.log('locked');
			setInterval(() => {}, 1000);
		`;
		const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script, file], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		onTestFinished(() => void child.kill('SIGKILL'));
		await once(child.stdout, 'data');
		expect(() => lockFolder(file)).toThrow('Another server or command is already running on this data directory');
		child.kill('SIGKILL');
		await once(child, 'exit');
		const release = lockFolder(file);
		expect(() => lockFolder(file)).toThrow(/already running/);
		release();
		lockFolder(file)();
	});

	test('says which folder cannot be locked', () => {
		const file = join(tmpdir(), 'kasuwa-no-such-folder', 'lock');
		expect(() => lockFolder(file)).toThrow(`It cannot write to ${file}. Set DATA_DIR to a folder`);
	});
});

describe.skipIf(inject('postgresUrl') === null)('PostgreSQL', () => {
	let url: string;

	beforeEach(async () => {
		db = await openTestDatabase('postgres');
		url = db.postgresUrl ?? '';
	});
	afterEach(() => db.close());

	function openSecondInstance(): Database {
		const second = openDatabase({ postgresUrl: url, file: '' });
		onTestFinished(() => second.close());
		return second;
	}

	/** Ends database connections from outside, as a restart of PostgreSQL does. `which` is an SQL condition. */
	async function terminateConnections(which = 'true'): Promise<void> {
		const client = new pg.Client({ connectionString: url });
		await client.connect();
		await client.query(
			`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
		);
		await client.end();
	}

	const listSecrets = (db: Db) =>
		runCompiled(db, 'secrets of the test', {}, () => db.tables<Tables>().selectFrom('secrets').selectAll());

	test('runs short reads while transactions use all connections', async () => {
		await insert('a');
		const { promise: ended, resolve: end } = Promise.withResolvers<void>();
		const transactions = Array.from({ length: 12 }, () => db.transaction(() => ended));
		await eventually(() => expect(db.poolStats()?.waiting).toBe(2));
		const reads = await Promise.all(Array.from({ length: 20 }, () => listSecrets(db)));
		expect(reads.every(([secret]) => secret?.name === 'a')).toBe(true);
		end();
		await Promise.all(transactions);
	});

	test('runs short reads again after a lost connection', async () => {
		await insert('a');
		await listSecrets(db);
		await terminateConnections();
		await eventually(() => expect(listSecrets(db)).resolves.toHaveLength(1));
	});

	test('fails only the short read that is invalid', async () => {
		const divide = (divisor: number) =>
			runCompiled(db, 'division of the test', { divisor }, (values) =>
				db.kysely.selectNoFrom(sql<number>`10 / ${values.divisor}::bigint`.as('quotient')),
			);
		const reads = await Promise.allSettled([1, 0, 2, 0, 5].map(divide));
		expect(reads.map((read) => (read.status === 'fulfilled' ? read.value[0]?.quotient : 'failed'))).toEqual([
			10,
			'failed',
			5,
			'failed',
			2,
		]);
	});

	test('fails a short read that waits for a lock, so that others continue', async () => {
		await insert('a');
		const { promise: locked, resolve: onLock } = Promise.withResolvers<void>();
		const { promise: ended, resolve: end } = Promise.withResolvers<void>();
		const transaction = db.transaction(async (tx) => {
			await sql`lock table secrets in access exclusive mode`.execute(tx.tables());
			onLock();
			await ended;
		});
		await locked;
		const waiting = await Promise.allSettled([listSecrets(db), listSecrets(db)]);
		expect(waiting).toMatchObject(waiting.map(() => ({ reason: expect.any(ServiceUnavailableError) })));
		const readOther = () =>
			runCompiled(db, 'another read of the test', {}, () => db.kysely.selectNoFrom(sql<number>`1`.as('one')));
		expect(await readOther()).toEqual([{ one: 1 }]);
		end();
		await transaction;
		expect(await listSecrets(db)).toHaveLength(1);
	});

	test('ends short reads before it closes', async () => {
		const second = openSecondInstance();
		await listSecrets(second);
		const reads = Array.from({ length: 20 }, () => listSecrets(second));
		await second.close();
		expect(await Promise.all(reads)).toHaveLength(20);
	});

	test('prepares a statement again after a migration changed its columns', async () => {
		await insert('a');
		for (let time = 0; time < 2; time += 1) await listSecrets(db);
		await db.transaction(listSecrets);
		await sql`alter table secrets add column note text`.execute(db.kysely);
		await expect(listSecrets(db)).rejects.toThrow(ServiceUnavailableError);
		await expect(db.transaction(listSecrets)).rejects.toThrow(ServiceUnavailableError);
		expect(await listSecrets(db)).toEqual([{ name: 'a', value: '', note: null }]);
		expect(await db.transaction(listSecrets)).toEqual([{ name: 'a', value: '', note: null }]);
	});

	test('notifies other instances of many tags, and of * after a lost connection', async () => {
		const second = openSecondInstance();
		const received: string[] = [];
		second.onInvalidate((tags) => received.push(...tags));
		await eventually(() => expect(received).toEqual(['*']));
		const tags = Array.from({ length: 250 }, (_, index) => `ad:${index}`);
		const failed = db.transaction(async (tx) => {
			tx.invalidate('lost');
			await insert('a', tx);
			throw new Error('no');
		});
		await expect(failed).rejects.toThrow('no');
		await db.transaction(async (tx) => tx.invalidate(...tags));
		await eventually(() => expect(received).toHaveLength(251));
		expect(received.slice(1)).toEqual(tags);

		received.length = 0;
		await terminateConnections(`query like 'listen%'`);
		await eventually(() => expect(received).toEqual(['*']));
		await db.transaction(async (tx) => tx.invalidate('again'));
		await eventually(() => expect(received).toEqual(['*', 'again']));
	});

	test('throws ServiceUnavailableError if a connection is lost in a transaction, and recovers', async () => {
		const lost = db.transaction(async (tx) => {
			await insert('a', tx);
			await terminateConnections();
			await insert('b', tx);
		});
		await expect(lost).rejects.toThrow(ServiceUnavailableError);
		await eventually(() => insert('c'));
		expect(await names()).toEqual(['c']);
	});

	test('allows inserting a reference to a locked row', async () => {
		const accounts = (db: Pick<Database, 'tables'>) => db.tables<{ accounts: { id: number } }>();
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
			values (1, 'ada', 'Ada', 'a@b.c', 'a@b.c', 'user', 0)`.execute(db.kysely);
		const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const holder = db.transaction(async (tx) => {
			expect(await lockRow(tx, accounts(tx).selectFrom('accounts').select('id').where('id', '=', 1))).not.toBeNull();
			locked.resolve();
			await release.promise;
		});
		await locked.promise;
		try {
			await db.transaction(async (tx) => {
				// If the row lock is too strong, the insert fails after 10 seconds instead of waiting forever.
				await sql`set local lock_timeout = '10s'`.execute(tx.tables());
				await sql`insert into identities (account_id, issuer, subject, email, created_at)
					values (1, 'google', 'g1', 'a@b.c', 0)`.execute(tx.tables());
			});
		} finally {
			release.resolve();
			await holder;
		}
	});

	test('throws ServiceUnavailableError for one of two deadlocked transactions', async () => {
		const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
		const lockBoth = (own: 0 | 1) =>
			db.transaction(async (tx) => {
				await sql`select pg_advisory_xact_lock(${own})`.execute(tx.tables());
				reached[own].resolve();
				await Promise.all(reached.map(({ promise }) => promise));
				await sql`select pg_advisory_xact_lock(${1 - own})`.execute(tx.tables());
			});
		const outcomes = await Promise.allSettled([lockBoth(0), lockBoth(1)]);
		expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toBeInstanceOf(ServiceUnavailableError);
	});

	test('throws ServiceUnavailableError if the connection is lost during a query', async () => {
		const sleeping = sql`select pg_sleep(20)`.execute(db.kysely);
		const expected = expect(sleeping).rejects.toThrow(ServiceUnavailableError);
		await eventually(async () => {
			const { rows } =
				await sql`select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`.execute(
					db.kysely,
				);
			expect(rows).toHaveLength(1);
		});
		await terminateConnections();
		await expected;
		await eventually(() => db.check());
	});

	test('survives the loss of idle connections', async () => {
		await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.01)`.execute(db.kysely)));
		await terminateConnections();
		await eventually(() => insert('a'));
		expect(await names()).toEqual(['a']);
	});

	test('throws ServiceUnavailableError if no server listens', async () => {
		const unreachable = new URL(url);
		unreachable.port = '1';
		const database = openDatabase({ postgresUrl: unreachable.href, file: '' });
		await expect(database.check()).rejects.toThrow(ServiceUnavailableError);
		await expect(insert('a', database)).rejects.toThrow(ServiceUnavailableError);
		await expect(database.transaction((tx) => insert('a', tx))).rejects.toThrow(ServiceUnavailableError);
		await database.close();
	});

	test('migrates once if two instances start together', async () => {
		const next: Migration = {
			name: '9001-next',
			up: ({ db }) => db.schema.createTable('next').addColumn('id', 'integer').execute(),
		};
		const ran = await Promise.all([db, openSecondInstance()].map((one) => migrate(one, [...migrations, next])));
		expect(ran.flat()).toEqual(['9001-next']);
	});
});
