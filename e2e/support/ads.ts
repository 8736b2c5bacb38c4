import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Ad } from '../../contract/ads.ts';
import type { Client } from '../../contract/client.ts';
import type { CallInput } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { UploadedFile } from '../../contract/media.ts';
import * as messages from '../../contract/messages.ts';
import * as adsText from '../../contract/text/ads.ts';
import * as commonText from '../../contract/text/common.ts';
import * as mediaText from '../../contract/text/media.ts';
import * as postVideoText from '../../contract/text/post-video.ts';
import { expectToast } from './expect.ts';
import { makePhoto } from './media-files.ts';

/** The button of the video upload screen, whatever it reads. */
export const uploadButton = (page: Page) => page.getByRole('button', { name: /^Upload/ });

/** Chooses a video and fills the form of the video upload screen that is open. */
export async function fillVideoAd(page: Page, path: string, description: string): Promise<void> {
	await page.getByLabel(mediaText.chooseVideo).setInputFiles(path);
	await fillAdText(page, description);
}

/** What has to be said of a video. */
export async function fillAdText(page: Page, description: string): Promise<void> {
	await page.getByLabel(commonText.category).selectOption("Men's Shoes");
	await page.getByLabel(commonText.description).fill(description);
}

/** Posts a video on the upload screen that is open, and waits until it is saved. */
export async function postVideo(page: Page, path: string, description: string): Promise<void> {
	await fillVideoAd(page, path, description);
	await uploadButton(page).click();
	await expectToast(page, messages.uploadSucceeded);
	await page.getByText(postVideoText.posted).waitFor();
}

/** Goes to the own videos and waits until so many are there, all of them live. */
export async function waitUntilLive(page: Page, count: number): Promise<void> {
	await page.goto('/dashboard/myvideos');
	await page
		.getByText(adsText.stateNames.ready, { exact: true })
		.nth(count - 1)
		.waitFor({ timeout: 240_000 });
}

/** Sends a photo without a page. */
export async function sendPhoto(client: Client): Promise<UploadedFile> {
	const bytes = await readFile(await makePhoto('green'));
	const { upload_url, ...fields } = await client.createUpload({
		body: { kind: 'image', bytes: bytes.length, file_name: 'green.jpg' },
	});
	const form = new FormData();
	for (const name of ['upload_preset', 'cloud_name', 'folder'] as const) form.set(name, fields[name]);
	form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'green.jpg');
	const answer = await fetch(upload_url, { method: 'POST', body: form });
	const { secure_url } = await answer.json();
	return { secure_url };
}

type NewAd = CallInput<Endpoints['createAd']>['body'];

/** Posts an ad with one picture without a page. */
export async function postAd(client: Client, ad: Partial<NewAd> & { title: string }): Promise<Ad> {
	return client.createAd({
		body: {
			category: 'Fashion & Apparel',
			description: 'Six yards.',
			...ad,
			pictures: [await sendPhoto(client)],
		},
	});
}
