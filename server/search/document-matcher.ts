import { isSearchablePrefix, type MatchCriteria } from './engine.ts';
import { type FacetFilter, toFacetToken } from './facets.ts';
import type { SearchDocument } from './search.ts';
import { listDocumentWords, listJoined, listSpellings, partSeparator } from './words.ts';

/** Searches to compare with a document. Without words, the filters alone decide. */
export type SearchCriteria = Required<Pick<MatchCriteria, 'words' | 'facets'>>;

export interface DocumentMatcher {
	/** Keys of the document. Every search that matches has each of its own keys (`listSearchKeys`) among them. */
	keys: readonly string[];
	/** Returns whether the search index would find the document. */
	matches(search: SearchCriteria): boolean;
}

const toFacetKey = (token: string) => `#${token}`;

/** Compares one document with many searches, as the search index compares one search with many documents. */
export function createDocumentMatcher({ title, text, facets = [] }: Omit<SearchDocument, 'id'>): DocumentMatcher {
	const words = new Set([
		...listDocumentWords(title, { isTitle: true }),
		...listDocumentWords(text, { isTitle: title === '' }),
	]);
	const prefixes = new Set([...words].flatMap((word) => listPrefixes(word).filter(isSearchablePrefix)));
	// A search for 'wi fi' may be stored under 'fi', and matches 'wifi'.
	const ends = [...words].flatMap((word) => [...word].map((_, index, all) => all.slice(index).join('')));
	const facetTokens = new Set(facets.map(({ name, value }) => toFacetToken(name, value)));
	const facetPrefixes = new Set(
		facets.flatMap(({ name, value }) => {
			const token = toFacetToken(name, value);
			return listPrefixes(token).filter((prefix) => prefix.length > toFacetToken(name, '').length);
		}),
	);
	const hasPrefix = (word: string) => (isSearchablePrefix(word) ? prefixes : words).has(word);
	const hasWord = (word: string, index: number, all: readonly string[]) =>
		listSpellings(word).some((spelling) => spelling.every(hasPrefix)) ||
		listJoined(all, index).some((joined) => words.has(joined));
	const hasFacet = ({ name, anyOf, prefix = false }: FacetFilter) =>
		anyOf.some((value) => (prefix ? facetPrefixes : facetTokens).has(toFacetToken(name, value)));
	return {
		keys: [
			...new Set([...words, ...prefixes, ...ends.filter(isSearchablePrefix), ...[...facetPrefixes].map(toFacetKey)]),
		],
		matches: (search) =>
			search.words.length + search.facets.length > 0 && search.words.every(hasWord) && search.facets.every(hasFacet),
	};
}

/** Lists the keys that a document must have to match a search: one per word if it has one, and one per filter with a single value. */
export function listSearchKeys({ words, facets }: SearchCriteria): { key: string; part: SearchCriteria }[] {
	return [
		...words.flatMap((word, index) => {
			// Documents with any spelling of a word have its first part as a prefix or as an end, unless that is one letter.
			const [key = word, ...others] = word.split(partSeparator);
			const hasSpellings = others.length > 0 || listJoined(words, index).length > 0;
			return hasSpellings && !isSearchablePrefix(key) ? [] : [{ key, part: { words: [key], facets: [] } }];
		}),
		...facets.flatMap((filter) => {
			const [value] = filter.anyOf;
			if (value === undefined || filter.anyOf.length > 1) return [];
			return [{ key: toFacetKey(toFacetToken(filter.name, value)), part: { words: [], facets: [filter] } }];
		}),
	];
}

/** Lists the beginnings of a word, the word included. Cuts between characters, because a database stores no half of one. */
function listPrefixes(word: string): string[] {
	const characters = [...word];
	return characters.map((_, index) => characters.slice(0, index + 1).join(''));
}
