import { createContext, useContext } from 'react';

interface TextPart {
	text: string;
	isMatch: boolean;
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;

/** Splits a text at the words that start with one of `words`. `words` must be in lower case and without accents. */
export function splitMatches(text: string, words: readonly string[]): TextPart[] {
	const parts: TextPart[] = [];
	let end = 0;
	for (const { 0: match, index } of words.length > 0 ? text.matchAll(wordPattern) : []) {
		const folded = foldText(match);
		if (!words.some((wanted) => wanted !== '' && folded.startsWith(wanted))) continue;
		if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
		parts.push({ text: match, isMatch: true });
		end = index + match.length;
	}
	if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
	return parts;
}

function foldText(text: string): string {
	return text
		.toLowerCase()
		.normalize('NFKD')
		.replace(/[\p{M}'’]/gu, '');
}

const HighlightedWords = createContext<readonly string[]>([]);

/** Provides the words of a search, as parsed by the server. Titles, texts and names inside the provider mark these words. */
export const HighlightedWordsProvider = HighlightedWords.Provider;

export function Highlighted({ text }: { text: string }) {
	const words = useContext(HighlightedWords);
	if (words.length === 0) return text;
	return Array.from(splitMatches(text, words).entries(), ([at, part]) =>
		part.isMatch ? (
			<mark key={at} className="rounded-sm bg-marigold-soft text-inherit">
				{part.text}
			</mark>
		) : (
			part.text
		),
	);
}
