import sharp from 'sharp';
import { overlayStyle } from '../../contract/media/overlay-style.ts';
import { drawBox, drawText, restrictImageFormats } from '../media-tools/images/index.ts';

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
			{
				input: await drawBox(box, overlayStyle.radius * fontSize, overlayStyle.background),
				left: Math.floor((width - box.width) / 2),
				top,
			},
			{
				input: drawn.data,
				left: Math.floor((width - drawn.width) / 2),
				top: top + Math.floor((box.height - drawn.height) / 2),
			},
		])
		.raw()
		.toBuffer();
}
