import { parentPort, workerData } from 'node:worker_threads';
import type { ReaderRequest, ReaderResponse } from './readers.ts';
import { createStatementCache, openSqlite } from './sqlite-connection.ts';

// Runs the queries of `readers.ts` in a thread of its own, on a connection that cannot write.
const db = openSqlite(workerData, { readOnly: true });
const prepare = createStatementCache(db, (statement) => statement);

parentPort?.on('message', ({ id, query, parameters }: ReaderRequest) => {
	let response: ReaderResponse;
	try {
		response = { id, rows: prepare(query).all(...parameters) };
	} catch (error) {
		// A copied error has no code of SQLite, so the code is sent beside it.
		const { message, errcode } = error as Error & { errcode?: number };
		response = { id, error: { message, errcode } };
	}
	parentPort?.postMessage(response);
});
