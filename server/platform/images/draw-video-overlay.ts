import sharp from 'sharp';
import { overlayStyle } from '../../../contract/overlay-style.ts';
import { drawText } from './card-drawing.ts';
import { restrictImageFormats } from './loaders.ts';

/**
 * Draws a text in the style of `overlayStyle` for a video of the given size in pixels. Returns RGBA pixels of that size, or null if no
 * character of the text can be drawn.
 */
export async function drawVideoOverlay(
	text: string,
	{ width, height }: { width: number; height: number },
): Promise<Buffer | null> {
	restrictImageFormats();
	const fontSize = Math.max(1, Math.round(overlayStyle.fontSize * Math.min(width, height)));
	const lineHeight = overlayStyle.lineHeight * fontSize;
	const padding = Math.round(overlayStyle.padding * fontSize);
	const drawn = await drawText(text, {
		font: 'bold',
		colour: overlayStyle.colour,
		sizes: [fontSize],
		width: Math.floor(overlayStyle.width * width),
		height: height - 2 * padding,
		align: 'centre',
		lineHeight: overlayStyle.lineHeight,
	});
	if (!drawn) return null;
	// Text is drawn without margins, so its height depends on its letters. That of the box depends on the number of lines only.
	const lines = Math.ceil(drawn.height / lineHeight);
	const box = {
		width: Math.min(width, drawn.width + 2 * padding),
		height: Math.min(height, Math.round(lines * lineHeight) + 2 * padding),
	};
	const centre = Math.round(overlayStyle.centre * height);
	const top = Math.min(Math.max(0, centre - Math.round(box.height / 2)), height - box.height);
	return sharp({ create: { width, height, channels: 4, background: 'rgb(0 0 0 / 0)' } })
		.composite([
			{ input: await drawBox(box, overlayStyle.radius * fontSize), left: Math.floor((width - box.width) / 2), top },
			{
				input: drawn.data,
				left: Math.floor((width - drawn.width) / 2),
				top: top + Math.floor((box.height - drawn.height) / 2),
			},
		])
		.raw()
		.toBuffer();
}

/** Draws a box with rounded corners as a PNG. */
function drawBox({ width, height }: { width: number; height: number }, radius: number): Promise<Buffer> {
	const raw = { width, height, channels: 4 } as const;
	const mask = Buffer.alloc(width * height * raw.channels);
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			mask[(y * width + x) * raw.channels + 3] = Math.round(255 * coverPixel(x + 0.5, y + 0.5, raw, radius));
		}
	}
	return sharp({ create: { ...raw, background: overlayStyle.background } })
		.composite([{ input: mask, raw, blend: 'dest-in' }])
		.png({ compressionLevel: 1 })
		.toBuffer();
}

/** Returns how much of the pixel at a point is inside a box with rounded corners, 0 to 1. */
function coverPixel(x: number, y: number, box: { width: number; height: number }, radius: number): number {
	const outsideX = Math.max(radius - x, x - (box.width - radius), 0);
	const outsideY = Math.max(radius - y, y - (box.height - radius), 0);
	return Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(outsideX, outsideY)));
}
