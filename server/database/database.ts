import { AsyncLocalStorage } from 'node:async_hooks';
import { type Dialect, Kysely, sql } from 'kysely';
import { DiskFullError } from '../core/disk-full-error.ts';
import { currentOperation, runStep } from '../core/operation.ts';
import { DeadlockError, ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { createDelayedInvalidation } from './delayed-invalidation.ts';
import { createBeforeQueryPlugin, observeDialect, type SlowQuery } from './dialect.ts';
import { createGroupCommit, type RunTransaction } from './group-commit.ts';
import type { DatabaseLocation } from './location.ts';
import {
	createPostgresDialect,
	type Feed,
	getHost,
	isConnectionLoss,
	isOutdatedStatement,
	listenForInvalidation,
	notifyInvalidation,
	type PoolStats,
	toUnavailable,
} from './postgres.ts';
import { createReaderDialect } from './readers.ts';
import { createSqliteDialect, getSqliteErrorCode } from './sqlite.ts';
import { busyTimeout } from './sqlite-connection.ts';

export type Engine = 'sqlite' | 'postgres';

/** Query methods of a connection or a transaction. `T` lists the tables that a store may use. */
export type QueryMethods<T> = Pick<
	Kysely<T>,
	'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'getExecutor' | 'with'
>;

/** Database or open transaction. Queries throw `ServiceUnavailableError` (no response, deadlock) or `DiskFullError`. */
export interface Db {
	readonly engine: Engine;
	tables<T>(): QueryMethods<T>;
	/** Runs the queries of `runCompiled`. Outside transactions on PostgreSQL, they share a connection of their own. */
	readonly shortReads: QueryMethods<unknown>;
}

/** Open transaction. The code inside a transaction must await nothing but the database. */
export interface Tx extends Db {
	/** Runs `effect` after the commit, never after a rollback. `onError` of the database receives an error that `effect` throws. */
	onCommit(effect: () => void): void;
	/** Makes every process drop the cached responses with these tags when the transaction commits. */
	invalidate(...tags: string[]): void;
	/**
	 * Does the same within a fraction of a second, for counts and new comments that many accounts may change at once. What is hidden,
	 * deleted or edited needs `invalidate`.
	 */
	invalidateSoon(...tags: string[]): void;
}

export interface Database extends Db {
	/**
	 * Runs `work` in one transaction and returns its result. Throws the error of `work`, `ServiceUnavailableError` or `DiskFullError`. A
	 * query that `work` runs outside the transaction throws.
	 */
	transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
	/**
	 * Database for long reads, such as searches. On SQLite they run in threads of their own, outside transactions, and see what was committed
	 * before they started. On PostgreSQL they use the pool.
	 */
	readonly longReads: Db;
	/**
	 * Runs a write of one statement that needs no transaction around it. On SQLite it shares the commit of transactions that wait at the
	 * same time.
	 */
	statement<Result>(write: (db: Db) => Promise<Result>): Promise<Result>;
	/** Throws inside an open transaction, like a query that runs outside it. */
	assertOutsideTransaction(): void;
	/** Calls `listener` with the cache tags that any process invalidates; `*` means all tags. Returns the function that unsubscribes. */
	onInvalidate(listener: (tags: readonly string[]) => void): () => void;
	/** Invalidates tags in this process alone. */
	invalidateHere(...tags: string[]): void;
	/** Invalidates at once what `invalidateSoon` delays in this process. */
	flushInvalidations(): void;
	/**
	 * Empties SQLite's write-ahead log, which keeps pages as they were before later commits. Returns false while a reader uses the log. Does
	 * nothing on PostgreSQL, which recycles its log.
	 */
	emptyLog(): Promise<boolean>;
	/** Throws if the database does not respond. PostgreSQL has a few seconds to respond. */
	check(): Promise<void>;
	/** Kysely instance, for migrations and the job queue. */
	readonly kysely: Kysely<unknown>;
	/** Returns the state of the connection pool; null for SQLite, which has one connection. */
	poolStats(): PoolStats | null;
	/** Connection URL for code that needs its own connection outside the pool; null for SQLite. */
	readonly postgresUrl: string | null;
	close(): Promise<void>;
}

/** Types a Kysely instance with a store's tables. Kysely's `$extendTables` rejects interfaces, because they have no index signature. */
function asQueries<T>(kysely: Kysely<unknown>): QueryMethods<T> {
	return kysely as unknown as QueryMethods<T>;
}

/** Columns of a unique index as `table.column`, or `table.column, table.column` in index order. */
export type UniqueKey = `${string}.${string}`;

/** Returns whether one of these unique indexes rejected an insert or update, on SQLite or PostgreSQL. */
export function isUniqueViolation(error: unknown, ...keys: readonly [UniqueKey, ...UniqueKey[]]): boolean {
	const violated = violatedKey(error);
	return violated !== null && keys.some((key) => key === violated);
}

function violatedKey(error: unknown): string | null {
	const sqliteCode = getSqliteErrorCode(error);
	if (sqliteCode === 2067 || sqliteCode === 1555) {
		return /^UNIQUE constraint failed: (.+)$/.exec((error as Error).message)?.[1] ?? null;
	}
	const { code, table, detail } = (error ?? {}) as { code?: unknown; table?: unknown; detail?: unknown };
	if (code !== '23505') return null;
	// Example of PostgreSQL's detail: 'Key (issuer, subject)=(a, b) already exists.' Only its words depend on the server's locale.
	const columns = /^[^(]*\(([^)]+)\)=\(/.exec(String(detail))?.[1];
	return columns ? columns.replace(/[^, ]+/g, (column) => `${table}.${column}`) : null;
}

function translate(error: unknown, host: string): unknown {
	if (isConnectionLoss(error)) return toUnavailable(error, host);
	if (isOutdatedStatement(error)) return new ServiceUnavailableError('A migration changed a table', { cause: error });
	const code = (error as { code?: unknown } | null)?.code;
	if (code === '40P01') return new DeadlockError('Deadlock between two transactions', { cause: error });
	if (code === '53100' || getSqliteErrorCode(error) === 13)
		return new DiskFullError('The disk is full', { cause: error });
	return error;
}

export interface DatabaseOptions extends DatabaseLocation {
	/** Receives errors outside queries: of idle connections, of the listener for invalidations, and of `onCommit` effects. */
	onError?: (error: Error) => void;
	/** Milliseconds from which on `onSlowQuery` receives a query. */
	slowQueryTime?: number;
	onSlowQuery?: (query: SlowQuery) => void;
}

/** Opens the database. The first query connects. */
export function openDatabase({
	postgresUrl,
	file,
	onError = () => {},
	slowQueryTime = Number.POSITIVE_INFINITY,
	onSlowQuery = () => {},
}: DatabaseOptions): Database {
	const engine: Engine = postgresUrl === null ? 'sqlite' : 'postgres';
	const openTransaction = new AsyncLocalStorage<{ active: boolean }>();

	// On SQLite, a query outside the open transaction would wait forever for the only connection.
	function assertOutsideTransaction(): void {
		if (openTransaction.getStore()?.active)
			throw new Error('This query runs outside the open transaction: use the transaction');
	}

	const system = postgresUrl === null ? 'sqlite' : 'postgresql';
	const host = postgresUrl === null ? '' : getHost(postgresUrl);
	const observe = (dialect: Dialect) =>
		observeDialect(dialect, { system, translate: (error) => translate(error, host), slowQueryTime, onSlowQuery });
	const pool = postgresUrl === null ? null : createPostgresDialect(postgresUrl, onError);
	const kysely = new Kysely<unknown>({
		dialect: observe(pool?.dialect ?? createSqliteDialect(file)),
	});
	// Connections of PostgreSQL share syncs of the disk by themselves.
	const runTransaction: RunTransaction = pool
		? (work) => kysely.transaction().execute(work)
		: createGroupCommit(kysely);
	const outsideTransaction = kysely.withPlugin(createBeforeQueryPlugin(assertOutsideTransaction));
	const createReads = (dialect: Dialect) =>
		new Kysely<unknown>({
			dialect: observe(dialect),
			plugins: [createBeforeQueryPlugin(assertOutsideTransaction)],
		});
	const readers = pool ? null : createReads(createReaderDialect(file));
	const shortReads = pool ? createReads(pool.shortReads) : null;
	const listeners = new Set<(tags: readonly string[]) => void>();
	let feed: Feed | undefined;
	/** Notification of other processes about delayed invalidations that is in flight. */
	let notifying = Promise.resolve();

	// The transaction is already committed when an effect fails, so the error is reported and not thrown.
	function afterCommit(effect: () => void): void {
		try {
			effect();
		} catch (error) {
			onError(error as Error);
		}
	}

	function notifyListeners(tags: readonly string[]): void {
		for (const listener of listeners) afterCommit(() => listener(tags));
	}

	const delayed = createDelayedInvalidation((tags) => {
		notifyListeners(tags);
		if (!pool) return;
		// A notification is part of no operation, because it tells about those of several.
		const notify = () => currentOperation.run(undefined, notifyInvalidation, kysely, tags);
		notifying = notifying.then(notify).catch(onError);
	});

	async function transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
		assertOutsideTransaction();
		return runStep(
			() => ({ name: 'transaction', attributes: { 'db.system.name': system } }),
			() => runInTransaction(work),
		);
	}

	async function runInTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
		const scope = { active: true };
		const effects: (() => void)[] = [];
		const tags = new Set<string>();
		const delayedTags = new Set<string>();
		try {
			const result = await runTransaction((trx) =>
				openTransaction.run(scope, async () => {
					const tx: Tx = {
						engine,
						tables: <T>() => asQueries<T>(trx),
						shortReads: trx,
						onCommit: (effect) => void effects.push(effect),
						invalidate: (...names) => {
							for (const name of names) tags.add(name);
						},
						invalidateSoon: (...names) => {
							for (const name of names) delayedTags.add(name);
						},
					};
					const value = await work(tx);
					if (tags.size > 0 && engine === 'postgres') await notifyInvalidation(trx, [...tags]);
					return value;
				}),
			);
			scope.active = false;
			if (tags.size > 0) notifyListeners([...tags]);
			if (delayedTags.size > 0) delayed.add(delayedTags);
			for (const effect of effects) afterCommit(effect);
			return result;
		} finally {
			scope.active = false;
		}
	}

	const pooled: Db = {
		engine,
		tables: <T>() => asQueries<T>(outsideTransaction),
		shortReads: outsideTransaction,
	};
	const db: Database = {
		...pooled,
		shortReads: shortReads ?? outsideTransaction,
		kysely: outsideTransaction,
		postgresUrl,
		poolStats: () => pool?.stats() ?? null,
		transaction,
		assertOutsideTransaction,
		longReads: readers ? { engine, tables: <T>() => asQueries<T>(readers), shortReads: readers } : pooled,
		statement: (write) => (pool ? write(pooled) : transaction(write)),
		onInvalidate(listener) {
			listeners.add(listener);
			if (postgresUrl !== null) feed ??= listenForInvalidation(postgresUrl, notifyListeners, onError);
			return () => listeners.delete(listener);
		},
		invalidateHere: (...tags) => notifyListeners(tags),
		flushInvalidations: delayed.flush,
		async emptyLog() {
			if (pool) return true;
			// Nothing else uses the connection meanwhile. It must not wait for readers, because it would block the process.
			return outsideTransaction.connection().execute(async (connection) => {
				await sql`pragma busy_timeout = 0`.execute(connection);
				try {
					const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection);
					return rows[0]?.busy === 0;
				} finally {
					await sql`pragma busy_timeout = ${sql.lit(busyTimeout)}`.execute(connection);
				}
			});
		},
		async check() {
			assertOutsideTransaction();
			if (!pool) await sql`select 1`.execute(outsideTransaction);
			else
				await pool.check().catch((error: unknown) => {
					throw translate(error, host);
				});
		},
		async close() {
			delayed.close();
			await notifying;
			await feed?.close();
			// The last connection to close writes the write-ahead log into the file.
			await readers?.destroy();
			await shortReads?.destroy();
			await kysely.destroy();
		},
	};
	return db;
}
