import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { FacetFilter } from './facets.ts';

/** Document for a search engine, as normalized words. */
export interface TokenizedDocument {
	id: number;
	title: readonly string[];
	text: readonly string[];
	facets: readonly string[];
}

/**
 * Classes of search results, best first. `title`: every word of the search is a whole word of the title. `title-prefix`: every word is a
 * prefix in the title. `anywhere`: every word is a prefix in the title or the text. A result belongs to the best class that fits; `any`
 * means all classes. `some` needs only one of the words, as a whole word of the title. `filtered` ignores the words: the facets alone decide.
 */
export const matchClasses = ['title', 'title-prefix', 'anywhere'] as const;
export type MatchClass = (typeof matchClasses)[number] | 'any' | 'some' | 'filtered';

export interface MatchCriteria {
	/** Normalized words, all of which must match, except in the class `some`. No words match nothing, except in the class `filtered`. */
	words: readonly string[];
	class: MatchClass;
	/** Filters, all of which must match. The class `filtered` without filters matches nothing. */
	facets?: readonly FacetFilter[];
	/** Highest id that may match. */
	upTo?: number;
}

/** Words of a search as one search index knows them, read once for all queries of the search. */
export interface PreparedWords {
	readonly words: readonly string[];
	/**
	 * Words of the vocabulary that start with a searchable prefix, the prefix itself included. Missing if there are many. An index reads all
	 * documents of a prefix before it returns the first one, but only as many documents of a word as are needed.
	 */
	readonly forms: ReadonlyMap<string, readonly string[]>;
	/** Highest id in the index when the words were read; 0 if it is empty. */
	readonly newest: number;
}

/** Maximum number of words that replace a prefix. */
export const maxForms = 12;

/** Match criteria without the words. */
export type PreparedMatch = Omit<MatchCriteria, 'words'>;

/** Operations that a database engine implements on a named search index. */
export interface SearchEngine {
	put(tx: Tx, index: string, document: TokenizedDocument): Promise<void>;
	remove(tx: Tx, index: string, id: number): Promise<void>;
	/** Reads what `selectNewest`, `count` and `findFirst` need to know about the words. */
	prepare(db: Db, index: string, words: readonly string[]): Promise<PreparedWords>;
	/** Builds a query for at most `most` matching ids, highest first. */
	selectNewest(index: string, words: PreparedWords, match: PreparedMatch, most: number): RawBuilder<{ id: number }>;
	/** Counts the matching documents of each match in turn, up to `upTo`, until one has any. Returns its position and count, or null. */
	findFirst(
		db: Db,
		index: string,
		words: PreparedWords,
		matches: readonly PreparedMatch[],
		upTo: number,
	): Promise<{ position: number; found: number } | null>;
	/** Adds words to the vocabulary, which all indexes share. A word stays in it after the last document with the word is removed. */
	addWords(tx: Tx, words: readonly string[]): Promise<void>;
	/** Returns those of `beginnings` that are prefixes of a word in the vocabulary. `whole` is true if the prefix itself is a word. */
	findPrefixes(db: Db, beginnings: readonly string[]): Promise<{ text: string; whole: boolean }[]>;
}

/** Returns whether a word may match as a prefix. A single letter would match too many words. */
export function isSearchablePrefix(word: string): boolean {
	return word.length > 1;
}

/** Returns the words whose forms the vocabulary knows. The vocabulary contains only words with a letter. */
export function listExpandablePrefixes(words: readonly string[]): string[] {
	return words.filter((word) => isSearchablePrefix(word) && /\p{L}/u.test(word));
}

/** Collects the forms of each prefix. `rows` have at most `maxForms + 1` words of the vocabulary per prefix. */
export function toForms(rows: readonly { prefix: string; word: string }[], prefixes: readonly string[]) {
	const byPrefix = Map.groupBy(rows, ({ prefix }) => prefix);
	const forms = new Map<string, readonly string[]>();
	for (const prefix of prefixes) {
		const found = byPrefix.get(prefix) ?? [];
		if (found.length <= maxForms) forms.set(prefix, [...new Set([prefix, ...found.map(({ word }) => word)])]);
	}
	return forms;
}
