import { describe, expect, test } from 'vitest';
import { themeColours } from '../contract/market-settings/theme-colours.ts';
import { getContrastRatio } from './testing/contrast.ts';
import theme from './theme.css?raw';

/** The colours that `:root` or `.dark` sets. */
function parseColours(selector: string): Record<string, string> {
	const [, block = ''] = theme.match(new RegExp(`\\s${selector} \\{([^}]*--page:[^}]*)\\}`)) ?? [];
	return Object.fromEntries(
		[...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
	);
}

describe.each([
	['light', ':root'],
	['dark', '.dark'],
] as const)('colours of the %s theme', (name, selector) => {
	const colours = themeColours[name];

	test('are those of the stylesheet', () => {
		expect(parseColours(selector)).toMatchObject(colours);
	});

	test.each([
		['ink', 'card'],
		['ink', 'sunken'],
		['quiet', 'card'],
		['quiet', 'sunken'],
		['leaf', 'page'],
		['on-leaf', 'leaf'],
	] as const)('make %s readable on %s', (foreground, background) => {
		expect(getContrastRatio(colours[foreground], colours[background])).toBeGreaterThanOrEqual(4.5);
	});
});

test('makes white readable on every colour of an avatar', () => {
	const colours = [...theme.matchAll(/--color-avatar-\d: (#[0-9a-f]{6});/g)].map(([, colour = '']) => colour);
	expect(colours).toHaveLength(8);
	for (const colour of colours) expect(getContrastRatio('#ffffff', colour)).toBeGreaterThanOrEqual(4.5);
});
