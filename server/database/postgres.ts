import {
	type CompiledQuery,
	type Dialect,
	type Kysely,
	type MigrationLockOptions,
	PostgresAdapter,
	PostgresDialect,
	PostgresIntrospector,
	type PostgresPoolClient,
	PostgresQueryCompiler,
	type QueryResult,
	sql,
} from 'kysely';
import pg from 'pg';
import { describeConnectionError } from '../core/describe-connection-error.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { createReadDriver } from './dialect.ts';

const int8 = 20;
const invalidationChannel = 'changes';
/** Milliseconds that PostgreSQL has to respond to a check. */
const checkTimeout = 2000;
/** Milliseconds that a short read may take, together with the reads before it on the shared connection. */
const shortReadTimeout = 5000;

/** Number of open connections, of idle connections, and of callers that wait for a connection. */
export interface PoolStats {
	open: number;
	idle: number;
	waiting: number;
}

/** Names of the statements that each connection prepares once, by their text. */
const statementNames = new Map<string, string>();

/**
 * Makes each connection prepare a statement once, instead of parsing and planning it for each execution. Each connection keeps it until it
 * closes, so call this only for texts that are few.
 */
export function prepareOnce(text: string): void {
	if (!statementNames.has(text)) statementNames.set(text, `statement_${statementNames.size}`);
}

async function runQuery(client: pg.PoolClient, text: string, values: readonly unknown[]) {
	const name = statementNames.get(text);
	try {
		return await client.query({ text, values: [...values], ...(name !== undefined && { name }) });
	} catch (error) {
		// The pool replaces a connection that has ended, so the next query prepares the statement anew.
		if (isOutdatedStatement(error)) void client.end();
		throw error;
	}
}

/**
 * Returns whether a connection cannot run a prepared statement: a migration changed its columns, or PostgreSQL failed to prepare it for an
 * earlier query.
 */
export function isOutdatedStatement(error: unknown): boolean {
	if (!(error instanceof pg.DatabaseError)) return false;
	return error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery');
}

/** Creates a Kysely dialect with a connection pool that survives a restart of PostgreSQL. */
export function createPostgresDialect(
	url: string,
	onError: (error: Error) => void,
): {
	dialect: Dialect;
	/** Dialect for short reads outside transactions. They share one connection, so they do not wait for transactions. */
	shortReads: Dialect;
	stats: () => PoolStats;
	check: () => Promise<void>;
} {
	// The package pg returns int8 as text by default. The integers of this product (ids, kobo, milliseconds) are exact as numbers.
	pg.types.setTypeParser(int8, Number);

	function createPool(options: pg.PoolConfig & { pipeline?: boolean }): pg.Pool {
		const pool = new pg.Pool({
			connectionString: url,
			connectionTimeoutMillis: 5000,
			idleTimeoutMillis: 30_000,
			statement_timeout: 30_000,
			...options,
		});
		pool.on('error', (error) => {
			// The pool adds the connection with all of its settings and buffers to the error.
			delete (error as { client?: unknown }).client;
			onError(error);
		});
		// The pool does not handle errors of connections in use, and an unhandled error would end the process.
		pool.on('connect', (client) => client.on('error', () => {}));
		return pool;
	}

	const pool = createPool({ max: 10 });
	const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

	/** Returns the client by which Kysely runs statements. Kysely remembers it, so there is one for each connection. */
	function toKyselyClient(client: pg.PoolClient): PostgresPoolClient {
		let known = clients.get(client);
		if (!known) {
			known = {
				query: (text: unknown, values: readonly unknown[] = []) => runQuery(client, text as string, values),
				release: (destroy?: boolean) => client.release(destroy),
			} as unknown as PostgresPoolClient;
			clients.set(client, known);
		}
		return known;
	}

	const dialect = new PostgresDialect({
		pool: {
			Client: pg.Client,
			options: pool.options,
			connect: async () => toKyselyClient(await pool.connect()),
			end: () => pool.end(),
		},
	});

	/** Throws if PostgreSQL does not respond in time. A connection that failed is closed instead of returned to the pool. */
	async function check(): Promise<void> {
		const client = await pool.connect();
		let isReleased = false;
		const release = (failure?: Error) => {
			if (!isReleased) client.release(failure);
			isReleased = true;
		};
		const timer = setTimeout(() => release(new Error('No response in time')), checkTimeout);
		try {
			await client.query('select 1');
			release();
		} catch (error) {
			release(error as Error);
			throw error;
		} finally {
			clearTimeout(timer);
		}
	}

	return {
		check,
		dialect: {
			createDriver: () => dialect.createDriver(),
			createQueryCompiler: () => dialect.createQueryCompiler(),
			createIntrospector: (db) => dialect.createIntrospector(db),
			createAdapter: () => new MigrationAdapter(),
		},
		// A read that waits for a lock, or a connection without a response, would delay all other reads.
		shortReads: createShortReadDialect(
			createPool({ max: 1, pipeline: true, statement_timeout: shortReadTimeout, query_timeout: shortReadTimeout }),
		),
		stats: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
	};
}

