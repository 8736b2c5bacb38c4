import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as offlineVideosText from '../../../text/web/offline-videos.ts';
import * as pinnedProductsText from '../../../text/web/pinned-products.ts';
import * as playerText from '../../../text/web/player.ts';
import * as videoText from '../../../text/web/video.ts';
import { AdCard } from '../../feed/cards/ad-card.tsx';
import { listIndexedDbNames } from '../../platform/indexed-db.ts';
import { persistedQueryPrefix } from '../../platform/persisted-queries.ts';
import { offlineVideos } from '../../player/offline-video-list.ts';
import { storedLists } from '../../saved-items/lists.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAd, makeAdCard, makeLinkedAd } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import {
	fakeApi,
	type Handlers,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../../testing/fake-api.ts';
import { makeVideo } from '../../testing/make-video.ts';
import { listStoredFiles, makeRendition, storeVideo } from '../../testing/offline-videos.ts';
import { renderRoute } from '../../testing/render.tsx';
import { makeVideoAd } from '../../testing/videos.ts';
import * as videoPage from './page.tsx';

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

async function open(handlers: Handlers, id = 5) {
	const api = fakeApi({
		listUserVideos: () => ({ items: [], next_cursor: null }),
		getFeed: () => ({ items: [], next_cursor: null }),
		listComments: () => ({ items: [], next_cursor: null }),
		...handlers,
	});
	const rendered = await renderRoute('/sellervideos/:id/:description', videoPage, {
		api,
		url: `/sellervideos/${id}/film-${id}`,
	});
	return { api, ...rendered };
}

