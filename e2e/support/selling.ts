import type { Page } from 'playwright-core';
import { expectToast } from './expect.ts';

/** The button of the video upload screen, whatever it reads. */
export const uploadButton = (page: Page) => page.getByRole('button', { name: /^Upload/ });

/** Chooses a video and fills the form of the video upload screen that is open. */
export async function fillVideoAd(page: Page, path: string, description: string): Promise<void> {
	await page.getByLabel('Choose a video').setInputFiles(path);
	await page.getByLabel('Category').selectOption("Men's Shoes");
	await page.getByLabel('Description').fill(description);
}

/** Posts a video on the upload screen that is open, and waits until it is saved. */
export async function postVideo(page: Page, path: string, description: string): Promise<void> {
	await fillVideoAd(page, path, description);
	await uploadButton(page).click();
	await expectToast(page, 'Video uploaded and saved successfully!');
	await page.getByText('Your video is in.').waitFor();
}

/** Goes to the own videos and waits until so many are there, all of them live. */
export async function waitUntilLive(page: Page, count: number): Promise<void> {
	await page.goto('/dashboard/myvideos');
	await page
		.getByText('Live', { exact: true })
		.nth(count - 1)
		.waitFor({ timeout: 60_000 });
}
