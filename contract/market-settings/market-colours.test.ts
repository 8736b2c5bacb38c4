import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveMainColours, getContrast, isReadable, minContrast } from './market-colours.ts';
import { themeColours } from './theme-colours.ts';

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** Returns a shade of a colour, from the colour itself at 1 to black at 0. */
function darken(colour: string, part: number): string {
	const channels = [1, 3, 5].map((start) => Math.floor(Number.parseInt(colour.slice(start, start + 2), 16) * part));
	return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Colours that the settings accept: the lightest accepted shade of any colour, in steps of a twentieth. */
const accepted = colours.map((colour) => {
	let part = 1;
	while (!isReadable(darken(colour, part))) part -= 0.05;
	return darken(colour, part);
});

/** Lists pairs of text and background of the pages, by the name of both, with their contrast. */
function listContrasts(colour: string): [string, number][] {
	return (['light', 'dark'] as const).flatMap((theme) => {
		const main = deriveMainColours(colour)[theme];
		const { page, card, sunken, ink, quiet } = themeColours[theme];
		const pairs = {
			'leaf on page': [main.leaf, page],
			'leaf on card': [main.leaf, card],
			'leaf on sunken': [main.leaf, sunken],
			'leaf on leaf-soft': [main.leaf, main['leaf-soft']],
			'on-leaf on leaf': [main['on-leaf'], main.leaf],
			'on-leaf on leaf-strong': [main['on-leaf'], main['leaf-strong']],
			'ink on leaf-soft': [ink, main['leaf-soft']],
			'quiet on leaf-soft': [quiet, main['leaf-soft']],
		} as const;
		return Object.entries(pairs).map(([name, [text, background]]): [string, number] => [
			`${name} (${theme})`,
			getContrast(text, background),
		]);
	});
}

test('every accepted colour is readable in both themes', () => {
	fc.assert(
		fc.property(accepted, (colour) => {
			expect(isReadable(colour)).toBe(true);
			expect(listContrasts(colour).filter(([, contrast]) => contrast < minContrast)).toEqual([]);
		}),
		{ numRuns: 300 },
	);
});

test('a darker shade of an accepted colour is accepted', () => {
	fc.assert(
		fc.property(accepted, fc.integer({ min: 0, max: 100 }), (colour, percent) => {
			expect(isReadable(darken(colour, percent / 100))).toBe(true);
		}),
	);
});

test('the light theme uses the colour itself', () => {
	fc.assert(
		fc.property(colours, (colour) => {
			expect(deriveMainColours(colour).light.leaf).toBe(colour);
		}),
	);
});

test('the dark theme keeps the colour vivid', () => {
	expect(deriveMainColours('#0b6b46').dark.leaf).toBe('#14c480');
	expect(deriveMainColours('#1a2b8f').dark.leaf).toBe('#8e9fff');
});

test('contrast is that of WCAG 2.2, in either order', () => {
	expect(getContrast('#000000', '#ffffff')).toBeCloseTo(21);
	expect(getContrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
	expect(getContrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
	fc.assert(
		fc.property(colours, colours, (one, other) => {
			expect(getContrast(one, other)).toBe(getContrast(other, one));
			expect(getContrast(one, other)).toBeGreaterThanOrEqual(1);
			expect(getContrast(one, other)).toBeLessThanOrEqual(21);
		}),
	);
});

test.each([
	['#0b6b46', true],
	['#000000', true],
	['#7a1fa2', true],
	['#ffee00', false],
	['#ffffff', false],
	// Readable on white, but not on the sunken surface.
	['#767676', false],
])('accepts %s: %s', (colour, expected) => {
	expect(isReadable(colour)).toBe(expected);
});
