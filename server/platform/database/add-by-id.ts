import { type RawBuilder, sql } from 'kysely';

/** A column with something added in each row, by the row's `id`: many rows in one statement. Whole numbers. */
export function addedById(column: string, by: ReadonlyMap<number, number>): RawBuilder<number> {
	const cases = [...by].map(([id, number]) => sql`when ${sql.lit(id)} then ${sql.lit(number)}`);
	return sql<number>`${sql.ref(column)} + case id ${sql.join(cases, sql` `)} else 0 end`;
}
