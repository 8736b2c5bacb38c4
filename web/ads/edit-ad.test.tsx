import { useInfiniteQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnAd } from '../../contract/ads.ts';
import * as commonText from '../../contract/text/common.ts';
import * as ownAdsText from '../../contract/text/own-ads.ts';
import { useApi } from '../platform/api.ts';
import { makeAd } from '../testing/ads.ts';
import { makeMe } from '../testing/browser-state.ts';
import { fakeApi, makeDeferredHandler } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { EditAd } from './edit-ad.tsx';
import { ownAdsQuery } from './own-ads.ts';

const lamp: OwnAd = { ...makeAd(5), failure: null };

function EditedList() {
	const { data } = useInfiniteQuery(ownAdsQuery(useApi(), 7));
	return (
		<>
			<p>{data?.map(({ title }) => title)}</p>
			<EditAd ad={lamp} account={makeMe()} onClose={() => {}} />
		</>
	);
}

test('shows a saved change in the list without waiting for a refetch', async () => {
	const api = fakeApi({
		listMyAds: () => ({ items: [lamp], next_cursor: null }),
		getAd: () => makeAd(5),
		updateAd: ({ body }) => makeAd(5, { title: String(body.title) }),
	});
	await render(<EditedList />, { api });
	await page.getByLabelText(commonText.title).fill('Brass lamp');
	await expect.element(page.getByText('Lamp 5', { exact: true })).toBeInTheDocument();
	api.handle({ listMyAds: makeDeferredHandler<never>().handler });
	await page.getByRole('button', { name: commonText.saveChanges }).click();
	await expect.element(page.getByText(ownAdsText.changesSaved)).toBeVisible();
	await expect.element(page.getByText('Brass lamp', { exact: true })).toBeInTheDocument();
	expect(api.calls('listMyAds')).toHaveLength(2);
});
