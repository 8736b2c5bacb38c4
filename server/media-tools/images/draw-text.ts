import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

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

export interface TextStyle {
	font: keyof typeof fonts;
	colour: string;
	/** Font sizes in pixels, in descending order. The first size that fits is used. */
	sizes: readonly number[];
	/** Width of the available space, in pixels. */
	width: number;
	height: number;
	/** Alignment of lines; 'left' by default. */
	align?: 'left' | 'centre';
	/** Height of a line as a multiple of the font size; that of the font by default. */
	lineHeight?: number;
	/** Whether lines break only between words. A word that is too long at a size does not fit at this size. */
	keepsWords?: boolean;
}

/** Renders text into the available space, as a PNG without margins. Returns null if no character can be drawn. */
export async function drawText(
	text: string,
	style: TextStyle,
): Promise<{ data: Buffer; width: number; height: number } | null> {
	let drawable = toDrawableText(text);
	while (drawable !== '') {
		for (const size of style.sizes) {
			const { data, info } = await drawAt(drawable, size, style);
			const { width, height } = info;
			if (height <= style.height && width <= style.width) return { data, width, height };
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

function drawAt(
	text: string,
	size: number,
	{ font, colour, width, align = 'left', lineHeight, keepsWords = false }: TextStyle,
) {
	const escaped = text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
	const spacing = lineHeight === undefined ? '' : ` line_height="${lineHeight}"`;
	return sharp({
		text: {
			text: `<span foreground="${colour}" insert_hyphens="false"${spacing}>${escaped}</span>`,
			font: `${fonts[font].name} ${size}`,
			fontfile: fonts[font].file,
			width,
			align,
			wrap: keepsWords ? 'word' : 'word-char',
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
