import { type Kysely, sql } from 'kysely';

/** Adds whole numbers to a column in one statement. `increments` maps the `id` of a row to its number. An empty map changes nothing. */
export async function incrementById(
	queries: Pick<Kysely<unknown>, 'getExecutor'>,
	table: string,
	column: string,
	increments: ReadonlyMap<number, number>,
): Promise<void> {
	if (increments.size === 0) return;
	const cases = [...increments].map(([id, number]) => sql`when ${sql.lit(id)} then ${sql.lit(number)}`);
	const ids = [...increments.keys()].map((id) => sql.lit(id));
	await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + case id ${sql.join(cases, sql` `)} else 0 end
		where id in (${sql.join(ids)})`.execute(queries);
}
