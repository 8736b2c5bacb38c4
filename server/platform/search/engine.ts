import type { Db, Tx } from '../database/index.ts';
import type { FacetFilter } from './facets.ts';

/** Document for an engine, as normalized words. */
export interface TokenizedDocument {
	id: number;
	title: readonly string[];
	text: readonly string[];
	facets: readonly string[];
}

/**
 * Classes of matches, best first: every word is a whole word of the title; every word is a prefix in the title; every word is a prefix in
 * title or text. The classes are disjoint; `any` is their union.
 */
export const matchClasses = ['title', 'title-prefix', 'anywhere'] as const;
export type MatchClass = (typeof matchClasses)[number] | 'any';

export interface Match {
	/** Normalized words, all of which must match; no words match nothing. */
	words: readonly string[];
	class: MatchClass;
	facets?: readonly FacetFilter[];
	/** Highest id. */
	upTo?: number;
}

/** Operations on a named index. */
export interface SearchEngine {
	put(tx: Tx, index: string, document: TokenizedDocument): Promise<void>;
	remove(tx: Tx, index: string, id: number): Promise<void>;
	/** At most `most` matching ids, highest first. */
	findNewest(db: Db, index: string, match: Match, most: number): Promise<number[]>;
	/** Number of matches, counted up to `upTo`. */
	count(db: Db, index: string, match: Match, upTo: number): Promise<number>;
	/** Adds words to the vocabulary of all indexes. A word stays there after its last document is removed. */
	addWords(tx: Tx, words: readonly string[]): Promise<void>;
	/** Those of `beginnings` that are prefixes of a word in the vocabulary; `whole` if the prefix is a word itself. */
	findPrefixes(db: Db, beginnings: readonly string[]): Promise<{ text: string; whole: boolean }[]>;
}

/** Single letters match too many words. */
export function isSearchablePrefix(word: string): boolean {
	return word.length > 1;
}
