import { type ComponentProps, Suspense } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FeedItem } from '../../../contract/feed/feed.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as shopText from '../../../text/shared/shop.ts';
import * as feedText from '../../../text/web/feed.ts';
import * as profileText from '../../../text/web/profile.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../../testing/fake-api.ts';
import { makePost } from '../../testing/posts.ts';
import { makeProfile } from '../../testing/profiles.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import * as postsPage from './posts.tsx';

const path = '/profile/user/ada_obi';
const forSale = page.getByRole('region', { name: shopText.forSale });
const posts = page.getByRole('region', { name: /^Posts/ });
const ads = Array.from({ length: 10 }, (_, index) => makeAdCard(index + 1));
const toItem = (ad: (typeof ads)[number]): FeedItem => ({ type: 'ad', ad });

// `meta` reads the loader data of the profile's layout, which is not rendered here.
const { meta: _, ...postsRoute } = postsPage;
const route = {
	...postsRoute,
	default: (props: ComponentProps<typeof postsPage.default>) => (
		<WithActor>
			<Suspense>
				<postsPage.default {...props} />
			</Suspense>
		</WithActor>
	),
};

async function open(handlers: Handlers = {}) {
	const api = fakeApi({
		getUser: () => makeProfile(),
		getSaved: () => ({ ids: [] }),
		countUserAds: () => ({ for_sale: 9, sold: 1, categories: [{ category: 'Motorcycles', ads: 9 }] }),
		listUserAds: ({ query }) => ({ items: ads.slice(0, Number(query.limit)), next_cursor: 'more' }),
		listUserPosts: () => ({ items: [{ type: 'post', post: makePost(1) }, ...ads.map(toItem)], next_cursor: null }),
		...handlers,
	});
	return { api, ...(await renderRoute('/profile/user/:user_name', route, { api, url: path })) };
}

const openEmpty = (items: FeedItem[] = [], sold = 0) =>
	open({
		countUserAds: () => ({ for_sale: 0, sold, categories: [] }),
		listUserAds: () => ({ items: [], next_cursor: null }),
		listUserPosts: () => ({ items, next_cursor: null }),
	});

const links = (region: typeof posts) =>
	region
		.getByRole('link', { name: /^Lamp \d+$/ })
		.elements()
		.map((link) => link.textContent);

test('begins with items for sale, and goes on with the other ads and posts', async () => {
	const { address } = await open();
	await expect.poll(() => links(forSale)).toEqual(ads.slice(0, 6).map(({ title }) => title));
	await expect.element(posts.getByText('Tweet 1')).toBeVisible();
	expect(links(posts)).toEqual(['Lamp 7', 'Lamp 8', 'Lamp 9', 'Lamp 10']);
	expect(await findViolations()).toEqual([]);
	await forSale.getByRole('link', { name: 'See all 9 items' }).click();
	await expect.poll(address).toBe(`${path}/shop`);
});

test('leads a search to the whole shop', async () => {
	const { address } = await open();
	await forSale.getByRole('searchbox', { name: shopText.search }).fill('red & blue');
	await userEvent.keyboard('{Enter}');
	await expect.poll(address).toBe(`${path}/shop?q=red+%26+blue`);
});

test('has no list of posts if all are shown for sale', async () => {
	await open({
		countUserAds: () => ({ for_sale: 1, sold: 0, categories: [] }),
		listUserAds: () => ({ items: ads.slice(0, 1), next_cursor: null }),
		listUserPosts: () => ({ items: ads.slice(0, 1).map(toItem), next_cursor: null }),
	});
	await expect.poll(() => links(forSale)).toEqual(['Lamp 1']);
	await expect.element(posts).not.toBeInTheDocument();
	await expect.element(page.getByRole('link', { name: /^See all/ })).not.toBeInTheDocument();
});

test('shows posts and sold ads of a seller who has nothing for sale', async () => {
	await openEmpty([toItem(makeAdCard(1, { state: 'sold' })), { type: 'post', post: makePost(1) }]);
	await expect.element(posts.getByText('Tweet 1')).toBeVisible();
	expect(links(posts)).toEqual(['Lamp 1']);
	await expect.element(forSale).not.toBeInTheDocument();
});

test('tells a visitor that there is nothing yet', async () => {
	await openEmpty();
	await expect.element(page.getByRole('heading', { name: profileText.noPosts })).toBeVisible();
});

test('tells the owner of an empty shop to post an ad', async () => {
	logIn();
	const { address } = await openEmpty();
	await expect.element(page.getByRole('heading', { name: shopText.ownEmptyTitle })).toBeVisible();
	await expect.element(page.getByRole('heading', { name: profileText.noPosts })).not.toBeInTheDocument();
	await page.getByRole('link', { name: commonText.postAd }).click();
	await expect.poll(address).toBe('/dashboard/market');
});

test('tells the owner of a shop that has sold everything to post the next ad', async () => {
	logIn();
	await openEmpty([toItem(makeAdCard(1, { state: 'sold' }))], 1);
	await expect.element(page.getByText(shopText.ownSoldHint)).toBeVisible();
	await expect.element(page.getByRole('region', { name: shopText.postsAndAds })).toBeVisible();
	await expect.element(page.getByText(shopText.ownEmptyTitle)).not.toBeInTheDocument();
});

test('lets the owner post an ad', async () => {
	logIn();
	await open();
	await expect.element(forSale.getByRole('link', { name: commonText.postAd })).toBeVisible();
});

test('shows the posts if the items for sale do not load, and loads them on retry', async () => {
	const { api } = await open({ listUserAds: throwNetworkError });
	await expect.element(forSale.getByText(feedText.loadFailed(shopText.itemsListed))).toBeVisible();
	await expect.poll(() => links(posts)).toEqual(ads.map(({ title }) => title));
	api.handle({ listUserAds: () => ({ items: ads.slice(0, 2), next_cursor: null }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.poll(() => links(forSale)).toEqual(['Lamp 1', 'Lamp 2']);
});
