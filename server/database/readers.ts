import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { type CompiledQuery, type Dialect, type QueryResult, SqliteAdapter, SqliteIntrospector } from 'kysely';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { createReadDriver } from './dialect.ts';
import { toSqlValues } from './sqlite-connection.ts';
import { LiteralLimitQueryCompiler } from './sqlite-query-compiler.ts';

/** Query for a reader worker. */
export interface ReaderRequest {
	id: number;
	query: string;
	parameters: SQLInputValue[];
}

export type ReaderResponse =
	| { id: number; rows: unknown[] }
	| { id: number; error: { message: string; errcode: number | undefined } };

interface Reader {
	worker: Worker;
	/** Queries that were sent to the worker and have no response yet, by id. */
	running: Map<number, ReaderQuery>;
}

interface ReaderQuery {
	query: string;
	parameters: SQLInputValue[];
	resolve(rows: unknown[]): void;
	reject(error: Error): void;
	timer?: NodeJS.Timeout;
}

/** Number of threads. Each is started when the others are busy. */
const maxReaders = 2;
/** Number of queries per thread. The second one waits in the thread, so that the thread does not wait for the main thread. */
const maxRunning = 2;
/** Milliseconds that a query waits for a thread, as on PostgreSQL for a connection. */
const maxWait = 5000;
/** Milliseconds after which a query fails, as on PostgreSQL. */
const queryTimeout = 30_000;

const workerFile = new URL('./reader-worker.ts', import.meta.url);

/**
 * Creates a Kysely dialect that runs queries on read-only SQLite connections in worker threads, so that long queries do not block the main
 * thread. A query sees what was committed before it started. It fails with `ServiceUnavailableError` if no thread takes it for 5 seconds, or
 * if its thread crashes or needs more than 30 seconds; the next query starts a new thread. The file must exist.
 */
export function createReaderDialect(file: string): Dialect {
	const pool = createReaderPool(file);
	const run = async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
		rows: (await pool.run(sql, toSqlValues(parameters))) as Row[],
	});
	return {
		createDriver: () => createReadDriver(run, () => pool.close()),
		createQueryCompiler: () => new LiteralLimitQueryCompiler(),
		createIntrospector: (db) => new SqliteIntrospector(db),
		createAdapter: () => new ConcurrentAdapter(),
	};
}

/** Lets Kysely send a query while others run. By default it assumes that SQLite has one connection. */
class ConcurrentAdapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

/** Memory for new objects. Without a limit, V8 keeps more for each thread than its queries need. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

function createReaderPool(file: string) {
	const readers = new Set<Reader>();
	/** Queries that no thread has taken yet, the oldest first. */
	const waiting = new Set<ReaderQuery>();
	let lastId = 0;
	let isClosed = false;

	function startReader(): Reader {
		const worker = new Worker(workerFile, { workerData: file, resourceLimits });
		const reader: Reader = { worker, running: new Map() };
		// Only running queries keep the process alive.
		worker.unref();
		worker.on('message', (response: ReaderResponse) => {
			settle(reader, response);
			sendWaiting();
		});
		worker.on('error', (error) => discard(reader, error));
		worker.on('exit', () => discard(reader, new Error('The reader thread ended')));
		readers.add(reader);
		return reader;
	}

	function settle(reader: Reader, response: ReaderResponse): void {
		const query = reader.running.get(response.id);
		if (!query) return;
		reader.running.delete(response.id);
		clearTimeout(query.timer);
		if (reader.running.size === 0) reader.worker.unref();
		if ('rows' in response) query.resolve(response.rows);
		else query.reject(Object.assign(new Error(response.error.message), { errcode: response.error.errcode }));
	}

	/** Removes a reader that does not respond any more. Its queries fail. */
	function discard(reader: Reader, cause: Error): void {
		if (!readers.delete(reader)) return;
		for (const query of reader.running.values()) {
			clearTimeout(query.timer);
			query.reject(new ServiceUnavailableError('A query did not end', { cause }));
		}
		void reader.worker.terminate();
		sendWaiting();
	}

	function failWaiting(query: ReaderQuery, cause: Error): void {
		waiting.delete(query);
		clearTimeout(query.timer);
		query.reject(new ServiceUnavailableError('A query did not start', { cause }));
	}

	/** Returns the least busy reader, or a new one if all are busy; null if no more may be started. */
	function findReader(): Reader | null {
		let best: Reader | null = null;
		for (const reader of readers) if (!best || reader.running.size < best.running.size) best = reader;
		if (best?.running.size === 0) return best;
		if (readers.size < maxReaders) return startReader();
		return best && best.running.size < maxRunning ? best : null;
	}

	function sendWaiting(): void {
		for (const query of waiting) {
			const reader = findReader();
			if (!reader) return;
			waiting.delete(query);
			clearTimeout(query.timer);
			const id = ++lastId;
			query.timer = setTimeout(() => discard(reader, new Error('Timeout')), queryTimeout);
			if (reader.running.size === 0) reader.worker.ref();
			reader.running.set(id, query);
			reader.worker.postMessage({ id, query: query.query, parameters: query.parameters } satisfies ReaderRequest);
		}
	}

	return {
		run: (query: string, parameters: SQLInputValue[]) =>
			new Promise<unknown[]>((resolve, reject) => {
				if (isClosed) throw new ServiceUnavailableError('The database is closed');
				const waits: ReaderQuery = { query, parameters, resolve, reject };
				waiting.add(waits);
				sendWaiting();
				if (waiting.has(waits)) waits.timer = setTimeout(() => failWaiting(waits, new Error('Timeout')), maxWait);
			}),
		/** Ends the threads. Open queries fail. */
		async close(): Promise<void> {
			isClosed = true;
			const cause = new Error('The database was closed');
			for (const query of waiting) failWaiting(query, cause);
			const workers = [...readers].map(({ worker }) => worker);
			for (const reader of [...readers]) discard(reader, cause);
			await Promise.all(workers.map((worker) => worker.terminate()));
		},
	};
}
