import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as limits from '../../contract/core/limits.ts';
import * as captionsText from '../../text/shared/captions.ts';
import * as commonText from '../../text/shared/common.ts';
import * as offlineVideosText from '../../text/web/offline-videos.ts';
import * as playerText from '../../text/web/player.ts';
import { findViolations } from '../testing/accessibility.ts';
import { doubleTap } from '../testing/devtools.ts';
import { makeCaptions, makeVideo } from '../testing/make-video.ts';
import { makeRendition, storeVideo } from '../testing/offline-videos.ts';
import { render } from '../testing/render.tsx';
import { getVideoAspectRatio } from './frame.tsx';
import { offlineVideos } from './offline-video-list.ts';
import { VideoPlayer } from './player.tsx';
import type { Watched } from './watched.ts';

const control = (name: string) => page.getByRole('button', { name, exact: true });
const play = control(playerText.play);
const pause = control(playerText.pause);
const forward = control(playerText.forward(limits.player.step));
const back = control(playerText.back(limits.player.step));

function video(): HTMLVideoElement {
	return document.querySelector('video') ?? expect.fail('no video');
}
const time = () => video().currentTime;
const isPaused = () => video().paused;
const isFull = () => document.fullscreenElement !== null;

async function open() {
	const film = await makeVideo(45);
	await render(<VideoPlayer video={film} title="A film of 45 seconds" aspectRatio={getVideoAspectRatio(film)} />);
	return film;
}

async function start() {
	await open();
	await play.click();
	await expect.poll(time).toBeGreaterThan(0.2);
}

/** Returns the opacity of the controls, 0 to 1. */
function visibility(): number {
	let visible = 1;
	for (let element: Element | null = control(playerText.fullScreen).element(); element; element = element.parentElement)
		visible *= Number(getComputedStyle(element).opacity);
	return visible;
}

afterEach(async () => {
	vi.useRealTimers();
	if (isFull()) await document.exitFullscreen();
});

test('shows the duration and the size, and loads nothing before the first tap', async () => {
	const film = await open();
	const megabytes = ((film.renditions[0]?.bytes ?? 0) / limits.megabyte).toFixed(2);
	await expect.element(page.getByText(`0:45 · ${megabytes} MB`)).toBeVisible();
	expect(video().networkState).toBe(HTMLMediaElement.NETWORK_EMPTY);
	expect(video().preload).toBe('none');
	expect(await findViolations()).toEqual([]);
	await play.click();
	await expect.poll(time).toBeGreaterThan(0.2);
	expect(video().currentSrc).toBe(film.renditions[0]?.url);
	expect(await findViolations()).toEqual([]);
});

test('plays the MP4 file from the same position if the fragmented copy does not play, and reports it once', async () => {
	const film = await makeVideo(45);
	const [file] = film.renditions;
	if (!file) throw new Error('The film has no file.');
	// The copy ends after 7 of 45 seconds.
	// Another test of this page may have requested the start of the file ahead.
	const copy = '/main/sample/files/videos/film-adire/240-fragmented.mp4?damaged';
	const fragmented = { url: copy, bytes: 324_178, head: 79_907, codecs: 'avc1.640015,mp4a.40.2' };
	const damaged = { ...film, renditions: [{ ...file, fragmented }] };
	const fetching = vi.spyOn(globalThis, 'fetch');
	const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
	await render(<VideoPlayer video={damaged} title="A film" aspectRatio={getVideoAspectRatio(film)} />);
	await play.click();
	await expect.poll(() => video().currentSrc).toBe(file.url);
	await expect.poll(time).toBeGreaterThan(0.2);
	expect(fetching).toHaveBeenCalledTimes(1);
	window.dispatchEvent(new Event('pagehide'));
	const sent = beacon.mock.calls.flatMap(([, body]) => JSON.parse(String(body)).insights);
	expect(sent).toEqual([{ type: 'fallback', from: 'segments', reason: 'index' }]);
});

test('pauses, jumps by 10 seconds and shows the time', async () => {
	await start();
	await pause.click();
	await expect.poll(isPaused).toBe(true);
	const before = time();
	await forward.click();
	await forward.click();
	await expect.poll(time).toBeCloseTo(before + 20, 1);
	await back.click();
	await expect.poll(time).toBeCloseTo(before + 10, 1);
	await expect.element(page.getByText(`0:${Math.floor(before + 10)} / 0:45`)).toBeVisible();
	await back.click();
	await back.click();
	await expect.poll(time).toBe(0);
	await expect.element(page.getByText('0:00 / 0:45')).toBeVisible();
});

test('mutes and unmutes', async () => {
	await start();
	await control(playerText.mute).click();
	await expect.poll(() => video().muted).toBe(true);
	await control(playerText.unmute).click();
	await expect.poll(() => video().muted).toBe(false);
});

