import type { Db, Tx } from '../database/index.ts';
import type { FacetFilter } from './facets.ts';

/** A document as the engines take it: folded words. */
export interface TokenizedDocument {
	id: number;
	title: readonly string[];
	text: readonly string[];
	facets: readonly string[];
}

/**
 * How well a document answers, best first: every word stands whole in its title; every word begins one of its title; every word
 * begins one anywhere. The classes do not overlap. `any` is all of them.
 */
export const matchClasses = ['title', 'title-prefix', 'anywhere'] as const;
export type MatchClass = (typeof matchClasses)[number] | 'any';

export interface Match {
	/** Folded words; all must be found. Without any nothing is. */
	words: readonly string[];
	class: MatchClass;
	facets?: readonly FacetFilter[];
	/** Only ids up to this one. */
	upTo?: number;
}

/** What an engine does for one named index. */
export interface SearchEngine {
	put(tx: Tx, index: string, document: TokenizedDocument): Promise<void>;
	remove(tx: Tx, index: string, id: number): Promise<void>;
	/** Ids that match, highest first, at most so many. */
	findNewest(db: Db, index: string, match: Match, most: number): Promise<number[]>;
	/** How many match, counted up to so many. */
	count(db: Db, index: string, match: Match, upTo: number): Promise<number>;
	/** Adds words to the vocabulary, which all indexes share. A word stays in it when its last document goes. */
	addWords(tx: Tx, words: readonly string[]): Promise<void>;
	/** Of these beginnings, those that some word of the vocabulary has; `whole` where the beginning is such a word itself. */
	findPrefixes(db: Db, beginnings: readonly string[]): Promise<{ text: string; whole: boolean }[]>;
}

/** A single letter begins too many words to say anything. */
export function isSearchablePrefix(word: string): boolean {
	return word.length > 1;
}
