/** Characters of a line's name. `compare.ts` separates name and figures there. */
export const nameWidth = 80;

/** Prints what was measured, the figures and their aim. */
export function printLine(name: string, figures: string, aim = '–'): void {
	console.log(`${name.padEnd(nameWidth)} ${figures.padEnd(30)} aim ${aim}`);
}

/** Prints the ratio of two measurements with both figures. */
export function printRatio(
	name: string,
	aim: string,
	{ a, b, ratio }: { a: number; b: number; ratio: number },
	unit: string,
): void {
	const digits = unit === 'ms' ? 2 : 0;
	printLine(name, `${ratio.toFixed(2)} (${a.toFixed(digits)} / ${b.toFixed(digits)} ${unit})`, aim);
}

/** Converts the ratio of two durations to that of two speeds. */
export function toSpeedRatio({ a, b, ratio }: { a: number; b: number; ratio: number }) {
	return { a, b, ratio: 1 / ratio };
}
