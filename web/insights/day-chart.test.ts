import { expect, test } from 'vitest';
import * as statsText from '../../text/web/stats.ts';
import { summarizeDailyCounts } from './day-chart.tsx';
import { getRouteName } from './use-pageview.ts';

test('describes a chart in one sentence', () => {
	const days = [
		{ day: '2026-06-02', count: 1 },
		{ day: '2026-06-03', count: 5 },
		{ day: '2026-06-04', count: 5 },
	];
	expect(summarizeDailyCounts('Views', days)).toBe(statsText.sumWithBest('Views', 3, 11, '3 Jun', 5));
	expect(summarizeDailyCounts('Likes', [{ day: '2026-06-02', count: 0 }])).toBe(statsText.sum('Likes', 1, 0));
});

test('names a route after its page', () => {
	expect(getRouteName('pages/ad/page')).toBe('ad');
	expect(getRouteName('market/postAd')).toBe('market/postAd');
	expect(getRouteName(undefined)).toBe('other');
});
