import type { ComponentProps } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Clip } from '../../../contract/ads/ads.ts';
import * as limits from '../../../contract/core/limits.ts';
import type { Video } from '../../../contract/media/media.ts';
import * as captionsText from '../../../text/shared/captions.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as contactText from '../../../text/shared/contact.ts';
import * as commentsText from '../../../text/web/comments.ts';
import * as pinnedProductsText from '../../../text/web/pinned-products.ts';
import * as playerText from '../../../text/web/player.ts';
import * as videosText from '../../../text/web/videos.ts';
import { autoplayChoice, soundChoice } from '../../player/autoplay.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAd, makeAdCard, makeLinkedAd } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import { type MemoryUse, readMemoryUse } from '../../testing/devtools.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { makeCaptions, makeVideo } from '../../testing/make-video.ts';
import { renderRoute } from '../../testing/render.tsx';
import { makeVideoAd } from '../../testing/videos.ts';
import { WithActor } from '../../testing/with-actor.tsx';
import * as videosPage from './page.tsx';

let clips: Clip[];

beforeEach(async () => {
	const video = await makeVideo(8);
	clips = [1, 2, 3, 4, 5].map((id) => ({
		...makeAdCard(id, { title: `Film ${id}`, category: id === 3 ? 'Motorcycles' : 'Fashion & Apparel' }),
		format: 'video',
		description: `What film ${id} shows.\nMore about it.`,
		video,
	}));
	autoplayChoice.set(false);
	return () => {
		autoplayChoice.remove();
		soundChoice.remove();
		window.history.replaceState(null, '', '/');
	};
});

async function open(handlers: Handlers = {}, url = '/videos', props: Partial<ComponentProps<typeof WithActor>> = {}) {
	const api = fakeApi({
		listVideos: () => ({ items: clips, next_cursor: null }),
		listAdsById: ({ query }) => ({ items: (query.ids ?? '').split(',').map((id) => makeAdCard(Number(id))) }),
		...handlers,
	});
	const { default: VideosPage } = videosPage;
	const withActor = {
		...videosPage,
		default: () => (
			<WithActor {...props}>
				<div className="h-dvh">
					<VideosPage />
				</div>
			</WithActor>
		),
	};
	return { api, ...(await renderRoute('/videos', withActor, { api, url })) };
}

/** Calls of a logged-in account. */
const accountHandlers: Handlers = {
	getSaved: () => ({ ids: [] }),
	listMyLikes: () => ({ ads: [], posts: [] }),
	listFollowing: () => ({ items: [], next_cursor: null }),
	listLess: () => ({ items: [] }),
};

const getCurrent = () => document.querySelector('article:not([inert])');
const title = () => getCurrent()?.querySelector('h2')?.textContent;
const scroller = () => document.querySelector('section[aria-label="Videos"]') as HTMLElement;
const videos = () => [...document.querySelectorAll('video')];
const isPlaying = () => videos().filter(({ paused }) => !paused).length;
const play = () => getCurrent()?.querySelector<HTMLElement>(`[aria-label="${playerText.play}"]`)?.click();

test('loads nothing of a video before a tap, and plays only the one on the screen', async () => {
	await open();
	await expect.poll(title).toBe('Film 1');
	expect(videos().every((video) => video.getAttribute('src') === null)).toBe(true);
	play();
	await expect.poll(isPlaying).toBe(1);
	await page.getByRole('button', { name: videosText.next }).click();
	await expect.poll(title).toBe('Film 2');
	await expect.poll(isPlaying).toBe(0);
	expect(await findViolations()).toEqual([]);
});

test('moves by keyboard, reuses three video elements and keeps the current video in the address', async () => {
	await open();
	await expect.poll(title).toBe('Film 1');
	for (const next of [2, 3, 4]) {
		await userEvent.keyboard('{ArrowDown}');
		await expect.poll(title).toBe(`Film ${next}`);
	}
	expect(videos()).toHaveLength(3);
	await expect.poll(() => location.search).toBe('?from=4');
	await userEvent.keyboard('{ArrowUp}');
	await expect.poll(title).toBe('Film 3');
});

