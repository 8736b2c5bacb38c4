/** Maximum number of characters in a word. Longer words are truncated. */
const maxWordLength = 40;

// Plain form of letters that NFKD does not decompose. Hausa uses the first four.
const plainLetters: Record<string, string> = {
	ɓ: 'b',
	ɗ: 'd',
	ƙ: 'k',
	ƴ: 'y',
	ŋ: 'n',
	ə: 'e',
	ø: 'o',
	ł: 'l',
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
};
const specialLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Splits a text into words for both search engines: lower case, without accents and punctuation, each at most 40 characters. */
export function tokenize(text: string): string[] {
	const folded = text
		.toWellFormed()
		.toLowerCase()
		.normalize('NFKD')
		.replace(/[\p{M}'’]/gu, '')
		.replace(specialLetters, (letter) => plainLetters[letter] ?? letter);
	return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, maxWordLength).join(''));
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
