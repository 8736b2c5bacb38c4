import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdState } from '../../../contract/ads/ads.ts';
import * as postedText from '../../../text/web/posted.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { render } from '../../testing/render.tsx';
import { makeVideoAd } from '../../testing/videos.ts';
import { PostedCard } from './posted-card.tsx';

const share = page.getByRole('button', { name: postedText.shareToStatus });

async function open(state: AdState) {
	const ad = makeVideoAd(5, { state });
	const api = fakeApi({ getVideoAd: () => ({ normalads: ad }) });
	await render(<PostedCard ad={{ ...ad, format: 'video' }} onPostAnother={() => {}} />, { api });
	return api;
}

test('offers a video for sharing once it is processed', async () => {
	const api = await open('processing');
	await expect.element(page.getByText(postedText.processingHint)).toBeVisible();
	await expect.element(share).toBeDisabled();
	expect(await findViolations()).toEqual([]);
	api.handle({ getVideoAd: () => ({ normalads: makeVideoAd(5) }) });
	// The card asks again every few seconds.
	await expect.element(page.getByText(postedText.shareHint), { timeout: 15_000 }).toBeVisible();
	await expect.element(share).toBeEnabled();
});

test('says that a video could not be processed', async () => {
	await open('failed');
	await expect.element(page.getByText(postedText.failedHint)).toBeVisible();
	await expect.element(share).toBeDisabled();
});

test.for(['image', 'video'] as const)('says that an ad with a %s is held, and shares nothing', async (format) => {
	const ad = makeVideoAd(5, { state: 'hidden' });
	const api = fakeApi({ getVideoAd: () => ({ normalads: ad }) });
	const posted = { ...ad, format, ...(format === 'image' && { hidden: 'Not yours.' }) };
	await render(<PostedCard ad={posted} onPostAnother={() => {}} />, { api });
	await expect.element(page.getByRole('heading', { name: postedText.held })).toBeVisible();
	await expect.element(page.getByText(postedText.heldHint)).toBeVisible();
	await expect.element(share).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
});
