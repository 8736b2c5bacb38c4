import { createContext, type ReactNode, useContext } from 'react';

/** Function that marks words of a text; null where nothing is marked. The page provides it, because other pages load no code that folds letters. */
export const HighlightContext = createContext<((text: string) => ReactNode) | null>(null);

export function Highlighted({ text }: { text: string }) {
	const highlight = useContext(HighlightContext);
	return highlight ? highlight(text) : text;
}
