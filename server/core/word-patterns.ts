// Finds words in texts whose writers avoid them: with double letters, letters apart, and digits for letters.

/** Letters and digits that stand for one another. i and l are one letter, because a capital i looks like a small L. */
const sameLetters: Readonly<Record<string, string>> = {
	...{ i: 'l', w: 'v', 0: 'o', 1: 'l', 2: 'z', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' },
};
const toSameLetters = (text: string) => text.replace(/[iw0-9]/g, (letter) => sameLetters[letter] ?? letter);

/** Pieces of a pattern for letters that look like several others. The Greek lambda is written for a and for l. */
const ambiguous: Readonly<Record<string, string>> = { a: '[aλ]', l: '[lλ]', m: '(?:m|r ?n)' };

/** Signs that people write for letters. */
const signs: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '|': 'l', '+': 't' };

/** Writes signs as the letters for which they stand. A '!' after a word stays. */
export const readSigns = (text: string): string =>
	text.replace(/[@$|+]|!(?=[^\s!?.,])|(?<![^\s])!/g, (sign) => signs[sign] ?? sign);

/** A text in which words are searched. */
export interface SearchableText {
	/** Folded words apart by single spaces, and other signs. */
	words: string;
	/** The same without double letters, and with one letter for those that stand for one another. */
	letters: string;
	/** Index in `words` of each of `letters`, and of their end. */
	indexes: number[];
}

export function joinDoubles(words: string): SearchableText {
	const letters: string[] = [];
	const indexes: number[] = [];
	for (const [index, letter] of toSameLetters(words).split('').entries()) {
		if (letter === letters.at(-1)) continue;
		letters.push(letter);
		indexes.push(index);
	}
	return { words, letters: letters.join(''), indexes: [...indexes, words.length] };
}

/**
 * Returns a regular expression for a folded word of letters and digits in the `letters` of a reading, also with its letters apart. A double letter of
 * the word is a single one there, unless the letters are apart.
 */
export function toWordPattern(word: string): string {
	return toSameLetters(word).replace(/(.)\1*/gu, (letters, letter: string) => {
		const piece = ` ?${ambiguous[letter] ?? letter}`;
		const count = letters.length / letter.length;
		return count === 1 ? piece : `(?:${piece}){1,${count}}`;
	});
}
