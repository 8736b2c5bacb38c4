import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SavedItems } from '../../saved-items/saved-items.tsx';
import { newAdCard } from '../../testing/ads.ts';
import { deferred, fakeApi, type Handlers, networkError, problem } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as homePage from './page.tsx';

const titles = () =>
	page
		.getByRole('heading', { level: 2 })
		.getByRole('link')
		.elements()
		.map((link) => link.textContent);
const adsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => newAdCard(first + index));
const titlesFrom = (first: number, count: number) => adsFrom(first, count).map(({ title }) => title);

const route = {
	...homePage,
	default: (props: ComponentProps<typeof homePage.default>) => (
		<SavedItems onToggled={() => {}}>
			<homePage.default {...props} />
		</SavedItems>
	),
};

async function open(handlers: Handlers, at = '/') {
	const api = fakeApi({ listCategories: () => ({ items: [] }), ...handlers });
	return { api, ...(await renderRoute('/', route, { api, at })) };
}

test('says that the ads are loading, and shows them once they are there', async () => {
	const feed = deferred<{ items: ReturnType<typeof adsFrom>; next_cursor: null }>();
	await open({ getFeed: feed.handler });
	await expect.element(page.getByRole('status').filter({ hasText: 'Loading ads' })).toBeVisible();
	feed.resolve({ items: adsFrom(1, 3), next_cursor: null });
	await expect.poll(titles).toEqual(titlesFrom(1, 3));
});

test('where the ads cannot be loaded the page says so after four tries, and tries again', async () => {
	const { api } = await open({ getFeed: networkError }, '/?category=Groceries+%26+Essentials');
	const alert = page.getByRole('alert');
	await expect.element(alert.getByText('The ads could not be loaded')).toBeVisible();
	await expect.element(alert.getByText('No answer came. Check your connection and try again.')).toBeVisible();
	expect(api.calls('getFeed')).toHaveLength(4);
	api.handle({ getFeed: () => ({ items: adsFrom(1, 2), next_cursor: null }) });
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect.poll(titles).toEqual(titlesFrom(1, 2));
	expect(api.calls('getFeed').map(({ query }) => query.category)).toEqual(Array(5).fill('Groceries & Essentials'));
});

test('what the server refuses is not asked again by itself', async () => {
	const { api } = await open({ getFeed: () => problem(400, { code: 'malformed', message: 'That is no cursor.' }) });
	await expect.element(page.getByRole('alert').getByText('That is no cursor.')).toBeVisible();
	expect(api.calls('getFeed')).toHaveLength(1);
});

test('more ads that do not come are asked for again on a tap', async () => {
	const { api } = await open({
		getFeed: ({ query }) =>
			query.cursor
				? problem(400, { code: 'malformed', message: 'No' })
				: { items: adsFrom(1, 24), next_cursor: 'next' },
	});
	await expect.poll(titles).toEqual(titlesFrom(1, 24));
	window.scrollTo(0, document.documentElement.scrollHeight);
	await expect.element(page.getByText('More could not be loaded.', { exact: false })).toBeVisible();
	expect(titles()).toHaveLength(24);
	api.handle({ getFeed: () => ({ items: adsFrom(25, 4), next_cursor: null }) });
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect.poll(titles).toEqual(titlesFrom(1, 28));
	expect(api.calls('getFeed').at(-1)?.query.cursor).toBe('next');
	await expect.element(page.getByText('That is everything for now.', { exact: false })).toBeVisible();
});

test('an empty market invites its first seller', async () => {
	const { address } = await open({ getFeed: () => ({ items: [], next_cursor: null }) });
	await expect.element(page.getByRole('heading', { name: 'The market has just opened' })).toBeVisible();
	await page.getByRole('link', { name: 'Post the first ad' }).click();
	await expect.poll(address).toBe('/dashboard/market');
});
