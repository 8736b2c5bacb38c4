import type { CompiledQuery, DatabaseConnection, Dialect, Driver, KyselyPlugin, QueryResult } from 'kysely';

/** Wraps a Kysely dialect so that `translate` maps every error of its driver. */
export function translateDialectErrors(dialect: Dialect, translate: (error: unknown) => unknown): Dialect {
	return {
		createDriver: () => wrapDriver(dialect.createDriver(), translate),
		createQueryCompiler: () => dialect.createQueryCompiler(),
		createIntrospector: (db) => dialect.createIntrospector(db),
		createAdapter: () => dialect.createAdapter(),
	};
}

function wrapDriver(driver: Driver, translate: (error: unknown) => unknown): Driver {
	const wrapped = new WeakSet<DatabaseConnection>();

	function wrapConnection(connection: DatabaseConnection): void {
		const executeQuery = connection.executeQuery;
		connection.executeQuery = async <Row>(query: CompiledQuery, ...rest: unknown[]) => {
			try {
				return (await Reflect.apply(executeQuery, connection, [query, ...rest])) as QueryResult<Row>;
			} catch (error) {
				throw translate(error);
			}
		};
		wrapped.add(connection);
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
