import unhomoglyph from 'unhomoglyph';
import { cleanText } from '../../contract/clean-text.ts';
import { foldText } from '../../contract/fold-text.ts';

/**
 * Returns what a name looks like: two names with the same skeleton look the same. Uses the confusable characters of Unicode's UTS 39, and
 * ignores case, accents, spaces and signs. i and l are one letter, because a capital i looks like a small L.
 */
export function toNameSkeleton(name: string): string {
	const letters = foldText(unhomoglyph(foldText(unhomoglyph(cleanText(name).normalize('NFKD')))));
	return letters.replaceAll('i', 'l').replace(/[^\p{L}\p{N}]/gu, '') || name;
}
