import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdCard } from '../../contract/ads/ads.ts';
import * as commonText from '../../text/shared/common.ts';
import * as adPageText from '../../text/web/ad-page.ts';
import { findViolations } from '../testing/accessibility.ts';
import { makeAdCard } from '../testing/ads.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { WithActor } from '../testing/with-actor.tsx';
import { SimilarAds } from './similar-ads.tsx';

const region = page.getByRole('region', { name: adPageText.similar });
const title = page.getByRole('heading', { name: adPageText.similar });

async function open(ads: AdCard[], handlers: Handlers = {}, space = 0) {
	const api = fakeApi({ listSimilarAds: () => ({ items: ads }), ...handlers });
	await render(
		<WithActor>
			<div style={{ height: space }} />
			<SimilarAds id={1} />
		</WithActor>,
		{ api },
	);
	return api;
}

test('loads the ads when the user comes near', async () => {
	const api = await open([makeAdCard(2), makeAdCard(3)], {}, 5000);
	await expect.element(title).not.toBeInTheDocument();
	expect(api.calls('listSimilarAds')).toEqual([]);
	window.scrollTo(0, document.body.scrollHeight);
	await expect.element(region.getByRole('link', { name: 'Lamp 3' })).toBeVisible();
	expect(api.calls('listSimilarAds').map(({ params }) => params)).toEqual([{ id: '1' }]);
	expect(await findViolations()).toEqual([]);
});

test('shows nothing without similar ads', async () => {
	const api = await open([]);
	await expect.poll(() => api.calls('listSimilarAds').length).toBe(1);
	await expect.element(title).not.toBeInTheDocument();
});

test('shows that the ads failed to load, and loads them on retry', async () => {
	const api = await open([], { listSimilarAds: throwNetworkError });
	await expect.element(page.getByText(adPageText.similarFailed)).toBeVisible();
	api.handle({ listSimilarAds: () => ({ items: [makeAdCard(2)] }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(region.getByRole('link', { name: 'Lamp 2' })).toBeVisible();
});