test('seeks on a tap on the bar, and replays after the end', async () => {
	await start();
	await pause.click();
	const slider = page.getByRole('slider', { name: playerText.seek });
	const bar = slider.element().parentElement ?? expect.fail('no bar');
	const { width, height } = bar.getBoundingClientRect();
	await userEvent.click(bar, { position: { x: width / 2, y: height / 2 } });
	await expect.poll(time).toBeCloseTo(22.5, 0);
	await expect.element(slider).toHaveAttribute('aria-valuetext', playerText.position('0:22', '0:45'));
	await play.click();
	await expect.poll(isPaused).toBe(false);
	await userEvent.click(bar, { position: { x: width - 1, y: height / 2 } });
	await control(playerText.playAgain).click();
	await expect.poll(time).toBeLessThan(10);
	await expect.poll(isPaused).toBe(false);
});

test('reports which parts were played, without those that a seek skips', async () => {
	const film = await makeVideo(45);
	const onWatched = vi.fn<(watched: Watched) => void>();
	const aspectRatio = getVideoAspectRatio(film);
	await render(
		<VideoPlayer video={film} title="A film of 45 seconds" aspectRatio={aspectRatio} onWatched={onWatched} />,
	);
	const getParts = () => (onWatched.mock.lastCall?.[0].parts ?? 0).toString(2);
	await play.click();
	video().playbackRate = 8;
	// A part is 2.25 s long.
	await expect.poll(getParts).toMatch(/^1{2,}$/);
	await pause.click();
	expect(onWatched.mock.lastCall?.[0].isView).toBe(true);
	await forward.click();
	await forward.click();
	await play.click();
	await expect.poll(getParts).toMatch(/^1+0{8,9}1+$/);
});

test('hides the controls after 3 seconds without movement while playing, but not while paused', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	await start();
	const point = (x: number) => userEvent.hover(video(), { force: true, position: { x, y: 60 } });
	await point(50);
	await point(90);
	await expect.poll(visibility).toBe(1);
	vi.advanceTimersByTime(limits.player.hideAfter - 1);
	expect(visibility()).toBe(1);
	vi.advanceTimersByTime(1);
	await expect.poll(visibility).toBe(0);
	await point(120);
	await expect.poll(visibility).toBe(1);
	await pause.click();
	await expect.poll(isPaused).toBe(true);
	await point(50);
	vi.advanceTimersByTime(10_000);
	await expect.element(play).toBeVisible();
	expect(visibility()).toBe(1);
});

test('enters and leaves full screen', async () => {
	await start();
	await control(playerText.fullScreen).click();
	await expect.poll(isFull).toBe(true);
	await control(playerText.leaveFullScreen).click();
	await expect.poll(isFull).toBe(false);
	await expect.element(control(playerText.fullScreen)).toBeVisible();
});

test('supports keyboard shortcuts', async () => {
	await start();
	await userEvent.keyboard('k');
	await expect.poll(isPaused).toBe(true);
	const before = time();
	await userEvent.keyboard('{ArrowRight}');
	await expect.poll(time).toBeCloseTo(before + 10, 1);
	await userEvent.keyboard('{ArrowLeft}');
	await expect.poll(time).toBeCloseTo(before, 1);
	await userEvent.keyboard('m');
	await expect.poll(() => video().muted).toBe(true);
	await userEvent.keyboard('f');
	await expect.poll(isFull).toBe(true);
	await userEvent.keyboard('f');
	await expect.poll(isFull).toBe(false);
	await userEvent.keyboard(' ');
	await expect.poll(isPaused).toBe(false);
});

test('jumps by 10 seconds on a double tap at the edge', async () => {
	await start();
	video().pause();
	const before = time();
	const { x, y, width, height } = video().getBoundingClientRect();
	const middle = y + height * 0.4;
	await doubleTap({ x: x + width * 0.9, y: middle });
	await expect.poll(time).toBeCloseTo(before + 10, 1);
	await doubleTap({ x: x + width * 0.1, y: middle });
	await expect.poll(time).toBeCloseTo(before, 1);
});

