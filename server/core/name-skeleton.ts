import unhomoglyph from 'unhomoglyph';
import { cleanText } from '../../contract/core/clean-text.ts';
import { foldText } from '../../contract/core/fold-text.ts';
import { foldLookAlikes } from './fold-look-alikes.ts';

/**
 * Returns what a name looks like: two names with the same skeleton look the same. Reads the name (`foldLookAlikes`) and ignores spaces and
 * signs. Of ASCII, 'rn' and 'm', '0' and 'o', and 'i', 'l' and '1' are one. If the skeletons of names change, a migration computes them again.
 */
export function toNameSkeleton(name: string): string {
	const letters = foldText(unhomoglyph(foldLookAlikes(cleanText(name))));
	return letters.replaceAll('i', 'l').replace(/[^\p{L}\p{N}]/gu, '') || name;
}
