import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from 'playwright';
import { chromiumLaunchOptions } from '../e2e/support/chromium.ts';
import { phone } from '../e2e/support/market-fixture.ts';
import { runServer } from '../e2e/support/run-server.ts';
import { emulateNetwork } from '../e2e/support/videos.ts';
import { quantile } from './measure.ts';
import { printLine } from './report.ts';
import { readLayoutShift } from './videos.ts';

const rounds = 5;
const aim = 300;
/** Milliseconds between the load of the feed and the tap. */
const readingTime = 3000;

/** Kinds of cards, with the beginning of the path of their pages. */
const cardKinds = [
	['a picture ad', '/feed/'],
	['a video', '/sellervideos/'],
] as const;

/** Measures the time from a tap on a card of `/` until its title, price and picture are shown as a page, on a slow phone with a slow network. */
export async function measureTap(): Promise<void> {
	const dataDir = await mkdtemp(join(tmpdir(), 'kasuwa-tap-'));
	const server = await runServer('main/web.ts', dataDir, {});
	try {
		for (const [what, path] of cardKinds) {
			const taps: Tap[] = [];
			for (let round = 0; round < rounds; round++) taps.push(await tapCard(server.address, path));
			const times = taps.map(({ time }) => time);
			const shift = Math.max(...taps.map((tap) => tap.shift));
			const p50 = quantile(times, 0.5).toFixed(0);
			const all = times.map((time) => time.toFixed(0)).join(', ');
			const name = `a tap on a card to title, price and picture of ${what}; layout shift`;
			printLine(name, `p50 ${p50} ms (${all}); ${shift}`, `≤ ${aim} ms; 0`);
		}
	} finally {
		await server.stop();
		await rm(dataDir, { recursive: true, force: true });
	}
}

interface Tap {
	/** Milliseconds from the tap until the ad is shown. */
	time: number;
	/** Sum of the layout shifts of the whole visit. */
	shift: number;
}

/** Opens the feed and taps the first card whose page has a path that begins with `path`. */
async function tapCard(address: string, path: string): Promise<Tap> {
	const browser = await chromium.launch(chromiumLaunchOptions);
	try {
		const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
		const page = await context.newPage();
		const devtools = await context.newCDPSession(page);
		await page.goto(`${address}/`);
		await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
		const card = page.locator('main li', { has: page.locator(`h2 a[href^="${path}"]`) }).first();
		await card.scrollIntoViewIfNeeded();
		await card.locator('img').evaluate((image: HTMLImageElement) => image.decode());
		// The visitor looks at the feed. Meanwhile it loads code ahead.
		await setTimeout(readingTime);
		await emulateNetwork(devtools, { speed: 400, roundTrip: 300 });
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
		const shown = await card.evaluateHandle((card) => {
			const title = card.querySelector('h2')?.textContent ?? '';
			const price = /NGN \d{1,3}(,\d{3})*/.exec(card.textContent ?? '')?.[0] ?? '';
			const isVisible = (element: Element | null | undefined) => {
				const { top = -1, height = 0 } = element?.getBoundingClientRect() ?? {};
				return height > 0 && top >= 0 && top < innerHeight;
			};
			const isShown = () => {
				const page = document.querySelector('main article');
				const prices = [...(page?.querySelectorAll('p') ?? [])].filter((text) => text.textContent.includes(price));
				const picture = page?.querySelector('img');
				return (
					page?.querySelector('h1')?.textContent === title &&
					isVisible(page.querySelector('h1')) &&
					(price === '' || prices.some(isVisible)) &&
					isVisible(picture) &&
					picture?.complete === true &&
					picture.naturalWidth > 0
				);
			};
			const time = new Promise<number>((resolve) => {
				addEventListener(
					'pointerdown',
					({ timeStamp }) => {
						const check = () => (isShown() ? resolve(performance.now() - timeStamp) : requestAnimationFrame(check));
						check();
					},
					{ capture: true, once: true },
				);
			});
			return { time };
		});
		await card.locator('h2 a').tap();
		const time = await shown.evaluate(({ time }) => time);
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
		await page.waitForLoadState('networkidle');
		const shift = await readLayoutShift(page);
		return { time, shift };
	} finally {
		await browser.close();
	}
}
