import sharp, { type OverlayOptions } from 'sharp';
import { deriveMainColours, getContrast } from '../../../contract/market-settings/market-colours.ts';
import { drawText, restrictImageFormats, type TextStyle } from '../../media-tools/images/index.ts';
import { cardSemaphore, cropPicture, encodeCard, lightBackground, lightColours } from './card-style.ts';

export interface ShareCard {
	/** Bytes of up to three trusted picture files, the best first. Without a picture, `colour` fills the card. */
	pictures: readonly Uint8Array[];
	/** First line of the card, in a colour of the market. It does not wrap. */
	lead: string | null;
	/** Main text of the card. It wraps, and ends in '…' if it does not fit. */
	headline: string;
	byline: string | null;
	/** Bytes of a square logo file. The logo stands at the bottom, next to `name`. */
	mark: Uint8Array;
	name: string;
	/** Main colour of the market, dark enough for white text, such as '#0b6b46'. */
	colour: string;
}

/** Size of a share card in pixels, as social networks recommend it. */
export const shareCardSize = { width: 1200, height: 630 } as const;
/** Maximum bytes of a share card. Some networks ignore larger pictures. */
export const maxShareCardBytes = 250_000;

const margin = 60;
/** Width of the area for pictures on the card, in pixels. */
const pictureWidth = 600;
/** Pixels between two pictures. */
const gap = 6;
export const markSide = 64;

const white = '#ffffff';
const gold = '#f5b544';
/** Lowest contrast of large text that WCAG 2.2 allows at level AA. */
const minLargeContrast = 3;

/** Returns the colours of text on the main colour of the market. */
export function getColoursOn(colour: string) {
	return {
		headline: white,
		lead: getContrast(gold, colour) >= minLargeContrast ? gold : white,
		quiet: deriveMainColours(colour).light['leaf-soft'],
	};
}

/** Draws a link preview card: a JPEG of 1200 × 630 pixels and at most 250,000 bytes. The result is identical on every machine. */
export function drawShareCard(card: ShareCard): Promise<Buffer> {
	return cardSemaphore(() => compose(card));
}

async function compose({ pictures, lead, headline, byline, mark, name, colour }: ShareCard): Promise<Buffer> {
	restrictImageFormats();
	const hasPicture = pictures.length > 0;
	const colours = hasPicture ? { ...lightColours, lead: colour } : getColoursOn(colour);
	const left = (hasPicture ? pictureWidth : 0) + margin;
	const width = shareCardSize.width - left - margin;
	const layers = await Promise.all(
		getPictureAreas(pictures.length).map(async ({ width, height, ...place }, index): Promise<OverlayOptions> => {
			const picture = pictures[index] as Uint8Array;
			return { input: await cropPicture(picture, width, height), ...place };
		}),
	);

	const foot = shareCardSize.height - margin - markSide;
	let top = margin;
	async function write(text: string | null, style: Omit<TextStyle, 'width'>, space: number): Promise<void> {
		const rendered = text === null ? null : await drawText(text, { ...style, width });
		if (!rendered) return;
		layers.push({ input: rendered.data, left, top });
		top += rendered.height + space;
	}
	const sizes = hasPicture ? [54, 48, 42, 36] : [76, 66, 56, 46, 38];
	await write(lead, { font: 'bold', colour: colours.lead, sizes: [56, 48, 40, 32], height: 70 }, 30);
	const bylineRoom = byline === null ? 0 : 70;
	await write(headline, { font: 'bold', colour: colours.headline, sizes, height: foot - top - 30 - bylineRoom }, 26);
	await write(byline, { font: 'medium', colour: colours.quiet, sizes: [32, 28], height: 44 }, 0);

	layers.push(...(await drawMark({ mark, name, colour: colours.headline, left, top: foot, width })));
	const background = hasPicture ? lightBackground : colour;
	return encodeCard(
		sharp({ create: { ...shareCardSize, channels: 3, background } }).composite(layers),
		maxShareCardBytes,
	);
}

/** Draws the logo with the name of the market beside it. `width` is the available space in pixels. */
export async function drawMark({
	mark,
	name,
	colour = white,
	left,
	top,
	width,
}: Pick<ShareCard, 'mark' | 'name'> & { colour?: string; left: number; top: number; width: number }): Promise<
	OverlayOptions[]
> {
	const layers: OverlayOptions[] = [
		{ input: await sharp(mark).resize(markSide, markSide).png().toBuffer(), left, top },
	];
	const label = await drawText(name, { font: 'bold', colour, sizes: [42], height: markSide, width });
	if (label) {
		const middle = top + Math.round((markSide - label.height) / 2);
		layers.push({ input: label.data, left: left + markSide + 18, top: middle });
	}
	return layers;
}

/** Returns where up to three pictures stand on the card, in pixels: the first above the others. */
function getPictureAreas(count: number): { left: number; top: number; width: number; height: number }[] {
	const { height } = shareCardSize;
	if (count === 0) return [];
	const whole = { left: 0, top: 0, width: pictureWidth, height };
	if (count === 1) return [whole];
	const half = (height - gap) / 2;
	if (count === 2) {
		return [
			{ ...whole, height: half },
			{ ...whole, top: half + gap, height: half },
		];
	}
	const upper = 370;
	const lower = { top: upper + gap, width: (pictureWidth - gap) / 2, height: height - upper - gap };
	return [
		{ ...whole, height: upper },
		{ ...lower, left: 0 },
		{ ...lower, left: lower.width + gap },
	];
}
