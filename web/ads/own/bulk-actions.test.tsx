import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnAd } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeOwnAdDetails } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { OwnUploads } from './own-uploads.tsx';

const ads: OwnAd[] = [1, 2, 3].map((id) => ({ ...makeOwnAdDetails(id), failure: null }));
const bar = page.getByRole('region', { name: ownAdsText.bulkActions });
const heading = page.getByRole('heading', { name: 'My uploads' });
const select = (id: number) => page.getByRole('checkbox', { name: ownAdsText.selectAd(`Lamp ${id}`) });

async function open(handlers: Handlers) {
	logIn();
	const api = fakeApi({ listMyAds: () => ({ items: ads, next_cursor: null }), ...handlers });
	await renderRoute(
		'/dashboard',
		{ default: () => <OwnUploads title="My uploads" empty={null} action={null} /> },
		{ api },
	);
	await page.getByRole('button', { name: ownAdsText.select, exact: true }).click();
	await expect.element(bar).toHaveFocus();
	for (const id of [1, 3]) await select(id).click();
	await expect.element(bar.getByText(ownAdsText.selectedCount(2))).toBeVisible();
	return api;
}

test('deletes the selected ads after a confirmation', async () => {
	const api = await open({ deleteAd: () => undefined });
	expect(await findViolations()).toEqual([]);
	await bar.getByRole('button', { name: commonText.deleteIt }).click();
	const dialog = page.getByRole('dialog', { name: ownAdsText.deleteManyTitle(2) });
	expect(api.calls('deleteAd')).toEqual([]);
	await dialog.getByRole('button', { name: commonText.deleteIt }).click();
	await expect.element(page.getByText(ownAdsText.bulkDone.delete(2))).toBeVisible();
	expect(api.calls('deleteAd').map(({ params }) => params.id)).toEqual(['1', '3']);
	await expect.element(bar).not.toBeInTheDocument();
	await expect.element(heading).toHaveFocus();
});

test('counts to the number of ads at the start and keeps the selection while the list changes', async () => {
	const last = Promise.withResolvers<undefined>();
	let list = ads.map((ad) => (ad.id === 2 ? { ...ad, state: 'processing' as const } : ad));
	const api = await open({
		listMyAds: () => ({ items: list, next_cursor: null }),
		deleteAd: ({ params }) => {
			list = list.filter(({ id }) => String(id) !== params.id);
			return params.id === '3' ? last.promise : undefined;
		},
	});
	await bar.getByRole('button', { name: commonText.deleteIt }).click();
	await page.getByRole('dialog').getByRole('button', { name: commonText.deleteIt }).click();
	// The list polls while an ad is being processed.
	await expect.element(select(1), { timeout: 5000 }).not.toBeInTheDocument();
	await expect.element(bar.getByText(ownAdsText.bulkProgress(1, 2))).toBeVisible();
	await expect.element(select(2)).toBeDisabled();
	await expect.element(bar.getByRole('button', { name: commonText.deleteIt })).toHaveFocus();
	last.resolve(undefined);
	await expect.element(page.getByText(ownAdsText.bulkDone.delete(2))).toBeVisible();
	expect(api.calls('deleteAd')).toHaveLength(2);
});

test('returns the focus when the selection is cancelled', async () => {
	await open({});
	await bar.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(heading).toHaveFocus();
});

test('keeps those ads selected that the server did not change, and says why', async () => {
	const reason = 'You can renew this ad from 30 Nov 2026, 10:00.';
	const api = await open({
		renewAd: ({ params }) =>
			params.id === '3' ? makeProblemResponse(409, { code: 'conflict', message: reason }) : makeOwnAdDetails(1),
	});
	await bar.getByRole('button', { name: ownAdsText.renew }).click();
	await expect.element(page.getByText(`${ownAdsText.bulkFailed.renew(1, 2)} ${reason}`)).toBeVisible();
	expect(api.calls('renewAd')).toHaveLength(2);
	await expect.element(select(1)).not.toBeChecked();
	await expect.element(select(3)).toBeChecked();
});
