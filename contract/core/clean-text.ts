/** Scripts whose letters need joiners between them, to choose between forms of a letter. */
const joiningScripts = [
	...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Adlam'],
	...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
	...['Myanmar', 'Khmer', 'Tibetan'],
]
	.map((script) => `\\p{Script=${script}}`)
	.join('');
/** A letter of these scripts. Some have invisible characters of their own, such as the Arabic letter mark. */
const joinedLetter = `(?!\\p{Default_Ignorable_Code_Point})[${joiningScripts}]`;

const emoji = '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?';

/** Invisible characters that change what is shown. They stay. The forms are those of Unicode's UTS 51, and of RFC 5892, appendix A. */
const shown = [
	// A flag of a part of a country, such as England.
	'\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]+\\u{E007F}',
	// An emoji, or several that joiners make one picture of.
	`${emoji}(?:\\u200D${emoji})*`,
	'[0-9#*]\\uFE0F(?=\\u20E3)',
	`${joinedLetter}[\\u200C\\u200D](?=${joinedLetter})`,
	// A sign that removes the vowel of a letter, before a joiner at the end of a word.
	'[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA]\\u200D',
].join('|');

/** Characters without a picture of their own. The letters that Hangul fills up with look like spaces. */
const invisible = '(?![\\n\\t])[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\uFFF9-\\uFFFB\\u{1D159}]';
const mark = '[\\p{Mn}\\p{Me}]';

const shownOrInvisible = new RegExp(`(${shown})|${invisible}`, 'gu');

/** Accents and invisible characters before the first character of a word. */
const beforeWord = new RegExp(`(^|\\s)(?:${mark}|${invisible})+`, 'gu');

/** Accents beyond the fourth on one letter, also with invisible characters between them. Texts in Yoruba have two, and in Burmese four. */
const excessMarks = new RegExp(`(${mark}(?:(?:${invisible})*${mark}){3})(?:(?:${invisible})*${mark})+`, 'gu');

/** Spaces of other widths, and Braille's empty pattern. */
const spaces = /[\p{Zs}\u2800\u3164\uFFA0]/gu;

/**
 * Returns a text as people see it. Every text that a person types goes through it: converts line breaks to `\n` and spaces of all widths to
 * plain ones; removes control characters other than tabs, bidirectional control characters, and invisible characters, except where they
 * join emoji or letters; limits the accents on a letter. A text of invisible characters becomes empty or white space.
 */
export function cleanText(text: string): string {
	// Most texts have none of these characters.
	if (!/[^\n -~]/.test(text)) return text;
	return text
		.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
		.replace(spaces, ' ')
		.replace(excessMarks, '$1')
		.replace(beforeWord, '$1')
		.replace(shownOrInvisible, (_, kept = '') => kept);
}
