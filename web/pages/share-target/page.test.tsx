import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as shareTargetText from '../../../text/web/share-target.ts';
import { readSharedContent, storeSharedContent } from '../../offline/worker/shared-content.ts';
import { readFromIndexedDb } from '../../platform/indexed-db.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { makePhoto } from '../../testing/files.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as sharedPage from './page.tsx';

beforeEach(() => void logIn());

/** Stores shared content as the service worker does, then opens the share target page. */
async function share(words: Record<string, string>, files: readonly File[] = []) {
	const form = new FormData();
	for (const [name, value] of Object.entries(words)) form.set(name, value);
	for (const file of files) form.append('files', file);
	await storeSharedContent(form, Date.now());
	return renderRoute('/share-target', sharedPage, { api: fakeApi() });
}

const choice = (name: string) => page.getByRole('button', { name });

test('adds a picture and its text to the draft of an ad, once', async () => {
	const words = { title: 'Red bag', text: 'Genuine leather', url: 'https://bags.example/red' };
	const { address } = await share(words, [await makePhoto('lime', { name: 'bag.png' })]);
	await expect.element(page.getByRole('heading', { level: 1, name: shareTargetText.heading })).toBeVisible();
	await expect.element(page.getByText('Genuine leather', { exact: false })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await choice(shareTargetText.pictureAd).click();
	await expect.poll(address).toBe('/dashboard/postAd');
	expect(JSON.parse(localStorage.getItem('draft-image-7') ?? 'null')).toMatchObject({
		title: 'Red bag',
		description: 'Genuine leather\nhttps://bags.example/red',
	});
	expect(await readFromIndexedDb('draft-image-7')).toMatchObject([{ name: 'bag.png' }]);
	expect(await readSharedContent(Date.now())).toBeNull();
});

test('adds text to the draft of a tweet', async () => {
	const { address } = await share({ text: 'New stock today' });
	await choice(shareTargetText.tweet).click();
	await expect.poll(address).toBe('/mypromotweet');
	expect(localStorage.getItem('draft-tweet-7')).toContain('New stock today');
});

test('passes a single video on to the upload page without a choice', async () => {
	const { address } = await share({ text: 'My shop in Kano' }, [new File(['film'], 'film.mp4', { type: 'video/mp4' })]);
	await expect.poll(address).toBe('/dashboard/postvideo');
	expect(JSON.parse(localStorage.getItem('draft-video-7') ?? 'null')).toMatchObject({ description: 'My shop in Kano' });
	expect(await readSharedContent(Date.now())).toMatchObject({ files: [{ name: 'film.mp4' }] });
});

test('names files that are neither pictures nor videos', async () => {
	await share({}, [new File(['song'], 'song.mp3', { type: 'audio/mpeg' })]);
	await expect
		.element(page.getByRole('heading', { level: 1, name: shareTargetText.notUsable('song.mp3') }))
		.toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('links to the format choice if nothing was shared', async () => {
	await renderRoute('/share-target', sharedPage, { api: fakeApi() });
	await expect.element(page.getByRole('heading', { level: 1, name: shareTargetText.emptyTitle })).toBeVisible();
	await expect
		.element(page.getByRole('link', { name: shareTargetText.chooseHere }))
		.toHaveAttribute('href', '/dashboard/market');
});

test('keeps shared content while a visitor logs in', async () => {
	localStorage.clear();
	const { address } = await share({ text: 'New stock today' });
	await expect.poll(address).toBe('/Login?next=%2Fshare-target');
	expect(await readSharedContent(Date.now())).toMatchObject({ text: 'New stock today' });
});
