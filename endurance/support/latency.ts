import { quantile } from '../../bench/measure.ts';

/** Formats the median and the 95th percentile of latencies, in milliseconds. */
export function formatLatencySummary(times: readonly number[]): string {
	const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)].map((time) => time.toFixed(1));
	return `p50 ${p50} ms, p95 ${p95} ms (${times.length} calls)`;
}
