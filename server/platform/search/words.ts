/** Longest word that is kept; the rest of a longer one is cut off. */
const maxWordLength = 40;

// Letters that Unicode does not take apart into a plain one and a mark; Hausa writes with the first four.
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

/** The words of a text: lower case, without accents and punctuation, each at most 40 letters. Both engines are given these. */
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

/** Every word that is one swap of neighbours, one letter more, fewer or other away; swaps first, as they are typed most. */
export function oneEditAway(word: string): string[] {
	const letters = [...word];
	const variants = new Set<string>();
	const add = (...parts: (string | undefined)[]) => variants.add(parts.join(''));
	const before = (index: number) => letters.slice(0, index).join('');
	const after = (index: number) => letters.slice(index).join('');
	for (let at = 0; at < letters.length - 1; at++) add(before(at), letters[at + 1], letters[at], after(at + 2));
	for (let at = 0; at < letters.length; at++) add(before(at), after(at + 1));
	for (let at = 0; at <= letters.length; at++) {
		for (const letter of alphabet) {
			add(before(at), letter, after(at));
			if (at < letters.length) add(before(at), letter, after(at + 1));
		}
	}
	variants.delete(word);
	return [...variants];
}
