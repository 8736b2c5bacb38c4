import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/index.ts';
import { isSearchablePrefix, type MatchCriteria, type SearchEngine } from './engine.ts';
import { toFacetToken } from './facets.ts';

const on = (db: Db) => db.tables<unknown>();
const toTable = (index: string) => sql.table(`search_${index}`);

// First character of the second copy of each title word, for queries of titles only. Weights instead would make PostgreSQL check every row.
const titleMark = '~';
const facetMark = '#';

/** Number of newest rows that are scanned for the matches of a frequent query. */
const maxScannedRows = 10_000;

/** Search engine on PostgreSQL. It stores its own lexemes and uses none of PostgreSQL's parsers and dictionaries. */
export const postgresSearchEngine: SearchEngine = {
	async put(tx, index, { id, title, text, facets }) {
		const lexemes = new Set([
			...title.flatMap((word) => [word, titleMark + word]),
			...text,
			...facets.map((facet) => facetMark + facet),
		]);
		await sql`insert into ${toTable(index)} (id, words) values (${id}, array_to_tsvector(${[...lexemes]}::text[]))
			on conflict (id) do update set words = excluded.words`.execute(on(tx));
	},

	async remove(tx, index, id) {
		await sql`delete from ${toTable(index)} where id = ${id}`.execute(on(tx));
	},

	async findNewest(db, index, match, most) {
		const table = toTable(index);
		const query = toTsquery(match);
		const below = match.upTo === undefined ? sql`` : sql`and id <= ${match.upTo}`;
		const selectIds = async (statement: RawBuilder<{ id: number }>) =>
			(await statement.execute(on(db))).rows.map((row) => row.id);
		const matches = await selectIds(
			sql`select id from ${table} where words @@ ${query}::tsquery ${below} limit ${most}`,
		);
		if (matches.length < most) return matches.sort((a, b) => b - a);
		// There may be more matches. A frequent query has its newest matches in the newest rows; for other queries, all matches are sorted.
		const frequent = await selectIds(sql`select id from
			(select id, words from ${table} where true ${below} order by id desc limit ${maxScannedRows}) as newest
			where words @@ ${query}::tsquery order by id desc limit ${most}`);
		if (frequent.length >= most) return frequent;
		return selectIds(sql`with found as materialized (select id from ${table} where words @@ ${query}::tsquery ${below})
			select id from found order by id desc limit ${most}`);
	},

	async count(db, index, match, upTo) {
		const { rows } = await sql<{ found: number }>`select count(*) as found from
			(select from ${toTable(index)} where words @@ ${toTsquery(match)}::tsquery limit ${upTo}) as counted`.execute(
			on(db),
		);
		return rows[0]?.found ?? 0;
	},

	async addWords(tx, words) {
		await sql`insert into search_words (word) select unnest(${words}::text[]) on conflict do nothing`.execute(on(tx));
	},

	async findPrefixes(db, beginnings) {
		const { rows } = await sql<{
			text: string;
			found: string;
		}>`select text, found from unnest(${beginnings}::text[]) as text
			cross join lateral (select word as found from search_words
				where word >= text collate "C" and word < (text || chr(1114111)) collate "C" order by word limit 1) as first`.execute(
			on(db),
		);
		return rows.map(({ text, found }) => ({ text, whole: text === found }));
	},
};

function toTsquery({ words, class: matchClass, facets = [] }: MatchCriteria): string {
	const lexeme = (mark: string, word: string, prefix: boolean) => `'${mark}${word}'${prefix ? ':*' : ''}`;
	const matchAll = (mark: string, isPrefix: boolean) =>
		`(${words.map((word) => lexeme(mark, word, isPrefix && isSearchablePrefix(word))).join(' & ')})`;
	const query = {
		title: matchAll(titleMark, false),
		'title-prefix': `${matchAll(titleMark, true)} & !${matchAll(titleMark, false)}`,
		anywhere: `${matchAll('', true)} & !${matchAll(titleMark, true)}`,
		any: matchAll('', true),
		some: `(${words.map((word) => lexeme(titleMark, word, false)).join(' | ')})`,
		filtered: null,
	}[matchClass];
	const filters = facets.map(
		({ name, anyOf, prefix = false }) =>
			`(${anyOf.map((value) => lexeme(facetMark, toFacetToken(name, value), prefix)).join(' | ')})`,
	);
	return [...(query === null ? [] : [query]), ...filters].join(' & ');
}
