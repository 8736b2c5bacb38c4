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
 * means all classes, and `inexact` all but `title`. `some` needs only one of the words, as a whole word of the title. `filtered` ignores the words: the facets alone decide.
 */
export const matchClasses = ['title', 'title-prefix', 'anywhere'] as const;
export type MatchClass = (typeof matchClasses)[number] | 'any' | 'inexact' | 'some' | 'filtered';

export interface MatchCriteria {
	/**
	 * Words of `toSearchWords`, all of which must match, except in the class `some`. No words match nothing, except in the class `filtered`.
	 */
	words: readonly string[];
	class: MatchClass;
	/** Filters, all of which must match. The class `filtered` without filters matches nothing. */
	facets?: readonly FacetFilter[];
	/** Highest id that may match. */
	upTo?: number;
}

/** Words of a search, with what an engine read about them for all queries of the search. */
export interface ResolvedWords {
	readonly words: readonly string[];
}

/**
 * Maximum number of words of the vocabulary that replace a prefix. An index reads all documents of a prefix before it returns the first one,
 * but only as many documents of a word as are needed.
 */
export const maxForms = 12;

/** Match criteria without the words. */
export type MatchOptions = Omit<MatchCriteria, 'words'>;

/** Operations that a database engine implements on a named search index. */
export interface SearchEngine<Words extends ResolvedWords = ResolvedWords> {
	put(tx: Tx, index: string, document: TokenizedDocument): Promise<void>;
	remove(tx: Tx, index: string, id: number): Promise<void>;
	clear(tx: Tx, index: string): Promise<void>;
	/** Reads what the queries of a search need to know about its words. */
	resolve(db: Db, index: string, words: readonly string[]): Promise<Words>;
	/** Builds a query for at most `most` matching ids, highest first. */
	selectNewest(index: string, words: Words, match: MatchOptions, most: number): RawBuilder<{ id: number }>;
	/** Builds a query that counts the matching documents as `found`, and stops at `upTo`. */
	selectCount(index: string, words: Words, match: MatchOptions, upTo: number): RawBuilder<{ found: number }>;
	/** Adds words to the vocabulary, which all indexes share. A word stays in it after the last document with the word is removed, until `deleteUnused`. */
	addWords(tx: Tx, words: readonly string[]): Promise<void>;
	clearWords(tx: Tx): Promise<void>;
	/** Lists words of the vocabulary in order, from after a word on. */
	listWords(db: Db, after: string, limit: number): Promise<string[]>;
	/** Returns those of the words that no document of these indexes has. */
	findUnused(db: Db, indexes: readonly string[], words: readonly string[]): Promise<string[]>;
	/** Deletes words from the vocabulary unless a document of these indexes has them. */
	deleteUnused(tx: Tx, indexes: readonly string[], words: readonly string[]): Promise<void>;
	/** Does a part of the work that removes the words of removed documents from an index. Returns whether there is more to do. */
	purge(tx: Tx, index: string, part: 'first' | 'next'): Promise<boolean>;
	/** Returns those of `beginnings` that are prefixes of a word in the vocabulary. `whole` is true if the prefix itself is a word. */
	findPrefixes(db: Db, beginnings: readonly string[]): Promise<{ text: string; whole: boolean }[]>;
}

/** Returns whether a word may match as a prefix. A single letter would match too many words. */
export function isSearchablePrefix(word: string): boolean {
	return word.length > 1;
}

/**
 * Returns whether the vocabulary may know the words that start with a prefix. It contains only words of letters: with 'size42' and all other
 * numbers, 'size' would have too many forms.
 */
export function isExpandable(word: string): boolean {
	return isSearchablePrefix(word) && isInVocabulary(word);
}

/** Returns whether the vocabulary contains words such as this one. */
export function isInVocabulary(word: string): boolean {
	return /^\p{L}+$/u.test(word);
}
