import { createContext, useContext } from 'react';
import { partsOf } from '../../feed/found-words.ts';

const FoundWords = createContext<readonly string[]>([]);

/** Given the words of a search as they were understood, marks them in the titles, texts and names of the cards inside. */
export const FoundWordsProvider = FoundWords.Provider;

export function Highlighted({ text }: { text: string }) {
	const words = useContext(FoundWords);
	if (words.length === 0) return text;
	return Array.from(partsOf(text, words).entries(), ([at, part]) =>
		part.found ? (
			<mark key={at} className="rounded-sm bg-marigold-soft text-inherit">
				{part.text}
			</mark>
		) : (
			part.text
		),
	);
}
