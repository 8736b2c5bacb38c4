import type { Rendition } from '../../contract/media.ts';

/** What a video is shown on and what carries it there. */
export interface ViewingConditions {
	/** Size of the picture on the screen, CSS pixels. */
	width: number;
	height: number;
	/** Device pixels for each CSS pixel. */
	pixelRatio: number;
	/** The person asked for less data. */
	saveData?: boolean | undefined;
	/** Of the Network Information API: 'slow-2g', '2g', '3g' or '4g'. */
	effectiveType?: string | undefined;
}

/** Denser screens than this show no difference in a moving picture, only a larger bill. */
const maxPixelRatio = 1.5;
/** Lines that a 3G connection carries without stopping. */
const maxLinesOn3g = 480;

/**
 * Renditions in the order they are to be tried. First the smallest that fills the screen and suits the connection; then,
 * should it fail, the smaller ones from the largest down, and the larger ones from the smallest up. One that another
 * outdoes, with as many lines in fewer bytes, comes last: a file that was not encoded again can be such another.
 */
export function rankRenditions(renditions: readonly Rendition[], viewing: ViewingConditions): Rendition[] {
	const descending = [...renditions].sort((a, b) => getLines(b) - getLines(a) || a.bytes - b.bytes);
	let fewest = Number.POSITIVE_INFINITY;
	const ascending: Rendition[] = [];
	const inefficient: Rendition[] = [];
	for (const rendition of descending) {
		if (rendition.bytes < fewest) ascending.unshift(rendition);
		else inefficient.push(rendition);
		fewest = Math.min(fewest, rendition.bytes);
	}
	const suited = ascending.findLastIndex((rendition) => getLines(rendition) <= getMaxLines(viewing));
	const filling = ascending.findIndex((rendition) => fillsScreen(rendition, viewing));
	const chosen = Math.max(0, filling === -1 ? suited : Math.min(suited, filling));
	return [...ascending.slice(0, chosen + 1).reverse(), ...ascending.slice(chosen + 1), ...inefficient];
}

function getMaxLines({ saveData, effectiveType }: ViewingConditions): number {
	if (saveData || effectiveType === '2g' || effectiveType === 'slow-2g') return 0;
	return effectiveType === '3g' ? maxLinesOn3g : Number.POSITIVE_INFINITY;
}

function fillsScreen(rendition: Rendition, { width, height, pixelRatio }: ViewingConditions): boolean {
	const ratio = Math.min(pixelRatio, maxPixelRatio);
	// A video lies within its frame: where one side is full, so is the picture.
	return rendition.width >= width * ratio || rendition.height >= height * ratio;
}

/** Lines as people count them: the shorter side, for phones are held upright. */
function getLines({ width, height }: Rendition): number {
	return Math.min(width, height);
}