test('counts a view, and once how much of a video was watched when it leaves the screen', async () => {
	const beacon = vi.fn();
	vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => {
		beacon(...JSON.parse(String(body)).insights);
		return true;
	});
	// Sends what an earlier test has left.
	window.dispatchEvent(new Event('pagehide'));
	beacon.mockClear();
	clips = clips.map((clip) => ({ ...clip, id: clip.id + 100 }));
	await open();
	await expect.poll(title).toBe('Film 1');
	play();
	const [video] = videos();
	if (!video) expect.fail('no video');
	video.playbackRate = 8;
	// The video starts again, which counts once.
	const onSeeked = vi.fn();
	video.addEventListener('seeked', onSeeked);
	await expect.poll(() => onSeeked.mock.calls.length).toBeGreaterThan(1);
	await page.getByRole('button', { name: videosText.next }).click();
	await expect.poll(title).toBe('Film 2');
	window.dispatchEvent(new Event('pagehide'));
	expect(beacon.mock.calls.flat()).toEqual([
		{ type: 'view', target: 'ads', id: 101 },
		{ type: 'watch', id: 101, parts: 2 ** limits.watching.parts - 1 },
	]);

	// The element of the first video plays the fourth, of which it has played nothing yet.
	for (const next of [3, 4]) {
		await page.getByRole('button', { name: videosText.next }).click();
		await expect.poll(title).toBe(`Film ${next}`);
	}
	expect(getCurrent()?.contains(video)).toBe(true);
	const pauseAfterPlay = () => video.currentTime > 1.4 && video.pause();
	video.addEventListener('timeupdate', pauseAfterPlay);
	play();
	await expect.poll(() => video.paused && video.currentTime > 1.4).toBe(true);
	video.removeEventListener('timeupdate', pauseAfterPlay);
	window.dispatchEvent(new Event('pagehide'));
	const { id, parts } = beacon.mock.lastCall?.at(-1) ?? {};
	expect(id).toBe(104);
	// A part counts once its middle was played. The last progress event is up to a part older than the pause.
	const played = Math.round((video.currentTime / video.duration) * limits.watching.parts);
	expect([2 ** (played - 1) - 1, 2 ** played - 1]).toContain(parts);
});

test('begins at the video in the address', async () => {
	const { api } = await open({}, '/videos?from=7');
	await expect.poll(title).toBe('Film 1');
	expect(api.calls('listVideos')[0]?.query).toMatchObject({ from: '7' });
});

test('plays by itself only after the user chose it, which is asked once', async () => {
	autoplayChoice.remove();
	await open();
	await expect.poll(title).toBe('Film 1');
	expect(isPlaying()).toBe(0);
	play();
	await page.getByRole('button', { name: videosText.playAutomatically }).click();
	await expect.element(page.getByText(videosText.playOffer)).not.toBeInTheDocument();
	await userEvent.keyboard('{ArrowDown}');
	await expect.poll(title).toBe('Film 2');
	await expect.poll(isPlaying).toBe(1);
});

test('remembers the choice of sound', async () => {
	await open();
	await expect.poll(title).toBe('Film 1');
	play();
	await expect.poll(isPlaying).toBe(1);
	const playing = () => videos().find(({ paused }) => !paused);
	const before = playing()?.muted;
	scroller().focus();
	await userEvent.keyboard('m');
	await expect.poll(() => playing()?.muted).toBe(!before);
	expect(soundChoice.get()).toBe(before);
});

test('pauses on a tap and likes on a double tap', async () => {
	logIn();
	const { api } = await open({ ...accountHandlers, like: () => ({ liked: true, likes: 4 }) });
	await expect.poll(title).toBe('Film 1');
	const tap = () => getCurrent()?.querySelector<HTMLElement>('.touch-manipulation')?.click();
	tap();
	await expect.poll(isPlaying).toBe(1);
	await new Promise((resolve) => setTimeout(resolve, 400));
	tap();
	await expect.poll(isPlaying).toBe(0);
	await new Promise((resolve) => setTimeout(resolve, 400));
	tap();
	tap();
	await expect.poll(() => getCurrent()?.querySelector('[aria-pressed="true"]')).not.toBeNull();
	await expect.poll(() => api.calls('like')).toHaveLength(1);
});

test('pauses by a button that keeps the focus', async () => {
	await open();
	await expect.poll(title).toBe('Film 1');
	const button = () => document.activeElement?.getAttribute('aria-label');
	getCurrent()?.querySelector<HTMLElement>(`[aria-label="${playerText.play}"]`)?.focus();
	await userEvent.keyboard('{Enter}');
	await expect.poll(isPlaying).toBe(1);
	await expect.poll(button).toBe(playerText.pause);
	await userEvent.keyboard('{Enter}');
	await expect.poll(isPlaying).toBe(0);
	expect(button()).toBe(playerText.play);
});

