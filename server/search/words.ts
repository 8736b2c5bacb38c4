import { foldText } from '../../contract/core/fold-text.ts';

/** Maximum number of characters in a word. Longer words are truncated. */
const maxWordLength = 40;

/** Maximum number of pieces, such as 'iphone' and '12', that are joined to one word. */
const maxPieces = 3;

const shorten = (word: string) => [...word].slice(0, maxWordLength).join('');

/** Splits a text into words for both search engines: lower case, without accents and punctuation, each at most 40 characters. */
export function tokenize(text: string): string[] {
	return (foldText(text.toWellFormed()).match(/[\p{L}\p{N}]+/gu) ?? []).map(shorten);
}

/** Returns whether people may also write two words of letters as one: 'wi fi', 'i phone' and 't shirts', but not 'a car'. */
function isShortCompound(first: string, second: string): boolean {
	return (
		/^\p{L}{1,2}$/u.test(first) && /^\p{L}{2,6}$/u.test(second) && first !== 'a' && first.length + second.length <= 7
	);
}

/**
 * Returns the words by which a document is found: those of its text, the letters and the digits of a word apart, and neighbours in one that
 * people also write as one. These are parts that hyphens separate, letters and digits with a space between them, and in titles, and in texts
 * without one, a very short word with the short one after it. 'Wi-Fi', 'Wi Fi' and 'iPhone 12' are also found as 'wifi' and 'iphone12', and 'iphone12' as 'iphone' and '12'.
 */
export function listDocumentWords(text: string, { isTitle = false } = {}): string[] {
	const folded = foldText(text.toWellFormed());
	const words = new Set((folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(shorten));
	const pieces = [...folded.matchAll(/(?<gap>[^\p{L}\p{N}]*)(?<piece>\p{L}+|\p{N}+)/gu)].map(({ groups }) => ({
		gap: groups?.gap ?? '',
		piece: groups?.piece ?? '',
	}));
	const isNumber = (index: number) => /^\p{N}/u.test(pieces[index]?.piece ?? '');
	for (const [first, { piece }] of pieces.entries()) {
		let word = piece;
		words.add(shorten(word));
		for (let next = first + 1; next < first + maxPieces; next++) {
			const { gap, piece: added } = pieces[next] ?? {};
			const isOneWord = gap === '' || /^[\p{Pd}\u2212]$/u.test(gap ?? '.');
			const isJoined = isNumber(next - 1) !== isNumber(next) || (isTitle && isShortCompound(word, added ?? ''));
			if (!isOneWord && !(/^[ \t]+$/.test(gap ?? '') && isJoined)) break;
			word += added;
			words.add(shorten(word));
		}
	}
	return [...words];
}

/** Separates the parts of a word that a search has with hyphens. */
export const partSeparator = '-';

/**
 * Splits a search into words. A word with hyphens keeps its parts: 'wi-fi' is one word of the search (`listSpellings`).
 */
export function tokenizeSearch(text: string): string[] {
	const folded = foldText(text.toWellFormed());
	const words = folded.match(/[\p{L}\p{N}]+(?:[\p{Pd}\u2212][\p{L}\p{N}]+)*/gu) ?? [];
	return words.flatMap((word) => {
		const parts = word.split(/[\p{Pd}\u2212]/u).map(shorten);
		return parts.length > maxPieces ? parts : [parts.join(partSeparator)];
	});
}

/** Lists the spellings of a word of a search. A document has the word if it has all words of one spelling: for 'wi-fi' 'wifi', or 'wi' and 'fi'. */
export function listSpellings(word: string): string[][] {
	const parts = word.split(partSeparator);
	return parts.length === 1 ? [[word]] : [[shorten(parts.join(''))], parts];
}

/**
 * Lists what a word of a search and one of its neighbours are together, if letters meet there. A document that has it as a whole word has the
 * word of the search: 'wi' and 'fi' also match 'wifi'. Documents themselves join letters and digits (`listDocumentWords`).
 */
export function listJoined(words: readonly string[], index: number): string[] {
	return [index - 1, index].flatMap((first) => {
		const pair = words.slice(Math.max(first, 0), first + 2);
		const joined = pair.join('');
		const isJoined = /^[^-]*\p{L} \p{L}[^-]*$/u.test(pair.join(' ')) && joined === shorten(joined);
		return isJoined ? [joined] : [];
	});
}

/** Returns the letters and the digits of a word apart, and the parts that hyphens separate. */
export function splitWord(word: string): string[] {
	return word.match(/\p{L}+|\p{N}+/gu) ?? [];
}

/** Returns the words of a search as they may stand in a text: 'iphone12' and 'iphone-12' also as 'iphone' and '12', 'wi fi' also as 'wifi'. */
export function listVisibleWords(words: readonly string[]): string[] {
	const visible = words.flatMap((word, index) => [
		...listSpellings(word).flat(),
		...splitWord(word),
		...listJoined(words, index),
	]);
	return [...new Set(visible)];
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** Lists every text one edit from a word: swap of neighbors (first, as the commonest typing error), deletion, insertion, substitution. */
export function listOneEditVariants(word: string): string[] {
	const letters = [...word];
	const variants = new Set<string>();
	const add = (...parts: (string | undefined)[]) => variants.add(parts.join(''));
	const before = (index: number) => letters.slice(0, index).join('');
	const after = (index: number) => letters.slice(index).join('');
	for (let index = 0; index < letters.length - 1; index++)
		add(before(index), letters[index + 1], letters[index], after(index + 2));
	for (let index = 0; index < letters.length; index++) add(before(index), after(index + 1));
	for (let index = 0; index <= letters.length; index++) {
		for (const letter of alphabet) {
			add(before(index), letter, after(index));
			if (index < letters.length) add(before(index), letter, after(index + 1));
		}
	}
	variants.delete(word);
	return [...variants];
}
