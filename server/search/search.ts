import { type RawBuilder, sql } from 'kysely';
import { decodeCursor, encodeCursor, type PageQuery } from '../core/cursor.ts';
import type { Database, Db, Tx } from '../database/index.ts';
import {
	isExpandable,
	isInVocabulary,
	type MatchCriteria,
	type MatchOptions,
	matchClasses,
	type SearchEngine,
} from './engine.ts';
import { type Facet, toFacetToken } from './facets.ts';
import { postgresSearchEngine } from './postgres.ts';
import { sqliteSearchEngine } from './sqlite.ts';
import { listDocumentWords, listJoined, listOneEditVariants, splitWord, tokenizeSearch } from './words.ts';

export interface SearchDocument {
	/** Positive id of the document. Newer documents have higher ids. */
	id: number;
	/** Title of the document. Matches in the title rank above matches in `text`. */
	title: string;
	text: string;
	facets?: readonly Facet[];
}

/** Named search index of documents. A migration creates it with `createSearchIndex`. */
export interface SearchIndex {
	readonly name: string;
	/** Adds a document or replaces the one with the same id. */
	put(tx: Tx, document: SearchDocument): Promise<void>;
	remove(tx: Tx, id: number): Promise<void>;
	/** Returns at most `most` matching ids, highest first. */
	findNewest(db: Db, match: MatchCriteria, most: number): Promise<number[]>;
	/** Counts the matching documents, and stops at `upTo`. */
	count(db: Db, match: MatchCriteria, upTo: number): Promise<number>;
	/** Reads what the queries of one search need to know about its words. */
	resolve(db: Db, words: readonly string[]): Promise<ResolvedSearch>;
	/** Returns a page of the ids that match all words: best class first, then highest id. Throws `invalid` for an invalid cursor. */
	findPage(db: Db, words: readonly string[], page: PageQuery): Promise<{ ids: number[]; next_cursor: string | null }>;
}

/** Search for the same words, which may run several queries. */
export interface ResolvedSearch {
	/** Builds a query for at most `most` matching ids, highest first, as part of another query. */
	selectNewest(match: MatchOptions, most: number): RawBuilder<{ id: number }>;
	/** Counts the matching documents, and stops at `upTo`. */
	count(match: MatchOptions, upTo: number): Promise<number>;
	/** Finds the first of the matches that has documents, and counts these up to `upTo`. Returns null if none has. */
	findFirst(matches: readonly MatchOptions[], upTo: number): Promise<{ position: number; found: number } | null>;
}

/** Exceeds every count of `findFirst`. */
const factor = 1_000_000;

const selectNothing = sql<{ id: number }>`select 0 as id where false`;

export function openSearchIndex(name: string): SearchIndex {
	async function resolve(db: Db, words: readonly string[]): Promise<ResolvedSearch> {
		const engine = getEngine(db);
		const resolved = await engine.resolve(db, name, words);
		const matchesNothing = ({ class: matchClass, facets = [] }: MatchOptions) =>
			(matchClass === 'filtered' ? facets : words).length === 0 || facets.some(({ anyOf }) => anyOf.length === 0);
		async function findFirst(matches: readonly MatchOptions[], upTo: number) {
			// A count is stored together with its position in one number, because `coalesce` returns one value.
			const counts = matches.flatMap((match, position) => {
				if (matchesNothing(match)) return [];
				const count = engine.selectCount(name, resolved, match, upTo);
				return [sql`(select ${sql.lit(position * factor)} + found from (${count}) as counted where found > 0)`];
			});
			if (counts.length === 0) return null;
			// `coalesce` runs the counts in their order until one has found something.
			const query = sql<{ first: number | null }>`select coalesce(${sql.join(counts)}, null) as first`;
			const first = (await query.execute(db.tables<unknown>())).rows[0]?.first ?? null;
			return first === null ? null : { position: Math.floor(first / factor), found: first % factor };
		}
		return {
			selectNewest: (match, most) =>
				matchesNothing(match) ? selectNothing : engine.selectNewest(name, resolved, match, most),
			count: async (match, upTo) => (await findFirst([match], upTo))?.found ?? 0,
			findFirst,
		};
	}

	return {
		name,
		async put(tx, document) {
			const title = listDocumentWords(document.title, { isTitle: true });
			const text = listDocumentWords(document.text, { isTitle: document.title === '' });
			const facets = document.facets?.map((facet) => toFacetToken(facet.name, facet.value)) ?? [];
			await getEngine(tx).put(tx, name, { id: document.id, title, text, facets });
			await getEngine(tx).addWords(tx, toVocabulary([...title, ...text]));
		},
		remove: (tx, id) => getEngine(tx).remove(tx, name, id),
		resolve,
		async findNewest(db, { words, ...match }, most) {
			const { selectNewest } = await resolve(db, words);
			const { rows } = await selectNewest(match, most).execute(db.tables<unknown>());
			return rows.map(({ id }) => id);
		},
		count: async (db, { words, ...match }, upTo) => (await resolve(db, words)).count(match, upTo),
		async findPage(db, words, { limit, cursor }) {
			// A cursor consists of the first result on its page: the index of the result's match class, and its id.
			const [first = 0, upTo] = decodeCursor(cursor, 2) ?? [];
			const { selectNewest } = await resolve(db, words);
			const classes = matchClasses.map((matchClass, index) => {
				if (index < first) return selectNothing;
				return selectNewest({ class: matchClass, ...(index === first && upTo !== undefined && { upTo }) }, limit + 1);
			});
			// A class is searched only if the classes before it have too few matches.
			const { rows } = await sql<{ class: number; id: number }>`with
				best as materialized (select 0 as class, id from (${classes[0]}) as found),
				good as materialized (select 1 as class, id from (${classes[1]}) as found
					where (select count(*) from best) <= ${limit}),
				other as materialized (select 2 as class, id from (${classes[2]}) as found
					where (select count(*) from best) + (select count(*) from good) <= ${limit})
				select * from (select * from best union all select * from good union all select * from other) as found
				order by class, id desc limit ${sql.lit(limit + 1)}`.execute(db.tables<unknown>());
			const next = rows[limit];
			return {
				ids: rows.slice(0, limit).map(({ id }) => id),
				next_cursor: next ? encodeCursor([next.class, next.id]) : null,
			};
		},
	};
}

