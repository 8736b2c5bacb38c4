import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FragmentedFile, findMediaSource, playStream, requestRange, type StreamOptions } from './stream.ts';

const sampleFilm = '/main/sample/files/videos/film-adire';
const [small, large]: [FragmentedFile, FragmentedFile] = [
	{ url: `${sampleFilm}/240-fragmented.mp4`, bytes: 324_178, head: 79_907, codecs: 'avc1.640015,mp4a.40.2' },
	{ url: `${sampleFilm}/720-fragmented.mp4`, bytes: 341_109, head: 95_635, codecs: 'avc1.64001f,mp4a.40.2' },
];

let element: HTMLVideoElement;
let stop: () => void;
let chosen: FragmentedFile;
let measured: number;

function play(options: Partial<StreamOptions> = {}) {
	const Source = findMediaSource(small.codecs);
	if (!Source) throw new Error('This browser has no Media Source.');
	stop = playStream(element, Source, {
		choose: () => chosen,
		takeHead: () => null,
		onMeasured: (bytes) => {
			measured += bytes;
		},
		...options,
	});
}

beforeEach(() => {
	element = document.createElement('video');
	element.muted = true;
	document.body.append(element);
	[chosen, measured] = [small, 0];
});

afterEach(() => {
	stop();
	element.remove();
});

/** Returns the loaded time in seconds if it is without gaps. */
const getLoaded = () => (element.buffered.length === 1 ? element.buffered.end(0) : 0);

test('loads the beginning of a paused clip, and a few seconds ahead while it plays', async () => {
	play();
	await expect.poll(getLoaded).toBeGreaterThan(1.9);
	expect(measured).toBeLessThan(small.bytes / 2);
	expect(element.duration).toBeGreaterThan(5);
	await element.play();
	await expect.poll(() => element.currentTime).toBeGreaterThan(0.2);
	await expect.poll(getLoaded).toBeGreaterThan(4);
});

test('plays a clip to its end', async () => {
	play();
	element.playbackRate = 8;
	await element.play();
	await expect.poll(() => element.ended).toBe(true);
	expect(measured).toBeLessThanOrEqual(small.bytes);
	expect(measured).toBeGreaterThan(small.bytes * 0.98);
});

test('goes on in another size that has a key frame', async () => {
	chosen = large;
	play();
	await expect.poll(getLoaded).toBeGreaterThan(1.9);
	await expect.poll(() => element.videoWidth).toBe(720);
	chosen = small;
	await element.play();
	await expect.poll(() => element.videoWidth).toBe(240);
});

test('stays in its size while the other has no key frame', async () => {
	play();
	await expect.poll(getLoaded).toBeGreaterThan(1.9);
	chosen = large;
	element.playbackRate = 8;
	await element.play();
	await expect.poll(() => element.ended).toBe(true);
	expect(element.videoWidth).toBe(240);
	expect(measured).toBeLessThanOrEqual(small.bytes);
});

/** Returns the time of the next picture in seconds. */
function getNextPicture(): Promise<number> {
	return new Promise((resolve) => element.requestVideoFrameCallback((_, { mediaTime }) => resolve(mediaTime)));
}

test.each([
	['where a segment starts with a key frame', small],
	['where none does', large],
])('shows pictures from the place that the viewer chooses, %s', async (_, file) => {
	chosen = file;
	play();
	await expect.poll(() => element.readyState).toBeGreaterThan(1);
	element.currentTime = 5;
	await expect.poll(() => element.seeking).toBe(false);
	const picture = getNextPicture();
	await element.play();
	expect(await picture).toBeGreaterThan(4.9);
	element.currentTime = 0;
	await expect.poll(() => element.seeking).toBe(false);
	expect(element.currentTime).toBeLessThan(4);
});

test('begins with a head that was requested ahead', async () => {
	const head = requestRange(small.url, 0, small.head, new AbortController().signal);
	play({ takeHead: () => head });
	await expect.poll(getLoaded).toBeGreaterThan(1.9);
	// The head is not measured, because its bytes arrived before.
	expect(measured).toBe(0);
});

test('requests the head again if the request that was made ahead failed', async () => {
	play({ takeHead: () => Promise.reject(new TypeError('Failed to fetch')) });
	await expect.poll(getLoaded).toBeGreaterThan(1.9);
	expect(measured).toBe(small.head);
});

test('reports a file that cannot be loaded as an error of the element', async () => {
	chosen = { ...small, url: '/missing.mp4' };
	play();
	await expect.poll(() => element.error?.code).toBe(MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED);
});

test('loads nothing more after it is stopped', async () => {
	play();
	await expect.poll(getLoaded).toBeGreaterThan(1.9);
	stop();
	const before = measured;
	await element.play();
	await expect.poll(() => element.currentTime).toBeGreaterThan(1);
	expect(measured).toBe(before);
});
