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
const maxId = Number.MAX_SAFE_INTEGER;

/** Search engine on contentless FTS5 tables of SQLite. The row id is the id of the document. */
export const sqliteSearchEngine: SearchEngine = {
	async put(tx, index, { id, title, text, facets }) {
		await sql`insert or replace into ${toTable(index)} (rowid, title, text, facets)
			values (${id}, ${title.join(' ')}, ${text.join(' ')}, ${facets.join(' ')})`.execute(on(tx));
	},

	async remove(tx, index, id) {
		await sql`delete from ${toTable(index)} where rowid = ${id}`.execute(on(tx));
	},

	async clear(tx, index) {
		await sql`insert into ${toTable(index)} (${sql.ref(`search_${index}`)}) values ('delete-all')`.execute(on(tx));
	},

	resolve: async (_, __, words) => ({ words }),

	selectNewest(index, words, match, most) {
		const table = toTable(index);
		return sql<{ id: number }>`select rowid as id from ${table} where ${table} match ${toMatchExpression(words, match)}
			and rowid <= ${match.upTo ?? maxId} order by rowid desc limit ${sql.lit(most)}`;
	},

	selectCount(index, words, match, upTo) {
		const table = toTable(index);
		return sql<{ found: number }>`select count(*) as found from
			(select 1 from ${table} where ${table} match ${toMatchExpression(words, match)} limit ${sql.lit(upTo)})`;
	},

	async addWords(tx, words) {
		await sql`insert into search_words (word) select value from json_each(${JSON.stringify(words)}) where true
			on conflict do nothing`.execute(on(tx));
	},

	async clearWords(tx) {
		await sql`delete from search_words`.execute(on(tx));
	},

	async listWords(db, after, limit) {
		const query = sql<{
			word: string;
		}>`select word from search_words where word > ${after} order by word limit ${limit}`;
		return (await query.execute(on(db))).rows.map(({ word }) => word);
	},

	async findUnused(db, indexes, words) {
		const { rows } = await sql<{ word: string }>`select value as word from json_each(${JSON.stringify(words)})
			where ${isUnused(indexes, sql`value`)}`.execute(on(db));
		return rows.map(({ word }) => word);
	},

	async deleteUnused(tx, indexes, words) {
		await sql`delete from search_words where word in (select value from json_each(${JSON.stringify(words)}))
			and ${isUnused(indexes, sql`word`)}`.execute(on(tx));
	},

	async purge(tx, index, part) {
		const countChanges = async () => {
			const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(on(tx));
			return rows[0]?.changes ?? 0;
		};
		const before = await countChanges();
		// A negative number of pages begins to merge all segments of the index, which drops the words of deleted documents.
		await sql`insert into ${toTable(index)} (${sql.ref(`search_${index}`)}, rank)
			values ('merge', ${part === 'first' ? -purgedPages : purgedPages})`.execute(on(tx));
		// A merge that has nothing to do makes one change (sqlite.org/fts5.html, section 6.9, 2026-11-28).
		return (await countChanges()) - before > 1;
	},

	async findPrefixes(db, beginnings) {
		const { rows } = await sql<{ text: string; found: string }>`select * from (
			select value as text, (select word from search_words where word >= value and word < value || char(1114111)
				order by word limit 1) as found
			from json_each(${JSON.stringify(beginnings)})) where found is not null`.execute(on(db));
		return rows.map(({ text, found }) => ({ text, whole: text === found }));
	},
};

/** Pages that one step of `purge` writes. It takes about 20 ms, during which nothing else is written. */
const purgedPages = 100;

/** Returns the condition that no document of the indexes has a word. */
function isUnused(indexes: readonly string[], word: RawBuilder<unknown>): RawBuilder<unknown> {
	const conditions = indexes.map((index) => {
		const table = toTable(index);
		return sql`not exists (select 1 from ${table} where ${table} match '{title text} : "' || ${word} || '"')`;
	});
	return sql.join(conditions, sql` and `);
}

