import { type ComponentProps, Suspense } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as commonText from '../../../text/shared/common.ts';
import * as shopText from '../../../text/shared/shop.ts';
import * as feedText from '../../../text/web/feed.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../../testing/fake-api.ts';
import { makeProfile } from '../../testing/profiles.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import * as shopPage from './shop.tsx';

const path = '/profile/user/ada_obi/shop';
const field = page.getByRole('searchbox', { name: shopText.search });
const chips = page.getByRole('navigation', { name: shopText.categories });
const status = page.getByRole('status').filter({ hasText: 'item' });
const titles = () =>
	page
		.getByRole('heading', { level: 2 })
		.getByRole('link')
		.elements()
		.map((link) => link.textContent);

const lamps = [1, 2, 3].map((id) => makeAdCard(id));
const titlesOf = (ads: readonly { title: string }[]) => ads.map(({ title }) => title);
const counts = {
	for_sale: 5,
	sold: 2,
	categories: [
		{ category: "Men's Shoes", ads: 3 },
		{ category: 'Motorcycles', ads: 2 },
	],
};

// `meta` reads the loader data of the profile's layout, which is not rendered here.
const { meta: _, ...shopRoute } = shopPage;
const route = {
	...shopRoute,
	default: (props: ComponentProps<typeof shopPage.default>) => (
		<WithActor>
			<Suspense>
				<shopPage.default {...props} />
			</Suspense>
		</WithActor>
	),
};

async function open(handlers: Handlers = {}, url = path) {
	const api = fakeApi({
		getUser: () => makeProfile(),
		getSaved: () => ({ ids: [] }),
		countUserAds: () => counts,
		listUserAds: () => ({ items: lamps, next_cursor: null }),
		...handlers,
	});
	return { api, ...(await renderRoute('/profile/user/:user_name/shop', route, { api, url })) };
}

const openEmpty = (url?: string) =>
	open(
		{
			countUserAds: () => ({ for_sale: 0, sold: 0, categories: [] }),
			listUserAds: () => ({ items: [], next_cursor: null }),
		},
		url,
	);

test('lists what is for sale, by category', async () => {
	const { api, address } = await open({
		listUserAds: ({ query }) => ({ items: query.category ? lamps.slice(0, 2) : lamps, next_cursor: null }),
	});
	await expect.poll(titles).toEqual(titlesOf(lamps));
	await expect.element(status).toHaveTextContent('5 items');
	expect(await findViolations()).toEqual([]);
	const chip = chips.getByRole('link', { name: 'Motorcycles 2 items' });
	await chip.click();
	await expect.poll(titles).toEqual(titlesOf(lamps.slice(0, 2)));
	await expect.poll(address).toBe(`${path}?category=Motorcycles`);
	await expect.element(chip).toHaveAttribute('aria-current', 'page');
	await expect.element(status).toHaveTextContent('2 items');
	await chips.getByRole('link', { name: commonText.all }).click();
	await expect.poll(address).toBe(path);
	expect(api.calls('listUserAds').map(({ params, query }) => [params.user_name, query.category])).toEqual([
		['ada_obi', undefined],
		['ada_obi', 'Motorcycles'],
	]);
});

test('searches in the shop within the category, and keeps the words in the address and the field', async () => {
	const found = { for_sale: 1, sold: 2, categories: [{ category: 'Motorcycles', ads: 1 }] };
	const { api, address, goBack } = await open(
		{
			countUserAds: ({ query }) => (query.q ? found : counts),
			listUserAds: ({ query }) => ({ items: query.q ? lamps.slice(2) : lamps, next_cursor: null }),
		},
		`${path}?category=Motorcycles`,
	);
	await field.fill(' red lamp ');
	await userEvent.keyboard('{Enter}');
	await expect.poll(address).toBe(`${path}?q=red+lamp&category=Motorcycles`);
	await expect.poll(titles).toEqual(titlesOf(lamps.slice(2)));
	await expect.element(field).toHaveFocus();
	await expect.element(field).toHaveValue('red lamp');
	await expect.element(status).toHaveTextContent('1 item');
	await expect.element(chips.getByRole('link', { name: "Men's Shoes" })).not.toBeInTheDocument();
	expect(api.calls('listUserAds').at(-1)?.query).toEqual({ limit: '24', q: 'red lamp', category: 'Motorcycles' });
	goBack();
	await expect.element(field).toHaveValue('');
	await page.getByRole('button', { name: shopText.search }).click();
	await expect.poll(address).toBe(`${path}?category=Motorcycles`);
});

test('says when a search finds nothing, and ends it', async () => {
	const { address } = await openEmpty(`${path}?q=boat`);
	await expect.element(page.getByRole('heading', { name: shopText.noMatches('boat') })).toBeVisible();
	await page.getByRole('link', { name: shopText.clearSearch }).click();
	await expect.poll(address).toBe(path);
});

test('says when a category is empty, and links to the whole shop', async () => {
	const { address } = await openEmpty(`${path}?category=Motorcycles`);
	await expect.element(page.getByRole('heading', { name: shopText.noneInCategory('Motorcycles') })).toBeVisible();
	await expect.element(chips.getByRole('link', { name: /^Motorcycles/ })).toHaveAttribute('aria-current', 'page');
	await page.getByRole('link', { name: shopText.seeAllItems }).click();
	await expect.poll(address).toBe(path);
});

test('tells a visitor that nothing is for sale', async () => {
	const { address } = await openEmpty();
	await expect.element(page.getByRole('heading', { name: shopText.emptyTitle })).toBeVisible();
	await expect.element(chips).not.toBeInTheDocument();
	await page.getByRole('link', { name: shopText.seePosts }).click();
	await expect.poll(address).toBe('/profile/user/ada_obi');
});

test('tells the owner of an empty shop to post an ad', async () => {
	logIn();
	const { address } = await openEmpty();
	await expect.element(page.getByRole('heading', { name: shopText.ownEmptyTitle })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: commonText.postAd }).last().click();
	await expect.poll(address).toBe('/dashboard/market');
});

test('lets only the owner post an ad', async () => {
	await open();
	await expect.poll(titles).toEqual(titlesOf(lamps));
	const post = page.getByRole('link', { name: commonText.postAd });
	await expect.element(post).not.toBeInTheDocument();
	logIn();
	await expect.element(post).toBeVisible();
});

test('shows an error, and loads on retry', async () => {
	const { api } = await open({ listUserAds: throwNetworkError });
	await expect.element(page.getByRole('alert').getByText(feedText.loadFailed(feedText.ads))).toBeVisible();
	api.handle({ listUserAds: () => ({ items: lamps, next_cursor: null }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.poll(titles).toEqual(titlesOf(lamps));
});

test('shows every ad once and in order while scrolling', async () => {
	const all = Array.from({ length: 30 }, (_, index) => makeAdCard(index + 1));
	await open({
		listUserAds: ({ query }) =>
			query.cursor ? { items: all.slice(23), next_cursor: null } : { items: all.slice(0, 24), next_cursor: 'rest' },
	});
	await expect
		.poll(() => {
			window.scrollTo(0, document.documentElement.scrollHeight);
			return page.getByText(shopText.listEnd).elements().length;
		})
		.toBe(1);
	expect(titles()).toEqual(titlesOf(all));
});

test('returns 404 for an unknown category', () => {
	const args = { request: new Request(new URL(`${path}?category=Spaceships`, location.origin)) };
	expect(() => shopPage.clientLoader(args as Parameters<typeof shopPage.clientLoader>[0])).toThrow(
		expect.objectContaining({ init: { status: 404 } }),
	);
});