test('shows an error if no rendition plays, and retries', async () => {
	const film = await makeVideo(45);
	const broken = { ...film, renditions: film.renditions.map((rendition) => ({ ...rendition, url: 'blob:gone' })) };
	const { rerender } = await render(
		<VideoPlayer video={broken} title="A film" aspectRatio={getVideoAspectRatio(broken)} />,
	);
	await play.click();
	await expect.element(page.getByRole('alert').getByText(playerText.failed)).toBeVisible();
	rerender(<VideoPlayer video={film} title="A film" aspectRatio={getVideoAspectRatio(film)} />);
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.poll(time).toBeGreaterThan(0.2);
	await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

const captionsButton = page.getByRole('button', { name: captionsText.captions });
const track = () => document.querySelector('track');

async function openWithCaptions() {
	const film = { ...(await makeVideo(45)), captions: makeCaptions('Rock &amp; &lt;b&gt;roll&lt;/b&gt;') };
	return render(<VideoPlayer video={film} title="A film" aspectRatio={getVideoAspectRatio(film)} />);
}

test('has no button for captions on a video without captions', async () => {
	await start();
	await expect.element(control(playerText.fullScreen)).toBeVisible();
	await expect.element(captionsButton).not.toBeInTheDocument();
	await userEvent.keyboard('c');
	expect(track()).toBe(null);
});

test('loads captions only once they are turned on, and shows them as text', async () => {
	await openWithCaptions();
	await play.click();
	await expect.element(captionsButton).toHaveAttribute('aria-pressed', 'false');
	expect(track()).toBe(null);
	await captionsButton.click();
	await expect.element(captionsButton).toHaveAttribute('aria-pressed', 'true');
	expect(track()?.kind).toBe('captions');
	await forward.click();
	await expect.element(page.getByText('Rock & <b>roll</b>')).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await back.click();
	await back.click();
	await pause.click();
	await expect.element(page.getByText('Rock & <b>roll</b>')).not.toBeInTheDocument();
});

test('shows the caption of a paused video as soon as captions are turned on', async () => {
	await openWithCaptions();
	await play.click();
	await expect.poll(time).toBeGreaterThan(0.2);
	await pause.click();
	await forward.click();
	await expect.poll(time).toBeGreaterThan(10);
	await userEvent.keyboard('c');
	await expect.element(page.getByText('Rock & <b>roll</b>')).toBeVisible();
	await userEvent.keyboard('c');
	await expect.element(page.getByText('Rock & <b>roll</b>')).not.toBeInTheDocument();
	expect(track()).toBe(null);
});

test('keeps captions above the controls', async () => {
	await openWithCaptions();
	await play.click();
	await captionsButton.click();
	await pause.click();
	await forward.click();
	const caption = page.getByText('Rock & <b>roll</b>');
	await expect.element(caption).toBeVisible();
	const bar = page.getByRole('slider', { name: playerText.seek }).element().parentElement;
	expect(caption.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bar?.getBoundingClientRect().top ?? 0);
});

test('remembers that captions are on, and loads none before the first tap', async () => {
	const { rerender } = await openWithCaptions();
	await play.click();
	await captionsButton.click();
	expect(track()).not.toBe(null);
	const film = { ...(await makeVideo(8)), captions: makeCaptions('Next') };
	rerender(<VideoPlayer key="next" video={film} title="Another film" aspectRatio={getVideoAspectRatio(film)} />);
	await expect.element(page.getByRole('region', { name: playerText.label('Another film') })).toBeVisible();
	expect(track()).toBe(null);
	await play.click();
	await expect.element(captionsButton).toHaveAttribute('aria-pressed', 'true');
	expect(track()?.src).toBe(film.captions);
});

test("leaves captions to the browser in the full screen of an iPhone's video element", async () => {
	await openWithCaptions();
	await play.click();
	await captionsButton.click();
	expect(track()?.track.mode).toBe('hidden');
	video().dispatchEvent(new Event('webkitbeginfullscreen'));
	expect(track()?.track.mode).toBe('showing');
	video().dispatchEvent(new Event('webkitendfullscreen'));
	expect(track()?.track.mode).toBe('hidden');
});

test('plays the file on this device, without its size and without a request', async () => {
	const file = await (await fetch((await makeVideo(45)).renditions[0]?.url ?? '')).blob();
	const rendition = makeRendition('stored', file.size);
	await storeVideo(5, rendition, file);
	const film = { duration_ms: 45_000, poster: null, renditions: [rendition], hls: null };
	await render(<VideoPlayer video={film} title="A film of 45 seconds" aspectRatio={getVideoAspectRatio(film)} />);
	await expect.element(page.getByText(`0:45 · ${offlineVideosText.onThisPhone}`)).toBeVisible();
	await play.click();
	await expect.poll(time).toBeGreaterThan(0.2);
	expect(video().src).toMatch(/^blob:/);
	expect(performance.getEntriesByName(rendition.url)).toEqual([]);
	await forward.click();
	await expect.poll(time).toBeGreaterThan(9);
});

test('plays a video from the network if the browser has deleted its file', async () => {
	const film = await makeVideo(45);
	const [rendition] = film.renditions;
	offlineVideos.set([{ id: 5, url: rendition?.url ?? '', bytes: 9 }]);
	await render(<VideoPlayer video={film} title="A film of 45 seconds" aspectRatio={getVideoAspectRatio(film)} />);
	await play.click();
	await expect.poll(time).toBeGreaterThan(0.2);
	expect(video().src).toBe(rendition?.url);
});
