import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdCard } from '../../contract/ads/ads.ts';
import * as commonText from '../../text/shared/common.ts';
import * as recentlyViewedText from '../../text/web/recently-viewed.ts';
import { findViolations } from '../testing/accessibility.ts';
import { makeAdCard } from '../testing/ads.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { WithActor } from '../testing/with-actor.tsx';
import { clearRecentAds, rememberAd } from './recently-viewed.ts';
import { RecentlyViewed } from './recently-viewed-ads.tsx';
import { useRememberAd } from './use-remember-ad.ts';

const region = page.getByRole('region', { name: recentlyViewedText.title });
const stored = () => localStorage.getItem('recently-viewed');

async function open(ads: AdCard[], handlers: Handlers = {}) {
	const api = fakeApi({ listAdsById: () => ({ items: ads }), ...handlers });
	const element = (
		<WithActor>
			<RecentlyViewed />
		</WithActor>
	);
	return { api, ...(await render(element, { api })) };
}

function View({ id, owner }: { id: number; owner: string }) {
	useRememberAd(id, owner);
	return null;
}

test('shows the viewed ads, forgets those that are gone, and leaves out sold ones', async () => {
	for (const id of [1, 2, 3]) rememberAd(id);
	const { api } = await open([makeAdCard(3), makeAdCard(1, { state: 'sold' })]);
	await expect.element(region.getByRole('link', { name: 'Lamp 3' })).toBeVisible();
	await expect.element(region.getByRole('link', { name: 'Lamp 1' })).not.toBeInTheDocument();
	await expect.poll(stored).toBe('{"off":false,"ids":[3,1]}');
	expect(api.calls('listAdsById')[0]?.query).toEqual({ ids: '3,2,1' });
	expect(await findViolations()).toEqual([]);
});

test('is cleared with a button, and at logout', async () => {
	rememberAd(1);
	await open([makeAdCard(1)]);
	await page.getByRole('button', { name: recentlyViewedText.clear }).click();
	await expect.element(region).not.toBeInTheDocument();
	expect(stored()).toBeNull();
	rememberAd(2);
	clearRecentAds();
	expect(stored()).toBeNull();
});

test('remembers nothing while it is off', async () => {
	rememberAd(1);
	await open([makeAdCard(1)]);
	await page.getByRole('button', { name: recentlyViewedText.turnOff }).click();
	await expect.element(page.getByText(recentlyViewedText.isOff)).toBeVisible();
	rememberAd(2);
	clearRecentAds();
	expect(stored()).toBe('{"off":true,"ids":[]}');
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: recentlyViewedText.turnOn }).click();
	rememberAd(1);
	await expect.element(region.getByRole('link', { name: 'Lamp 1' })).toBeVisible();
});

test('shows that the ads failed to load, and loads them on retry', async () => {
	rememberAd(1);
	const { api } = await open([], { listAdsById: throwNetworkError });
	await expect.element(page.getByText(recentlyViewedText.loadFailed)).toBeVisible();
	api.handle({ listAdsById: () => ({ items: [makeAdCard(1)] }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(region.getByRole('link', { name: 'Lamp 1' })).toBeVisible();
	expect(stored()).toBe('{"off":false,"ids":[1]}');
});

test("remembers ads, but not the seller's own", async () => {
	logIn({ user_name: 'ada_obi' });
	await render(
		<>
			<View id={1} owner="ada_obi" />
			<View id={2} owner="bisi" />
		</>,
	);
	expect(stored()).toBe('{"off":false,"ids":[2]}');
});
