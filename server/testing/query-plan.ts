import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Database, Db } from '../database/index.ts';

/** Returns the query plan of the only query that `run` sends. */
export async function getQueryPlan(db: Database, run: (db: Db) => Promise<unknown>): Promise<string> {
	let compiled: CompiledQuery | undefined;
	const watch: KyselyPlugin = {
		transformQuery({ node, queryId }) {
			compiled = db.kysely.getExecutor().compileQuery(node, queryId);
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	const watched = db.kysely.withPlugin(watch);
	// `runCompiled` passes its values to the executor only: plugins see placeholders.
	const executor = watched.getExecutor();
	const { executeQuery } = executor;
	executor.executeQuery = (query, ...rest) => {
		compiled = query;
		return executeQuery.call(executor, query, ...rest) as never;
	};
	await run({ engine: db.engine, tables: () => watched as never, shortReads: watched });
	if (!compiled) throw new Error('No query was sent');
	const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain';
	const { rows } = await db.kysely.executeQuery(
		CompiledQuery.raw(`${explain} ${compiled.sql}`, [...compiled.parameters]),
	);
	return JSON.stringify(rows);
}
