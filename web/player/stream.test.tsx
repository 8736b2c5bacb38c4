import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseSegmentIndex } from '../../contract/media/segment-index.ts';
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
let faults: string[];
/** First byte of each requested range, oldest first. */
let requested: number[];
/** Answers a request that begins at a byte. `send` sends it to the server. */
let intercept: (start: number, send: () => Promise<Response>) => Promise<Response>;

function play(options: Partial<StreamOptions> = {}) {
	const Source = findMediaSource(small.codecs);
	if (!Source) throw new Error('This browser has no Media Source.');
	stop = playStream(element, Source, {
		duration: 7,
		choose: () => chosen,
		takeHead: () => null,
		onMeasured: (bytes) => {
			measured += bytes;
		},
		onFault: (fault) => faults.push(fault),
		...options,
	});
}

beforeEach(() => {
	element = document.createElement('video');
	element.muted = true;
	document.body.append(element);
	[chosen, measured, requested, faults] = [small, 0, [], []];
	intercept = (_, send) => send();
	const { fetch } = globalThis;
	vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
		const range = new Headers(init?.headers).get('range') ?? '';
		const start = Number(/^bytes=(\d+)/.exec(range)?.[1]);
		requested.push(start);
		return intercept(start, () => fetch(url, init));
	});
});

afterEach(() => {
	stop();
	element.remove();
});

/** Returns the loaded time in seconds if it is without gaps. */
const getLoaded = () => (element.buffered.length === 1 ? element.buffered.end(0) : 0);

