import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Db, Tx } from '../database/index.ts';
import { classes, type Match, type SearchEngine } from './engine.ts';
import { type Facet, facetWord } from './facets.ts';
import { postgresSearch } from './postgres.ts';
import { sqliteSearch } from './sqlite.ts';
import { oneLetterAway, wordsOf } from './words.ts';

export interface SearchDocument {
	/** Positive; higher ones are newer. */
	id: number;
	/** What counts most. */
	title: string;
	text: string;
	facets?: readonly Facet[];
}

/** A named index of documents, made by a migration (`createSearchIndex`). */
export interface SearchIndex {
	readonly name: string;
	/** Adds a document, or replaces the one of its id. */
	put(tx: Tx, document: SearchDocument): Promise<void>;
	/** Takes a document out, where there is one. */
	remove(tx: Tx, id: number): Promise<void>;
	/** Ids of what matches, highest first, at most so many. */
	newest(db: Db, match: Match, most: number): Promise<number[]>;
	/** How many match, counted up to so many. */
	count(db: Db, match: Match, upTo: number): Promise<number>;
	/** A page of ids of what has all the words: best class first, within a class highest id first. Throws `invalid` for a bad cursor. */
	page(
		db: Db,
		words: readonly string[],
		page: { limit: number; cursor?: string | undefined },
	): Promise<{ ids: number[]; nextCursor: string | null }>;
}

export function searchIndex(name: string): SearchIndex {
	const impossible = ({ words, facets = [] }: Match) =>
		words.length === 0 || facets.some(({ anyOf }) => anyOf.length === 0);
	const newest = async (db: Db, match: Match, most: number): Promise<number[]> =>
		impossible(match) ? [] : engineOf(db).newest(db, name, match, most);
	return {
		name,
		async put(tx, document) {
			const title = wordsOf(document.title);
			const text = wordsOf(document.text);
			const facets = document.facets?.map((facet) => facetWord(facet.name, facet.value)) ?? [];
			await engineOf(tx).put(tx, name, { id: document.id, title, text, facets });
			await engineOf(tx).learn(tx, vocabularyOf([...title, ...text]));
		},
		remove: (tx, id) => engineOf(tx).remove(tx, name, id),
		newest,
		count: async (db, match, upTo) => (impossible(match) ? 0 : engineOf(db).count(db, name, match, upTo)),
		async page(db, words, { limit, cursor }) {
			// A cursor is the first one of the page it leads to: the place of its class, and its id.
			const [first = 0, upTo] = decodeCursor(cursor, 2) ?? [];
			const found: [place: number, id: number][] = [];
			for (const [place, wanted] of classes.entries()) {
				if (place < first || found.length > limit) continue;
				const match = { words, class: wanted, ...(place === first && upTo !== undefined && { upTo }) };
				for (const id of await newest(db, match, limit + 1 - found.length)) found.push([place, id]);
			}
			const next = found[limit];
			return { ids: found.slice(0, limit).map(([, id]) => id), nextCursor: next ? encodeCursor(next) : null };
		},
	};
}

function engineOf(db: Db): SearchEngine {
	return db.engine === 'sqlite' ? sqliteSearch : postgresSearch;
}

/** Words with a letter in them; sorted, so that two transactions that add the same do so in the same order. */
function vocabularyOf(words: readonly string[]): string[] {
	return [...new Set(words)].filter((word) => /\p{L}/u.test(word)).sort();
}

function isCorrectable(word: string): boolean {
	return word.length >= 3 && word.length <= 20 && /\p{L}/u.test(word);
}

/** More words than anybody looks for; the rest of a longer search is left out. */
const mostWords = 10;
/** Of so many words that are not known a correction is sought. */
const mostCorrections = 3;
/** Words that a misspelt one may stand for: so many are compared, by in how many documents they are, counted up to. */
const mostCandidates = 12;
const countedUpTo = 50;

/**
 * The words somebody looks for, folded. One that no document of these indexes has, nor begins with, becomes the most frequent
 * word that is one letter (other, missing, too many, or two swapped) away; where there is none it stays as it is.
 */
export async function understandWords(db: Db, indexes: readonly SearchIndex[], text: string): Promise<string[]> {
	const words = [...new Set(wordsOf(text))].slice(0, mostWords);
	let corrections = 0;
	const understood: string[] = [];
	for (const word of words) {
		const known = !isCorrectable(word) || (await frequency(db, indexes, word, 1)) > 0;
		if (known || ++corrections > mostCorrections) understood.push(word);
		else understood.push((await correction(db, indexes, word)) ?? word);
	}
	return [...new Set(understood)];
}

async function frequency(db: Db, indexes: readonly SearchIndex[], word: string, most: number): Promise<number> {
	let found = 0;
	for (const index of indexes) {
		if (found < most) found += await index.count(db, { words: [word], class: 'any' }, most - found);
	}
	return found;
}

async function correction(db: Db, indexes: readonly SearchIndex[], word: string): Promise<string | null> {
	const away = oneLetterAway(word).filter((text) => text.length >= 2);
	const found = await engineOf(db).beginnings(db, away);
	const rank = new Map(away.map((text, index) => [text, index]));
	// Whole words first, then the beginning of one as it is typed; those with the same first letter before others.
	const weight = (candidate: { text: string; whole: boolean }) =>
		(candidate.whole ? 0 : 2000) + (candidate.text[0] === word[0] ? 0 : 1000) + (rank.get(candidate.text) ?? 0);
	const candidates = found
		.filter(({ text, whole }) => (whole ? text.length >= 3 : word.length > 3 && text.length > 3))
		.sort((a, b) => weight(a) - weight(b));
	const whole = candidates.filter((candidate) => candidate.whole);
	for (const some of [whole, candidates.filter((candidate) => !candidate.whole)]) {
		let best: string | null = null;
		let most = 0;
		for (const { text } of some.slice(0, mostCandidates)) {
			const count = await frequency(db, indexes, text, countedUpTo);
			if (count > most) [best, most] = [text, count];
		}
		if (best) return best;
	}
	return null;
}
