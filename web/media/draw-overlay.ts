import { overlayStyle } from '../../contract/media/overlay-style.ts';
import type { Size } from './crop.ts';

/** Draws text into a frame of this size, as `overlayStyle` says. */
export function drawOverlay(
	context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
	text: string,
	{ width, height }: Size,
) {
	const fontSize = overlayStyle.fontSize * Math.min(width, height);
	const [lineHeight, padding] = [overlayStyle.lineHeight * fontSize, overlayStyle.padding * fontSize];
	context.save();
	context.font = `bold ${fontSize}px system-ui, sans-serif`;
	context.textAlign = 'center';
	context.textBaseline = 'middle';
	const measure = (words: string) => context.measureText(words).width;
	const lines = wrapText(text, overlayStyle.width * width, measure);
	const boxWidth = Math.max(0, ...lines.map(measure)) + 2 * padding;
	const boxHeight = lines.length * lineHeight + 2 * padding;
	const top = overlayStyle.centre * height - boxHeight / 2;
	context.fillStyle = overlayStyle.background;
	context.beginPath();
	context.roundRect((width - boxWidth) / 2, top, boxWidth, boxHeight, overlayStyle.radius * fontSize);
	context.fill();
	context.fillStyle = overlayStyle.colour;
	for (const [index, line] of lines.entries()) {
		context.fillText(line, width / 2, top + padding + (index + 0.5) * lineHeight);
	}
	context.restore();
}

/** Wraps text into lines of at most `maxWidth`, between words where possible. */
export function wrapText(text: string, maxWidth: number, measure: (text: string) => number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const joined = line === '' ? word : `${line} ${word}`;
		if (measure(joined) <= maxWidth) {
			line = joined;
			continue;
		}
		if (line !== '') lines.push(line);
		line = '';
		for (const character of word) {
			if (line !== '' && measure(line + character) > maxWidth) {
				lines.push(line);
				line = '';
			}
			line += character;
		}
	}
	return line === '' ? lines : [...lines, line];
}
