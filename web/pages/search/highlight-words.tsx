import { foldText, ignoredCharacters } from '../../../contract/core/fold-text.ts';

interface TextPart {
	text: string;
	isMatch: boolean;
}

const wordPattern = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}´${ignoredCharacters}]*`, 'gu');

/** Splits a text at the words that start with one of `words`, which the server has folded. As in searches, a single letter is a whole word. */
export function splitMatches(text: string, words: readonly string[]): TextPart[] {
	const parts: TextPart[] = [];
	let end = 0;
	for (const { 0: match, index } of words.length > 0 ? text.matchAll(wordPattern) : []) {
		const folded = foldText(match);
		if (!words.some((wanted) => folded === wanted || (wanted.length > 1 && folded.startsWith(wanted)))) continue;
		if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
		parts.push({ text: match, isMatch: true });
		end = index + match.length;
	}
	if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
	return parts;
}

/** Marks the words of a search in titles, texts and names (`HighlightContext`). */
export function highlightWords(words: readonly string[]) {
	return (text: string) =>
		Array.from(splitMatches(text, words).entries(), ([index, part]) =>
			part.isMatch ? (
				<mark key={index} className="rounded-sm bg-marigold-soft text-inherit">
					{part.text}
				</mark>
			) : (
				part.text
			),
		);
}
