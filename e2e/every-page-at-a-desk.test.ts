import { expect, test } from 'vitest';
import { everyPage } from './support/every-page.ts';
import { openMarket } from './support/market.ts';

const market = openMarket({ sample: true });

test('everyone can use every page at a desk', { timeout: 300_000 }, async () => {
	expect(await everyPage(market, 'desk')).toEqual([]);
});
