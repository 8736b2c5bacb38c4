/** Latin letters that Unicode does not decompose, among them the hooked letters of Hausa. */
const plainLetters: Readonly<Record<string, string>> = {
	ɓ: 'b',
	ɗ: 'd',
	ɖ: 'd',
	đ: 'd',
	ð: 'd',
	ǝ: 'e',
	ə: 'e',
	ɛ: 'e',
	ƒ: 'f',
	ɣ: 'g',
	ħ: 'h',
	ı: 'i',
	ɩ: 'i',
	ɨ: 'i',
	ƙ: 'k',
	ł: 'l',
	ŋ: 'n',
	ɲ: 'n',
	ɔ: 'o',
	ø: 'o',
	ŧ: 't',
	ʊ: 'u',
	ʉ: 'u',
	ʋ: 'v',
	ƴ: 'y',
	æ: 'ae',
	œ: 'oe',
	ß: 'ss',
	þ: 'th',
	// Small capitals.
	ᴀ: 'a',
	ʙ: 'b',
	ᴄ: 'c',
	ᴅ: 'd',
	ᴇ: 'e',
	ꜰ: 'f',
	ɢ: 'g',
	ʜ: 'h',
	ɪ: 'i',
	ᴊ: 'j',
	ᴋ: 'k',
	ʟ: 'l',
	ᴍ: 'm',
	ɴ: 'n',
	ᴏ: 'o',
	ᴘ: 'p',
	ꞯ: 'q',
	ʀ: 'r',
	ꜱ: 's',
	ᴛ: 't',
	ᴜ: 'u',
	ᴠ: 'v',
	ᴡ: 'w',
	ʏ: 'y',
	ᴢ: 'z',
};
const specialLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** The letters A to Z in white on a circle or a square. Unicode decomposes only those in black. */
const whiteLetters = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}]/gu;
const toBlackLetter = (letter: string) => String.fromCharCode((((letter.codePointAt(0) ?? 0) - 0x1f150) % 32) + 97);

/** Converts the decimal digits of all scripts to 0-9. */
export function toPlainDigits(text: string): string {
	return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
		// Unicode lists the digits of each script from 0 to 9, and sometimes several sets in a row.
		const code = digit.codePointAt(0) ?? 0;
		let first = code;
		while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
		return String((code - first) % 10);
	});
}

/** Characters that a comparison ignores, for a character class: accents, invisible characters and apostrophes. */
export const ignoredCharacters = "\\p{M}\\p{Default_Ignorable_Code_Point}'`‘’‛′ʹʻʼʽʾʿˈꞌ՚";
const ignored = new RegExp(`[${ignoredCharacters}]`, 'gu');

/**
 * Returns a text as searches and user names compare it: in lower case, with plain letters and digits, and without accents, apostrophes and
 * invisible characters.
 */
export function foldText(text: string): string {
	// NFKD would turn an acute accent into a space.
	const letters = text.replaceAll('´', '').replace(whiteLetters, toBlackLetter).normalize('NFKD').toLowerCase();
	return toPlainDigits(letters.replace(ignored, '')).replace(
		specialLetters,
		(letter) => plainLetters[letter] ?? letter,
	);
}
