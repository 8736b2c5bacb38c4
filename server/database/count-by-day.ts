import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.ts';

/** SQL expression for the UTC day on which a row was created, in days since 1970. */
export const createdDay = sql<number>`created_at / 86400000`;

/**
 * Counts the rows of each id in `column` per UTC day, in days since 1970. Counts rows that meet `condition` and were created at or after
 * `from`, in milliseconds since 1970. Omits days without rows.
 */
export async function countByIdAndDay(
	db: Db,
	{ table, column, condition }: { table: string; column: string; condition: RawBuilder<SqlBool> },
	ids: readonly number[],
	from: number,
): Promise<{ id: number; day: number; count: number }[]> {
	if (ids.length === 0) return [];
	const id = sql.ref<number>(column);
	const { rows } = await sql<{ id: number; day: number; count: number }>`
		select ${id} as id, ${createdDay} as day, count(*) as count from ${sql.table(table)}
		where ${id} in (${sql.join(ids)}) and ${condition} and created_at >= ${from}
		group by ${id}, ${createdDay}
	`.execute(db.tables<unknown>());
	return rows;
}
