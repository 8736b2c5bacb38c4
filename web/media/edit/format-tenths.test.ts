import { expect, test } from 'vitest';
import { formatTenths } from './format-tenths.ts';

test('formats milliseconds as minutes, seconds and tenths', () => {
	expect([0, 99, 100, 7550, 59_999, 60_000, 600_000].map(formatTenths)).toEqual([
		...['0:00.0', '0:00.0', '0:00.1', '0:07.5'],
		...['0:59.9', '1:00.0', '10:00.0'],
	]);
});
