import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import type { MatchCriteria, SearchEngine } from './engine.ts';
import { isSearchablePrefix } from './engine.ts';
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

	async findNewest(db, index, match, most) {
		const table = toTable(index);
		const forms = new Map<string, readonly string[] | null>();
		const hasPrefixes = match.class !== 'filtered' && match.class !== 'some';
		if (hasPrefixes) for (const word of match.words) forms.set(word, await expandPrefix(db, word));
		const { rows } = await sql<{ id: number }>`select rowid as id from ${table}
			where ${table} match ${toMatchExpression(match, forms)} and rowid <= ${match.upTo ?? maxId}
			order by rowid desc limit ${most}`.execute(on(db));
		return rows.map((row) => row.id);
	},

	count: async (db, index, match, upTo) => (await sqliteSearchEngine.findNewest(db, index, match, upTo)).length,

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

/** A prefix is replaced by the words that start with it if there are at most this many. */
const maxForms = 12;

/**
 * Returns a prefix and the words of the vocabulary that start with it, or null if there are many. FTS5 collects all documents of a prefix
 * before it returns the first one, but it streams the documents of a word. The vocabulary contains only words with a letter.
 */
async function expandPrefix(db: Db, word: string): Promise<string[] | null> {
	if (!isSearchablePrefix(word) || !/\p{L}/u.test(word)) return null;
	const { rows } = await sql<{ word: string }>`select word from search_words
		where word >= ${word} and word < ${word} || char(1114111) limit ${maxForms + 1}`.execute(on(db));
	return rows.length > maxForms ? null : [word, ...rows.map((row) => row.word).filter((form) => form !== word)];
}

function toMatchExpression(
	{ words, class: matchClass, facets = [] }: MatchCriteria,
	forms: ReadonlyMap<string, readonly string[] | null>,
): string {
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