test('shows that a video is loading, and sets the title once it has loaded', async () => {
	const { handler, resolve } = makeDeferredHandler<{ normalads: ReturnType<typeof makeVideoAd> }>();
	await open({ getVideoAd: handler });
	await expect.element(page.getByRole('status').getByText(playerText.loading)).toBeInTheDocument();
	resolve({ normalads: makeVideoAd(5, { video: await makeVideo(3) }) });
	await expect.element(heading('Film 5')).toBeVisible();
	await expect.poll(() => document.title).toBe('Film 5 · Kasuwa');
	await expect.element(page.getByRole('button', { name: playerText.play, exact: true })).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('counts a view once some seconds were watched, not when the page opens', async () => {
	const beacon = vi.fn();
	vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => {
		beacon(...JSON.parse(String(body)).insights);
		return true;
	});
	const leavePage = () => window.dispatchEvent(new Event('pagehide'));
	await open({ getVideoAd: async () => ({ normalads: makeVideoAd(5, { video: await makeVideo(45) }) }) });
	const play = page.getByRole('button', { name: playerText.play, exact: true });
	await expect.element(play).toBeVisible();
	leavePage();
	expect(beacon).not.toHaveBeenCalled();
	await play.click();
	const video = document.querySelector('video') ?? expect.fail('no video');
	video.playbackRate = 8;
	await expect
		.poll(() => {
			leavePage();
			return beacon.mock.calls.flat();
		})
		.toContainEqual({ type: 'view', target: 'ads', id: 5 });
});

test('shows an error after one try, and the video on retry', async () => {
	const { api } = await open({
		getVideoAd: () => makeProblemResponse(500, { code: 'internal', message: 'The shelf has fallen over.' }),
	});
	const failure = heading('The shelf has fallen over.');
	await expect.element(failure).toBeVisible();
	expect(getComputedStyle(failure.element()).color).toBe('rgb(180, 35, 24)');
	expect(api.calls('getVideoAd')).toHaveLength(1);
	api.handle({ getVideoAd: () => ({ normalads: makeVideoAd(5) }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(heading('Film 5')).toBeVisible();
	expect(api.calls('getVideoAd').map(({ params }) => params)).toEqual(
		Array(2).fill({ id: '5', description: 'film-5' }),
	);
});

test('reports an address without a video, and links back', async () => {
	const { address } = await open({
		getVideoAd: () => makeProblemResponse(404, { code: 'not_found', message: 'No such ad.' }),
	});
	await expect.element(heading(messages.videoNotFound)).toBeVisible();
	await expect.element(page.getByRole('button', { name: commonText.tryAgain })).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: videoText.backToList }).click();
	await expect.poll(address).toBe('/');
});

test('opens a product of the video in a dialog, and counts the tap', async () => {
	const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
	const products = [makeLinkedAd(8), makeLinkedAd(9)];
	await open({ getVideoAd: () => ({ normalads: makeVideoAd(5, { products }) }), getAd: () => makeAd(9) });
	await page
		.getByRole('list', { name: pinnedProductsText.title })
		.getByRole('button', { name: /^Lamp 9/ })
		.click();
	const dialog = page.getByRole('dialog', { name: 'Lamp 9' });
	await expect.element(dialog.getByRole('link', { name: new RegExp(`^${commonText.chatOnWhatsapp}`) })).toBeVisible();
	await expect
		.element(dialog.getByRole('link', { name: pinnedProductsText.openAd }))
		.toHaveAttribute('href', '/feed/9/lamp-9');
	window.dispatchEvent(new Event('pagehide'));
	expect(beacon.mock.calls.map(([, body]) => body).join()).toContain('{"type":"product","id":5}');
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
});

test('offers a video for offline use once it is saved', async () => {
	const video = { duration_ms: 7000, poster: null, renditions: [makeRendition('five', 2_202_010)], hls: null };
	await open({ getVideoAd: () => ({ normalads: makeVideoAd(5, { video }) }) });
	await expect.element(heading('Film 5')).toBeVisible();
	const action = page.getByRole('button', { name: offlineVideosText.store('2.1 MB') });
	await expect.element(action).not.toBeInTheDocument();
	storedLists.wishlist.set([5]);
	await expect.element(action).toBeVisible();
});

test.each([
	['with status 200 and no ad', new Response('<h1>Welcome to our network</h1>')],
	['with status 404 and no problem', new Response('<h1>Not here</h1>', { status: 404 })],
])('keeps the file of a stored video if a captive portal responds %s', async (_, response) => {
	await storeVideo(6, makeRendition('six', 1000));
	await open({ getVideoAd: () => response }, 6);
	await expect.element(heading(messages.videoNotFound)).toBeVisible();
	expect(offlineVideos.get()).toHaveLength(1);
	expect(await listStoredFiles()).toHaveLength(1);
});

test('shows the persisted page of a video if a captive portal responds', async () => {
	await open({ getVideoAd: () => ({ normalads: makeVideoAd(5) }) });
	await expect.element(heading('Film 5')).toBeVisible();
	await expect.poll(() => listIndexedDbNames(persistedQueryPrefix)).toContain(`${persistedQueryPrefix}0/["video","5"]`);
	await cleanup();
	await open({ getVideoAd: () => new Response('<h1>Welcome to our network</h1>') });
	await expect.element(heading('Film 5')).toBeVisible();
});

test('moves nothing when the action for offline use appears on a sold video', async () => {
	const video = { duration_ms: 7000, poster: null, renditions: [makeRendition('five', 2_202_010)], hls: null };
	await open({ getVideoAd: () => ({ normalads: makeVideoAd(5, { state: 'sold', video }) }) });
	await expect.element(heading('Film 5')).toBeVisible();
	const getTop = () => heading('Film 5').element().getBoundingClientRect().top;
	const before = getTop();
	storedLists.wishlist.set([5]);
	await expect.element(page.getByRole('button', { name: offlineVideosText.store('2.1 MB') })).toBeVisible();
	expect(getTop()).toBe(before);
});

test('shows an own hidden video, which call 6 does not find', async () => {
	logIn({ user_name: 'ada_obi' });
	const { api } = await open({
		getVideoAd: () => makeProblemResponse(404, { code: 'not_found', message: messages.videoNotFound }),
		getOwnVideoAd: () => ({ normalads: makeVideoAd(5, { state: 'hidden' }) }),
	});
	await expect.element(heading('Film 5')).toBeVisible();
	expect(api.calls('getOwnVideoAd')).toHaveLength(1);
});

test('counts two comments if the response has no count', async () => {
	const { comments, ...video } = makeVideoAd(5);
	await open({ getVideoAd: () => ({ normalads: video }) });
	await expect.element(page.getByRole('heading', { level: 2, name: /^Comments/ })).toHaveTextContent('Comments 2');
	expect(comments).toBeDefined();
});

test('removes the file of a video that was hidden', async () => {
	await storeVideo(5, makeRendition('five', 1000));
	await open({ getVideoAd: () => makeProblemResponse(404, { code: 'not_found', message: messages.videoNotFound }) });
	await expect.element(heading(messages.videoNotFound)).toBeVisible();
	await expect.poll(listStoredFiles).toEqual([]);
});

const poster = { url: '/media/8/w320.webp', width: 90, height: 160, placeholder: null, sizes: [] };
const film = { duration_ms: 7000, poster, renditions: [makeRendition('eight', 2_202_010)], hls: null };
const description = page.getByText('Six yards, hand-dyed.');

/** Opens the page of video 5 below the card of video 8, and taps the card. */
async function tapCard(handlers: Handlers) {
	const card = makeAdCard(8, { format: 'video', title: 'Film 8', cover: poster });
	const api = fakeApi({
		getVideoAd: () => ({ normalads: makeVideoAd(5) }),
		listUserVideos: () => ({ items: [], next_cursor: null }),
		getFeed: () => ({ items: [], next_cursor: null }),
		listComments: () => ({ items: [], next_cursor: null }),
	});
	const route = {
		...videoPage,
		default: (props: ComponentProps<typeof videoPage.default>) => (
			<>
				<div style={{ width: 160 }}>
					<AdCard ad={card} sizes="160px" />
				</div>
				<videoPage.default {...props} />
			</>
		),
	};
	await renderRoute('/sellervideos/:id/:description', route, { api, url: '/sellervideos/5/film-5' });
	await expect.element(heading('Film 5')).toBeVisible();
	api.handle(handlers);
	await page.getByRole('link', { name: 'Film 8' }).click();
	return api;
}

test('shows title, price and poster of the tapped card until the video arrives, and moves none of them', async () => {
	const { handler, resolve } = makeDeferredHandler<{ normalads: ReturnType<typeof makeVideoAd> }>();
	await tapCard({ getVideoAd: handler });
	await expect.element(heading('Film 8')).toBeVisible();
	await expect.poll(() => document.title).toBe('Film 8 · Kasuwa');
	const article = page.getByRole('article');
	await expect.element(article.getByText('NGN 70,000')).toBeInTheDocument();
	await expect.element(page.getByRole('status').getByText(playerText.loading)).toBeInTheDocument();
	await expect.element(description).not.toBeInTheDocument();
	const getPoster = () => article.element().querySelector('img');
	expect(getPoster()?.getAttribute('src')).toBe(poster.url);
	expect(await findViolations()).toEqual([]);
	const getTop = () => heading('Film 8').element().getBoundingClientRect().top;
	const before = getTop();
	const getContactBar = () =>
		[...article.element().querySelectorAll('div')]
			.find((element) => getComputedStyle(element).position === 'fixed')
			?.getBoundingClientRect();
	const barBefore = getContactBar();
	expect(barBefore?.height).toBeGreaterThan(0);
	resolve({ normalads: makeVideoAd(8, { video: film, products: [makeLinkedAd(9)] }) });
	await expect.element(description).toBeVisible();
	await expect.element(page.getByRole('button', { name: playerText.play, exact: true })).toBeVisible();
	await expect.element(page.getByRole('list', { name: pinnedProductsText.title })).toBeVisible();
	expect(getPoster()?.getAttribute('src')).toBe(poster.url);
	expect(getTop()).toBe(before);
	expect(getContactBar()).toEqual(barBefore);
});

test('reports that the video of a tapped card is gone', async () => {
	await tapCard({ getVideoAd: () => makeProblemResponse(404, { code: 'not_found', message: 'No such ad.' }) });
	await expect.element(heading(messages.videoNotFound)).toBeVisible();
	await expect.element(heading('Film 8')).not.toBeInTheDocument();
	await expect.poll(() => document.title).toBe(`${commonText.video} · Kasuwa`);
});

test.for([
	['the network fails', throwNetworkError],
	['the server fails', () => makeProblemResponse(503, { code: 'unavailable', message: 'Try again later.' })],
] as const)('keeps what the tapped card knows if %s, and shows the video on retry', async ([, getVideoAd]) => {
	const api = await tapCard({ getVideoAd });
	await expect.element(page.getByRole('alert').getByText(videoText.failedHint)).toBeVisible();
	await expect.element(heading('Film 8')).toBeVisible();
	await expect.element(page.getByRole('status').getByText(playerText.loading)).not.toBeInTheDocument();
	const { handler, resolve } = makeDeferredHandler<{ normalads: ReturnType<typeof makeVideoAd> }>();
	api.handle({ getVideoAd: handler });
	const retry = page.getByRole('button', { name: commonText.tryAgain });
	await retry.click();
	await expect.element(retry).toHaveAttribute('aria-busy', 'true');
	await expect.element(retry).toHaveFocus();
	resolve({ normalads: makeVideoAd(8) });
	await expect.element(description).toBeVisible();
});

test.for([
	[360, 740],
	[1280, 800],
] as const)(
	'shows an error in red over the poster of the tapped card at %i × %i and does not move the title',
	async ([width, height]) => {
		await page.viewport(width, height);
		const { handler, resolve } = makeDeferredHandler<Response>();
		await tapCard({ getVideoAd: handler });
		await expect.element(heading('Film 8')).toBeVisible();
		const getTop = () => heading('Film 8').element().getBoundingClientRect().top;
		const before = getTop();
		resolve(makeProblemResponse(503, { code: 'unavailable', message: 'Try again later.' }));
		await expect.element(page.getByRole('alert').getByText('Try again later.')).toBeVisible();
		expect(getTop()).toBe(before);
		const frame = page.getByRole('article').element().querySelector('img')?.getBoundingClientRect();
		const error = page.getByRole('alert').element().getBoundingClientRect();
		const retry = page.getByRole('button', { name: commonText.tryAgain }).element().getBoundingClientRect();
		const { color } = getComputedStyle(page.getByText('Try again later.').element());
		expect(color).toBe(getDangerColor());
		expect(error.top).toBeGreaterThanOrEqual(frame?.top ?? Number.NaN);
		expect(retry.bottom).toBeLessThanOrEqual(frame?.bottom ?? Number.NaN);
		expect(await findViolations()).toEqual([]);
	},
);

/** Returns the colour of errors on the page. */
function getDangerColor(): string {
	const sample = document.createElement('p');
	sample.className = 'text-danger';
	document.body.append(sample);
	const { color } = getComputedStyle(sample);
	sample.remove();
	return color;
}

test('does not move the title if the offer beside the video is tall', async () => {
	await page.viewport(1280, 800);
	// With products, each of the six rows has an item.
	await open({ getVideoAd: () => ({ normalads: makeVideoAd(5, { products: [makeLinkedAd(9)] }) }) });
	const getTop = () => heading('Film 5').element().getBoundingClientRect().top;
	const price = page.getByRole('article').getByText('NGN 70,000').last();
	await expect.element(price).toBeVisible();
	const before = getTop();
	const offer = price.element().closest<HTMLElement>('article > *') ?? expect.fail('no offer');
	offer.style.minHeight = '3000px';
	expect(getTop()).toBe(before);
});
