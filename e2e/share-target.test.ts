import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import * as messages from '../contract/messages.ts';
import * as postAdText from '../contract/text/post-ad.ts';
import * as postVideoText from '../contract/text/post-video.ts';
import * as shareTargetText from '../contract/text/share-target.ts';
import { findViolations } from './support/accessibility.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { makePhoto, makeVideo } from './support/media-files.ts';
import { password, removeSession, signUp, submitLogin } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

interface Sent {
	name: string;
	type: string;
	path?: string;
}

/** Sends what a phone sends when somebody shares something with the app. */
async function share(page: Page, words: Record<string, string>, files: readonly Sent[] = []) {
	const sent = await Promise.all(
		files.map(async ({ name, type, path }) => ({
			name,
			type,
			bytes: path ? (await readFile(path)).toString('base64') : 'QUJD',
		})),
	);
	await page.evaluate(
		async ({ words, sent }) => {
			const form = Object.assign(document.createElement('form'), {
				method: 'post',
				action: '/share-target',
				enctype: 'multipart/form-data',
			});
			for (const [name, value] of Object.entries(words)) {
				form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
			}
			const files = new DataTransfer();
			for (const { name, type, bytes } of sent) {
				files.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type }));
			}
			form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true }));
			(form.lastElementChild as HTMLInputElement).files = files.files;
			document.body.append(form);
			form.submit();
		},
		{ words, sent },
	);
	await page.waitForURL(/share-target|postvideo|market/);
}

/** A page that the worker stands beside. */
async function controlled(page: Page) {
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready;
		if (!navigator.serviceWorker.controller)
			await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
	});
}

test('a picture from the gallery becomes an ad, with its words', async ({ market }) => {
	const page = await market.newPhonePage({ reducedMotion: 'reduce' });
	await signUp(page);
	await controlled(page);
	const picture = { name: 'bag.jpg', type: 'image/jpeg', path: await makePhoto('green') };
	await share(page, { title: 'Red bag', text: 'Genuine leather', url: 'https://bags.example/red' }, [picture]);
	await expectHeading(page, shareTargetText.heading);
	await page.getByText('Genuine leather').waitFor();
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('button', { name: shareTargetText.pictureAd }).click();
	await expectHeading(page, postAdText.heading);
	await page.getByText('1 of 8').waitFor();
	expect(await page.getByLabel('Title').inputValue()).toBe('Red bag');
	expect(await page.getByLabel('Description').inputValue()).toBe('Genuine leather\nhttps://bags.example/red');

	// Taken once.
	await page.goto('/share-target');
	await expectHeading(page, shareTargetText.emptyTitle);
});

test('a video goes to the upload screen, also when one has to log in first', { tag: '@encoding' }, async ({
	market,
}) => {
	const page = await market.newPhonePage({ reducedMotion: 'reduce' });
	const { email } = await signUp(page);
	await waitUntilSettled(page);
	await removeSession(page);
	await page.goto('/');
	await controlled(page);
	const path = await makeVideo('film.mp4');
	await share(page, { text: 'My shop in Kano' }, [{ name: basename(path), type: 'video/mp4', path }]);
	await page.waitForURL(/Login/);
	await submitLogin(page, email, password);
	await expectToast(page, messages.videoSelected);
	await expectHeading(page, postVideoText.heading);
	await eventually(() => page.getByLabel('Description').inputValue()).toBe('My shop in Kano');
	await page.getByLabel('Category').selectOption("Men's Shoes");
	await page.getByRole('button', { name: /^Upload/ }).click();
	await page.getByText('Your video is in.').waitFor({ timeout: 60_000 });
	await page.goto('/share-target');
	await expectHeading(page, shareTargetText.emptyTitle);
});

test('without a worker it leads to where one chooses a file', async ({ market }) => {
	const form = new FormData();
	form.set('files', new File(['x'], 'bag.jpg', { type: 'image/jpeg' }));
	const answer = await fetch(`${market.address}/share-target`, { method: 'POST', body: form, redirect: 'manual' });
	expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/market']);
});
