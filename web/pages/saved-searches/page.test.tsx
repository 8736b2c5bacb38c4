import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SavedSearch } from '../../../contract/saved-searches/saved-searches.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as savedSearchesText from '../../../text/shared/saved-searches.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { makeSavedSearch } from '../../testing/saved-searches.ts';
import * as savedSearchesPage from './page.tsx';

const phone = makeSavedSearch(1, { new_ads: 3, seen_at: '2026-11-02T09:00:00.000Z' });
const lamp = makeSavedSearch(2, { name: '“lamp”', search: { q: 'lamp' }, alerts: 'daily' });
const link = ({ name }: SavedSearch) => page.getByRole('link', { name });
const alerts = ({ name }: SavedSearch) => page.getByRole('combobox', { name: savedSearchesText.alertsOf(name) });

async function open(items: SavedSearch[], handlers: Handlers = {}) {
	logIn();
	const api = fakeApi({ listSavedSearches: () => ({ items }), ...handlers });
	return { api, ...(await renderRoute('/dashboard/saved-searches', savedSearchesPage, { api })) };
}

test('lists the searches with their new ads and alerts', async () => {
	await open([phone, lamp]);
	await expect.element(link(phone)).toHaveAttribute('href', '/dashboard/saved-searches/1');
	await expect.element(page.getByText(savedSearchesText.newAds(3, 50))).toBeVisible();
	await expect.element(page.getByText(savedSearchesText.nothingNew)).toBeVisible();
	await expect.element(alerts(phone)).toHaveValue('at_once');
	await expect.element(alerts(lamp)).toHaveValue('daily');
	await expect.element(page.getByText(savedSearchesText.alertHints.daily)).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('changes the alerts', async () => {
	const items = [phone];
	const { api } = await open(items, {
		updateSavedSearch({ body }) {
			items[0] = { ...phone, ...body };
			return items[0];
		},
	});
	await alerts(phone).selectOptions('off');
	await expect.element(page.getByText(savedSearchesText.alertsSaved)).toBeVisible();
	await expect.element(alerts(phone)).toHaveValue('off');
	expect(api.calls('updateSavedSearch')).toMatchObject([{ params: { id: '1' }, body: { alerts: 'off' } }]);
});

test('shows the stored alerts again if a change fails', async () => {
	await open([phone], {
		updateSavedSearch: () => makeProblemResponse(404, { code: 'not_found', message: savedSearchesText.notFound }),
	});
	await alerts(phone).selectOptions('off');
	await expect.element(page.getByText(savedSearchesText.notFound)).toBeVisible();
	await expect.element(alerts(phone)).toHaveValue('at_once');
});

test('deletes a search, and saves it again with undo', async () => {
	let items = [phone, lamp];
	const { api } = await open([], {
		listSavedSearches: () => ({ items }),
		deleteSavedSearch({ params }) {
			items = items.filter(({ id }) => String(id) !== params.id);
			return undefined;
		},
		createSavedSearch() {
			items = [lamp, ...items];
			return lamp;
		},
	});
	await page.getByRole('button', { name: savedSearchesText.deleteNamed(lamp.name) }).click();
	await expect.element(link(lamp)).not.toBeInTheDocument();
	await page.getByRole('button', { name: savedSearchesText.undo }).click();
	await expect.element(link(lamp)).toBeVisible();
	expect(api.calls('createSavedSearch').map(({ body }) => body)).toEqual([{ q: 'lamp', alerts: 'daily' }]);
});

test('explains how to save a search if there is none', async () => {
	const { address } = await open([]);
	await expect.element(page.getByRole('heading', { name: savedSearchesText.emptyTitle })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: savedSearchesText.startSearch }).click();
	await expect.poll(address).toBe('/search');
});

test('shows that the searches failed to load, and loads them on retry', async () => {
	const { api } = await open([], { listSavedSearches: throwNetworkError });
	await expect.element(page.getByText(savedSearchesText.loadFailed)).toBeVisible();
	api.handle({ listSavedSearches: () => ({ items: [lamp] }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(link(lamp)).toBeVisible();
});