test('ignores letters outside of the feed, because speech input types them', async () => {
	const onLoginPrompt = vi.fn();
	await open({}, '/videos', { onLoginPrompt });
	await expect.poll(title).toBe('Film 1');
	await userEvent.keyboard('l');
	expect(onLoginPrompt).not.toHaveBeenCalled();
	scroller().focus();
	await userEvent.keyboard('l');
	// The visitor returns to this video after the login.
	expect(onLoginPrompt).toHaveBeenCalledWith(expect.any(String), expect.anything(), '/videos?from=1');
});

test('has one video in the order of focus, and the end only at the end', async () => {
	clips = clips.slice(0, 2);
	await open();
	await expect.poll(title).toBe('Film 1');
	scroller().focus();
	await userEvent.tab();
	expect(getCurrent()?.contains(document.activeElement)).toBe(true);
	const isEndInert = () => page.getByText(videosText.watchAgain).element().closest('[inert]') !== null;
	expect(isEndInert()).toBe(true);
	await userEvent.keyboard('{ArrowDown}');
	await expect.poll(title).toBe('Film 2');
	// The focus was on a button of the video that left the screen.
	expect(document.activeElement).toBe(scroller());
	await userEvent.keyboard('{ArrowDown}');
	await expect.poll(isEndInert).toBe(false);
});

test('keeps a sheet open while its video leaves the list', async () => {
	let isGone = false;
	await open({
		listAdsById: ({ query }) => ({
			items: (query.ids ?? '').split(',').flatMap((id) => (id === '1' && isGone ? [] : [makeAdCard(Number(id))])),
		}),
		listComments: () => ({ items: [], next_cursor: null }),
	});
	await userEvent.keyboard('{ArrowDown}');
	await expect.poll(title).toBe('Film 2');
	await userEvent.keyboard('{ArrowUp}');
	await expect.poll(title).toBe('Film 1');
	getCurrent()
		?.querySelector<HTMLElement>(`[aria-label="${videosText.comments(clips[0]?.comments ?? 0)}"]`)
		?.click();
	const sheet = page.getByRole('dialog', { name: 'Film 1' });
	await expect.element(sheet).toBeVisible();
	isGone = true;
	scroller().scrollTo({ top: scroller().clientHeight, behavior: 'instant' });
	await expect.poll(title).toBe('Film 2');
	await expect.element(sheet).toBeVisible();
});

test('shows a sold video only if the visitor chose it, and without contact', async () => {
	clips = clips.map((clip) => ({ ...clip, state: clip.id < 3 ? ('sold' as const) : clip.state }));
	await open(
		{
			listAdsById: ({ query }) => ({
				items: (query.ids ?? '')
					.split(',')
					.map((id) => makeAdCard(Number(id), { state: Number(id) < 3 ? 'sold' : 'ready' })),
			}),
		},
		'/videos?from=1',
	);
	await expect.poll(title).toBe('Film 1');
	expect(getCurrent()?.textContent).toContain(commonText.sold);
	expect(getCurrent()?.textContent).not.toContain(videosText.contact);
	await vi.waitFor(() => expect(document.querySelector('[aria-label="Video: Film 2"]')).toBeNull());
	expect(title()).toBe('Film 1');
	await userEvent.keyboard('{ArrowDown}');
	await expect.poll(title).toBe('Film 3');
});

test('leaves out a video that was taken down since the list was loaded', async () => {
	await open({
		listAdsById: ({ query }) => ({
			items: (query.ids ?? '').split(',').flatMap((id) => (id === '2' ? [] : [makeAdCard(Number(id))])),
		}),
	});
	await expect.poll(title).toBe('Film 1');
	await vi.waitFor(() => expect(document.querySelector('[aria-label="Video: Film 2"]')).toBeNull());
	await page.getByRole('button', { name: videosText.next }).click();
	await expect.poll(title).toBe('Film 3');
});

test('shows less of a seller', async () => {
	logIn();
	await open({ ...accountHandlers, showLess: () => new Response(null, { status: 204 }) });
	await expect.poll(title).toBe('Film 1');
	getCurrent()
		?.querySelector<HTMLElement>(`[aria-label="${videosText.moreLabel('Film 1')}"]`)
		?.click();
	await page.getByRole('button', { name: 'Show less Fashion & Apparel' }).click();
	await expect.poll(title).toBe('Film 3');
	expect(scroller().scrollTop).toBe(0);
	await expect.poll(() => location.search).toBe('?from=3');
});

