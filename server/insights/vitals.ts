// Upper bounds of histogram steps in milliseconds; for CLS (layout shift) in thousandths. Google's thresholds are among them.
const timeSteps = [
	50, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1200, 1500, 1800, 2100, 2500, 3000, 3500, 4000, 5000, 7000, 10_000,
	20_000, 60_000, 600_000,
];
const shiftSteps = [0, 10, 25, 50, 75, 100, 150, 200, 250, 350, 500, 1000, 600_000];

/** Returns the upper bound of the histogram step that contains the value of a Core Web Vital. */
export function toHistogramBucket(name: string, value: number): number {
	return stepsFor(name).find((step) => value <= step) ?? 600_000;
}

/** Numbers of visits by upper bound of their histogram step. */
export type Histogram = ReadonlyMap<number, number>;

/** Returns the 75th percentile of a Core Web Vital, interpolated linearly within a histogram step. The histogram must not be empty. */
export function percentile75(name: string, histogram: Histogram): number {
	const total = [...histogram.values()].reduce((sum, visits) => sum + visits, 0);
	let left = total * 0.75;
	let below = 0;
	for (const step of stepsFor(name)) {
		const visits = histogram.get(step) ?? 0;
		if (visits > 0 && visits >= left) return Math.round(below + (step - below) * (left / visits));
		left -= visits;
		below = step;
	}
	return below;
}

function stepsFor(name: string): readonly number[] {
	return name === 'CLS' ? shiftSteps : timeSteps;
}
