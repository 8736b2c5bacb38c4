import { themeColours } from './theme-colours.ts';

/** Colours that follow the market's main colour, by the names of their variables in `web/theme.css`. */
export interface MainColours {
	leaf: string;
	'leaf-strong': string;
	'leaf-soft': string;
	'on-leaf': string;
}

/** Pattern of a colour that the other functions take. */
export const colourPattern = /^#[0-9a-f]{6}$/;

/** Lowest contrast of text that WCAG 2.2 allows at level AA. */
export const minContrast = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/**
 * Derives the colours of both themes from the main colour, such as '#0b6b46'. The light theme uses the colour itself. The dark theme uses the
 * first lighter shade that is readable there.
 */
export function deriveMainColours(colour: string): { light: MainColours; dark: MainColours } {
	const main = parseColour(colour);
	const dark = lightenUntilReadable(main);
	return {
		light: {
			leaf: formatColour(main),
			'leaf-strong': formatColour(mix(main, black, 0.22)),
			'leaf-soft': formatColour(mix(main, white, 0.87)),
			'on-leaf': '#ffffff',
		},
		dark: {
			leaf: formatColour(dark),
			'leaf-strong': formatColour(mix(dark, white, 0.22)),
			'leaf-soft': formatColour(softenForDark(main)),
			'on-leaf': formatColour(mix(main, black, 0.75)),
		},
	};
}

/** Returns whether the colour is dark enough for the light theme: as text on each surface, and below white text. */
export function isReadable(colour: string): boolean {
	const { leaf, 'leaf-soft': soft, 'on-leaf': onLeaf } = deriveMainColours(colour).light;
	const { page, card, sunken } = themeColours.light;
	return [page, card, sunken, soft, onLeaf].every((other) => getContrast(leaf, other) >= minContrast);
}

/** Returns the contrast of two colours from 1 to 21, as WCAG 2.2 defines it. */
export function getContrast(one: string, other: string): number {
	const [darker = 0, lighter = 0] = [getLuminance(parseColour(one)), getLuminance(parseColour(other))].sort(
		(one, other) => one - other,
	);
	return (lighter + 0.05) / (darker + 0.05);
}

/** Raises the brightness, which keeps the colour vivid, and then adds white. */
function lightenUntilReadable(main: Rgb): Rgb {
	const surfaces = [...Object.values(pickSurfaces(themeColours.dark)), formatColour(softenForDark(main))];
	const isReadableShade = (shade: Rgb) => surfaces.every((surface) => getContrast(formatColour(shade), surface) >= 6);
	const brightest = mix(black, main, 255 / Math.max(1, ...main));
	const parts = Array.from({ length: 50 }, (_, index) => index / 50);
	const shades = [
		...parts.map((part) => mix(main, brightest, part)),
		...parts.map((part) => mix(brightest, white, part)),
	];
	return shades.find(isReadableShade) ?? white;
}

function pickSurfaces({ page, card, sunken }: (typeof themeColours)['light' | 'dark']) {
	return { page, card, sunken };
}

function softenForDark(main: Rgb): Rgb {
	return mix(parseColour(themeColours.dark.card), main, 0.25);
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
	return [0, 1, 2].map((index) => {
		const start = from[index] ?? 0;
		return Math.round(start + ((to[index] ?? 0) - start) * part);
	}) as unknown as Rgb;
}

function getLuminance(colour: Rgb): number {
	const [red = 0, green = 0, blue = 0] = colour.map((value) => {
		const part = value / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseColour(colour: string): Rgb {
	const value = Number.parseInt(colour.slice(1), 16);
	return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function formatColour(colour: Rgb): string {
	return `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
