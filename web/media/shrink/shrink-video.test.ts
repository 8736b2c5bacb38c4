import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as limits from '../../../contract/core/limits.ts';
import { type ShrinkMessage, type ShrinkRequest, shrinkVideo } from './shrink-video.ts';

class FakeWorker {
	onmessage: (event: { data: ShrinkMessage }) => void = () => {};
	onerror: () => void = () => {};
	received: ShrinkRequest[] = [];
	isTerminated = false;
	constructor() {
		workers.push(this);
	}
	postMessage(request: ShrinkRequest) {
		this.received.push(request);
	}
	terminate() {
		this.isTerminated = true;
	}
	send(data: ShrinkMessage) {
		this.onmessage({ data });
	}
}

const clip = new File([new Uint8Array(2 * limits.megabyte)], 'My clip.mov', { type: 'video/quicktime' });
let workers: FakeWorker[];
let fakeDocument: EventTarget & { hidden: boolean };
const onStart = vi.fn();
const onProgress = vi.fn();

beforeEach(() => {
	workers = [];
	vi.useFakeTimers();
	fakeDocument = Object.assign(new EventTarget(), { hidden: false });
	vi.stubGlobal('document', fakeDocument);
	vi.stubGlobal('Worker', FakeWorker);
	vi.stubGlobal('VideoEncoder', class {});
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.clearAllMocks();
});

function begin(signal = new AbortController().signal) {
	const result = shrinkVideo(clip, { edit: {}, signal, onStart, onProgress });
	return { result, worker: workers[0] as FakeWorker };
}

test('shrinks a video in a worker and terminates it', async () => {
	const { result, worker } = begin();
	expect(worker.received).toEqual([{ file: clip, edit: {} }]);
	worker.send({ type: 'loaded' });
	expect(onStart).not.toHaveBeenCalled();
	worker.send({ type: 'willShrink' });
	expect(onStart).toHaveBeenCalledTimes(1);
	worker.send({ type: 'progressed', share: 0.5 });
	expect(onProgress.mock.calls).toEqual([[0.5]]);
	worker.send({ type: 'shrunk', bytes: new ArrayBuffer(1000) });
	expect(await result).toMatchObject({ name: 'My clip.mp4', type: 'video/mp4', size: 1000 });
	expect(worker.isTerminated).toBe(true);
});

test.for<[string, (worker: FakeWorker) => void]>([
	['its worker fails', (worker) => worker.onerror()],
	['shrinking it is not worth it', (worker) => worker.send({ type: 'unchanged' })],
	['its worker does not load', () => vi.advanceTimersByTime(180_000)],
	[
		'its worker stops responding',
		(worker) => {
			worker.send({ type: 'willShrink' });
			vi.advanceTimersByTime(30_000);
		},
	],
])('sends the original video if %s', async ([, act]) => {
	const { result, worker } = begin();
	act(worker);
	expect(await result).toBeNull();
	expect(worker.isTerminated).toBe(true);
});

test('waits for a worker while the page is hidden', async () => {
	const { result, worker } = begin();
	worker.send({ type: 'willShrink' });
	vi.advanceTimersByTime(29_000);
	setHidden(true);
	vi.advanceTimersByTime(600_000);
	worker.send({ type: 'progressed', share: 0.5 });
	vi.advanceTimersByTime(600_000);
	setHidden(false);
	vi.advanceTimersByTime(29_000);
	expect(worker.isTerminated).toBe(false);
	vi.advanceTimersByTime(1000);
	expect(await result).toBeNull();
	expect(worker.isTerminated).toBe(true);
});

function setHidden(hidden: boolean) {
	fakeDocument.hidden = hidden;
	fakeDocument.dispatchEvent(new Event('visibilitychange'));
}

test('sends the original video below 2 MB or if the browser cannot encode', async () => {
	const options = { edit: {}, signal: new AbortController().signal, onStart, onProgress };
	expect(await shrinkVideo(new File(['short'], 'a.mp4'), options)).toBeNull();
	vi.stubGlobal('VideoEncoder', undefined);
	expect(await shrinkVideo(clip, options)).toBeNull();
	expect(workers).toEqual([]);
});

test('edits a video below 2 MB, unless the edit only chooses the poster', async () => {
	const options = { signal: new AbortController().signal, onStart, onProgress };
	const small = new File(['short'], 'a.mov');
	expect(await shrinkVideo(small, { ...options, edit: { poster_ms: 1000 } })).toBeNull();
	expect(workers).toEqual([]);
	const edit = { start_ms: 1000, muted: true };
	const result = shrinkVideo(small, { ...options, edit });
	expect(workers[0]?.received).toEqual([{ file: small, edit }]);
	workers[0]?.send({ type: 'shrunk', bytes: new ArrayBuffer(1000) });
	expect(await result).toMatchObject({ name: 'a.mp4', size: 1000 });
});

test('terminates the worker on abort', async () => {
	const controller = new AbortController();
	const { result, worker } = begin(controller.signal);
	controller.abort(new Error('Removed'));
	await expect(result).rejects.toThrow('Removed');
	expect(worker.isTerminated).toBe(true);
});