test('keeps the video on the screen when earlier ones leave the list', async () => {
	logIn();
	const preferences = Promise.withResolvers<Response>();
	await open({ ...accountHandlers, listLess: () => preferences.promise });
	await userEvent.keyboard('{ArrowDown}');
	await expect.poll(title).toBe('Film 2');
	await userEvent.keyboard('{ArrowDown}');
	await expect.poll(title).toBe('Film 3');
	await expect.poll(() => scroller().scrollTop).toBe(2 * scroller().clientHeight);
	preferences.resolve(Response.json({ items: [{ id: 1, of: { what: 'category', category: 'Fashion & Apparel' } }] }));
	// The first video stays, because the visitor chose it.
	await expect.poll(() => scroller().scrollTop).toBe(scroller().clientHeight);
	expect(title()).toBe('Film 3');
});

test('opens a product of the video, and asks its seller in its comments', async () => {
	clips[0] = { ...(clips[0] as Clip), products: [makeLinkedAd(8), makeLinkedAd(9)] };
	const { api } = await open({
		getAd: () => makeAd(9, { has_whatsapp: false }),
		listComments: () => ({ items: [], next_cursor: null }),
	});
	const cards = page.getByRole('list', { name: pinnedProductsText.title });
	await expect.element(cards.getByRole('button', { name: /^Lamp 8/ })).toBeVisible();
	await cards.getByRole('button', { name: /^Lamp 9/ }).click();
	const sheet = page.getByRole('dialog', { name: 'Lamp 9' });
	await sheet.getByRole('button', { name: contactText.lastPrice }).click();
	await expect.element(sheet.getByRole('textbox')).toHaveValue(contactText.lastPrice);
	await expect.poll(() => api.calls('listComments').map(({ params }) => params)).toEqual([{ target: 'ads', id: '9' }]);
	expect(await findViolations()).toEqual([]);
	await sheet.getByRole('button', { name: commonText.close }).click();
	await expect.element(sheet).not.toBeInTheDocument();
});

test('says that a product could not be loaded, and loads it again', async () => {
	clips[0] = { ...(clips[0] as Clip), products: [makeLinkedAd(9)] };
	const { api } = await open({ getAd: () => makeProblemResponse(404, { code: 'not_found', message: 'It is gone.' }) });
	await page.getByRole('button', { name: /^Lamp 9/ }).click();
	const sheet = page.getByRole('dialog', { name: 'Lamp 9' });
	await expect.element(sheet.getByText(pinnedProductsText.loadFailed)).toBeVisible();
	api.handle({ getAd: () => makeAd(9, { state: 'sold' }) });
	await sheet.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(sheet.getByText(commonText.sold)).toBeVisible();
	await expect
		.element(sheet.getByRole('link', { name: new RegExp(commonText.chatOnWhatsapp) }))
		.not.toBeInTheDocument();
});

