import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import type { Rendition } from '../../contract/media/media.ts';
import { type MediaElement, type PlayableVideo, PlaybackSession } from './playback.ts';

const { step } = limits.player;
const length = 45;
const rendition = (url: string): Rendition => ({ url, width: 640, height: 360, bytes: 1000 });
const [small, large] = [rendition('small.mp4'), rendition('large.mp4')];

/** Fake video element. The test triggers its events. */
class FakeElement implements MediaElement {
	loaded: string[] = [];
	currentTime = 0;
	duration = Number.NaN;
	readyState = 0;
	paused = true;
	muted = false;
	buffered = toTimeRanges();
	error: MediaError | null = null;
	played = toTimeRanges();
	play = vi.fn(async () => {
		this.paused = false;
	});
	pause = vi.fn(() => {
		this.paused = true;
	});
	load = vi.fn();

	get src() {
		return this.loaded.at(-1) ?? '';
	}
	set src(url: string) {
		this.loaded.push(url);
		[this.readyState, this.currentTime, this.duration] = [0, 0, Number.NaN];
	}
	getAttribute = () => this.src || null;
	removeAttribute = vi.fn(() => {
		this.loaded.push('');
	});

	bufferedTo(...ranges: [number, number][]) {
		this.buffered = toTimeRanges(...ranges);
	}
}

function toTimeRanges(...ranges: [number, number][]): TimeRanges {
	return {
		length: ranges.length,
		start: (index) => ranges[index]?.[0] ?? 0,
		end: (index) => ranges[index]?.[1] ?? 0,
	};
}

function load(element: FakeElement, url: string) {
	element.src = url;
	return () => {};
}

let element: FakeElement;
let now: number;
/** Reports the fault of each source that was played, oldest first. */
let reportFault: ((reason: 'gap' | 'frozen') => void)[];
let fallbacks: string[];
let session: PlaybackSession<FakeElement>;
let detach: () => void;

function open(video: Partial<PlayableVideo> = {}) {
	session = new PlaybackSession({
		getVideo: () => ({ renditions: [small, large], duration: length, ...video }),
		listSources: ({ renditions }) =>
			renditions.map(({ url }) => ({
				name: url === small.url ? 'segments' : 'file',
				play(element, onFault) {
					reportFault.push(onFault);
					return load(element, url);
				},
			})),
		onFallback: (from, reason) => fallbacks.push(`${from} ${reason}`),
		now: () => now,
	});
	detach = session.attach(element);
}

beforeEach(() => {
	element = new FakeElement();
	[reportFault, fallbacks] = [[], []];
	now = 1_000_000;
	open();
});

const getState = () => session.getSnapshot();

/** Simulates that the source has loaded and plays. */
function start() {
	[element.readyState, element.duration] = [4, length];
	session.events.onLoadedMetadata();
	session.events.onPlay();
	session.events.onPlaying();
}

test('loads nothing before the first play', () => {
	session.seek(10);
	session.step(step);
	session.events.onTimeUpdate();
	session.events.onError();
	expect(element.loaded).toEqual([]);
	expect(getState()).toMatchObject({ phase: 'ready', paused: true, time: 0, duration: length });
	session.toggle();
	expect(element.loaded).toEqual([small.url]);
	expect(getState()).toMatchObject({ phase: 'started', waiting: true, visible: false });
	start();
	expect(getState()).toMatchObject({ waiting: false, visible: true, paused: false });
});

test('pauses and resumes', () => {
	session.toggle();
	start();
	session.toggle();
	expect(element.pause).toHaveBeenCalledOnce();
	session.events.onPause();
	expect(getState().paused).toBe(true);
	session.toggle();
	expect(element.play).toHaveBeenCalledTimes(2);
});

test('plays without sound if the browser requires a tap for sound', async () => {
	element.play.mockRejectedValueOnce(new DOMException('A tap is needed', 'NotAllowedError'));
	session.toggle();
	await vi.waitFor(() => expect(element.play).toHaveBeenCalledTimes(2));
	expect(element.muted).toBe(true);
	expect(getState()).toMatchObject({ phase: 'started', waiting: true });
});

