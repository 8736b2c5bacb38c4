import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as savedSearchesText from '../../../text/shared/saved-searches.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { makeSavedSearch } from '../../testing/saved-searches.ts';
import { WithActor } from '../../testing/with-actor.tsx';
import * as savedSearchPage from './page.tsx';
import { toResultsPath } from './search-path.ts';

const fresh = makeAdCard(9, { title: 'New iPhone 12' });
const old = makeAdCard(3, { title: 'Old iPhone 12' });
const search = makeSavedSearch(5, { new_ads: 1 });
const found = { ...search, ads: [fresh], up_to: 9 };
const newAds = page.getByRole('region', { name: savedSearchesText.newTitle(1, 50) });
const allAds = page.getByRole('region', { name: savedSearchesText.allTitle });

async function open(handlers: Handlers = {}) {
	logIn();
	const api = fakeApi({
		getSaved: () => ({ ids: [] }),
		listMyLikes: () => ({ ads: [], posts: [] }),
		getSavedSearch: () => found,
		listSavedSearches: () => ({ items: [search] }),
		listSavedSearchAds: () => ({ items: [fresh, old], next_cursor: null }),
		markSavedSearchSeen: () => undefined,
		...handlers,
	});
	const route = {
		...savedSearchPage,
		default: (props: Parameters<typeof savedSearchPage.default>[0]) => (
			<WithActor>
				<savedSearchPage.default {...props} />
			</WithActor>
		),
	};
	const url = '/dashboard/saved-searches/5';
	return { api, ...(await renderRoute('/dashboard/saved-searches/:id', route, { api, url })) };
}

test('shows the new ads above all ads, and marks them as seen', async () => {
	const { api } = await open();
	await expect.element(newAds.getByRole('link', { name: fresh.title })).toBeVisible();
	await expect.element(newAds.getByRole('link', { name: old.title })).not.toBeInTheDocument();
	await expect.element(allAds.getByRole('link', { name: old.title })).toBeVisible();
	await expect
		.poll(() => api.calls('markSavedSearchSeen'))
		.toMatchObject([{ params: { id: '5' }, body: { up_to: 9 } }]);
	await expect.element(newAds).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('keeps the new ads when the alerts change', async () => {
	const items = [search];
	await open({
		listSavedSearches: () => ({ items }),
		updateSavedSearch({ body }) {
			items[0] = { ...search, ...body };
			return items[0];
		},
	});
	const alerts = page.getByRole('combobox', { name: savedSearchesText.alertsOf(search.name) });
	await alerts.selectOptions('daily');
	await expect.element(page.getByText(savedSearchesText.alertHints.daily)).toBeVisible();
	await expect.element(newAds).toBeVisible();
});

test('tells that nothing is new, and that nothing matches yet', async () => {
	const { api } = await open({
		getSavedSearch: () => ({ ...search, new_ads: 0, ads: [], up_to: null }),
		listSavedSearchAds: () => ({ items: [], next_cursor: null }),
	});
	await expect.element(page.getByText(savedSearchesText.noNew)).toBeVisible();
	await expect.element(page.getByRole('heading', { name: savedSearchesText.noAds })).toBeVisible();
	expect(api.calls('markSavedSearchSeen')).toEqual([]);
	expect(await findViolations()).toEqual([]);
});

test('tells that a deleted search is gone', async () => {
	const gone = () => makeProblemResponse(404, { code: 'not_found', message: savedSearchesText.notFound });
	const { address } = await open({ getSavedSearch: gone, listSavedSearchAds: gone });
	await expect.element(page.getByRole('heading', { name: savedSearchesText.notFound })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: savedSearchesText.seeSaved }).click();
	await expect.poll(address).toBe('/dashboard/saved-searches');
});

test.each([
	[{ q: 'iphone 12', state: 'Lagos' }, '/search?q=iphone+12&sort=newest&state=Lagos'],
	[{ category: 'Motorcycles', max_price: 5_000_000 }, '/?category=Motorcycles&max=50000'],
] as const)('opens %j at %s', (input, path) => {
	expect(toResultsPath(input)).toBe(path);
});
