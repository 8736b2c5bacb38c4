import type { CompiledQuery, DatabaseConnection, Dialect, Driver, KyselyPlugin, QueryResult } from 'kysely';
import { currentOperation, runStep, type SpanOptions } from '../core/operation.ts';

/** A query that took long. It contains no values of the query. */
export interface SlowQuery {
	/** Text with placeholders for values, at most 2,000 characters. */
	statement: string;
	milliseconds: number;
	/** Number of rows that the query returned or changed; undefined if it failed. */
	rows: number | undefined;
	/** Route or job that ran the query, if known. */
	operation: string | undefined;
}

export interface DialectObserver {
	/** Name of the database system in OpenTelemetry's semantic conventions. */
	system: 'sqlite' | 'postgresql';
	/** Maps every error of the driver. */
	translate: (error: unknown) => unknown;
	/** Milliseconds from which on a query is slow. They include the wait for a reader thread or for the shared connection of short reads. */
	slowQueryTime: number;
	onSlowQuery: (query: SlowQuery) => void;
}

const maxStatementLength = 2000;

/** Wraps a Kysely dialect: translates the errors of its driver, reports slow queries, and traces each query of a traced operation. */
export function observeDialect(dialect: Dialect, observer: DialectObserver): Dialect {
	return {
		createDriver: () => wrapDriver(dialect.createDriver(), observer),
		createQueryCompiler: () => dialect.createQueryCompiler(),
		createIntrospector: (db) => dialect.createIntrospector(db),
		createAdapter: () => dialect.createAdapter(),
	};
}

function wrapDriver(driver: Driver, { system, translate, slowQueryTime, onSlowQuery }: DialectObserver): Driver {
	const wrapped = new WeakSet<DatabaseConnection>();

	function wrapConnection(connection: DatabaseConnection): void {
		const executeQuery = connection.executeQuery;
		const run = async <Row>(query: CompiledQuery, rest: unknown[]) => {
			const start = performance.now();
			let result: QueryResult<Row> | undefined;
			try {
				result = (await Reflect.apply(executeQuery, connection, [query, ...rest])) as QueryResult<Row>;
				return result;
			} catch (error) {
				throw translate(error);
			} finally {
				const milliseconds = performance.now() - start;
				if (milliseconds >= slowQueryTime) reportSlow(query, milliseconds, result);
			}
		};
		connection.executeQuery = <Row>(query: CompiledQuery, ...rest: unknown[]) =>
			runStep(
				() => describeQuery(system, query.sql),
				() => run<Row>(query, rest),
			);
		wrapped.add(connection);
	}

	function reportSlow({ sql }: CompiledQuery, milliseconds: number, result: QueryResult<unknown> | undefined): void {
		onSlowQuery({
			statement: sql.slice(0, maxStatementLength),
			milliseconds: Math.round(milliseconds),
			rows: result && Number(result.numAffectedRows ?? result.rows.length),
			operation: currentOperation.getStore()?.name,
		});
	}

	return {
		init: (options) => driver.init(options),
		async acquireConnection(options) {
			const connection = await driver.acquireConnection(options).catch((error: unknown) => {
				throw translate(error);
			});
			if (!wrapped.has(connection)) wrapConnection(connection);
			return connection;
		},
		beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
		commitTransaction: (connection) => driver.commitTransaction(connection),
		async rollbackTransaction(connection) {
			// A rollback fails too after a lost connection or on a full disk. Only the original error is reported.
			await driver.rollbackTransaction(connection).catch(() => {});
		},
		releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
		destroy: (options) => driver.destroy(options),
	};
}

/** Describes a query for its span. The text of a statement has placeholders instead of values. */
function describeQuery(system: string, statement: string): SpanOptions & { name: string } {
	const operation = /^\s*(\w+)/.exec(statement)?.[1]?.toUpperCase() ?? '';
	const table = /\b(?:from|into|update)\s+"?([\w.]+)/i.exec(statement)?.[1];
	return {
		name: table ? `${operation} ${table}` : operation,
		kind: 'client',
		attributes: {
			'db.system.name': system,
			'db.operation.name': operation,
			'db.collection.name': table,
			'db.query.text': statement,
		},
	};
}

/** Creates the driver of a dialect that only reads outside transactions. Its queries share one connection and may run at the same time. */
export function createReadDriver(executeQuery: DatabaseConnection['executeQuery'], close: () => Promise<void>): Driver {
	const connection: DatabaseConnection = {
		executeQuery,
		streamQuery() {
			throw new Error('A read driver does not stream');
		},
	};
	const rejectTransaction = async () => {
		throw new Error('A read driver has no transactions');
	};
	return {
		init: async () => {},
		acquireConnection: async () => connection,
		releaseConnection: async () => {},
		beginTransaction: rejectTransaction,
		commitTransaction: rejectTransaction,
		rollbackTransaction: rejectTransaction,
		destroy: close,
	};
}

/** Creates a Kysely plugin that calls `check` before every query. If `check` throws, the query does not run. */
export function createBeforeQueryPlugin(check: () => void): KyselyPlugin {
	return {
		transformQuery({ node }) {
			check();
			return node;
		},
		transformResult: async ({ result }) => result,
	};
}
