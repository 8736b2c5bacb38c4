import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import * as commonText from '../text/shared/common.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { findHorizontalOverflow, runAxe } from './support/accessibility.ts';
import { eventually, expectHeading } from './support/expect.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true }));

/** Returns the id and title of the first item of a list of the API. */
async function findFirst(page: Page, path: string): Promise<{ id: number; title: string }> {
	const { items } = await (await page.request.get(path)).json();
	return items[0];
}

/** Returns the id of the first sold ad of the sample content. */
async function findSold(page: Page): Promise<number> {
	let id = 1;
	while (!(await (await page.request.get(`/embed/ads/${id}`)).text()).includes(`>${commonText.sold}<`)) id++;
	return id;
}

/** Opens a page of another site that frames an embed. The site takes only frames that declare an embedder policy too. */
async function openFramingPage(market: MarketFixture, path: string) {
	const site = createServer((_, response) => {
		const frame = `<iframe src="${market.address}${path}" width="320" height="400" title="Embed" allowfullscreen></iframe>`;
		response.setHeader('content-type', 'text/html');
		response.setHeader('cross-origin-embedder-policy', 'require-corp');
		response.end(`<!doctype html><html lang="en"><title>A blog</title>${frame}</html>`);
	});
	await once(site.listen(0, '127.0.0.1'), 'listening');
	const page = await market.newPhonePage();
	await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
	return { page, frame: page.frameLocator('iframe'), close: () => site.close() };
}

test('other sites frame an ad or a video, which is accessible, plays with the keyboard and stores nothing', async ({
	market,
}) => {
	await test.step('plays a video with the keyboard and stores nothing', async () => {
		const visitor = await market.newPhonePage();
		// The browser reports the scripts of Playwright, which look for elements.
		market.allowErrors(/another origin: http:\/\/127\.0\.0\.1:/, /Blocked script execution/);
		const { id, title } = await findFirst(visitor, '/api/videos');
		const { page, frame, close } = await openFramingPage(market, `/embed/ads/${id}`);
		const requested: string[] = [];
		page.on('request', (request) => requested.push(new URL(request.url()).pathname));
		await expect(frame.getByRole('heading', { name: title })).toBeVisible();
		const video = frame.locator('video');
		await video.focus();
		await page.keyboard.press('Space');
		await eventually(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2);
		expect(requested.filter((path) => !path.startsWith('/media/'))).toEqual([]);
		expect(await page.context().cookies()).toEqual([]);
		const [opened] = await Promise.all([
			page.context().waitForEvent('page'),
			frame.getByRole('heading', { name: title }).getByRole('link').click(),
		]);
		await opened.waitForURL(`**/sellervideos/${id}/*`);
		close();
	});
	await test.step('is accessible in both themes and fits into 200 pixels', async () => {
		market.allowErrors(/404/);
		for (const theme of ['light', 'dark'] as const) {
			// The script of axe runs only without the policy of the embeds.
			const page = await market.newDesktopPage({ colorScheme: theme, bypassCSP: true, reducedMotion: 'reduce' });
			const ids = await Promise.all(['/api/videos', '/api/feed?format=image'].map((path) => findFirst(page, path)));
			for (const id of [...ids.map(({ id }) => id), await findSold(page), 999_999_999]) {
				await page.goto(`/embed/ads/${id}`);
				expect(await runAxe(page, theme)).toEqual([]);
				for (const width of [200, 1280]) {
					await page.setViewportSize({ width, height: 300 });
					expect(await findHorizontalOverflow(page)).toEqual([]);
				}
			}
			await expect(page.getByText(commonText.notHere)).toBeVisible();
		}
	});
	await test.step('a navigation removes the links to the feed of the page before', async () => {
		const page = await market.newPhonePage();
		await page.goto('/learning');
		const links = page.locator('link[rel=alternate]');
		await expect(links).toHaveCount(2);
		await page.locator('a[href="/"]').first().click();
		await expectHeading(page, pageTitlesText.trending);
		await expect(links).toHaveCount(0);
	});
});
