import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, sql } from 'kysely';
import { DiskFull } from '../disk-full.ts';
import { Unavailable } from '../unavailable.ts';
import { beforeQuery, translateErrors } from './dialect.ts';
import {
	type InvalidationFeed,
	isConnectionLoss,
	listenForInvalidation,
	notifyInvalidation,
	type PoolStats,
	postgresDialect,
} from './postgres.ts';
import { sqliteDialect, sqliteErrorCode } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';

/** What a store may do with its tables; a connection and a transaction alike. `T` names the tables it may touch. */
export type Queries<T> = Pick<
	Kysely<T>,
	'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'getExecutor' | 'with'
>;

/** Somewhere to run queries: the database itself, or a transaction of it. They throw `Unavailable` and `DiskFull`. */
export interface Db {
	readonly engine: Engine;
	tables<T>(): Queries<T>;
}

/** An open transaction. Await nothing but the database inside. */
export interface Tx extends Db {
	/** Runs once the transaction is committed, never when it is rolled back. An error in it goes to `onError`. */
	onCommit(effect: () => void): void;
	/** Says what has changed, so that every process drops the answers that show it. Takes effect at commit. */
	invalidate(...tags: string[]): void;
}

export interface Database extends Db {
	/**
	 * Runs `work` in one transaction: all of it, or nothing. Throws what `work` throws, `Unavailable` or `DiskFull`.
	 * Inside, any query that does not go through the transaction throws.
	 */
	transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
	/** Called with the tags of what changed, here or in another process. The tag `*` means anything may have. Returns how to stop. */
	onInvalidate(listener: (tags: readonly string[]) => void): () => void;
	/** Throws where the database does not answer; PostgreSQL has some seconds for it. */
	check(): Promise<void>;
	/** The whole database, for migrations and the job queue. */
	readonly kysely: Kysely<unknown>;
	/** How busy the connections are; null with SQLite, which has one. */
	poolStats(): PoolStats | null;
	/** Where PostgreSQL stands, for what needs a connection of its own. */
	readonly postgresUrl: string | null;
	close(): Promise<void>;
}

/** Kysely's own `$extendTables` takes no interfaces, which have no index signature. */
function asQueries<T>(kysely: Kysely<unknown>): Queries<T> {
	return kysely as unknown as Queries<T>;
}

/** The columns of a unique index as `table.column`, or `table.column, table.column` in the order of the index. */
export type UniqueKey = `${string}.${string}`;

/** True for an insert or update that one of these unique indexes rejected, on either engine. */
export function isUniqueViolation(error: unknown, ...keys: readonly [UniqueKey, ...UniqueKey[]]): boolean {
	const violated = violatedKey(error);
	return violated !== null && keys.some((key) => key === violated);
}

function violatedKey(error: unknown): string | null {
	const sqliteCode = sqliteErrorCode(error);
	if (sqliteCode === 2067 || sqliteCode === 1555) {
		return /^UNIQUE constraint failed: (.+)$/.exec((error as Error).message)?.[1] ?? null;
	}
	const { code, table, detail } = (error ?? {}) as { code?: unknown; table?: unknown; detail?: unknown };
	if (code !== '23505') return null;
	// 'Key (issuer, subject)=(a, b) already exists.' The words depend on the server's language, the brackets do not.
	const columns = /^[^(]*\(([^)]+)\)=\(/.exec(String(detail))?.[1];
	return columns ? columns.replace(/[^, ]+/g, (column) => `${table}.${column}`) : null;
}

function translate(error: unknown): unknown {
	if (isConnectionLoss(error)) return new Unavailable('The database does not answer', { cause: error });
	const code = (error as { code?: unknown } | null)?.code;
	if (code === '40P01') return new Unavailable('Two transactions waited for each other', { cause: error });
	if (code === '53100' || sqliteErrorCode(error) === 13) return new DiskFull('The disk is full', { cause: error });
	return error;
}

export interface DatabaseOptions {
	/** PostgreSQL where it is set; otherwise SQLite in `file`. */
	postgresUrl: string | null;
	/** Path of the SQLite file. */
	file: string;
	/** Told of errors that are lived through: of idle connections, and of what runs after a commit. */
	onError?: (error: Error) => void;
}

/** Opens the database. Connects at the first query. */
export function openDatabase({ postgresUrl, file, onError = () => {} }: DatabaseOptions): Database {
	const engine: Engine = postgresUrl === null ? 'sqlite' : 'postgres';
	const openTransaction = new AsyncLocalStorage<{ active: boolean }>();

	// On SQLite a query beside the open transaction would wait for the only connection for ever.
	function assertOutsideTransaction(): void {
		if (openTransaction.getStore()?.active)
			throw new Error('This query runs beside an open transaction: pass the transaction on');
	}

	const pool = postgresUrl === null ? null : postgresDialect(postgresUrl, onError);
	const kysely = new Kysely<unknown>({ dialect: translateErrors(pool?.dialect ?? sqliteDialect(file), translate) });
	const outside = kysely.withPlugin(beforeQuery(assertOutsideTransaction));
	const listeners = new Set<(tags: readonly string[]) => void>();
	let feed: InvalidationFeed | undefined;

	// The commit stands: what follows it may fail, but not the transaction any more.
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

	async function transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
		assertOutsideTransaction();
		const scope = { active: true };
		const effects: (() => void)[] = [];
		const tags = new Set<string>();
		try {
			const result = await openTransaction.run(scope, () =>
				kysely.transaction().execute(async (trx) => {
					const tx: Tx = {
						engine,
						tables: <T>() => asQueries<T>(trx),
						onCommit: (effect) => void effects.push(effect),
						invalidate: (...names) => {
							for (const name of names) tags.add(name);
						},
					};
					const answer = await work(tx);
					if (tags.size > 0 && engine === 'postgres') await notifyInvalidation(trx, [...tags]);
					return answer;
				}),
			);
			scope.active = false;
			if (tags.size > 0) notifyListeners([...tags]);
			for (const effect of effects) afterCommit(effect);
			return result;
		} finally {
			scope.active = false;
		}
	}

	return {
		engine,
		kysely: outside,
		postgresUrl,
		poolStats: () => pool?.stats() ?? null,
		tables: <T>() => asQueries<T>(outside),
		transaction,
		onInvalidate(listener) {
			listeners.add(listener);
			if (postgresUrl !== null) feed ??= listenForInvalidation(postgresUrl, notifyListeners, onError);
			return () => listeners.delete(listener);
		},
		async check() {
			assertOutsideTransaction();
			if (!pool) await sql`select 1`.execute(outside);
			else
				await pool.check().catch((error: unknown) => {
					throw translate(error);
				});
		},
		async close() {
			await feed?.close();
			await kysely.destroy();
		},
	};
}
