import { expect, test } from 'vitest';
import * as statsText from '../../contract/text/stats.ts';
import { describeDays } from './day-chart.tsx';
import { routeName } from './use-pageview.ts';

test('describes a chart in one sentence', () => {
	const days = [
		{ day: '2026-06-02', count: 1 },
		{ day: '2026-06-03', count: 5 },
		{ day: '2026-06-04', count: 5 },
	];
	expect(describeDays('Views', days)).toBe(statsText.sumWithBest('Views', 3, 11, '3 Jun', 5));
	expect(describeDays('Likes', [{ day: '2026-06-02', count: 0 }])).toBe(statsText.sum('Likes', 1, 0));
});

test('names a route after its page', () => {
	expect(routeName('pages/ad/page')).toBe('ad');
	expect(routeName('market/postAd')).toBe('market/postAd');
	expect(routeName(undefined)).toBe('other');
});
