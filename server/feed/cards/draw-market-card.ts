import sharp, { type OverlayOptions } from 'sharp';
import { drawText, restrictImageFormats, type TextStyle } from '../../media-tools/images/index.ts';
import { cardSemaphore, cropPicture, encodeCard, lightBackground } from './card-style.ts';
import { drawMark, getColoursOn, markSide, maxShareCardBytes, shareCardSize } from './draw-share-card.ts';

export interface MarketCard {
	/** Bytes of one to six trusted picture files. */
	pictures: readonly Uint8Array[];
	/** Main text of the card. It wraps, and ends in '…' if it does not fit. */
	headline: string;
	byline: string;
	/** Bytes of a square logo file. The logo stands at the top, next to `name`. */
	mark: Uint8Array;
	name: string;
	/** Main colour of the market, which fills the panel with the texts. It is dark enough for white text. */
	colour: string;
}

/** Numbers of pictures in each column, by the number of pictures. */
const columns: readonly (readonly number[])[] = [[1], [1, 1], [1, 2], [2, 2], [1, 2, 2], [2, 2, 2]];
/** Maximum number of pictures on a card. */
export const maxMarketPictures = columns.length;

/** Width of the panel with the texts, in pixels. The pictures fill the rest. */
const panelWidth = 464;
const margin = 48;
/** Width of the built-in logo's edge, which is invisible on the panel, in pixels. Without it, the logo is flush with the texts. */
const markInset = 12;
/** Pixels between two pictures. */
const gap = 8;

/** Draws a preview card of the market with products: a JPEG of 1200 × 630 pixels and at most 250,000 bytes. The result is identical on every machine. */
export function drawMarketCard(card: MarketCard): Promise<Buffer> {
	return cardSemaphore(() => compose(card));
}

async function compose({ pictures, headline, byline, mark, name, colour }: MarketCard): Promise<Buffer> {
	restrictImageFormats();
	const { height } = shareCardSize;
	const width = panelWidth - 2 * margin;
	const onColour = getColoursOn(colour);
	const layers = await Promise.all(
		getPictureAreas(pictures.length).map(async ({ width, height, ...place }, index): Promise<OverlayOptions> => {
			const picture = pictures[index] as Uint8Array;
			return { input: await cropPicture(picture, width, height), ...place };
		}),
	);
	layers.push({
		input: { create: { width: panelWidth, height, channels: 3, background: colour } },
		left: 0,
		top: 0,
	});
	layers.push(...(await drawMark({ mark, name, left: margin - markInset, top: margin, width })));

	// The texts stand at the bottom of the panel.
	let bottom = height - margin;
	async function write(text: string, style: Omit<TextStyle, 'width'>): Promise<void> {
		const rendered = await drawText(text, { ...style, width, keepsWords: true });
		if (!rendered) return;
		bottom -= rendered.height;
		layers.push({ input: rendered.data, left: margin, top: bottom });
		bottom -= 30;
	}
	await write(byline, { font: 'medium', colour: onColour.quiet, sizes: [28, 25], height: 140 });
	const headlineHeight = bottom - 2 * margin - markSide;
	await write(headline, {
		font: 'bold',
		colour: onColour.headline,
		sizes: [62, 54, 46, 40, 34],
		height: headlineHeight,
	});
	const card = sharp({ create: { ...shareCardSize, channels: 3, background: lightBackground } });
	return encodeCard(card.composite(layers), maxShareCardBytes);
}

/** Returns where the pictures stand on the card, in pixels: columns of the same width, each with pictures of the same height. */
function getPictureAreas(count: number): { left: number; top: number; width: number; height: number }[] {
	const counts = columns[count - 1] ?? [];
	return counts.flatMap((rows, column) => {
		const across = divide(shareCardSize.width - panelWidth, counts.length, column);
		return Array.from({ length: rows }, (_, row) => {
			const down = divide(shareCardSize.height, rows, row);
			return { left: panelWidth + across.start, top: down.start, width: across.length, height: down.length };
		});
	});
}

/** Divides a length into parts with gaps between them. Returns the start and the length of one part, in whole pixels. */
function divide(length: number, parts: number, index: number): { start: number; length: number } {
	const edge = (at: number) => Math.round(((length + gap) * at) / parts);
	return { start: edge(index), length: edge(index + 1) - gap - edge(index) };
}
