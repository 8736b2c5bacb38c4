import { describe, expect, test } from 'vitest';
import { courses } from '../../contract/courses/course-catalogue.ts';
import { getContrastRatio } from '../testing/contrast.ts';
import theme from '../theme.css?raw';

/** Parses the CSS custom properties that a gradient class sets. In the dark theme, dark values override light ones. */
function parseColours(gradient: string, isDark: boolean): Record<string, string> {
	const block = new RegExp(`\\.${gradient} \\{([^}]*--course-from:[^}]*)\\}`, 'g');
	const blocks = [...theme.matchAll(block)].map(([, colours]) => colours);
	expect(blocks).toHaveLength(2);
	const declarations = blocks.slice(0, isDark ? 2 : 1).join('\n');
	return Object.fromEntries(
		[...declarations.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
	);
}

describe.each(courses.map(({ gradient }) => gradient))('%s', (gradient) => {
	test.each([false, true])('has readable text at both ends (dark: %s)', (isDark) => {
		const colours = parseColours(gradient, isDark);
		for (const end of ['course-from', 'course-to']) {
			expect(getContrastRatio(colours['on-course'], colours[end])).toBeGreaterThanOrEqual(4.5);
		}
	});
});
