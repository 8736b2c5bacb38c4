import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../contract/limits.ts';
import type { Rendition } from '../../contract/media.ts';
import { type MediaElement, type PlayableVideo, PlaybackSession } from './playback.ts';

const { step } = limits.player;
const length = 45;
const rendition = (url: string): Rendition => ({ url, width: 640, height: 360, bytes: 1000 });
const [small, large] = [rendition('small.mp4'), rendition('large.mp4')];

/** A video element whose browser does what the test says. */
class FakeElement implements MediaElement {
	loaded: string[] = [];
	currentTime = 0;
	duration = Number.NaN;
	readyState = 0;
	paused = true;
	muted = false;
	buffered: TimeRanges = { length: 0, start: () => 0, end: () => 0 };
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
		const [start, end] = [0, 1].map((side) => (index: number) => ranges[index]?.[side] ?? 0);
		if (start && end) this.buffered = { length: ranges.length, start, end };
	}
}

let element: FakeElement;
let now: number;
let session: PlaybackSession;
let detach: () => void;

function open(video: Partial<PlayableVideo> = {}) {
	session = new PlaybackSession({
		getVideo: () => ({ renditions: [small, large], duration: length, ...video }),
		orderSources: (renditions) => [...renditions],
		now: () => now,
	});
	detach = session.attach(element);
}

beforeEach(() => {
	element = new FakeElement();
	now = 1_000_000;
	open();
});

const shown = () => session.getSnapshot();

/** The first data of what is loaded has come, and it plays. */
function start() {
	[element.readyState, element.duration] = [4, length];
	session.events.onLoadedMetadata();
	session.events.onPlay();
	session.events.onPlaying();
}

test('loads nothing before it is first played', () => {
	session.seek(10);
	session.step(step);
	session.events.onTimeUpdate();
	session.events.onError();
	expect(element.loaded).toEqual([]);
	expect(shown()).toMatchObject({ phase: 'ready', paused: true, time: 0, duration: length });
	session.toggle();
	expect(element.loaded).toEqual([small.url]);
	expect(shown()).toMatchObject({ phase: 'started', waiting: true, visible: false });
	start();
	expect(shown()).toMatchObject({ waiting: false, visible: true, paused: false });
});

test('pauses and plays on', () => {
	session.toggle();
	start();
	session.toggle();
	expect(element.pause).toHaveBeenCalledOnce();
	session.events.onPause();
	expect(shown().paused).toBe(true);
	session.toggle();
	expect(element.play).toHaveBeenCalledTimes(2);
});

test('shows as paused where the browser wants another tap', async () => {
	element.play.mockRejectedValueOnce(new DOMException('A tap is needed', 'NotAllowedError'));
	session.toggle();
	await vi.waitFor(() => expect(shown()).toMatchObject({ phase: 'started', waiting: false, paused: true }));
});

test('a play that another one interrupts changes nothing', async () => {
	element.play.mockRejectedValueOnce(new DOMException('Interrupted', 'AbortError'));
	session.toggle();
	await Promise.resolve();
	expect(shown()).toMatchObject({ phase: 'started', waiting: true });
});

test('tries the next rendition where one fails, from where it was, and fails after the last', () => {
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
	expect(shown()).toMatchObject({ phase: 'failed', waiting: false, paused: true, time: 20 });
	session.toggle();
	expect(element.loaded.at(-1)).toBe(small.url);
	start();
	expect(element.currentTime).toBe(20);
});

test('asks for new addresses where one has ended, and goes on where it was', async () => {
	const renew = vi.fn(async () => [rendition('new.mp4')]);
	open({ renew });
	session.toggle();
	start();
	element.currentTime = 12;
	session.events.onError();
	expect(shown().waiting).toBe(true);
	await vi.waitFor(() => expect(element.src).toBe('new.mp4'));
	start();
	expect(element.currentTime).toBe(12);
});

test('asks for new addresses once in 30 seconds, and else tries what is left', async () => {
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

test('tries what is left where there are no new addresses', async () => {
	open({ renew: () => Promise.reject(new Error('No answer')) });
	session.toggle();
	session.events.onError();
	await vi.waitFor(() => expect(element.src).toBe(large.url));
});

test('a page that is left ends the download, and new addresses that come late start none', async () => {
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

test('a jump before the file has said anything is made once it has', () => {
	session.toggle();
	session.forward();
	session.forward();
	session.back();
	expect([element.currentTime, shown().time]).toEqual([0, step]);
	start();
	expect(element.currentTime).toBe(step);
});

test('wherever one jumps, the time stays within the video', () => {
	session.toggle();
	start();
	fc.assert(
		fc.property(fc.array(fc.oneof(fc.constantFrom('back', 'forward'), fc.double({ noNaN: true }))), (jumps) => {
			for (const jump of jumps) {
				if (typeof jump === 'number') session.seek(jump);
				else session[jump]();
				expect(shown().time).toBe(element.currentTime);
				expect(element.currentTime).toBeGreaterThanOrEqual(0);
				expect(element.currentTime).toBeLessThanOrEqual(length);
			}
		}),
	);
});

test('follows the file: its time, its length, and how far it has loaded from there', () => {
	session.toggle();
	start();
	element.bufferedTo([0, 5], [20, 30]);
	[element.currentTime, element.duration] = [19.6, 44];
	session.events.onProgress();
	expect(shown()).toMatchObject({ time: 19.6, duration: 44, loaded: 30 });
	element.currentTime = 10;
	session.events.onTimeUpdate();
	expect(shown().loaded).toBe(0);
	element.duration = Number.POSITIVE_INFINITY;
	session.events.onDurationChange();
	expect(shown().duration).toBe(length);
});

test('waits where data is missing, and not while it is paused', () => {
	session.toggle();
	start();
	session.events.onStalled();
	expect(shown().waiting).toBe(false);
	element.readyState = 2;
	session.events.onStalled();
	expect(shown().waiting).toBe(true);
	session.events.onCanPlay();
	expect(shown().waiting).toBe(false);
	session.events.onSeeked();
	expect(shown().waiting).toBe(true);
	element.paused = true;
	session.events.onSeeked();
	expect(shown().waiting).toBe(false);
	session.events.onWaiting();
	expect(shown().waiting).toBe(true);
});

test('is over at its end until it is played or moved', () => {
	session.toggle();
	start();
	session.events.onEnded();
	expect(shown()).toMatchObject({ ended: true, paused: true });
	session.seek(3);
	expect(shown().ended).toBe(false);
	session.events.onEnded();
	session.events.onPlay();
	expect(shown()).toMatchObject({ ended: false, paused: false });
});

test('is muted as the element says', () => {
	session.toggleMuted();
	expect([element.muted, shown().muted]).toEqual([true, false]);
	session.events.onVolumeChange();
	expect(shown().muted).toBe(true);
});

test('tells its listeners of each change until they leave', () => {
	const listener = vi.fn();
	const leave = session.subscribe(listener);
	session.toggle();
	expect(listener).toHaveBeenCalledOnce();
	leave();
	session.events.onPlay();
	expect(listener).toHaveBeenCalledOnce();
});
