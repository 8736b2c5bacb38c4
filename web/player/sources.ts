import type { Rendition } from '../../contract/media/media.ts';

export interface ViewingConditions {
	/** Width of the video on the screen in CSS pixels. */
	width: number;
	height: number;
	/** Device pixels per CSS pixel. */
	pixelRatio: number;
	/** Whether the user wants to save data, by the setting of the browser or the app. */
	saveData?: boolean | undefined;
	/** Value of the Network Information API: 'slow-2g', '2g', '3g' or '4g'. */
	effectiveType?: string | undefined;
}

/** Maximum pixel ratio of a video. A higher ratio makes no visible difference and costs more data. */
const maxPixelRatio = 1.5;
/** Maximum lines (720 for 1280 × 720) of a rendition that plays on 3G without stalls. */
const maxLinesOn3g = 480;

/**
 * Sorts renditions in the order in which they are tried. First is the smallest that fills the screen, but at most the largest that suits
 * the connection. Then smaller ones, then larger ones. A rendition comes last if another has at least as many lines in no more bytes.
 */
export function rankRenditions<Shape extends Rendition>(
	renditions: readonly Shape[],
	viewing: ViewingConditions,
): Shape[] {
	const descending = [...renditions].sort((a, b) => getLines(b) - getLines(a) || a.bytes - b.bytes);
	let fewest = Number.POSITIVE_INFINITY;
	const ascending: Shape[] = [];
	const inefficient: Shape[] = [];
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
	// The video is shown whole in its frame, so a rendition that fills the frame in one direction is large enough.
	return rendition.width >= width * ratio || rendition.height >= height * ratio;
}

/** Share of the measured speed that a video may use. The rest is for changes of the speed. */
const usableSpeed = 0.7;

/**
 * Chooses the first of the files that a connection plays without stalls, else the smallest. `duration` is the video's in seconds, and `speed`
 * the connection's in bits per second.
 */
export function chooseFile<File extends { bytes: number }>(
	files: readonly File[],
	duration: number,
	speed: number,
): File {
	const playable = files.find(({ bytes }) => (8 * bytes) / duration <= speed * usableSpeed);
	return playable ?? files.reduce((smallest, file) => (file.bytes < smallest.bytes ? file : smallest));
}

/** Returns the lines of a rendition: the shorter side, because phones also record upright. */
function getLines({ width, height }: Rendition): number {
	return Math.min(width, height);
}
