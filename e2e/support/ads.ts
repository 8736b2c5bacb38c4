import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Ad } from '../../contract/ads/ads.ts';
import type { Client } from '../../contract/core/client.ts';
import type { CallInput } from '../../contract/core/endpoint.ts';
import type { Endpoints } from '../../contract/core/endpoints.ts';
import * as messages from '../../contract/core/messages.ts';
import type { UploadedFile } from '../../contract/media/media.ts';
import * as adsText from '../../text/shared/ads.ts';
import * as commonText from '../../text/shared/common.ts';
import * as mediaText from '../../text/web/media.ts';
import * as postedText from '../../text/web/posted.ts';
import { expectToast } from './expect.ts';
import { makePhoto } from './media-files.ts';

/** Finds the upload button on the page for posting a video, whether its label is 'Upload' or shows the progress. */
export const getUploadButton = (page: Page) => page.getByRole('button', { name: /^Upload/ });

/** Chooses a video and fills the form on the open video page. */
export async function fillVideoAd(page: Page, path: string, description: string): Promise<void> {
	await page.getByLabel(mediaText.chooseVideo).setInputFiles(path);
	await page.getByLabel(commonText.category).selectOption("Men's Shoes");
	await page.getByLabel(commonText.description).fill(description);
}

/** Posts a video on the open video page. Waits until the ad is saved. */
export async function postVideo(page: Page, path: string, description: string): Promise<void> {
	await fillVideoAd(page, path, description);
	await getUploadButton(page).click();
	await expectToast(page, messages.uploadSucceeded);
	await page.getByRole('heading', { name: postedText.videoPosted }).waitFor();
}

/** Opens the list of the user's video ads and waits until `count` videos are processed. */
export async function waitUntilLive(page: Page, count: number): Promise<void> {
	await page.goto('/dashboard/myvideos');
	await page
		.getByText(adsText.stateNames.ready, { exact: true })
		.nth(count - 1)
		.waitFor({ timeout: 240_000 });
}

export async function uploadPhoto(client: Client): Promise<UploadedFile> {
	const bytes = await readFile(await makePhoto('green'));
	const { upload_url, ...fields } = await client.createUpload({
		body: { kind: 'image', bytes: bytes.length, file_name: 'green.jpg' },
	});
	const form = new FormData();
	for (const name of ['upload_preset', 'cloud_name', 'folder'] as const) form.set(name, fields[name]);
	form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'green.jpg');
	const response = await fetch(upload_url, { method: 'POST', body: form });
	const { secure_url } = await response.json();
	return { secure_url };
}

type NewAd = CallInput<Endpoints['createAd']>['body'];

/** Posts an ad through the API, with one picture if `ad` has none. */
export async function postAd(client: Client, ad: Partial<NewAd> & { title: string }): Promise<Ad> {
	return client.createAd({
		body: {
			category: 'Fashion & Apparel',
			description: 'Six yards.',
			...ad,
			pictures: ad.pictures ?? [await uploadPhoto(client)],
		},
	});
}
