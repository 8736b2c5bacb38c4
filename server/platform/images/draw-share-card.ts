import { fileURLToPath } from 'node:url';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { restrictImageFormats } from './loaders.ts';
import { createSemaphore } from './semaphore.ts';

export interface ShareCard {
	/** Bytes of a trusted picture file. If it is null, the brand color fills the card. */
	picture: Uint8Array | null;
	/** First line of the card, in color. It does not wrap. */
	lead: string | null;
	/** Main text of the card. It wraps, and ends in '…' if it does not fit. */
	headline: string;
	byline: string | null;
	/** Bytes of a square logo file. The logo stands at the bottom, next to `name`. */
	mark: Uint8Array;
	name: string;
}

/** Size of a share card in pixels, as social networks recommend it. */
export const shareCardSize = { width: 1200, height: 630 } as const;
/** Maximum bytes of a share card. Some networks ignore larger pictures. */
const maxBytes = 250_000;

const margin = 60;
/** Width of the picture on the card, in pixels. */
const pictureWidth = 600;
const markSide = 64;
const qualities = [86, 78, 68, 55, 40];

const lightBackground = '#faf8f4';
const lightColours = { headline: '#17201b', lead: '#0b6b46', quiet: '#56605a' };
const brandBackground = '#0b6b46';
const brandColours = { headline: '#ffffff', lead: '#f5b544', quiet: '#dff0e7' };

// The fonts are bundled, because system fonts differ between machines or are missing.
const fonts = {
	bold: {
		file: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')),
		name: 'Inter Bold',
	},
	medium: {
		file: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf')),
		name: 'Inter Medium',
	},
};

const composeSemaphore = createSemaphore(2);

/** Draws a link preview card: a JPEG of 1200 × 630 pixels and at most 250,000 bytes. The result is identical on every machine. */
export function drawShareCard(card: ShareCard): Promise<Buffer> {
	return composeSemaphore(() => compose(card));
}

async function compose({ picture, lead, headline, byline, mark, name }: ShareCard): Promise<Buffer> {
	restrictImageFormats();
	const colours = picture ? lightColours : brandColours;
	const left = (picture ? pictureWidth : 0) + margin;
	const width = shareCardSize.width - left - margin;
	const layers: OverlayOptions[] = [];
	if (picture) {
		const cropped = await sharp(picture)
			.resize({ width: pictureWidth, height: shareCardSize.height, fit: 'cover' })
			.flatten({ background: lightBackground })
			.toColourspace('srgb')
			.png({ compressionLevel: 0 })
			.toBuffer();
		layers.push({ input: cropped, left: 0, top: 0 });
	}

	const foot = shareCardSize.height - margin - markSide;
	let top = margin;
	async function write(text: string | null, style: Omit<TextStyle, 'width'>, gap: number): Promise<void> {
		const rendered = text === null ? null : await draw(text, { ...style, width });
		if (!rendered) return;
		layers.push({ input: rendered.data, left, top });
		top += rendered.height + gap;
	}
	const sizes = picture ? [54, 48, 42, 36] : [76, 66, 56, 46, 38];
	await write(lead, { font: 'bold', colour: colours.lead, sizes: [56, 48, 40, 32], height: 70 }, 30);
	const bylineRoom = byline === null ? 0 : 70;
	await write(headline, { font: 'bold', colour: colours.headline, sizes, height: foot - top - 30 - bylineRoom }, 26);
	await write(byline, { font: 'medium', colour: colours.quiet, sizes: [32, 28], height: 44 }, 0);

	const markPicture = await sharp(mark).resize(markSide, markSide).png().toBuffer();
	layers.push({ input: markPicture, left, top: foot });
	const label = await draw(name, { font: 'bold', colour: colours.headline, sizes: [42], height: markSide, width });
	if (label) {
		const middle = foot + Math.round((markSide - label.height) / 2);
		layers.push({ input: label.data, left: left + markSide + 18, top: middle });
	}
	return encodeJpeg(
		sharp({
			create: { ...shareCardSize, channels: 3, background: picture ? lightBackground : brandBackground },
		}).composite(layers),
	);
}

/** Encodes a JPEG with the highest quality that fits into `maxBytes`. */
async function encodeJpeg(picture: Sharp): Promise<Buffer> {
	const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
	let jpeg = Buffer.alloc(0);
	for (const quality of qualities) {
		jpeg = await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
			.jpeg({ quality, chromaSubsampling: quality > 70 ? '4:4:4' : '4:2:0' })
			.toBuffer();
		if (jpeg.length <= maxBytes) break;
	}
	return jpeg;
}

interface TextStyle {
	font: keyof typeof fonts;
	colour: string;
	/** Font sizes in pixels, in descending order. The first size that fits is used. */
	sizes: readonly number[];
	/** Width of the available space, in pixels. */
	width: number;
	height: number;
}

/** Renders text into the available space. Returns null if no character can be drawn. */
async function draw(text: string, style: TextStyle): Promise<{ data: Buffer; height: number } | null> {
	let drawable = toDrawableText(text);
	while (drawable !== '') {
		for (const size of style.sizes) {
			const { data, info } = await drawAt(drawable, size, style);
			if (info.height <= style.height && info.width <= style.width) return { data, height: info.height };
		}
		const letters = [...new Intl.Segmenter().segment(drawable.replace(/…$/, ''))].map(({ segment }) => segment);
		const shortened = letters
			.slice(0, Math.floor(letters.length * 0.8))
			.join('')
			.trim();
		drawable = shortened === '' ? '' : `${shortened}…`;
	}
	return null;
}

function drawAt(text: string, size: number, { font, colour, width }: TextStyle) {
	const escaped = text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
	return sharp({
		text: {
			text: `<span foreground="${colour}" insert_hyphens="false">${escaped}</span>`,
			font: `${fonts[font].name} ${size}`,
			fontfile: fonts[font].file,
			width,
			wrap: 'word-char',
			rgba: true,
		},
	})
		.png({ compressionLevel: 1 })
		.toBuffer({ resolveWithObject: true });
}

/**
 * Reduces a text to the characters that the fonts contain: Latin, Greek and Cyrillic letters with marks, digits and signs. Removes emoji
 * and normalizes stylized letters.
 */
export function toDrawableText(text: string): string {
	return text
		.normalize('NFKC')
		.replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}/gu, (sign) => (/[©®™]/.test(sign) ? sign : ''))
		.replace(/[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{P}\p{Sc}0-9+<=>|~^`$%#*©®™°\s]/gu, '')
		.replace(/[\u20d0-\u20f0\ufe00-\ufe0f]/g, '')
		.replace(/(\p{M}{3})\p{M}+/gu, '$1')
		.replace(/(^|\s)\p{M}+/gu, '$1')
		.replace(/\s+/g, ' ')
		.trim();
}
