import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as savedSearchesText from '../../text/shared/saved-searches.ts';
import * as logInPromptText from '../../text/web/log-in-prompt.ts';
import { findViolations } from '../testing/accessibility.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { makeSavedSearch } from '../testing/saved-searches.ts';
import { WithActor } from '../testing/with-actor.tsx';
import { isSameSearch, type SearchInput } from './queries.ts';
import { SaveSearchButton } from './save-search-button.tsx';

const save = page.getByRole('button', { name: savedSearchesText.saveThis });
const saved = page.getByRole('link', { name: savedSearchesText.savedAlready });
const search: SearchInput = { q: 'iphone 12', state: 'Lagos' };
const onLoginPrompt = vi.fn();

async function open(handlers: Handlers = {}, input = search) {
	const api = fakeApi({ getSaved: () => ({ ids: [] }), ...handlers });
	const rendered = await render(
		<WithActor onLoginPrompt={onLoginPrompt}>
			<SaveSearchButton search={input} />
		</WithActor>,
		{ api },
	);
	return { api, ...rendered };
}

test('saves the search, tells so, and links to it', async () => {
	logIn();
	const items = [makeSavedSearch(4, { search: { q: 'lamp' } })];
	const { api, address } = await open({
		listSavedSearches: () => ({ items }),
		createSavedSearch() {
			const created = makeSavedSearch(5, { search });
			items.unshift(created);
			return created;
		},
	});
	expect(await findViolations()).toEqual([]);
	await save.click();
	await expect.element(page.getByText(savedSearchesText.savedNow)).toBeVisible();
	expect(api.calls('createSavedSearch').map(({ body }) => body)).toEqual([search]);
	await expect.element(saved).toHaveAttribute('href', '/dashboard/saved-searches/5');
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: savedSearchesText.seeSaved }).click();
	await expect.poll(address).toBe('/dashboard/saved-searches');
});

test('asks a visitor to log in and passes the search on', async () => {
	onLoginPrompt.mockReset();
	await open();
	await save.click();
	expect(onLoginPrompt.mock.calls).toEqual([[logInPromptText.toSaveSearch, { action: 'save-search', input: search }]]);
});

test('shows why the search is not saved', async () => {
	logIn();
	const message = savedSearchesText.limitReached(50);
	await open({
		listSavedSearches: () => ({ items: [] }),
		createSavedSearch: () => makeProblemResponse(409, { code: 'conflict', message }),
	});
	await save.click();
	await expect.element(page.getByText(message)).toBeVisible();
	await expect.element(save).toBeVisible();
});

test('shows nothing without words and filters', async () => {
	await open({}, { q: '' });
	await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('recognizes the same search in other words', () => {
	expect(isSameSearch({ q: ' iPhone  12 ', state: 'Lagos', lga: '' }, { state: 'Lagos', q: 'iphone 12' })).toBe(true);
	expect(isSameSearch({ q: 'iphone' }, { q: 'iphone', state: 'Lagos' })).toBe(false);
});
