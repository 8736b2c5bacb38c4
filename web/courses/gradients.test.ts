import { describe, expect, test } from 'vitest';
import { courses } from '../../contract/course-catalogue.ts';
import theme from '../theme.css?raw';

/** The custom properties that a class sets; in the dark theme, dark values override light ones. */
function parseColours(gradient: string, isDark: boolean): Record<string, string> {
	const block = new RegExp(`\\.${gradient} \\{([^}]*--course-from:[^}]*)\\}`, 'g');
	const blocks = [...theme.matchAll(block)].map(([, colours]) => colours);
	expect(blocks).toHaveLength(2);
	const declarations = blocks.slice(0, isDark ? 2 : 1).join('\n');
	return Object.fromEntries(
		[...declarations.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
	);
}

/** The relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour = ''): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
		const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(foreground: string | undefined, background: string | undefined): number {
	const [dark = 0, light = 0] = [luminance(foreground), luminance(background)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

describe.each(courses.map(({ gradient }) => gradient))('%s', (gradient) => {
	test.each([false, true])('has readable text at both ends (dark: %s)', (isDark) => {
		const colours = parseColours(gradient, isDark);
		for (const end of ['course-from', 'course-to']) {
			expect(contrast(colours['on-course'], colours[end])).toBeGreaterThanOrEqual(4.5);
		}
	});
});
