import type { Page } from '@playwright/test';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { expectHeading } from './support/expect.ts';
import { recordLayoutShifts } from './support/layout-shifts.ts';
import {
	getWorkerTransferBytes,
	type NetworkTransfer,
	recordNetworkTransfers,
	sumTransferBytes,
} from './support/network-transfers.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use({ ...makeConfigurationFixture({ sample: true }), serviceWorkers: 'allow' });
const kilobyte = 1024;

const inKilobytes = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} KB`;

/** Sums the bytes of the scripts that the feed loads ahead: those of its preload links that are not part of the document. */
async function sumTransfersAhead(page: Page, scripts: readonly NetworkTransfer[]): Promise<number> {
	const document = await (await page.request.get('/')).text();
	const links = page.locator('link[rel=modulepreload]');
	const preloaded = await links.evaluateAll((links) => (links as HTMLLinkElement[]).map(({ href }) => href));
	return sumTransferBytes(
		scripts.filter(({ url }) => preloaded.includes(url) && !document.includes(new URL(url).pathname)),
	);
}

test('stays within the data budget on a first phone visit, without layout shifts', async ({ market }) => {
	// The page runs without a service worker. `getWorkerTransferBytes` adds the bytes that the worker would fetch.
	const page = await market.newPhonePage({ serviceWorkers: 'block' });
	const getLayoutShifts = await recordLayoutShifts(page);
	const transfers = await recordNetworkTransfers(page);
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await waitUntilSettled(page);
	// Of the 24 pictures, those within two and a half screens are there.
	const isPicture = ({ kind }: NetworkTransfer) => kind === 'Image';
	expect(transfers.filter(isPicture).length).toBeLessThanOrEqual(16);

	const cards = page.getByRole('main').locator('ul > li', { has: page.getByRole('heading', { level: 2 }) });
	const visiblePictures = new Set<string>();
	for (let index = 0; index < 10; index++) {
		const card = cards.nth(index);
		await card.scrollIntoViewIfNeeded();
		const sources = await card.locator('img').evaluateAll(async (images) =>
			Promise.all(
				(images as HTMLImageElement[]).map(async (image) => {
					await image.decode();
					return image.currentSrc;
				}),
			),
		);
		expect(sources.length).toBeGreaterThan(0);
		for (const source of sources) visiblePictures.add(source);
	}
	const listScripts = () => transfers.filter(({ url, kind }) => kind === 'Script' || /\.m?js(\?|$)/.test(url));
	await expect.poll(() => sumTransfersAhead(page, listScripts())).toBeGreaterThan(0);
	await waitUntilSettled(page);

	const scripts = listScripts();
	const ahead = await sumTransfersAhead(page, scripts);
	const pictures = transfers.filter(isPicture);
	const firstTenPictures = pictures.filter(({ url }) => visiblePictures.has(url));
	const rest = transfers.filter((transfer) => !isPicture(transfer));
	const { worker, frame } = await getWorkerTransferBytes(market.address);
	const total = sumTransferBytes(rest) + sumTransferBytes(firstTenPictures) + worker + frame;
	console.log(
		[
			`document and styles ${inKilobytes(sumTransferBytes(rest) - sumTransferBytes(scripts))}`,
			`scripts ${inKilobytes(sumTransferBytes(scripts))} in ${scripts.length} files, of which ${inKilobytes(ahead)} ahead`,
			`worker ${inKilobytes(worker)} and its app shell ${inKilobytes(frame)}`,
			`pictures of the first ten cards ${inKilobytes(sumTransferBytes(firstTenPictures))}`,
			`together ${inKilobytes(total)}`,
			`including prefetches ${inKilobytes(sumTransferBytes(transfers))}`,
		].join(', '),
	);
	expect(scripts.length).toBeGreaterThan(0);
	expect(firstTenPictures.length).toBeGreaterThanOrEqual(10);
	expect(sumTransferBytes(scripts) - ahead + worker).toBeLessThanOrEqual(143 * kilobyte);
	expect(ahead).toBeLessThanOrEqual(10 * kilobyte);
	expect(total).toBeLessThanOrEqual(238 * kilobyte);
	expect(transfers.filter(({ url, kind }) => kind === 'Media' || /\.(mp4|mp3)(\?|$)/.test(url))).toEqual([]);
	expect(transfers.filter(({ url }) => !url.startsWith(`${market.address}/`))).toEqual([]);

	expect(await getLayoutShifts()).toEqual([]);
});