test('does not play after a pause that came before the browser required a tap for sound', async () => {
	element.play.mockRejectedValueOnce(new DOMException('A tap is needed', 'NotAllowedError'));
	session.play();
	session.pause();
	await vi.waitFor(() => expect(getState()).toMatchObject({ waiting: false, paused: true }));
	expect(element.play).toHaveBeenCalledTimes(1);
	expect(element.muted).toBe(false);
});

test('shows the video as paused if the browser requires another tap', async () => {
	element.play.mockRejectedValue(new DOMException('A tap is needed', 'NotAllowedError'));
	session.toggle();
	await vi.waitFor(() => expect(getState()).toMatchObject({ phase: 'started', waiting: false, paused: true }));
	expect(element.play).toHaveBeenCalledTimes(2);
});

test('ignores an interrupted play request', async () => {
	element.play.mockRejectedValueOnce(new DOMException('Interrupted', 'AbortError'));
	session.toggle();
	await Promise.resolve();
	expect(getState()).toMatchObject({ phase: 'started', waiting: true });
});

test('tries the next rendition from the same position, and fails after the last one', () => {
	session.toggle();
	start();
	element.currentTime = 20;
	session.events.onTimeUpdate();
	session.events.onError();
	expect(element.loaded).toEqual([small.url, large.url]);
	start();
	expect(element.currentTime).toBe(20);
	element.readyState = 0;
	session.events.onError();
	expect(getState()).toMatchObject({ phase: 'failed', waiting: false, paused: true, time: 20 });
	session.toggle();
	expect(element.loaded.at(-1)).toBe(small.url);
	start();
	expect(element.currentTime).toBe(20);
});

test('falls back once from the same position if a source does not play without an error', () => {
	session.toggle();
	start();
	element.currentTime = 20;
	reportFault[0]?.('gap');
	expect(element.loaded).toEqual([small.url, large.url]);
	expect(getState()).toMatchObject({ phase: 'started', waiting: true });
	start();
	expect(element.currentTime).toBe(20);
	// A late report of the old source and a report of the last source change nothing.
	reportFault[0]?.('frozen');
	reportFault[1]?.('frozen');
	expect(element.loaded).toEqual([small.url, large.url]);
	expect(getState().phase).toBe('started');
	expect(fallbacks).toEqual(['segments gap']);
});

test.each([
	[2, 'network'],
	[3, 'decode'],
	[4, 'unsupported'],
])('reports a fallback after error %s of the element as %s', (code, reason) => {
	session.toggle();
	start();
	element.error = { code } as MediaError;
	session.events.onError();
	session.events.onError();
	expect(getState().phase).toBe('failed');
	expect(fallbacks).toEqual([`segments ${reason}`]);
});

test('renews expired URLs and resumes at the same position', async () => {
	const renew = vi.fn(async () => [rendition('new.mp4')]);
	open({ renew });
	session.toggle();
	start();
	element.currentTime = 12;
	session.events.onError();
	expect(getState().waiting).toBe(true);
	await vi.waitFor(() => expect(element.src).toBe('new.mp4'));
	start();
	expect(element.currentTime).toBe(12);
});

test('renews URLs at most once in 30 seconds, and otherwise tries the next rendition', async () => {
	const renew = vi.fn(async () => [rendition('new.mp4'), large]);
	open({ renew });
	session.toggle();
	session.events.onError();
	await vi.waitFor(() => expect(element.src).toBe('new.mp4'));
	now += 30_000;
	session.events.onError();
	expect(renew).toHaveBeenCalledOnce();
	expect(element.src).toBe(large.url);
	now += 1;
	session.events.onError();
	await vi.waitFor(() => expect(renew).toHaveBeenCalledTimes(2));
});

test('tries the next rendition if there are no new URLs', async () => {
	open({ renew: () => Promise.reject(new Error('No response')) });
	session.toggle();
	session.events.onError();
	await vi.waitFor(() => expect(element.src).toBe(large.url));
});