test('loads only the head of a paused clip, and more while it plays', async () => {
	play();
	await expect.poll(() => measured).toBe(small.head);
	expect(element.duration).toBe(7);
	element.dispatchEvent(new Event('timeupdate'));
	await new Promise((resolve) => setTimeout(resolve));
	expect(requested).toEqual([0]);
	await element.play();
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

test('begins where playback resumes', async () => {
	element.addEventListener('loadedmetadata', () => {
		element.currentTime = 5;
	});
	play();
	await expect.poll(() => element.seeking || element.readyState < 2).toBe(false);
	const picture = getNextPicture();
	await element.play();
	expect(await picture).toBeGreaterThan(4.9);
});

test('loads what is missing just before a range that is loaded', async () => {
	play();
	await expect.poll(() => measured).toBe(small.head);
	element.currentTime = 5;
	await expect.poll(() => measured).toBeGreaterThan(small.head * 2);
	element.currentTime = 3.9;
	await expect.poll(getLoaded).toBeGreaterThan(5.9);
	// Nothing is loaded twice.
	expect(requested).toHaveLength(new Set(requested).size);
	element.playbackRate = 8;
	await element.play();
	await expect.poll(() => element.ended).toBe(true);
});

test.each([
	['loads', (response: Promise<Response>, sought: Promise<void>) => sought.then(() => response)],
	['has arrived', async (response: Promise<Response>, sought: Promise<void>) => delayEnd(await response, sought)],
])('loads what is missing after seeking back while a later segment %s', async (_, delay) => {
	const file = await fetch(small.url);
	const last = parseSegmentIndex(new Uint8Array(await file.arrayBuffer()))?.at(-1)?.offset;
	const sought = Promise.withResolvers<void>();
	intercept = (start, send) => (start === last ? delay(send(), sought.promise) : send());
	play();
	await expect.poll(() => measured).toBe(small.head);
	element.currentTime = 5;
	await expect.poll(() => requested).toContain(last);
	await expect.poll(() => element.buffered.length).toBe(2);
	element.addEventListener('seeking', () => sought.resolve());
	element.currentTime = 0;
	element.playbackRate = 8;
	await element.play();
	await expect.poll(() => element.ended).toBe(true);
});

/** Returns a response with the same bytes whose body ends later. */
async function delayEnd(response: Response, until: Promise<void>): Promise<Response> {
	const bytes = new Uint8Array(await response.arrayBuffer());
	const body = new ReadableStream({
		start: (controller) => controller.enqueue(bytes),
		pull: async (controller) => {
			await until;
			controller.close();
		},
	});
	return new Response(body, { status: 206 });
}

test('goes on with the first missing byte after a lost connection', async () => {
	const received = 10_000;
	let failures = 0;
	intercept = async (start, send) => {
		if (start === 0 || failures === 2) return send();
		failures += 1;
		if (failures === 2) throw new TypeError('Failed to fetch');
		const bytes = new Uint8Array(await (await send()).arrayBuffer()).slice(0, received);
		const body = new ReadableStream({
			start: (controller) => controller.enqueue(bytes),
			pull: (controller) => controller.error(new TypeError('network error')),
		});
		return new Response(body, { status: 206 });
	};
	play();
	element.playbackRate = 8;
	await element.play();
	await expect.poll(reportOnlineUntil(() => element.ended)).toBe(true);
	const missing = small.head + received;
	expect(requested.slice(0, 4)).toEqual([0, small.head, missing, missing]);
	expect(measured).toBeGreaterThan(small.bytes * 0.98);
});

test.each([
	['the connection stays lost', () => Promise.reject(new TypeError('Failed to fetch'))],
	['the server stays busy', () => Promise.resolve(new Response(null, { status: 503 }))],
])('reports an error of the element after six tries if %s', async (_, fail) => {
	intercept = (start, send) => (start === 0 ? send() : fail());
	play();
	await expect.poll(() => measured).toBe(small.head);
	void element.play();
	await expect.poll(reportOnlineUntil(() => element.error?.code)).toBe(MediaError.MEDIA_ERR_NETWORK);
	expect(requested).toHaveLength(1 + 6);
});

/** Reports that the device is online again before each reading, so that a stream does not wait. */
function reportOnlineUntil<Value>(read: () => Value): () => Value {
	return () => {
		window.dispatchEvent(new Event('online'));
		return read();
	};
}

test('begins with a head that was requested ahead', async () => {
	const response = requestRange(small.url, 0, small.head, new AbortController().signal);
	chosen = large;
	play({ takeHead: () => ({ file: small, response }) });
	await expect.poll(getLoaded).toBeGreaterThan(1.9);
	// The head is not measured, because its bytes arrived before.
	expect(measured).toBe(0);
	expect(requested).toEqual([0]);
});

test('requests the head again if the request that was made ahead failed', async () => {
	play({ takeHead: () => ({ file: small, response: Promise.reject(new TypeError('Failed to fetch')) }) });
	await expect.poll(reportOnlineUntil(getLoaded)).toBeGreaterThan(1.9);
	expect(requested).toEqual([0]);
});

test('reports a file that is gone as an error of the element', async () => {
	chosen = { ...small, url: '/missing.mp4' };
	play();
	await expect.poll(() => element.error?.code).toBe(MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED);
	expect(requested).toEqual([0]);
});

describe('a faulty file', () => {
	/** Plays the small file after `damage` has changed its bytes. */
	async function playDamaged(damage: (file: DataView<ArrayBuffer>) => void) {
		const bytes = await (await fetch(small.url)).arrayBuffer();
		damage(new DataView(bytes));
		requested.length = 0;
		const url = URL.createObjectURL(new Blob([bytes]));
		onTestFinished(() => URL.revokeObjectURL(url));
		chosen = { ...small, url };
		play();
		element.playbackRate = 8;
		// The fault may be found before the element could play.
		element.play().catch(() => {});
	}

	test.each([
		['begins after hours', (times: Times) => addTime(times.index, 200_000)],
		['ends after hours', (times: Times) => addTime(times.index.slice(-1), 200_000)],
		['ends before the video', (times: Times) => addTime(times.index.slice(-4), -0.45)],
	])('whose index %s is given up after its head', async (_, damage: (times: Times) => void) => {
		await playDamaged((file) => damage(findTimes(file)));
		await expect.poll(() => faults).toEqual(['index']);
		expect(requested).toEqual([0]);
	});

	test.each([
		['the sound begins late', (times: Times) => addTime(times.fragments(2), 3)],
		['the pictures begin late', (times: Times) => addTime(times.fragments(1), 3)],
		['everything begins late', (times: Times) => addTime([...times.fragments(1), ...times.fragments(2)], 2)],
		['the sound breaks off', (times: Times) => addTime(times.fragments(2).slice(4), 1000)],
		['the pictures break off', (times: Times) => addTime(times.fragments(1).slice(4), 1000)],
		['the pictures have a gap', (times: Times) => addTime(times.fragments(1).slice(4, 8), 1000)],
		[
			'everything has a gap',
			(times) =>
				addTime(
					[...times.fragments(1), ...times.fragments(2)].filter((_, index) => index % 14 > 4),
					1,
				),
		],
	])('in which %s is given up after a few repeats', async (_, damage: (times: Times) => void) => {
		await playDamaged((file) => damage(findTimes(file)));
		await expect.poll(() => faults).toHaveLength(1);
		expect(['gap', 'frozen']).toContain(faults[0]);
		const repeats = requested.length - new Set(requested).size;
		expect(repeats).toBeLessThanOrEqual(6);
		stop();
		const { length } = requested;
		await new Promise((resolve) => setTimeout(resolve));
		expect(requested).toHaveLength(length);
	});
});

/** A number in a file: its position, the units per second, and the number itself. */
interface StoredTime {
	view: DataView;
	offset: number;
	timescale: number;
}

interface Times {
	/** Durations of the fragments in the index. */
	index: StoredTime[];
	/** Start times of the fragments of a track. */
	fragments: (track: number) => StoredTime[];
}

/** Adds seconds to each time. */
function addTime(times: StoredTime[], seconds: number) {
	for (const { view, offset, timescale } of times) view.setUint32(offset, view.getUint32(offset) + seconds * timescale);
}

/** Finds the numbers in a fragmented file that say when something plays (ISO/IEC 14496-12: `sidx`, `mdhd`, `tfhd` and `tfdt`). */
function findTimes(view: DataView<ArrayBuffer>): Times {
	const index: StoredTime[] = [];
	const fragments: (StoredTime & { track: number })[] = [];
	const timescales: number[] = [];
	let track = 0;
	const read = (from: number, to: number) => {
		for (let box = from; box + 8 <= to; box += view.getUint32(box)) {
			const name = String.fromCharCode(...new Uint8Array(view.buffer, box + 4, 4));
			const isLong = view.getUint8(box + 8) > 0;
			if (['moov', 'trak', 'mdia', 'moof', 'traf'].includes(name)) read(box + 8, box + view.getUint32(box));
			if (name === 'mdhd') timescales.push(view.getUint32(box + (isLong ? 28 : 20)));
			if (name === 'tfhd') track = view.getUint32(box + 12);
			if (name === 'tfdt')
				fragments.push({ view, track, offset: box + (isLong ? 16 : 12), timescale: timescales[track - 1] ?? 0 });
			// The first index is that of the pictures, which players read.
			if (name !== 'sidx' || index.length > 0) continue;
			const listed = box + (isLong ? 40 : 32);
			const count = view.getUint16(listed - 2);
			const timescale = view.getUint32(box + 16);
			for (let offset = listed + 4; index.length < count; offset += 12) index.push({ view, offset, timescale });
		}
	};
	read(0, view.byteLength);
	return { index, fragments: (track) => fragments.filter((time) => time.track === track) };
}

test('loads nothing more after it is stopped', async () => {
	play();
	await expect.poll(() => measured).toBe(small.head);
	stop();
	await element.play();
	await expect.poll(() => element.currentTime).toBeGreaterThan(1);
	expect(requested).toEqual([0]);
});
