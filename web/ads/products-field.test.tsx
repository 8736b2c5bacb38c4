import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnAd } from '../../contract/ads/ads.ts';
import * as commonText from '../../text/shared/common.ts';
import * as controlsText from '../../text/web/controls.ts';
import * as pinnedProductsText from '../../text/web/pinned-products.ts';
import { findViolations } from '../testing/accessibility.ts';
import { makeAd, makeAdCard, makeLinkedAd, makeOwnAdDetails } from '../testing/ads.ts';
import { makeMe } from '../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { EditAd } from './edit-ad.tsx';

const own = (id: number, overrides: Partial<OwnAd> = {}): OwnAd => ({
	...makeOwnAdDetails(id),
	failure: null,
	...overrides,
});
const form = page.getByRole('group', { name: `${pinnedProductsText.title} ${controlsText.optional}` });
const picker = page.getByRole('dialog', { name: pinnedProductsText.choose });
const checkbox = (id: number) => picker.getByRole('checkbox', { name: new RegExp(`^Lamp ${id}\\b`) });
const save = page.getByRole('button', { name: commonText.saveChanges });

/** Opens the edit form of the video ad 5, which has the products 8 and 9. The seller has the ads 5 to 11, of which 7 is sold. */
async function open(handlers: Handlers = {}) {
	const api = fakeApi({
		getMyAd: () => makeOwnAdDetails(5, { format: 'video', products: [makeLinkedAd(8), makeLinkedAd(9)] }),
		listMyAds: () => ({
			items: [11, 10, 9, 8, 7, 6, 5].map((id) => own(id, { state: id === 7 ? 'sold' : 'ready' })),
			next_cursor: null,
		}),
		listAdsById: ({ query }) => ({ items: (query.ids ?? '').split(',').map((id) => makeAdCard(Number(id))) }),
		updateAd: () => makeAd(5),
		...handlers,
	});
	await render(<EditAd ad={{ id: 5, format: 'video' }} account={makeMe()} onClose={() => {}} />, { api });
	await expect.element(form.getByText('Lamp 9')).toBeVisible();
	return api;
}

test('chooses at most three own ads for sale, and sends them in the order of the choice', async () => {
	const api = await open();
	await form.getByRole('button', { name: pinnedProductsText.change }).click();
	await expect.element(picker.getByText(pinnedProductsText.chosenCount(2, 3))).toBeVisible();
	const readNames = () =>
		picker
			.getByRole('listitem')
			.elements()
			.map(({ textContent }) => textContent);
	await expect.poll(readNames).toEqual([11, 10, 9, 8, 6].map((id) => `Lamp ${id}NGN 70,000`));
	await checkbox(6).click();
	await expect.element(checkbox(6)).toBeChecked();
	await expect.element(checkbox(10)).toBeDisabled();
	await checkbox(8).click();
	await expect.element(checkbox(10)).toBeEnabled();
	await checkbox(10).click();
	expect(await findViolations()).toEqual([]);
	await picker.getByRole('button', { name: pinnedProductsText.done }).click();
	await expect.element(form.getByText('Lamp 10')).toBeVisible();
	await save.click();
	await expect.poll(() => api.calls('updateAd').map(({ body }) => body)).toMatchObject([{ products: [9, 6, 10] }]);
});

test('removes a product', async () => {
	const api = await open();
	await form.getByRole('button', { name: pinnedProductsText.remove('Lamp 8') }).click();
	await expect.element(form.getByText('Lamp 8')).not.toBeInTheDocument();
	await save.click();
	await expect.poll(() => api.calls('updateAd').map(({ body }) => body)).toMatchObject([{ products: [9] }]);
});

test('marks a product that is no longer for sale, and shows why the server rejects it', async () => {
	await open({
		listAdsById: () => ({ items: [makeAdCard(8, { state: 'sold' }), makeAdCard(9)] }),
		updateAd: () =>
			makeProblemResponse(422, { code: 'invalid', message: 'No.', fields: { products: 'Only ads for sale.' } }),
	});
	await expect.element(form.getByText(pinnedProductsText.notForSale)).toBeVisible();
	await save.click();
	await expect.element(form.getByText('Only ads for sale.')).toBeVisible();
	await expect.element(form.getByRole('button', { name: pinnedProductsText.change })).toHaveFocus();
});

test('says what to do if there is nothing to choose', async () => {
	await open({ listMyAds: () => ({ items: [own(5)], next_cursor: null }) });
	await form.getByRole('button', { name: pinnedProductsText.change }).click();
	await expect.element(picker.getByText(pinnedProductsText.noneTitle)).toBeVisible();
});

test('is not part of the form of a picture ad', async () => {
	const api = fakeApi({ getMyAd: () => makeOwnAdDetails(5), updateAd: () => makeAd(5) });
	await render(<EditAd ad={{ id: 5, format: 'image' }} account={makeMe()} onClose={() => {}} />, { api });
	await page.getByLabelText(commonText.title).fill('Brass lamp');
	await expect.element(form).not.toBeInTheDocument();
	await save.click();
	await expect.poll(() => api.calls('updateAd')).toHaveLength(1);
	expect(api.calls('updateAd')[0]?.body).not.toHaveProperty('products');
});
