// Milliseconds; CLS in thousandths. Google's limits of 'good' and 'poor' are among the steps.
const times = [
	50, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1200, 1500, 1800, 2100, 2500, 3000, 3500, 4000, 5000, 7000, 10_000,
	20_000, 60_000, 600_000,
];
const shifts = [0, 10, 25, 50, 75, 100, 150, 200, 250, 350, 500, 1000, 600_000];

/** The step of the histogram that a Core Web Vital falls into, by its upper end. */
export function stepOf(name: string, value: number): number {
	const steps = name === 'CLS' ? shifts : times;
	return steps.find((step) => value <= step) ?? 600_000;
}
