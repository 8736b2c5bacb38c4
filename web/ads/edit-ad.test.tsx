import { useInfiniteQuery } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Ad, OwnAd } from '../../contract/ads/ads.ts';
import * as captionsText from '../../text/shared/captions.ts';
import * as commonText from '../../text/shared/common.ts';
import * as ownAdsText from '../../text/web/own-ads.ts';
import { useApi } from '../platform/api.ts';
import { findViolations } from '../testing/accessibility.ts';
import { makeAd, makeOwnAdDetails } from '../testing/ads.ts';
import { makeMe } from '../testing/browser-state.ts';
import { fakeApi, makeDeferredHandler } from '../testing/fake-api.ts';
import { makeCaptions } from '../testing/make-video.ts';
import { render } from '../testing/render.tsx';
import { EditAd } from './edit-ad.tsx';
import { ownAdsQuery } from './own/own-ads.ts';

const lamp: OwnAd = { ...makeOwnAdDetails(5), failure: null };

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
		getMyAd: () => makeOwnAdDetails(5),
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

describe('captions of a video', () => {
	const picker = page.getByLabelText(captionsText.label, { exact: false });
	const save = page.getByRole('button', { name: commonText.saveChanges });
	const remove = page.getByRole('button', { name: captionsText.remove });
	const summary = (count: number, from: string, to: string) => page.getByText(captionsText.summary(count, from, to));
	const chooseFile = (text: string) => userEvent.upload(picker, new File([text], 'captions.vtt'));

	async function open(ad: Partial<Ad> = {}) {
		const video = makeOwnAdDetails(5, { format: 'video', ...ad });
		const api = fakeApi({ getMyAd: () => video, updateAd: () => video });
		const own = { ...video, failure: null };
		await render(<EditAd ad={own} account={makeMe()} onClose={() => {}} />, { api });
		await expect.element(page.getByLabelText(commonText.title)).toBeVisible();
		return () => api.calls('updateAd').map(({ body }) => body.captions);
	}

	test('are added from a file and saved with the ad', async () => {
		const readSent = await open();
		await expect.element(picker).toHaveAccessibleDescription(captionsText.hint);
		await chooseFile('1\n00:00:01,000 --> 00:00:04,000\nWelcome!\n\n2\n00:00:04,000 --> 00:01:05,000\nNGN 15,000');
		await expect.element(summary(2, '0:01', '1:05')).toBeVisible();
		await expect.element(page.getByText('“Welcome!”')).toBeVisible();
		expect(await findViolations()).toEqual([]);
		await save.click();
		await expect
			.poll(readSent)
			.toEqual(['WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWelcome!\n\n00:00:04.000 --> 00:01:05.000\nNGN 15,000\n']);
	});

	test('stay if they are not changed, or the chosen file has an error', async () => {
		const readSent = await open({ captions: makeCaptions('Welcome!') });
		await expect.element(summary(1, '0:01', '1:00')).toBeVisible();
		await chooseFile('WEBVTT\n\n00:01 --> 00:02\nHi');
		await expect.element(page.getByText(captionsText.timeInvalid(3))).toBeVisible();
		await expect.element(picker).toHaveAccessibleDescription(expect.stringContaining(captionsText.timeInvalid(3)));
		expect(await findViolations()).toEqual([]);
		await chooseFile('x'.repeat(200_000));
		await expect.element(page.getByText(captionsText.tooLong(60_000))).toBeVisible();
		await expect.element(summary(1, '0:01', '1:00')).toBeVisible();
		await save.click();
		await expect.poll(readSent).toEqual(['WEBVTT\n\n00:00:01.000 --> 00:01:00.000\nWelcome!\n']);
	});

	test('are removed, which can be undone', async () => {
		const readSent = await open({ captions: makeCaptions('Welcome!') });
		await remove.click();
		await expect.element(summary(1, '0:01', '1:00')).not.toBeInTheDocument();
		await expect.element(picker).toHaveFocus();
		await expect.element(page.getByText(captionsText.removed)).toBeVisible();
		await page.getByRole('button', { name: commonText.undo }).click();
		await expect.element(summary(1, '0:01', '1:00')).toBeVisible();
		await remove.click();
		await save.click();
		await expect.poll(readSent).toEqual([null]);
	});

	test('are not offered for a picture ad', async () => {
		const readSent = await open({ format: 'image' });
		await expect.element(picker).not.toBeInTheDocument();
		await save.click();
		await expect.poll(readSent).toEqual([undefined]);
	});
});
