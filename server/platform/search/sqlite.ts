import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import {
	isSearchablePrefix,
	listExpandablePrefixes,
	maxForms,
	type PreparedMatch,
	type PreparedWords,
	type SearchEngine,
	toForms,
} from './engine.ts';
import { toFacetToken } from './facets.ts';

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

	async prepare(db, _, words) {
		const prefixes = listExpandablePrefixes(words);
		if (prefixes.length === 0) return { words, forms: new Map(), newest: 0 };
		const { rows } = await sql<{ prefix: string; word: string }>`select value as prefix, word
			from json_each(${JSON.stringify(prefixes)}) cross join search_words on word in (select word from search_words
				where word >= value and word < value || char(1114111) limit ${maxForms + 1})`.execute(on(db));
		// Every search finds the newest documents first, so the highest id is not needed.
		return { words, forms: toForms(rows, prefixes), newest: 0 };
	},

	selectNewest(index, words, match, most) {
		const table = toTable(index);
		return sql<{ id: number }>`select rowid as id from ${table} where ${table} match ${toMatchExpression(words, match)}
			and rowid <= ${match.upTo ?? maxId} order by rowid desc limit ${most}`;
	},

	async findFirst(db, index, words, matches, upTo) {
		const table = toTable(index);
		const expressions = JSON.stringify(matches.map((match) => toMatchExpression(words, match)));
		const { rows } = await sql<{ position: number; found: number }>`select position, found from (
			select key as position, (select count(*) from (
				select 1 from ${table} where ${table} match value order by rowid desc limit ${upTo})) as found
			from json_each(${expressions})) where found > 0 limit 1`.execute(on(db));
		return rows[0] ?? null;
	},

	async addWords(tx, words) {
		await sql`insert into search_words (word) select value from json_each(${JSON.stringify(words)}) where true
			on conflict do nothing`.execute(on(tx));
	},

	async findPrefixes(db, beginnings) {
		const { rows } = await sql<{ text: string; found: string }>`select * from (
			select value as text, (select word from search_words where word >= value and word < value || char(1114111)
				order by word limit 1) as found
			from json_each(${JSON.stringify(beginnings)})) where found is not null`.execute(on(db));
		return rows.map(({ text, found }) => ({ text, whole: text === found }));
	},
};

function toMatchExpression({ words, forms }: PreparedWords, { class: matchClass, facets = [] }: PreparedMatch): string {
	// Words contain only letters and digits, so quotes around them are sufficient.
	const toPrefixQuery = (word: string) =>
		forms
			.get(word)
			?.map((form) => `"${form}"`)
			.join(' OR ') ?? `"${word}"${isSearchablePrefix(word) ? ' *' : ''}`;
	const whole = words.map((word) => `"${word}"`).join(' AND ');
	const prefixes = words.map((word) => `(${toPrefixQuery(word)})`).join(' AND ');
	const query = {
		title: `{title} : (${whole})`,
		'title-prefix': `({title} : (${prefixes})) NOT ({title} : (${whole}))`,
		anywhere: `({title text} : (${prefixes})) NOT ({title} : (${prefixes}))`,
		any: `{title text} : (${prefixes})`,
		some: `{title} : (${words.map((word) => `"${word}"`).join(' OR ')})`,
		filtered: null,
	}[matchClass];
	const filters = facets.map(({ name, anyOf, prefix }) => {
		const values = anyOf.map((value) => `"${toFacetToken(name, value)}"${prefix ? ' *' : ''}`);
		return `{facets} : (${values.join(' OR ')})`;
	});
	return [...(query === null ? [] : [query]), ...filters].map((clause) => `(${clause})`).join(' AND ');
}