test('stops loading when it is detached, and ignores late URLs', async () => {
	const fresh = Promise.withResolvers<Rendition[]>();
	open({ renew: () => fresh.promise });
	session.toggle();
	session.events.onError();
	detach();
	expect(element.removeAttribute).toHaveBeenCalledWith('src');
	expect(element.load).toHaveBeenCalledOnce();
	fresh.resolve([rendition('new.mp4')]);
	await fresh.promise;
	await Promise.resolve();
	session.events.onError();
	session.toggle();
	session.toggleMuted();
	expect(element.loaded).toEqual([small.url, '']);
	expect(element.muted).toBe(false);
});

test('applies a jump once the metadata has loaded', () => {
	session.toggle();
	session.forward();
	session.forward();
	session.back();
	expect([element.currentTime, getState().time]).toEqual([0, step]);
	start();
	expect(element.currentTime).toBe(step);
});

test('keeps the time within the video after any jumps', () => {
	session.toggle();
	start();
	fc.assert(
		fc.property(fc.array(fc.oneof(fc.constantFrom('back', 'forward'), fc.double({ noNaN: true }))), (jumps) => {
			for (const jump of jumps) {
				if (typeof jump === 'number') session.seek(jump);
				else session[jump]();
				expect(getState().time).toBe(element.currentTime);
				expect(element.currentTime).toBeGreaterThanOrEqual(0);
				expect(element.currentTime).toBeLessThanOrEqual(length);
			}
		}),
	);
});

test('reports the time, the duration and the buffered end', () => {
	session.toggle();
	start();
	element.bufferedTo([0, 5], [20, 30]);
	[element.currentTime, element.duration] = [19.6, 44];
	session.events.onProgress();
	expect(getState()).toMatchObject({ time: 19.6, duration: 44, loaded: 30 });
	element.currentTime = 10;
	session.events.onTimeUpdate();
	expect(getState().loaded).toBe(0);
	element.duration = Number.POSITIVE_INFINITY;
	session.events.onDurationChange();
	expect(getState().duration).toBe(length);
});

test('keeps what was watched when a new source starts anew', () => {
	session.toggle();
	start();
	element.played = toTimeRanges([0, 4]);
	session.events.onTimeUpdate();
	const { watched } = getState();
	expect(watched).toMatchObject({ isView: true, parts: 0b11 });
	session.events.onError();
	element.played = toTimeRanges();
	start();
	expect(getState().watched).toBe(watched);
	element.played = toTimeRanges([9, 11]);
	session.events.onTimeUpdate();
	expect(getState().watched.parts).toBe(0b10011);
});

test('waits while data is missing, but not while paused', () => {
	session.toggle();
	start();
	session.events.onStalled();
	expect(getState().waiting).toBe(false);
	element.readyState = 2;
	session.events.onStalled();
	expect(getState().waiting).toBe(true);
	session.events.onCanPlay();
	expect(getState().waiting).toBe(false);
	session.events.onSeeked();
	expect(getState().waiting).toBe(true);
	element.paused = true;
	session.events.onSeeked();
	expect(getState().waiting).toBe(false);
	session.events.onWaiting();
	expect(getState().waiting).toBe(true);
});

test('stays ended until it is played or moved', () => {
	session.toggle();
	start();
	session.events.onEnded();
	expect(getState()).toMatchObject({ ended: true, paused: true });
	session.seek(3);
	expect(getState().ended).toBe(false);
	session.events.onEnded();
	session.events.onPlay();
	expect(getState()).toMatchObject({ ended: false, paused: false });
});

test('follows the element’s muted state', () => {
	session.toggleMuted();
	expect([element.muted, getState().muted]).toEqual([true, false]);
	session.events.onVolumeChange();
	expect(getState().muted).toBe(true);
});

test('notifies listeners until they unsubscribe', () => {
	const listener = vi.fn();
	const unsubscribe = session.subscribe(listener);
	session.toggle();
	expect(listener).toHaveBeenCalledOnce();
	unsubscribe();
	session.events.onPlay();
	expect(listener).toHaveBeenCalledOnce();
});