/** Parts of an FTS5 expression: text, and subqueries that return text. */
type Expression = (string | RawBuilder<string>)[];

function joinParts(parts: readonly Expression[], separator: string): Expression {
	return parts.flatMap((part, index) => (index === 0 ? part : [separator, ...part]));
}

/** Returns a subquery for the words that start with a prefix, joined by OR, or for the prefix itself if there are many. */
function expandPrefix(word: string): RawBuilder<string> {
	return sql`(select case when count(*) > ${sql.lit(maxForms)} then ${`"${word}" *`}
		else ${`"${word}"`} || coalesce(group_concat(case when word <> ${word} then ' OR "' || word || '"' end, ''), '') end
		from (select word from search_words where word >= ${word} and word < ${`${word}\u{10ffff}`}
			limit ${sql.lit(maxForms + 1)}))`;
}

function toMatchExpression(
	{ words }: ResolvedWords,
	{ class: matchClass, facets = [] }: MatchOptions,
): RawBuilder<string> {
	// Words contain only letters and digits, so quotes around them are sufficient.
	const toWhole = (word: string): Expression => [`"${word}"`];
	const toPrefix = (word: string): Expression => [
		'(',
		isExpandable(word) ? expandPrefix(word) : `"${word}"${isSearchablePrefix(word) ? ' *' : ''}`,
		')',
	];
	const eachAs = (toExpression: (word: string) => Expression) =>
		words.map((word, index) => {
			const typed = listSpellings(word).map((spelling) => joinParts(spelling.map(toExpression), ' AND '));
			const spellings = [...typed, ...listJoined(words, index).map(toWhole)];
			return spellings.length === 1 ? spellings.flat() : ['((', ...joinParts(spellings, ') OR ('), '))'];
		});
	const whole = joinParts(eachAs(toWhole), ' AND ').join('');
	const prefixes = joinParts(eachAs(toPrefix), ' AND ');
	const query: Expression | null = {
		title: [`{title} : (${whole})`],
		'title-prefix': ['({title} : (', ...prefixes, `)) NOT ({title} : (${whole}))`],
		anywhere: ['({title text} : (', ...prefixes, ')) NOT ({title} : (', ...prefixes, '))'],
		any: ['{title text} : (', ...prefixes, ')'],
		inexact: ['({title text} : (', ...prefixes, `)) NOT ({title} : (${whole}))`],
		some: [`{title} : (${joinParts(eachAs(toWhole), ' OR ').join('')})`],
		filtered: null,
	}[matchClass];
	const toTokens = (name: string, values: readonly string[], suffix = '') =>
		values.map((value) => `"${toFacetToken(name, value)}"${suffix}`);
	// The expression needs something that it excludes facets from.
	const excluding = query === null ? [] : facets.filter(isExclusionCheaper);
	const filters = facets
		.filter((facet) => !excluding.includes(facet))
		.map(({ name, anyOf, prefix }) => [`{facets} : (${toTokens(name, anyOf, prefix ? ' *' : '').join(' OR ')})`]);
	const clauses = [...(query === null ? [] : [query]), ...filters].map((clause) => ['(', ...clause, ')']);
	const included = joinParts(clauses, ' AND ');
	const excluded = excluding.flatMap(({ name, noneOf = [] }) => toTokens(name, noneOf));
	return concatenate(
		excluded.length === 0 ? included : ['(', ...included, `) NOT ({facets} : (${excluded.join(' OR ')}))`],
	);
}

/** Joins the parts in SQL. Neighboring texts become one parameter. */
function concatenate(parts: Expression): RawBuilder<string> {
	const joined: Expression = [];
	for (const part of parts) {
		const last = joined.at(-1);
		if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
		else joined.push(part);
	}
	return sql`(${sql.join(joined, sql` || `)})`;
}
