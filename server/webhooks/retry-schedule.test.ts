import { expect, test } from 'vitest';
import { failurePeriod, getRetryDelay } from './retry-schedule.ts';

test('attempts are repeated after growing delays until a webhook counts as failing for a day', () => {
	const delays: number[] = [];
	for (let attempts = 1; ; attempts += 1) {
		const delay = getRetryDelay(attempts);
		if (delay === null) break;
		delays.push(delay);
	}
	expect(delays).toEqual(delays.toSorted((a, b) => a - b));
	const total = delays.reduce((sum, delay) => sum + delay, 0);
	expect(total).toBeGreaterThanOrEqual(failurePeriod);
	expect(total).toBeLessThan(1.05 * failurePeriod);
});
