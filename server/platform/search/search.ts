import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Db, Tx } from '../database/index.ts';
import { type Match, matchClasses, type SearchEngine } from './engine.ts';
import { type Facet, toFacetToken } from './facets.ts';
import { postgresSearch } from './postgres.ts';
import { sqliteSearch } from './sqlite.ts';
import { oneEditAway, tokenize } from './words.ts';

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
	findNewest(db: Db, match: Match, most: number): Promise<number[]>;
	/** How many match, counted up to so many. */
	count(db: Db, match: Match, upTo: number): Promise<number>;
	/** A page of ids of what has all the words: best class first, within a class highest id first. Throws `invalid` for a bad cursor. */
	findPage(
		db: Db,
		words: readonly string[],
		page: { limit: number; cursor?: string | undefined },
	): Promise<{ ids: number[]; nextCursor: string | null }>;
}

export function openSearchIndex(name: string): SearchIndex {
	const matchesNothing = ({ words, facets = [] }: Match) =>
		words.length === 0 || facets.some(({ anyOf }) => anyOf.length === 0);
	const findNewest = async (db: Db, match: Match, most: number): Promise<number[]> =>
		matchesNothing(match) ? [] : getEngine(db).findNewest(db, name, match, most);
	return {
		name,
		async put(tx, document) {
			const title = tokenize(document.title);
			const text = tokenize(document.text);
			const facets = document.facets?.map((facet) => toFacetToken(facet.name, facet.value)) ?? [];
			await getEngine(tx).put(tx, name, { id: document.id, title, text, facets });
			await getEngine(tx).addWords(tx, toVocabulary([...title, ...text]));
		},
		remove: (tx, id) => getEngine(tx).remove(tx, name, id),
		findNewest,
		count: async (db, match, upTo) => (matchesNothing(match) ? 0 : getEngine(db).count(db, name, match, upTo)),
		async findPage(db, words, { limit, cursor }) {
			// A cursor is the first one of the page it leads to: the place of its class, and its id.
			const [first = 0, upTo] = decodeCursor(cursor, 2) ?? [];
			const found: [place: number, id: number][] = [];
			for (const [place, wanted] of matchClasses.entries()) {
				if (place < first || found.length > limit) continue;
				const match = { words, class: wanted, ...(place === first && upTo !== undefined && { upTo }) };
				for (const id of await findNewest(db, match, limit + 1 - found.length)) found.push([place, id]);
			}
			const next = found[limit];
			return { ids: found.slice(0, limit).map(([, id]) => id), nextCursor: next ? encodeCursor(next) : null };
		},
	};
}

function getEngine(db: Db): SearchEngine {
	return db.engine === 'sqlite' ? sqliteSearch : postgresSearch;
}

/** Words with a letter in them; sorted, so that two transactions that add the same do so in the same order. */
function toVocabulary(words: readonly string[]): string[] {
	return [...new Set(words)].filter((word) => /\p{L}/u.test(word)).sort();
}

function isCorrectable(word: string): boolean {
	return word.length >= 3 && word.length <= 20 && /\p{L}/u.test(word);
}

/** More words than anybody looks for; the rest of a longer search is left out. */
const maxWords = 10;
/** Of so many words that are not known a correction is sought. */
const maxCorrections = 3;
/** Words that a misspelt one may stand for: so many are compared, by in how many documents they are, counted up to. */
const maxCandidates = 12;
const maxCount = 50;

/**
 * The words somebody looks for, folded. One that no document of these indexes has, nor begins with, becomes the most frequent
 * word that is one letter (other, missing, too many, or two swapped) away; where there is none it stays as it is.
 */
export async function correctWords(db: Db, indexes: readonly SearchIndex[], text: string): Promise<string[]> {
	const words = [...new Set(tokenize(text))].slice(0, maxWords);
	let corrections = 0;
	const corrected: string[] = [];
	for (const word of words) {
		const isKnown = !isCorrectable(word) || (await countMatches(db, indexes, word, 1)) > 0;
		if (isKnown || ++corrections > maxCorrections) corrected.push(word);
		else corrected.push((await findCorrection(db, indexes, word)) ?? word);
	}
	return [...new Set(corrected)];
}

async function countMatches(db: Db, indexes: readonly SearchIndex[], word: string, most: number): Promise<number> {
	let found = 0;
	for (const index of indexes) {
		if (found < most) found += await index.count(db, { words: [word], class: 'any' }, most - found);
	}
	return found;
}

async function findCorrection(db: Db, indexes: readonly SearchIndex[], word: string): Promise<string | null> {
	const variants = oneEditAway(word).filter((text) => text.length >= 2);
	const found = await getEngine(db).findPrefixes(db, variants);
	const rank = new Map(variants.map((text, index) => [text, index]));
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
		for (const { text } of some.slice(0, maxCandidates)) {
			const count = await countMatches(db, indexes, text, maxCount);
			if (count > most) [best, most] = [text, count];
		}
		if (best) return best;
	}
	return null;
}
