import type { Page } from '@playwright/test';
import { sumCallCosts, typicalVisit } from '../endurance/support/visit.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { eventually, expectHeading } from './support/expect.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

const token = 'a-token-of-this-test';
test.use({ ...makeConfigurationFixture({ sample: true, env: { METRICS_TOKEN: token } }), serviceWorkers: 'allow' });

/** Returns the number of responses by route from the server's metrics. */
async function countResponses({ address }: MarketFixture): Promise<Map<string, number>> {
	const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
	const counts = new Map<string, number>();
	const lines = (await response.text()).matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm);
	for (const [, labels = '', count] of lines) {
		const [, route = ''] = /route="([^"]*)"/.exec(labels) ?? [];
		counts.set(route, (counts.get(route) ?? 0) + Number(count));
	}
	return counts;
}

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link');

test('costs no more for a typical visit than docs/limits.md assumes', async ({ market }) => {
	const before = await countResponses(market);
	const page = await market.newPhonePage();
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await waitUntilSettled(page);
	for (const pages of [2, 3]) {
		await eventually(async () => {
			await page.mouse.wheel(0, 3000);
			return (await cards(page).count()) > 24 * (pages - 1);
		}).toBe(true);
		await waitUntilSettled(page);
	}
	for (const index of [0, 2, 5]) {
		const title = (await cards(page).nth(index).textContent()) ?? '';
		await cards(page).nth(index).click();
		await expectHeading(page, title);
		await waitUntilSettled(page);
		await page.goBack();
		await expectHeading(page, pageTitlesText.trending);
	}
	await page.getByRole('banner').getByRole('searchbox').fill('leather handbag');
	await page.keyboard.press('Enter');
	await page
		.getByRole('status')
		.filter({ hasText: /^\d+ ads?/ })
		.waitFor();
	await waitUntilSettled(page);
	// The browser sends the last insights (usage data) when the page is left.
	await page.goto('about:blank');

	const counts = [...(await countResponses(market))].flatMap(([route, count]): [string, number][] => {
		const added = count - (before.get(route) ?? 0);
		return added > 0 && route !== 'GET /metrics' ? [[route, added]] : [];
	});
	const units = sumCallCosts(counts);
	console.log(`${counts.map(([route, count]) => `${count} × ${route}`).join(', ')}: ${units} units`);
	expect(units).toBeLessThanOrEqual(sumCallCosts(typicalVisit));
	expect(units).toBeGreaterThan(sumCallCosts(typicalVisit) / 2);
});
