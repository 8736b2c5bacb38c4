import type { Client } from '../../contract/core/client.ts';

type Vital = Awaited<ReturnType<Client['getSiteInsights']>>['vitals'][number];

/** Highest 'good' and highest 'needs work' value per web vital (web.dev/articles/vitals), in milliseconds; CLS in thousandths. */
const thresholds: Readonly<Record<Vital['name'], readonly [good: number, poor: number]>> = {
	LCP: [2500, 4000],
	INP: [200, 500],
	CLS: [100, 250],
	FCP: [1800, 3000],
	TTFB: [800, 1800],
};

export type WebVitalRating = 'good' | 'needs work' | 'poor';

export function rateWebVital(name: Vital['name'], p75: number): WebVitalRating {
	const [good, poor] = thresholds[name];
	if (p75 <= good) return 'good';
	return p75 <= poor ? 'needs work' : 'poor';
}

/** Formats the value of a web vital: '2.4 s', '180 ms', '0.08'. */
export function formatWebVital(name: Vital['name'], value: number): string {
	if (name === 'CLS') return (value / 1000).toFixed(2);
	return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}
