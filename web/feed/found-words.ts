/** A part of a text, and whether it is what was looked for. */
export interface TextPart {
	text: string;
	found: boolean;
}

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;

/** Takes a text apart at the words that begin with one of `words`, which are in lower case and without accents. */
export function partsOf(text: string, words: readonly string[]): TextPart[] {
	const parts: TextPart[] = [];
	let end = 0;
	for (const { 0: match, index } of words.length > 0 ? text.matchAll(word) : []) {
		const folded = fold(match);
		if (!words.some((wanted) => wanted !== '' && folded.startsWith(wanted))) continue;
		if (index > end) parts.push({ text: text.slice(end, index), found: false });
		parts.push({ text: match, found: true });
		end = index + match.length;
	}
	if (end < text.length) parts.push({ text: text.slice(end), found: false });
	return parts;
}

function fold(text: string): string {
	return text
		.toLowerCase()
		.normalize('NFKD')
		.replace(/[\p{M}'’]/gu, '');
}