test('contacts the seller, and asks in the comments', async () => {
	await open({
		getVideoAd: () => ({ normalads: makeVideoAd(1, { has_whatsapp: false }) }),
		listComments: () => ({ items: [], next_cursor: null }),
	});
	await expect.poll(title).toBe('Film 1');
	await page.getByRole('button', { name: videosText.contact }).first().click();
	await page.getByRole('button', { name: 'Is it available?' }).click();
	await expect.element(page.getByRole('textbox', { name: commentsText.addComment })).toHaveValue('Is it available?');
	expect(await findViolations()).toEqual([]);
	await userEvent.keyboard('{Escape}');
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('loads more before the end, and says when there is no more', async () => {
	const { api } = await open({
		listVideos: ({ query }) =>
			query.cursor
				? { items: [{ ...(clips[0] as Clip), id: 6, title: 'Film 6' }], next_cursor: null }
				: { items: clips, next_cursor: 'more' },
	});
	await expect.poll(title).toBe('Film 1');
	for (const next of [2, 3, 4, 5, 6]) {
		await userEvent.keyboard('{ArrowDown}');
		await expect.poll(title).toBe(`Film ${next}`);
	}
	expect(api.calls('listVideos')).toHaveLength(2);
	play();
	await expect.poll(isPlaying).toBe(1);
	await userEvent.keyboard('{ArrowDown}');
	await expect.element(page.getByText(videosText.endTitle)).toBeInTheDocument();
	await expect.poll(isPlaying).toBe(0);
	await page.getByRole('button', { name: videosText.watchAgain }).click();
	await expect.poll(title).toBe('Film 1');
});

/** A film of the sample content, in the segments that the app loads. */
const sampleFilm = '/main/sample/files/videos/film-adire';
const streamedVideo: Video = {
	duration_ms: 7000,
	poster: null,
	hls: null,
	renditions: [
		{
			url: `${sampleFilm}/240.mp4`,
			width: 240,
			height: 426,
			bytes: 322_000,
			fragmented: {
				url: `${sampleFilm}/240-fragmented.mp4`,
				bytes: 324_178,
				head: 79_907,
				codecs: 'avc1.640015,mp4a.40.2',
			},
		},
	],
};

/** Counts the videos that have loaded. Loading uses listeners. At rest, the playing video is whole and the next one has begun. */
function countLoaded() {
	const loaded = videos().filter(({ buffered }) => buffered.length > 0);
	const whole = loaded.filter(({ buffered, duration }) => buffered.end(0) > duration - 0.1).length;
	return { whole, begun: loaded.length - whole };
}

test('keeps nothing of the videos that have left the screen, after 100 of them', { timeout: 120_000 }, async () => {
	autoplayChoice.set(true);
	const perPage = 50;
	await open({
		listVideos: ({ query }) => {
			const first = Number(query.cursor ?? 1);
			const items = Array.from({ length: perPage }, (_, index) => ({
				...(clips[0] as Clip),
				id: first + index,
				title: `Film ${first + index}`,
				video: streamedVideo,
			}));
			return { items, next_cursor: String(first + perPage) };
		},
	});
	const uses: MemoryUse[] = [];
	for (let film = 1; film <= 100; film++) {
		await expect.poll(title, { interval: 20 }).toBe(`Film ${film}`);
		await expect.poll(isPlaying, { interval: 20 }).toBe(1);
		expect(videos()).toHaveLength(3);
		if (film % 25 === 0) {
			await expect.poll(countLoaded).toEqual({ whole: 1, begun: 1 });
			uses.push(await readMemoryUse());
		}
		scroller().scrollTo({ top: film * scroller().clientHeight, behavior: 'instant' });
	}
	const [early, late] = [uses[0], uses.at(-1)] as [MemoryUse, MemoryUse];
	// Each video of the list keeps an empty element that the browser snaps to, its data, and about 12 KB of the test's own records.
	expect(late.nodes - early.nodes).toBeLessThan(75 + 50);
	expect(late.listeners - early.listeners).toBeLessThan(100);
	expect(late.heap - early.heap).toBeLessThan(75 * 30_000);
});

test('says that there are no videos, and that they could not be loaded', async () => {
	const { api } = await open({ listVideos: () => makeProblemResponse(500, { code: 'internal', message: 'Broken.' }) });
	await expect.element(page.getByText(videosText.loadFailed)).toBeVisible();
	api.handle({ listVideos: () => ({ items: [], next_cursor: null }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(page.getByText(videosText.emptyTitle)).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('shows captions between the product and its actions once they are turned on', async () => {
	const captions = makeCaptions(
		'These shoes are NGN 15,000. They come in black, brown and blue, and we deliver to Kano.',
	);
	clips = clips.map((clip) => (clip.id < 3 ? { ...clip, video: { ...clip.video, captions } } : clip));
	await page.viewport(360, 740);
	await open();
	await expect.poll(title).toBe('Film 1');
	const find = (selector: string) => getCurrent()?.querySelector(selector) ?? null;
	const isOn = () => find(`[aria-label="${captionsText.captions}"]`)?.getAttribute('aria-pressed');
	expect(isOn()).toBe('false');
	play();
	await expect.poll(isPlaying).toBe(1);
	expect(document.querySelector('track')).toBe(null);
	scroller().focus();
	await userEvent.keyboard('c');
	await expect.poll(isOn).toBe('true');
	const caption = page.getByText(/^These shoes/);
	await expect.element(caption).toBeVisible();
	const box = (element: Element | null) => element?.getBoundingClientRect() ?? expect.fail('no element');
	const shown = box(caption.element());
	expect(shown.bottom).toBeLessThanOrEqual(box(find('h2')).top);
	expect(shown.right).toBeLessThanOrEqual(box(find('[aria-label^="Comments"]')).left);
	expect(await findViolations()).toEqual([]);
	await userEvent.keyboard('{ArrowDown}');
	await expect.poll(title).toBe('Film 2');
	expect(find('track')).toBe(null);
	play();
	await expect.poll(() => getCurrent()?.textContent).toContain('These shoes');
	await userEvent.keyboard('{ArrowDown}');
	await expect.poll(title).toBe('Film 3');
	expect(isOn()).toBe(undefined);
});
