import { limits } from './limits.ts';

/** Latin letters that Unicode does not decompose, among them the hooked letters of Hausa. */
const foldedLetters: Readonly<Record<string, string>> = {
	ɓ: 'b',
	ɗ: 'd',
	đ: 'd',
	ð: 'd',
	ǝ: 'e',
	ə: 'e',
	ɛ: 'e',
	ɣ: 'g',
	ı: 'i',
	ƙ: 'k',
	ł: 'l',
	ŋ: 'n',
	ɔ: 'o',
	ø: 'o',
	ƴ: 'y',
	æ: 'ae',
	œ: 'oe',
	ß: 'ss',
	þ: 'th',
};

/**
 * Derives a user name from the name of a person or shop: 'Bisi Fabrics' becomes 'bisi_fabrics'. Cuts a long name after a word. Returns null
 * if the name has no Latin letters or digits.
 */
export function toUserName(name: string, maxLength: number = limits.userName.max): string | null {
	const folded = name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[\p{M}'’ʼʻ`]/gu, '')
		.replace(/[^a-z0-9]/g, (letter) => foldedLetters[letter] ?? '_')
		.replace(/_+/g, '_')
		.replace(/^_|_$/g, '');
	if (folded === '') return null;
	if (folded.length < limits.userName.min) return `${folded}_shop`;
	return cutAfterWord(folded, maxLength);
}

function cutAfterWord(name: string, maxLength: number): string {
	if (name.length <= maxLength) return name;
	const cut = name.slice(0, maxLength);
	const end = name[maxLength] === '_' ? maxLength : cut.lastIndexOf('_');
	return end >= limits.userName.min ? cut.slice(0, end) : cut;
}
