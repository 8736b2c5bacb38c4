import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/index.ts';
import {
	isExpandable,
	isSearchablePrefix,
	type MatchOptions,
	maxForms,
	type ResolvedWords,
	type SearchEngine,
} from './engine.ts';
import { isExclusionCheaper, toFacetToken } from './facets.ts';
import { listJoined, listSpellings } from './words.ts';

const on = (db: Db) => db.tables<unknown>();
const toTable = (index: string) => sql.table(`search_${index}`);

// First character of the second copy of each title word, for queries of titles only. Weights instead would make PostgreSQL check every row.
const titleMark = '~';
const facetMark = '#';

/** Number of ids, counted from the highest, in which the matches of a frequent query are looked for. */
const newestDocuments = 10_000;

interface ExpandedWords extends ResolvedWords {
	/** Words of the vocabulary that start with a prefix, and the prefix itself. Missing if there are many. */
	forms: ReadonlyMap<string, readonly string[]>;
	/** Highest id in the index; 0 if it is empty. */
	newest: number;
}

/** Search engine on PostgreSQL. It stores its own lexemes and uses none of PostgreSQL's parsers and dictionaries. */
export const postgresSearchEngine: SearchEngine<ExpandedWords> = {
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

	async clear(tx, index) {
		// `truncate` would wait for a running backup, block all searches meanwhile, and empty the table in the snapshots of others.
		await sql`delete from ${toTable(index)}`.execute(on(tx));
	},

	async resolve(db, index, words) {
		const prefixes = words.flatMap(listSpellings).flat().filter(isExpandable);
		const { rows } = await sql<{ newest: number | null; forms: { prefix: string; word: string }[] | null }>`select
			(select max(id) from ${toTable(index)}) as newest,
			(select json_agg(json_build_object('prefix', prefix, 'word', word)) from unnest(${prefixes}::text[]) as prefix
				cross join lateral (select word from search_words where word >= prefix collate "C"
					and word < (prefix || chr(1114111)) collate "C" limit ${maxForms + 1}) as form) as forms`.execute(on(db));
		const { newest = null, forms = null } = rows[0] ?? {};
		return { words, forms: toForms(forms ?? [], prefixes), newest: newest ?? 0 };
	},

	selectNewest(index, words, match, most) {
		const query = sql`${toTsquery(words, match)}::tsquery`;
		const highest = Math.min(match.upTo ?? words.newest, words.newest);
		const matching = sql`select id from ${toTable(index)} where words @@ ${query}
			${match.upTo === undefined ? sql`` : sql`and id <= ${match.upTo}`}`;
		// A frequent query has its newest matches among the newest documents. Only for other queries are all matches read and sorted.
		return sql<{ id: number }>`with newest as materialized
				(${matching} and id > ${highest - newestDocuments} order by id desc limit ${most}),
			others as materialized (${matching} and (select count(*) from newest) < ${most})
			select id from (select id from newest where (select count(*) from newest) = ${most} union all select id from others)
				as found order by id desc limit ${most}`;
	},

	selectCount(index, words, match, upTo) {
		return sql<{ found: number }>`select count(*) as found from
			(select from ${toTable(index)} where words @@ ${toTsquery(words, match)}::tsquery limit ${upTo}) as counted`;
	},

	async addWords(tx, words) {
		await sql`insert into search_words (word) select unnest(${words}::text[]) on conflict do nothing`.execute(on(tx));
	},

	async clearWords(tx) {
		await sql`delete from search_words`.execute(on(tx));
	},

	async listWords(db, after, limit) {
		const { rows } = await sql<{ word: string }>`select word from search_words where word > ${after} collate "C"
			order by word limit ${limit}`.execute(on(db));
		return rows.map(({ word }) => word);
	},

	async findUnused(db, indexes, words) {
		const { rows } = await sql<{ word: string }>`select word from unnest(${words}::text[]) as word
			where ${isUnused(indexes)}`.execute(on(db));
		return rows.map(({ word }) => word);
	},

	async deleteUnused(tx, indexes, words) {
		// Waits for transactions that have added words, whose documents are not visible yet, and lets others add words only afterwards.
		await sql`lock table search_words in share row exclusive mode`.execute(on(tx));
		await sql`delete from search_words where word = any(${words}::text[]) and ${isUnused(indexes)}`.execute(on(tx));
	},

	// Autovacuum removes deleted rows and their index entries.
	purge: async () => false,

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

/** Returns the condition that no document of the indexes has `word`. */
function isUnused(indexes: readonly string[]): RawBuilder<unknown> {
	// A count makes the planner look the word up in the index. For `exists` it may read the whole table.
	const counts = indexes.map(
		(index) => sql`(select count(*) from ${toTable(index)} where words @@ quote_literal(word)::tsquery) = 0`,
	);
	return sql.join(counts, sql` and `);
}

/** Collects the forms of each prefix. `rows` have at most `maxForms + 1` words of the vocabulary per prefix. */
function toForms(rows: readonly { prefix: string; word: string }[], prefixes: readonly string[]) {
	const byPrefix = Map.groupBy(rows, ({ prefix }) => prefix);
	const forms = new Map<string, readonly string[]>();
	for (const prefix of prefixes) {
		const found = byPrefix.get(prefix) ?? [];
		if (found.length <= maxForms) forms.set(prefix, [...new Set([prefix, ...found.map(({ word }) => word)])]);
	}
	return forms;
}

function toTsquery({ words, forms }: ExpandedWords, { class: matchClass, facets = [] }: MatchOptions): string {
	const lexeme = (mark: string, word: string, prefix = false) => `'${mark}${word}'${prefix ? ':*' : ''}`;
	const matchPrefix = (mark: string, word: string) =>
		`(${
			forms
				.get(word)
				?.map((form) => lexeme(mark, form))
				.join(' | ') ?? lexeme(mark, word, isSearchablePrefix(word))
		})`;
	const matchEach = (mark: string, isPrefix: boolean) =>
		words.map((word, index) => {
			const match = (one: string) => (isPrefix ? matchPrefix(mark, one) : lexeme(mark, one));
			const typed = listSpellings(word).map((spelling) => spelling.map(match).join(' & '));
			return `(${[...typed, ...listJoined(words, index).map((joined) => lexeme(mark, joined))].join(' | ')})`;
		});
	const matchAll = (mark: string, isPrefix: boolean) => `(${matchEach(mark, isPrefix).join(' & ')})`;
	const query = {
		title: matchAll(titleMark, false),
		'title-prefix': `${matchAll(titleMark, true)} & !${matchAll(titleMark, false)}`,
		anywhere: `${matchAll('', true)} & !${matchAll(titleMark, true)}`,
		any: matchAll('', true),
		inexact: `${matchAll('', true)} & !${matchAll(titleMark, false)}`,
		some: `(${matchEach(titleMark, false).join(' | ')})`,
		filtered: null,
	}[matchClass];
	const anyFacet = (name: string, values: readonly string[], prefix = false) =>
		`(${values.map((value) => lexeme(facetMark, toFacetToken(name, value), prefix)).join(' | ')})`;
	const filters = facets.map((facet) =>
		// Only an index scan that looks for something can exclude facets.
		query !== null && isExclusionCheaper(facet) && facet.noneOf
			? `!${anyFacet(facet.name, facet.noneOf)}`
			: anyFacet(facet.name, facet.anyOf, facet.prefix),
	);
	return [...(query === null ? [] : [query]), ...filters].join(' & ');
}
