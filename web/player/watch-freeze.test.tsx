import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchFreeze } from './watch-freeze.ts';

let element: HTMLVideoElement;
let isLoading: boolean;
let frozen: number;

beforeEach(() => {
	vi.useFakeTimers();
	element = document.createElement('video');
	element.muted = true;
	[isLoading, frozen] = [false, 0];
	const stop = watchFreeze(element, { isLoading: () => isLoading, after: 5, onFrozen: () => frozen++ });
	onTestFinished(() => {
		stop();
		vi.useRealTimers();
	});
});

/** Plays nothing: without a source, the time stands still. */
const play = () => void element.play().catch(() => {});

test('reports once an element that should play and stands still', () => {
	play();
	expect(element.paused).toBe(false);
	vi.advanceTimersByTime(4999);
	expect(frozen).toBe(0);
	vi.advanceTimersByTime(60_000);
	expect(frozen).toBe(1);
});

test.each([
	['is paused', () => element.pause()],
	['waits for the network', () => (isLoading = true)],
	['moves', () => Object.defineProperty(element, 'currentTime', { get: () => Date.now() })],
	['is in a hidden tab', () => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')],
])('ignores an element that %s', (_, act) => {
	play();
	act();
	vi.advanceTimersByTime(60_000);
	expect(frozen).toBe(0);
});