/** Empties all the given indexes and the vocabulary, which they share, so that they can be filled again. */
export async function clearSearchIndexes(tx: Tx, indexes: readonly SearchIndex[]): Promise<void> {
	for (const { name } of indexes) await getEngine(tx).clear(tx, name);
	await getEngine(tx).clearWords(tx);
}

/** Number of words of the vocabulary that are looked up at once. */
const lookupSize = 500;

/**
 * Removes what removed documents have left: words of the vocabulary that no document has, and on SQLite their words in the indexes. `indexes`
 * are all indexes. Readers and writers may work meanwhile.
 */
export async function removeSearchRemains(
	db: Database,
	indexes: readonly SearchIndex[],
	signal: AbortSignal,
): Promise<void> {
	const engine = getEngine(db);
	const names = indexes.map(({ name }) => name);
	for (let words = await engine.listWords(db, '', lookupSize); words.length > 0; ) {
		signal.throwIfAborted();
		const unused = await engine.findUnused(db.longReads, names, words);
		if (unused.length > 0) await db.transaction((tx) => engine.deleteUnused(tx, names, unused));
		words = await engine.listWords(db, words.at(-1) ?? '', lookupSize);
	}
	for (const name of names) {
		let part: 'first' | 'next' = 'first';
		while (await db.transaction((tx) => engine.purge(tx, name, part))) {
			signal.throwIfAborted();
			part = 'next';
		}
	}
}

/** Returns the names of the tables of indexes, with the vocabulary, which they share. */
export function listSearchTables(indexes: readonly SearchIndex[]): string[] {
	return ['search_words', ...indexes.map(({ name }) => `search_${name}`)];
}

function getEngine(db: Db): SearchEngine {
	return (db.engine === 'sqlite' ? sqliteSearchEngine : postgresSearchEngine) as SearchEngine;
}

/** Returns the words of the vocabulary. They are sorted, so that concurrent transactions lock rows in the same order. */
function toVocabulary(words: readonly string[]): string[] {
	return [...new Set(words)].filter(isInVocabulary).sort();
}

function isCorrectable(word: string): boolean {
	return word.length >= 3 && word.length <= 20 && isInVocabulary(word);
}

/** Maximum number of words per search. Further words are ignored. */
const maxWords = 10;
/** Maximum number of unknown words per search that are corrected. */
const maxCorrections = 3;
/** Maximum number of candidates that are compared for a correction, and the number up to which the documents of a candidate are counted. */
const maxCandidates = 12;
const maxCount = 50;

/** Returns the normalized words of a search without duplicates, as typed. A word with hyphens keeps them (`listSpellings`). */
export function toSearchWords(text: string): string[] {
	return [...new Set(tokenizeSearch(text))].slice(0, maxWords);
}

/**
 * Runs a search with the words as typed, unless no document has one of them. If it finds nothing, corrects the words and runs it again
 * unless they stay the same. Words that find something together need no correction, because each of them has matches.
 */
export async function searchWithCorrection<Found>(
	db: Db & Pick<Database, 'longReads'>,
	indexes: readonly SearchIndex[],
	text: string,
	run: (words: string[]) => Promise<Found>,
	isEmpty: (found: Found) => boolean,
): Promise<Found> {
	const words = toSearchWords(text);
	// A few lookups by key cost less than a message to a thread.
	const found = (await hasUnknownWord(db, words)) ? null : await run(words);
	if (found !== null && !isEmpty(found)) return found;
	const corrected = await correctSearchWords(db.longReads, indexes, text);
	if (found !== null && corrected.join(' ') === words.join(' ')) return found;
	return run(corrected);
}

