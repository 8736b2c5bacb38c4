import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as postAdText from '../text/web/post-ad.ts';
import * as postVideoText from '../text/web/post-video.ts';
import * as postedText from '../text/web/posted.ts';
import * as shareTargetText from '../text/web/share-target.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { makePhoto, makeVideo } from './support/media-files.ts';
import { password, removeStoredSession, signUp, submitLogin } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

interface SharedFile {
	name: string;
	type: string;
	path?: string;
}

/** Submits the form that a phone sends when a user shares to the app. */
async function share(page: Page, fields: Record<string, string>, files: readonly SharedFile[] = []) {
	const encodedFiles = await Promise.all(
		files.map(async ({ name, type, path }) => ({
			name,
			type,
			bytes: path ? (await readFile(path)).toString('base64') : 'QUJD',
		})),
	);
	await page.evaluate(
		async ({ fields, encodedFiles }) => {
			const form = Object.assign(document.createElement('form'), {
				method: 'post',
				action: '/share-target',
				enctype: 'multipart/form-data',
			});
			for (const [name, value] of Object.entries(fields)) {
				form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
			}
			const files = new DataTransfer();
			for (const { name, type, bytes } of encodedFiles) {
				files.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type }));
			}
			form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true }));
			(form.lastElementChild as HTMLInputElement).files = files.files;
			document.body.append(form);
			form.submit();
		},
		{ fields, encodedFiles },
	);
	await page.waitForURL(/share-target|postvideo|market/);
}

async function waitForController(page: Page) {
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready;
		if (!navigator.serviceWorker.controller)
			await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
	});
}

test('turns a shared picture with text into an ad, and a shared video into one after login', async ({ market }) => {
	const page = await market.newPhonePage();
	const { email } = await signUp(page);
	await waitForController(page);
	await test.step('a picture with text', async () => {
		const picture = { name: 'bag.jpg', type: 'image/jpeg', path: await makePhoto('green') };
		await share(page, { title: 'Red bag', text: 'Genuine leather', url: 'https://bags.example/red' }, [picture]);
		await expectHeading(page, shareTargetText.heading);
		await page.getByText('Genuine leather').waitFor();
		await page.getByRole('button', { name: shareTargetText.pictureAd }).click();
		await expectHeading(page, postAdText.heading);
		await page.getByText('1 of 8').waitFor();
		expect(await page.getByLabel('Title').inputValue()).toBe('Red bag');
		expect(await page.getByLabel('Description').inputValue()).toBe('Genuine leather\nhttps://bags.example/red');

		// The shared files can be used only once.
		await page.goto('/share-target');
		await expectHeading(page, shareTargetText.emptyTitle);
	});
	await test.step('a video, shared without a session', async () => {
		await waitUntilSettled(page);
		await removeStoredSession(page);
		await page.goto('/');
		const path = await makeVideo('film.mp4');
		await share(page, { text: 'My shop in Kano' }, [{ name: basename(path), type: 'video/mp4', path }]);
		await page.waitForURL(/Login/);
		await submitLogin(page, email, password);
		await expectToast(page, messages.videoSelected);
		await expectHeading(page, postVideoText.heading);
		await page.getByText('film.mp4').waitFor();
		await eventually(() => page.getByLabel('Description').inputValue()).toBe('My shop in Kano');
		await page.getByLabel('Category').selectOption("Men's Shoes");
		await page.getByRole('button', { name: /^Upload/ }).click();
		await page.getByRole('heading', { name: postedText.videoPosted }).waitFor({ timeout: 60_000 });
		await page.goto('/share-target');
		await expectHeading(page, shareTargetText.emptyTitle);
	});
});
