import type { APIResponse, Page } from '@playwright/test';
import { addresses } from '../contract/addresses.ts';
import * as commonText from '../contract/text/common.ts';
import * as errorsText from '../contract/text/errors.ts';
import * as homeText from '../contract/text/home.ts';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import { eventually, expectHeading, expectToast, toasts } from './support/expect.ts';
import { expect, runsWith, test } from './support/test.ts';

test.use(runsWith({ sample: true }));
const end = 'That is everything for now.';

interface FeedPage {
	items: { id: number; title: string; format: 'image' | 'video' }[];
	next_cursor: string | null;
}

/** Ids of the whole feed in its order, as the API tells it. */
async function feedIds(page: Page, category?: string): Promise<number[]> {
	const [, path = ''] = addresses.getFeed.split(' ');
	const ids: number[] = [];
	let cursor: string | null = null;
	do {
		const params: Record<string, string> = { ...(category && { category }), ...(cursor && { cursor }), limit: '50' };
		const answer: APIResponse = await page.request.get(path, { params });
		const { items, next_cursor }: FeedPage = await answer.json();
		ids.push(...items.map(({ id }) => id));
		cursor = next_cursor;
	} while (cursor);
	return ids;
}

/** Ids of the cards on the page, in their order. */
const cardIds = (page: Page) =>
	page
		.getByRole('main')
		.getByRole('heading', { level: 2 })
		.getByRole('link')
		.evaluateAll((links) =>
			links.map((link) => Number(/\/(?:feed|sellervideos)\/(\d+)\//.exec((link as HTMLAnchorElement).href)?.[1])),
		);

async function scrollToEnd(page: Page) {
	await eventually(async () => {
		await page.mouse.wheel(0, 3000);
		return page.getByText(end).isVisible();
	}).toBe(true);
}

test('without scripts the first ads are there, with their pictures in their places', async ({ market }) => {
	market.allow(/\/assets\/\S+\.js csp$/);
	const page = await market.phone({ javaScriptEnabled: false });
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	const links = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link');
	expect(await links.count()).toBe(24);
	const html = (await (await page.request.get('/')).text()).replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
	const ids = (await feedIds(page)).slice(0, 24);
	for (const id of ids) expect(html).toMatch(new RegExp(`/(feed|sellervideos)/${id}/`));
	for (const picture of await page.getByRole('main').locator('li img').all()) {
		expect(Number(await picture.getAttribute('width'))).toBeGreaterThan(0);
		expect(Number(await picture.getAttribute('height'))).toBeGreaterThan(0);
	}
	await links.first().click();
	await page.waitForURL(/\/(feed|sellervideos)\/\d+\//);
	await expectHeading(page, /./);
});

test('scrolling reaches the last ad, and shows each exactly once', async ({ market }) => {
	const page = await market.phone();
	await page.goto('/');
	const wanted = await feedIds(page);
	expect(wanted.length).toBeGreaterThan(60);
	await scrollToEnd(page);
	expect(await cardIds(page)).toEqual(wanted);
});

test('a category shows its own ads only, on a phone and at a desk', async ({ market }) => {
	const phone = await market.phone();
	await phone.goto('/');
	const wanted = await feedIds(phone, 'Residential and Commercial, CNG');
	expect(wanted.length).toBeGreaterThan(0);
	await phone
		.getByRole('navigation', { name: homeText.chooseCategory })
		.getByRole('link', { name: 'Residential and Commercial, CNG' })
		.click();
	await expectHeading(phone, 'Residential and Commercial, CNG');
	await eventually(() => cardIds(phone)).toEqual(wanted);
	expect(new URL(phone.url()).searchParams.get('category')).toBe('Residential and Commercial, CNG');
	await phone.reload();
	await eventually(() => cardIds(phone)).toEqual(wanted);

	const desk = await market.desk();
	await desk.goto('/');
	await desk.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: "Women's Bags" }).click();
	await expectHeading(desk, "Women's Bags");
	await eventually(() => cardIds(desk)).toEqual(await feedIds(desk, "Women's Bags"));
	await desk.goBack();
	await expectHeading(desk, pageTitlesText.trending);
});

test('back from an ad the list stands where it was left', async ({ market }) => {
	const page = await market.phone();
	await page.goto('/');
	await eventually(async () => {
		await page.mouse.wheel(0, 1500);
		return (await cardIds(page)).length;
	}).toBeGreaterThan(24);
	const ids = await cardIds(page);
	const link = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').nth(26);
	await link.scrollIntoViewIfNeeded();
	const title = (await link.textContent()) ?? '';
	const place = async () => (await page.getByRole('link', { name: title }).first().boundingBox())?.y ?? Number.NaN;
	const before = await place();
	await link.click();
	await expectHeading(page, title);
	expect(await page.evaluate(() => scrollY)).toBe(0);
	await page.goBack();
	await expectHeading(page, pageTitlesText.trending);
	expect((await cardIds(page)).slice(0, ids.length)).toEqual(ids);
	await eventually(async () => Math.abs((await place()) - before)).toBeLessThan(5);
});

test('an unknown category and an unknown page lead back', async ({ market }) => {
	market.allow(/status of 404/);
	const page = await market.phone();
	for (const address of ['/?category=Elephants', '/nowhere', '/feed/999999/gone', '/profile/user/nobody_at_all']) {
		const answer = await page.goto(address);
		expect(answer?.status()).toBe(404);
		await expectHeading(page, errorsText.notFoundTitle);
	}
	await page.getByRole('link', { name: commonText.goToMarket }).click();
	await expectHeading(page, pageTitlesText.trending);
});

test('notices appear at the top centre, three at most, and go after 4 seconds', async ({ market }) => {
	const page = await market.desk({ permissions: ['clipboard-read', 'clipboard-write'] });
	await page.clock.install();
	await page.goto('/');
	await page.getByRole('button', { name: 'Share' }).first().click();
	const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy' });
	await page.clock.pauseAt(Date.now() + 60_000);
	const notices = toasts(page).getByRole('listitem');
	const noticed = (count: number) =>
		eventually(async () => {
			await page.clock.runFor(10);
			return notices.count();
		}).toBe(count);
	const now = () => page.evaluate(() => Date.now());
	const until = async (moment: number) => page.clock.runFor(moment - (await now()));
	await copy.click();
	await noticed(1);
	const first = await now();
	await expectToast(page, 'Link copied to clipboard');
	await eventually(async () => {
		const box = await notices.first().boundingBox();
		// The scroll bar takes a little of the width.
		return box && { centred: Math.abs(box.x + box.width / 2 - 640) < 10, high: box.y > 10 && box.y < 60 };
	}).toEqual({ centred: true, high: true });
	for (let presses = 0; presses < 4; presses++) await copy.click();
	await noticed(5);
	const last = await now();
	const visible = () =>
		notices.evaluateAll((all) => all.filter((notice) => Number(getComputedStyle(notice).opacity) > 0).length);
	await eventually(visible).toBe(3);
	await until(first + 3900);
	expect(await notices.count()).toBe(5);
	// They fade for a moment.
	await until(last + 4300);
	await eventually(() => notices.count()).toBe(0);
});
