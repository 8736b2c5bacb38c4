import type { InsightEvent } from '../../contract/insights/insights.ts';
import { onPageLeave, trackInsight } from '../platform/track.ts';

type Name = Extract<InsightEvent, { type: 'vital' }>['name'];

/** Longest gap between layout shifts of one CLS session window in milliseconds. `maxShiftGroup` is the longest window. */
const maxShiftGap = 1000;
const maxShiftGroup = 5000;
/** Number of interactions per outlier that INP ignores. */
const interactionsPerOutlier = 50;

/** Measures the web vitals of the first page. Tracks them once, when the page is first hidden. */
export function measureWebVitals(route: string) {
	// Load times in a hidden tab are not comparable, so a hidden tab measures nothing.
	if (typeof PerformanceObserver === 'undefined' || document.visibilityState === 'hidden') return;
	const values = new Map<Name, number>();
	const observers: PerformanceObserver[] = [];

	function observe<Entry extends PerformanceEntry>(type: string, onEntry: (entry: Entry) => void, options = {}) {
		if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
		const observer = new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) onEntry(entry as Entry);
		});
		observer.observe({ type, buffered: true, ...options });
		observers.push(observer);
	}

	observe('navigation', (entry: PerformanceNavigationTiming) => values.set('TTFB', entry.responseStart));
	observe('paint', (entry) => {
		if (entry.name === 'first-contentful-paint') values.set('FCP', entry.startTime);
	});
	observe('largest-contentful-paint', (entry) => values.set('LCP', entry.startTime));

	let [groupStart, lastShift, sum] = [0, Number.NEGATIVE_INFINITY, 0];
	if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) values.set('CLS', 0);
	observe('layout-shift', (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
		if (entry.hadRecentInput) return;
		const joins = entry.startTime - lastShift < maxShiftGap && entry.startTime - groupStart < maxShiftGroup;
		if (!joins) [groupStart, sum] = [entry.startTime, 0];
		lastShift = entry.startTime;
		sum += entry.value;
		values.set('CLS', Math.max(values.get('CLS') ?? 0, sum * 1000));
	});

	const interactions = new Map<number, number>();
	observe(
		'event',
		(entry: PerformanceEntry & { interactionId?: number }) => {
			const { interactionId: id, duration } = entry;
			if (!id) return;
			interactions.set(id, Math.max(interactions.get(id) ?? 0, duration));
			const slowest = [...interactions.values()].sort((a, b) => b - a);
			values.set('INP', slowest[Math.floor(slowest.length / interactionsPerOutlier)] ?? duration);
		},
		{ durationThreshold: 40 },
	);

	function finish() {
		stop();
		for (const observer of observers) observer.disconnect();
		for (const [name, value] of values) {
			trackInsight({ type: 'vital', route, name, value: Math.min(Math.max(0, Math.round(value)), 600_000) });
		}
	}
	const stop = onPageLeave(finish);
}
