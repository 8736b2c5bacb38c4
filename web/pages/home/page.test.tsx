import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../../contract/text/common.ts';
import * as errorsText from '../../../contract/text/errors.ts';
import * as feedText from '../../../contract/text/feed.ts';
import * as homeText from '../../../contract/text/home.ts';
import { SavedItemsProvider } from '../../saved-items/saved-items-provider.tsx';
import { makeAdCard } from '../../testing/ads.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as homePage from './page.tsx';

const titles = () =>
	page
		.getByRole('heading', { level: 2 })
		.getByRole('link')
		.elements()
		.map((link) => link.textContent);
const adsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => makeAdCard(first + index));
const titlesFrom = (first: number, count: number) => adsFrom(first, count).map(({ title }) => title);

const route = {
	...homePage,
	default: (props: ComponentProps<typeof homePage.default>) => (
		<SavedItemsProvider onToggled={() => {}}>
			<homePage.default {...props} />
		</SavedItemsProvider>
	),
};

async function open(handlers: Handlers, at = '/') {
	const api = fakeApi({ listCategories: () => ({ items: [] }), ...handlers });
	return { api, ...(await renderRoute('/', route, { api, at })) };
}

test('shows an error after four failed tries, and loads on retry', async () => {
	const { api } = await open({ getFeed: throwNetworkError }, '/?category=Groceries+%26+Essentials');
	const alert = page.getByRole('alert');
	await expect.element(alert.getByText(feedText.loadFailed(feedText.ads))).toBeVisible();
	await expect.element(alert.getByText(errorsText.noResponse)).toBeVisible();
	expect(api.calls('getFeed')).toHaveLength(4);
	api.handle({ getFeed: () => ({ items: adsFrom(1, 2), next_cursor: null }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.poll(titles).toEqual(titlesFrom(1, 2));
	expect(api.calls('getFeed').map(({ query }) => query.category)).toEqual(Array(5).fill('Groceries & Essentials'));
});

test('does not retry a rejected request automatically', async () => {
	const { api } = await open({
		getFeed: () => makeProblemResponse(400, { code: 'malformed', message: 'That is no cursor.' }),
	});
	await expect.element(page.getByRole('alert').getByText('That is no cursor.')).toBeVisible();
	expect(api.calls('getFeed')).toHaveLength(1);
});

test('invites the first seller of an empty market', async () => {
	const { address } = await open({ getFeed: () => ({ items: [], next_cursor: null }) });
	await expect.element(page.getByRole('heading', { name: homeText.emptyTitle })).toBeVisible();
	await page.getByRole('link', { name: homeText.postFirstAd }).click();
	await expect.poll(address).toBe('/dashboard/market');
});

test('shows every ad exactly once and in order while scrolling', async () => {
	const pages: Record<string, { items: ReturnType<typeof adsFrom>; next_cursor: string | null }> = {
		first: { items: adsFrom(1, 24), next_cursor: 'second' },
		second: { items: adsFrom(25, 24), next_cursor: 'third' },
		third: { items: adsFrom(49, 7), next_cursor: null },
	};
	const { api } = await open({ getFeed: ({ query }) => pages[query.cursor ?? 'first'] ?? expect.fail('no such page') });
	await expect.poll(titles).toEqual(titlesFrom(1, 24));
	await expect
		.poll(() => {
			window.scrollTo(0, document.documentElement.scrollHeight);
			return page.getByText(homeText.listEnd).elements().length;
		})
		.toBe(1);
	expect(titles()).toEqual(titlesFrom(1, 55));
	expect(api.calls('getFeed').map(({ query }) => query.cursor)).toEqual([undefined, 'second', 'third']);
});

test('filters by category, and shows all ads after going back', async () => {
	const category = 'Residential and Commercial, CNG';
	const { api, address } = await open({
		listCategories: () => ({ items: [{ category, ads: 2 }] }),
		getFeed: ({ query }) => ({ items: query.category ? adsFrom(50, 2) : adsFrom(1, 3), next_cursor: null }),
	});
	await expect.poll(titles).toEqual(titlesFrom(1, 3));
	const chips = page.getByRole('navigation', { name: homeText.chooseCategory });
	const chip = chips.getByRole('link', { name: `${category} ${homeText.adCount(2)}` });
	await chip.click();
	await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`${category} ${homeText.adCount(2)}`);
	await expect.poll(titles).toEqual(titlesFrom(50, 2));
	expect(address()).toBe('/?category=Residential+and+Commercial%2C+CNG');
	expect(api.calls('getFeed').map(({ query }) => query.category)).toEqual([undefined, category]);
	await expect.element(chip).toHaveAttribute('aria-current', 'page');
	await chips.getByRole('link', { name: commonText.all }).click();
	await expect.poll(titles).toEqual(titlesFrom(1, 3));
	await expect.poll(address).toBe('/');
	// Going back to all ads sends no further request, because the list is cached.
	expect(api.calls('getFeed')).toHaveLength(2);
});

test('invites the first seller of an empty category, and links to all ads', async () => {
	const { address } = await open({ getFeed: () => ({ items: [], next_cursor: null }) }, '/?category=Motorcycles');
	await expect.element(page.getByRole('heading', { name: homeText.emptyCategoryTitle('Motorcycles') })).toBeVisible();
	await page.getByRole('link', { name: homeText.seeEverything }).click();
	await expect.poll(address).toBe('/');
});

test('shows the duration on a video card without loading the video', async () => {
	const card = makeAdCard(1, { format: 'video', video: { duration_ms: 45_000, bytes: 2_000_000 } });
	await open({ getFeed: () => ({ items: [card], next_cursor: null }) });
	await expect.element(page.getByText('0:45', { exact: false })).toBeVisible();
	expect(document.querySelector('video')).toBeNull();
});

test.for([
	['/?category=Motorcycles', 'Motorcycles'],
	['/?category=', null],
	['/', null],
] as const)('parses %s as category %s', ([path, category]) => {
	expect(load(path)).toMatchObject({ page: { category } });
});

test('returns 404 for an unknown category', () => {
	expect(() => load('/?category=Spaceships')).toThrow(expect.objectContaining({ init: { status: 404 } }));
});

function load(path: string) {
	const args = { request: new Request(new URL(path, location.origin)) };
	return homePage.clientLoader(args as Parameters<typeof homePage.clientLoader>[0]);
}
