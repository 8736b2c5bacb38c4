import type { Page } from '@playwright/test';
import * as layoutText from '../contract/text/layout.ts';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import * as searchText from '../contract/text/search.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { elsewhere } from './support/people.ts';
import { settled } from './support/settled.ts';
import { expect, runsWith, test } from './support/test.ts';

test.use(runsWith({ sample: true }));
const handbag = 'Brown leather handbag with long strap';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const titles = (page: Page) =>
	page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').allTextContents();
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('with a wrong letter in each word the ad is found as one types, and what was found is marked', async ({
	market,
}) => {
	const page = await market.phone();
	await page.goto('/');
	await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
	await page.getByRole('heading', { name: searchText.startTitle }).waitFor();
	await eventually(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
	await field(page).pressSequentially('lether hanbag', { delay: 20 });
	const found = page.getByRole('link', { name: handbag, exact: true });
	await found.waitFor();
	await eventually(() => found.locator('mark').allTextContents()).toEqual(['leather', 'handbag']);
	await eventually(() => asked(page)).toEqual({ q: 'lether hanbag' });
	await page
		.getByRole('status')
		.filter({ hasText: /^\d+ ads?/ })
		.waitFor();

	await field(page).press('Enter');
	await found.click();
	await expectHeading(page, handbag);
	await page.goBack();
	await found.waitFor();
	expect(await field(page).inputValue()).toBe('lether hanbag');

	// What was looked for stays on this device, until it is forgotten.
	await page.goto('/search');
	await page.getByRole('link', { name: 'lether hanbag' }).click();
	await found.waitFor();
	expect(await field(page).inputValue()).toBe('lether hanbag');
	await page.goto('/search');
	await page.getByRole('button', { name: 'Forget "lether hanbag"' }).click();
	await page.getByRole('heading', { name: searchText.startTitle }).waitFor();
});

test('an address with a wrong letter shows ads, sellers and posts, also without scripts', async ({ market }) => {
	market.allow(/\/assets\/\S+\.js csp$/);
	const page = await market.desk({ javaScriptEnabled: false });
	await page.goto('/search?q=lether+hanbag');
	await expect(page.getByRole('link', { name: handbag, exact: true })).toBeVisible();
	await field(page).fill('gadjets');
	await field(page).press('Enter');
	await page.waitForURL(/\/search\?q=gadjets&/);
	await expect(page.getByRole('region', { name: 'People' }).getByText('@chidi_gadgets')).toBeVisible();
	await expect(page.getByRole('region', { name: 'Posts' }).getByRole('article').first()).toBeVisible();
});

test('a tapped #word leads to the posts that have it, and from there to everything else', async ({ market }) => {
	const { client } = await elsewhere(market.address);
	for (const what of ['bags', 'belts', 'hats', 'shoes']) {
		await client.createPost({ body: { kind: 'tweet', text: `All ${what} are on offer #leatherweek` } });
	}
	const { items } = await client.listPosts({ query: { kind: 'tweet', limit: 1 } });
	const page = await market.phone();
	await page.goto(`/mypromotweet/${items[0]?.id}`);
	await page.getByRole('main').getByRole('link', { name: '#leatherweek' }).click();
	const posts = page.getByRole('region', { name: 'Posts' }).getByRole('article');
	await eventually(() => posts.count()).toBe(4);
	expect(asked(page)).toEqual({ q: '#leatherweek', kind: 'posts' });
	expect(await field(page).inputValue()).toBe('#leatherweek');
	const kinds = page.getByRole('navigation', { name: searchText.kinds });
	const current = () => kinds.locator('[aria-current=page]').allTextContents();
	expect(await current()).toEqual(['Posts']);
	expect(await page.getByLabel('Category').count()).toBe(0);

	await kinds.getByRole('link', { name: 'Everything' }).click();
	await eventually(() => posts.count()).toBe(2);
	expect(asked(page)).toEqual({ q: '#leatherweek' });
	await page.getByRole('link', { name: 'All posts' }).click();
	await eventually(() => posts.count()).toBe(4);
	await kinds.getByRole('link', { name: 'People' }).click();
	await page.getByRole('heading', { name: 'No people found for "#leatherweek"' }).waitFor();
	await field(page).fill('gadgets');
	await page.getByRole('region', { name: 'People' }).getByText('@chidi_gadgets').waitFor();
	expect(asked(page)).toEqual({ q: 'gadgets', kind: 'people' });
	expect(await current()).toEqual(['People']);
	await page.goBack();
	await eventually(() => posts.count()).toBe(4);
	expect(await field(page).inputValue()).toBe('#leatherweek');
});

test('at a desk one looks for something from where one is, and goes on typing where it is found', async ({
	market,
}) => {
	const page = await market.desk();
	await page.goto('/for-you');
	const frame = page.getByRole('banner').getByRole('searchbox', { name: layoutText.searchMarket });
	await frame.fill('lether hanbag');
	await frame.press('Enter');
	await page.getByRole('link', { name: handbag, exact: true }).waitFor();
	expect(asked(page)).toEqual({ q: 'lether hanbag' });
	expect(await field(page).inputValue()).toBe('lether hanbag');
	await field(page).fill('gadjets');
	await eventually(() => asked(page)).toEqual({ q: 'gadjets' });
	await page.getByRole('region', { name: 'People' }).getByText('@chidi_gadgets').waitFor();
});

test('filters stand in the address, and survive a reload and going back', async ({ market }) => {
	const page = await market.phone();
	await page.goto('/search?q=leather');
	await eventually(async () => (await titles(page)).length).toBeGreaterThan(2);
	const all = await titles(page);
	await page.getByLabel('Category').selectOption("Women's Bags");
	await eventually(() => titles(page)).toEqual([handbag]);
	await page.getByLabel('Category').selectOption('');
	await eventually(() => titles(page)).toEqual(all);

	await page.getByText('Filters').click();
	await page.getByLabel(searchText.maxPrice).fill('50k');
	await page.getByLabel(searchText.format).selectOption('image');
	await page.getByLabel('Order').selectOption('cheapest');
	const wanted = { q: 'leather', max: '50k', format: 'image', sort: 'cheapest' };
	await eventually(() => asked(page)).toEqual(wanted);
	await page.getByText('Filters (2)').waitFor();
	const prices = () =>
		page
			.getByRole('main')
			.locator('li')
			.evaluateAll((cards) =>
				cards
					.flatMap((card) => /NGN ([\d,]+)/.exec(card.textContent ?? '')?.[1]?.replaceAll(',', '') ?? [])
					.map(Number),
			);
	await settled(page);
	const few = await titles(page);
	expect(few.length).toBeGreaterThan(0);
	expect(few.length).toBeLessThan(all.length);
	const shown = await prices();
	expect(shown).toEqual(shown.toSorted((a, b) => a - b));
	expect(Math.max(...shown)).toBeLessThanOrEqual(50_000);

	async function asBefore() {
		await eventually(() => titles(page)).toEqual(few);
		expect(asked(page)).toEqual(wanted);
		expect(await field(page).inputValue()).toBe('leather');
		expect(await page.getByLabel(searchText.maxPrice).inputValue()).toBe('50k');
		expect(await page.getByLabel(searchText.format).inputValue()).toBe('image');
		expect(await page.getByLabel('Order').inputValue()).toBe('cheapest');
	}
	await page.reload();
	await asBefore();
	await page.getByRole('link', { name: few[0] ?? '', exact: true }).click();
	await expectHeading(page, few[0] ?? '');
	await page.goBack();
	await asBefore();

	await page.getByRole('textbox', { name: 'Place' }).fill('Nowhere at all');
	await page.getByRole('heading', { name: 'No ads like this for "leather"' }).waitFor();
	await page.getByRole('link', { name: searchText.removeFilters }).click();
	await eventually(() => titles(page)).toEqual(all);
	expect(asked(page)).toEqual({ q: 'leather' });
	await eventually(() => page.getByLabel(searchText.maxPrice).inputValue()).toBe('');
});

test('where nothing is found the page says what to do', async ({ market }) => {
	const page = await market.phone();
	await page.goto('/search');
	await field(page).fill('xylophone zeppelin');
	await page.getByRole('heading', { name: 'Nothing found for "xylophone zeppelin"' }).waitFor();
	await page.getByRole('status').filter({ hasText: searchText.nothingFound }).waitFor();
	await page.getByRole('link', { name: searchText.seeTrending }).click();
	await expectHeading(page, pageTitlesText.trending);
});
