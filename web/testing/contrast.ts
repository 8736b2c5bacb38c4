/** The contrast ratio of two colours in the form `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function getContrastRatio(foreground: string | undefined, background: string | undefined): number {
	const [dark = 0, light = 0] = [luminance(foreground), luminance(background)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour = ''): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
		const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