/** Creates a Kysely dialect whose queries share the one connection of a pool. Each is sent before the ones before it have ended. */
function createShortReadDialect(pool: pg.Pool): Dialect {
	/** The connection while it runs queries. */
	let shared: { client: Promise<pg.PoolClient>; queries: number; isLost: boolean } | undefined;

	async function run<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
		shared ??= { client: pool.connect(), queries: 0, isLost: false };
		const used = shared;
		used.queries += 1;
		try {
			const { rows } = await runQuery(await used.client, sql, parameters);
			return { rows };
		} catch (error) {
			if (isConnectionLoss(error) || isOutdatedStatement(error)) used.isLost = true;
			if (isTimeout(error))
				throw new ServiceUnavailableError('The database does not respond in time', { cause: error });
			throw error;
		} finally {
			used.queries -= 1;
			// Queries that begin after the loss take the next connection.
			if (shared === used && (used.isLost || used.queries === 0)) shared = undefined;
			if (used.queries === 0)
				await used.client.then(
					(client) => client.release(used.isLost),
					() => {},
				);
		}
	}

	async function close(): Promise<void> {
		// A pool that ends gives no connection to those that wait for one.
		await shared?.client.catch(() => {});
		await pool.end();
	}

	return {
		createDriver: () => createReadDriver(run, close),
		createQueryCompiler: () => new PostgresQueryCompiler(),
		createIntrospector: (db) => new PostgresIntrospector(db),
		createAdapter: () => new PostgresAdapter(),
	};
}

/** Disables the statement timeout during migrations, because a migration or the wait for its lock may exceed the timeout. */
class MigrationAdapter extends PostgresAdapter {
	override async acquireMigrationLock(db: Kysely<unknown>, options: MigrationLockOptions): Promise<void> {
		await sql`set statement_timeout = 0`.execute(db);
		await super.acquireMigrationLock(db, options);
	}

	override async releaseMigrationLock(db: Kysely<unknown>, options: MigrationLockOptions): Promise<void> {
		await super.releaseMigrationLock(db, options);
		await sql`reset statement_timeout`.execute(db);
	}
}

/** Returns whether PostgreSQL ended a statement at its timeout. */
function isTimeout(error: unknown): boolean {
	return error instanceof pg.DatabaseError && error.code === '57014';
}

/** Returns whether an error comes from the connection or the connection limit, not from the query. */
export function isConnectionLoss(error: unknown): error is Error {
	if (!(error instanceof Error)) return false;
	const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
	if (/^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08|57P0|53300)/.test(code)) return true;
	return /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered))/.test(
		error.message,
	);
}

/** Returns the host and port in the URL of a database. */
export function getHost(url: string): string {
	const { hostname, port, searchParams } = new URL(url);
	return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}`;
}

/** Converts the loss of a connection to an error that names the host and the reason. */
export function toUnavailable(error: Error, host?: string): ServiceUnavailableError {
	const reason = describeConnectionError(error, host) ?? [host, error.message].filter(Boolean).join(': ');
	return new ServiceUnavailableError(`The database does not respond: ${reason}`, { cause: error });
}

/** Awaits work on a connection outside the pool. Converts a connection loss to `ServiceUnavailableError`. */
export function translateConnectionLoss<Result>(work: Promise<Result>): Promise<Result> {
	return work.catch((error: unknown) => {
		throw isConnectionLoss(error) ? toUnavailable(error) : error;
	});
}

// Maximum number of tags per notification, because PostgreSQL limits a notification to 8000 bytes.
const maxTagsPerNotification = 100;

export async function notifyInvalidation(trx: Kysely<unknown>, tags: readonly string[]): Promise<void> {
	for (let from = 0; from < tags.length; from += maxTagsPerNotification) {
		await sql`select pg_notify(${invalidationChannel}, ${tags.slice(from, from + maxTagsPerNotification).join(' ')})`.execute(
			trx,
		);
	}
}

export interface Feed {
	close(): Promise<void>;
}

/** Calls `onTags` with invalidated cache tags of all processes, and with `*` after each (re)connection, as some may have been missed. */
export function listenForInvalidation(
	url: string,
	onTags: (tags: readonly string[]) => void,
	onError: (error: Error) => void,
): Feed {
	return listenToChannel(url, invalidationChannel, (payload) => onTags(payload.split(' ')), onError);
}

/** Calls `onPayload` with the notifications of all processes, and with `*` after each (re)connection, as some may have been missed. */
export function listenToChannel(
	url: string,
	channel: string,
	onPayload: (payload: string) => void,
	onError: (error: Error) => void,
): Feed {
	let client: pg.Client | undefined;
	let retry: NodeJS.Timeout | undefined;
	let closed = false;

	async function connect() {
		client = new pg.Client({
			connectionString: url,
			connectionTimeoutMillis: 5000,
			keepAlive: true,
			keepAliveInitialDelayMillis: 10_000,
		});
		client.on('notification', ({ payload }) => onPayload(payload ?? '*'));
		client.on('error', onError);
		client.on('end', reconnectLater);
		try {
			await client.connect();
			await client.query(`listen ${channel}`);
			onPayload('*');
		} catch (error) {
			onError(error as Error);
			await client.end().catch(() => {});
			reconnectLater();
		}
	}

	function reconnectLater() {
		if (closed || retry) return;
		retry = setTimeout(() => {
			retry = undefined;
			void connect();
		}, 1000);
	}

	const first = connect();
	return {
		async close() {
			closed = true;
			clearTimeout(retry);
			await first;
			await client?.end().catch(() => {});
		},
	};
}
