import * as captionsText from '../text/shared/captions.ts';
import { postVideo, waitUntilLive } from './support/ads.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { makeVideo } from './support/media-files.ts';
import { signUp } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test } from './support/test.ts';

const title = 'A film of 45 seconds';

test('loads no video data before play is tapped', { tag: '@encoding' }, async ({ market }) => {
	const seller = await market.newDesktopPage();
	await signUp(seller, '/dashboard/postvideo');
	await postVideo(seller, await makeVideo('film.mp4'), title);
	await waitUntilLive(seller, 1);
	const link = seller.getByRole('link', { name: title });
	const address = (await link.getAttribute('href')) ?? '';

	const page = await market.newPhonePage();
	const videoUrls: string[] = [];
	page.on('request', (request) => {
		if (/\.mp4(\?|$)/.test(request.url())) videoUrls.push(request.url());
	});
	await page.goto('/');
	await page.getByRole('link', { name: title }).waitFor();
	await page.goto(address);
	await expectHeading(page, title);
	await page.getByText(/^0:45 · \d+\.\d\d MB$/).waitFor();
	await waitUntilSettled(page);
	expect(videoUrls).toEqual([]);
	await page.getByRole('button', { name: 'Play', exact: true }).click();
	const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
	await eventually(time).toBeGreaterThan(0.2);
	expect(videoUrls.length).toBeGreaterThan(0);
});

test('shows the captions that the seller chose for the video', { tag: '@encoding' }, async ({ market }) => {
	const seller = await market.newDesktopPage();
	await signUp(seller, '/dashboard/postvideo');
	await seller.getByText('Title, price and details').click();
	const file = Buffer.from('WEBVTT\n\n00:00.000 --> 00:40.000\nShoes & <b>bags</b>');
	await seller
		.getByLabel(captionsText.label)
		.setInputFiles({ name: 'captions.vtt', mimeType: 'text/vtt', buffer: file });
	await seller.getByText(captionsText.summary(1, '0:00', '0:40')).waitFor();
	await postVideo(seller, await makeVideo('film.mp4'), title);
	await waitUntilLive(seller, 1);
	const address = (await seller.getByRole('link', { name: title }).getAttribute('href')) ?? '';

	const page = await market.newPhonePage();
	const requested: string[] = [];
	page.on('request', (request) => {
		if (/\.vtt(\?|$)/.test(request.url())) requested.push(request.url());
	});
	await page.goto(address);
	await page.getByRole('button', { name: 'Play', exact: true }).click();
	const captions = page.getByRole('button', { name: captionsText.captions });
	await captions.waitFor();
	expect(requested).toEqual([]);
	await captions.click();
	await page.getByText('Shoes & bags').waitFor();
	expect(requested).toHaveLength(1);
});