/** Returns whether no document of any index has one of the words, as a whole word or as a prefix. */
async function hasUnknownWord(db: Db, words: readonly string[]): Promise<boolean> {
	const expandable = words.filter(isExpandable);
	if (expandable.length === 0) return false;
	const joined = words.map((_, index) => listJoined(words, index));
	const found = await getEngine(db).findPrefixes(db, [...new Set([...expandable, ...joined.flat()])]);
	const known = new Set(found.map(({ text }) => text));
	const whole = new Set(found.flatMap((one) => (one.whole ? [one.text] : [])));
	return words.some(
		(word, index) => isExpandable(word) && !known.has(word) && !joined[index]?.some((one) => whole.has(one)),
	);
}

/**
 * Returns the normalized words of a search. A word without matches in these indexes is replaced by its parts, if it has letters and digits or
 * hyphens, else by the word one edit away (substitution, insertion, deletion or swap of neighbors) that has the most matches. If there is
 * none, a prefix of words may replace it.
 */
export async function correctSearchWords(db: Db, indexes: readonly SearchIndex[], text: string): Promise<string[]> {
	const typed = toSearchWords(text);
	const compounds = typed.filter((word) => splitWord(word).length > 1);
	const found = await countEach(db, indexes, compounds, 1);
	// Only words of letters can be corrected.
	const words = [...new Set(typed.flatMap((word) => (found.get(word) === 0 ? splitWord(word) : [word])))];
	const joined = words.map((_, index) => listJoined(words, index));
	const counts = await countEach(db, indexes, [...new Set([...words.filter(isCorrectable), ...joined.flat()])], 1);
	let corrections = 0;
	const corrected: string[] = [];
	for (const [index, word] of words.entries()) {
		const isKnown = counts.get(word) !== 0 || joined[index]?.some((one) => counts.get(one) !== 0);
		if (isKnown || ++corrections > maxCorrections) corrected.push(word);
		else corrected.push((await findCorrection(db, indexes, word)) ?? word);
	}
	return [...new Set(corrected)];
}

/** Counts the documents of each word in all indexes together, and stops at `most`. One query counts all words. */
async function countEach(
	db: Db,
	indexes: readonly SearchIndex[],
	words: readonly string[],
	most: number,
): Promise<Map<string, number>> {
	if (words.length === 0) return new Map();
	const engine = getEngine(db);
	const resolved = await Promise.all(
		indexes.map(async ({ name }) => ({ name, words: await engine.resolve(db, name, words) })),
	);
	function sumCounts(word: string, [index, ...others]: typeof resolved): RawBuilder<number> {
		if (!index) return sql.lit(0);
		const count = engine.selectCount(index.name, { ...index.words, words: [word] }, { class: 'any' }, most);
		return sql`(select found + case when found < ${sql.lit(most)} then ${sumCounts(word, others)} else 0 end
			from (${count}) as counted)`;
	}
	const counts = words.map(
		(word, place) => sql`select ${sql.lit(place)} as place, ${sumCounts(word, resolved)} as found`,
	);
	const query = sql<{ place: number; found: number }>`${sql.join(counts, sql` union all `)}`;
	const { rows } = await query.execute(db.tables<unknown>());
	const found = new Map(rows.map((row) => [row.place, row.found]));
	return new Map(words.map((word, place) => [word, Math.min(found.get(place) ?? 0, most)]));
}

async function findCorrection(db: Db, indexes: readonly SearchIndex[], word: string): Promise<string | null> {
	const variants = listOneEditVariants(word).filter((text) => text.length >= 2);
	const matches = await getEngine(db).findPrefixes(db, variants);
	const rank = new Map(variants.map((text, index) => [text, index]));
	// Candidates are compared in this order: whole words before prefixes, then those with the same first letter as the word first.
	const weight = (candidate: { text: string; whole: boolean }) =>
		(candidate.whole ? 0 : 2000) + (candidate.text[0] === word[0] ? 0 : 1000) + (rank.get(candidate.text) ?? 0);
	const candidates = matches
		.filter(({ text, whole }) => (whole ? text.length >= 3 : word.length > 3 && text.length > 3))
		.sort((a, b) => weight(a) - weight(b));
	const whole = candidates.filter((candidate) => candidate.whole);
	for (const group of [whole, candidates.filter((candidate) => !candidate.whole)]) {
		const texts = group.slice(0, maxCandidates).map(({ text }) => text);
		let best: string | null = null;
		let most = 0;
		for (const [text, count] of await countEach(db, indexes, texts, maxCount)) {
			if (count > most) [best, most] = [text, count];
		}
		if (best) return best;
	}
	return null;
}
