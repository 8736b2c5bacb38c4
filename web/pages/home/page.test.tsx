import type { ComponentProps } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defaultBrand } from '../../../contract/market-settings/brand.ts';
import { categories } from '../../../contract/market-settings/categories.ts';
import * as adFiltersText from '../../../text/shared/ad-filters.ts';
import * as adOptionsText from '../../../text/shared/ad-options.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as homeText from '../../../text/shared/home.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as errorsText from '../../../text/web/errors.ts';
import * as feedText from '../../../text/web/feed.ts';
import { SavedItemsProvider } from '../../saved-items/saved-items-provider.tsx';
import { findViolations } from '../../testing/accessibility.ts';
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

async function open(handlers: Handlers, url = '/', brand = defaultBrand) {
	const api = fakeApi({ listCategories: () => ({ items: [] }), ...handlers });
	return { api, ...(await renderRoute('/', route, { api, url, brand })) };
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

test("lists the operator's categories in their order, and opens a hidden category by its link", async () => {
	await open(
		{
			listCategories: () => ({
				items: [
					{ category: 'Real Estate', ads: 50 },
					{ category: 'Motorcycles', ads: 31 },
				],
			}),
			getFeed: () => ({ items: adsFrom(1, 2), next_cursor: null }),
		},
		'/?category=Real+Estate',
		{ ...defaultBrand, categories: ['Sportswear', 'Motorcycles'] },
	);
	await expect.poll(titles).toEqual(titlesFrom(1, 2));
	await expect
		.element(page.getByRole('heading', { level: 1 }))
		.toHaveTextContent(`Real Estate ${homeText.adCount(50)}`);
	const chips = page.getByRole('navigation', { name: homeText.chooseCategory }).getByRole('link');
	await expect
		.poll(() => chips.elements().map((chip) => new URL((chip as HTMLAnchorElement).href).searchParams.get('category')))
		.toEqual([null, null, 'Sportswear', 'Motorcycles']);
});

test('lists the categories with most ads first, and keeps the filters when another category is chosen', async () => {
	const { address } = await open(
		{
			listCategories: () => ({
				items: [
					{ category: 'Real Estate', ads: 2 },
					{ category: 'Sportswear', ads: 31 },
					{ category: "Women's Bags", ads: 7 },
				],
			}),
			getFeed: () => ({ items: adsFrom(1, 2), next_cursor: null }),
		},
		'/?format=video',
	);
	const chips = page.getByRole('navigation', { name: homeText.chooseCategory });
	await expect.element(chips.getByRole('link', { name: /Sportswear/ })).toBeVisible();
	const labels = chips.getByRole('listitem').elements();
	expect(labels.slice(0, 6).map((item) => item.textContent)).toEqual([
		commonText.all,
		adFiltersText.nearYou,
		commonText.videos,
		'Sportswear31 ads',
		"Women's Bags7 ads",
		'Real Estate2 ads',
	]);
	expect(labels).toHaveLength(3 + categories.length);
	expect(labels[3]?.querySelector('use')?.getAttribute('href')).toMatch(/\.svg(\?.*)?#sportswear$/);
	await expect.element(chips.getByRole('link', { name: commonText.videos })).toHaveAttribute('href', '/videos');
	expect(await findViolations()).toEqual([]);
	await chips.getByRole('link', { name: /Sportswear/ }).click();
	await expect.poll(address).toBe('/?category=Sportswear&format=video');
	await chips.getByRole('link', { name: commonText.all }).click();
	await expect.poll(address).toBe('/');
});

test('lists the categories without numbers if these do not load', async () => {
	await open({
		listCategories: throwNetworkError,
		getFeed: () => ({ items: adsFrom(1, 2), next_cursor: null }),
	});
	const chips = page.getByRole('navigation', { name: homeText.chooseCategory });
	await expect.element(chips.getByRole('link').nth(2)).toHaveTextContent(categories[0]);
});

test('invites the first seller of an empty category, and links to all ads', async () => {
	const { address } = await open({ getFeed: () => ({ items: [], next_cursor: null }) }, '/?category=Motorcycles');
	await expect.element(page.getByRole('heading', { name: homeText.emptyCategoryTitle('Motorcycles') })).toBeVisible();
	await page.getByRole('link', { name: homeText.seeEverything }).click();
	await expect.poll(address).toBe('/');
});

describe('filters', () => {
	const counts: Handlers['countAds'] = ({ query }) => ({
		ads: query.condition === 'new' ? 1 : 1000,
		options: [
			{ filter: 'state', value: 'Lagos', ads: 1000 },
			{ filter: 'condition', value: 'new', ads: 12 },
			...(query.state === 'Lagos' ? [{ filter: 'lga' as const, value: 'Ikeja', ads: 3 }] : []),
		],
	});
	const openHome = (url?: string) =>
		open(
			{ countAds: counts, getFeed: ({ query }) => ({ items: adsFrom(query.state ? 5 : 1, 2), next_cursor: null }) },
			url,
		);
	const filtersButton = (count: number) =>
		page.getByRole('button', { name: adFiltersText.filters(count), exact: true });
	const chip = (name: string) => page.getByRole('link', { name: `Remove filter ${name}` });
	const state = page.getByLabelText(adOptionsText.homeState, { exact: true });

	test('apply together, with the number of ads of each option', async () => {
		const { api, address } = await openHome('/?category=Motorcycles');
		await filtersButton(0).click();
		await expect.element(page.getByRole('option', { name: 'Lagos (1,000+)' })).toBeInTheDocument();
		await expect.element(page.getByRole('option', { name: 'New (12)' })).toBeInTheDocument();
		await expect.element(page.getByRole('option', { name: 'Kano (0)' })).toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: 'Show 1,000+ ads' })).toBeVisible();
		await state.selectOptions('Lagos');
		await expect.element(page.getByRole('option', { name: 'Ikeja (3)' })).toBeInTheDocument();
		await page.getByLabelText(adFiltersText.lga).selectOptions('Ikeja');
		await page.getByLabelText(adOptionsText.condition).selectOptions('new');
		await page.getByRole('checkbox', { name: /^Negotiable/ }).click();
		expect(await findViolations()).toEqual([]);
		await page.getByRole('button', { name: 'Show 1 ad', exact: true }).click();
		await expect.poll(address).toBe('/?category=Motorcycles&condition=new&negotiable=true&state=Lagos&lga=Ikeja');
		await expect
			.poll(() => api.calls('getFeed').at(-1)?.query)
			.toEqual({
				...{ limit: '24', category: 'Motorcycles', condition: 'new', state: 'Lagos', lga: 'Ikeja', negotiable: 'true' },
			});
		await expect.element(filtersButton(4)).toBeVisible();
		await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
	});

	test('are removed one by one; the state takes its area with it', async () => {
		const { address } = await openHome('/?condition=new&state=Lagos&lga=Ikeja&min=5000');
		await chip('From NGN 5,000').click();
		await expect.poll(address).toBe('/?condition=new&state=Lagos&lga=Ikeja');
		await expect.element(filtersButton(3)).toHaveFocus();
		await chip('Lagos').click();
		await expect.poll(address).toBe('/?condition=new');
		await chip('New').click();
		await expect.poll(address).toBe('/');
		await expect.element(page.getByRole('list', { name: adFiltersText.chosenFilters })).not.toBeInTheDocument();
	});

	test('reject a price that is none', async () => {
		await openHome();
		await filtersButton(0).click();
		await page.getByLabelText(adFiltersText.minPrice).fill('cheap');
		await page.getByRole('button', { name: /^Show/ }).click();
		await expect.element(page.getByText(validationText.priceInvalid)).toBeVisible();
	});

	test('clear all at once in an empty list', async () => {
		const { address } = await open(
			{ getFeed: () => ({ items: [], next_cursor: null }) },
			'/?category=Motorcycles&condition=new',
		);
		await expect.element(page.getByRole('heading', { name: adFiltersText.noAds })).toBeVisible();
		await page.getByRole('link', { name: adFiltersText.clearFilters }).click();
		await expect.poll(address).toBe('/?category=Motorcycles');
	});

	test('ask for the state of "Near you" once, and keep it on the device', async () => {
		const { address, goBack } = await openHome();
		const chips = page.getByRole('navigation', { name: homeText.chooseCategory });
		await chips.getByRole('button', { name: adFiltersText.nearYou }).click();
		await page.getByRole('button', { name: adFiltersText.showNearYou }).click();
		await expect.element(state).toHaveAccessibleDescription(validationText.stateMissing);
		await state.selectOptions('Lagos');
		await page.getByRole('button', { name: adFiltersText.showNearYou }).click();
		await expect.poll(address).toBe('/?state=Lagos');
		await expect.poll(titles).toEqual(titlesFrom(5, 2));
		await chip('Lagos').click();
		await expect.poll(address).toBe('/');
		await chips.getByRole('button', { name: adFiltersText.nearYou }).click();
		await expect.poll(address).toBe('/?state=Lagos');
		await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
		goBack();
		await expect.poll(address).toBe('/');
	});

	test('ask for another state while the ads near you are shown', async () => {
		const { address } = await openHome('/?state=Lagos');
		const chips = page.getByRole('navigation', { name: homeText.chooseCategory });
		localStorage.setItem('near-state', '"Lagos"');
		await chips.getByRole('button', { name: adFiltersText.nearYou }).click();
		await expect.element(state).toHaveValue('Lagos');
		await state.selectOptions('Oyo');
		await page.getByRole('button', { name: adFiltersText.showNearYou }).click();
		await expect.poll(address).toBe('/?state=Oyo');
		expect(localStorage.getItem('near-state')).toBe('"Oyo"');
	});
});

test('shows the duration on a video card without loading the video', async () => {
	const card = makeAdCard(1, { format: 'video', video: { duration_ms: 45_000, bytes: 2_000_000 } });
	await open({ getFeed: () => ({ items: [card], next_cursor: null }) });
	await expect.element(page.getByText('0:45', { exact: false })).toBeVisible();
	expect(document.querySelector('video')).toBeNull();
});

test.for([
	['/?category=Motorcycles', 'Motorcycles'],
	['/?category=', undefined],
	['/', undefined],
] as const)('parses %s as category %s', async ([path, category]) => {
	expect(await load(path)).toMatchObject({ page: { category } });
});

test('returns 404 for an unknown category', () => {
	expect(() => load('/?category=Spaceships')).toThrow(expect.objectContaining({ init: { status: 404 } }));
});

function load(path: string) {
	const args = { request: new Request(new URL(path, location.origin)) };
	return homePage.clientLoader(args as Parameters<typeof homePage.clientLoader>[0]);
}
