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

/** Operations that a database engine implements on a named search index. */
export interface SearchEngine {
	put(tx: Tx, index: string, document: TokenizedDocument): Promise<void>;
	remove(tx: Tx, index: string, id: number): Promise<void>;
	/** Returns at most `most` matching ids, highest first. */
	findNewest(db: Db, index: string, match: MatchCriteria, most: number): Promise<number[]>;
	/** Counts the matching documents, and stops at `upTo`. */
	count(db: Db, index: string, match: MatchCriteria, upTo: number): Promise<number>;
	/** Adds words to the vocabulary, which all indexes share. A word stays in it after the last document with the word is removed. */
	addWords(tx: Tx, words: readonly string[]): Promise<void>;
	/** Returns those of `beginnings` that are prefixes of a word in the vocabulary. `whole` is true if the prefix itself is a word. */
	findPrefixes(db: Db, beginnings: readonly string[]): Promise<{ text: string; whole: boolean }[]>;
}

/** Returns whether a word may match as a prefix. A single letter would match too many words. */
export function isSearchablePrefix(word: string): boolean {
	return word.length > 1;
}
