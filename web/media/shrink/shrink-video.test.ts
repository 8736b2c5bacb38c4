import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { type ShrinkMessage, shrinkVideo } from './shrink-video.ts';

class FakeWorker {
	onmessage: (event: { data: ShrinkMessage }) => void = () => {};
	onerror: () => void = () => {};
	received: File[] = [];
	isTerminated = false;
	constructor() {
		workers.push(this);
	}
	postMessage(file: File) {
		this.received.push(file);
	}
	terminate() {
		this.isTerminated = true;
	}
	say(data: ShrinkMessage) {
		this.onmessage({ data });
	}
}

const clip = new File([new Uint8Array(2 * limits.megabyte)], 'My clip.mov', { type: 'video/quicktime' });
let workers: FakeWorker[];
const onStart = vi.fn();
const onProgress = vi.fn();

beforeEach(() => {
	workers = [];
	vi.useFakeTimers();
	vi.stubGlobal('Worker', FakeWorker);
	vi.stubGlobal('VideoEncoder', class {});
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.clearAllMocks();
});

function begin(signal = new AbortController().signal) {
	const result = shrinkVideo(clip, { signal, onStart, onProgress });
	return { result, worker: workers[0] as FakeWorker };
}

test('a video is made smaller by a worker, which ends with it', async () => {
	const { result, worker } = begin();
	expect(worker.received).toEqual([clip]);
	worker.say({ type: 'loaded' });
	expect(onStart).not.toHaveBeenCalled();
	worker.say({ type: 'willShrink' });
	expect(onStart).toHaveBeenCalledTimes(1);
	worker.say({ type: 'progressed', share: 0.5 });
	expect(onProgress.mock.calls).toEqual([[0.5]]);
	worker.say({ type: 'shrunk', bytes: new ArrayBuffer(1000) });
	expect(await result).toMatchObject({ name: 'My clip.mp4', type: 'video/mp4', size: 1000 });
	expect(worker.isTerminated).toBe(true);
});

test.for<[string, (worker: FakeWorker) => void]>([
	['its worker breaks off', (worker) => worker.onerror()],
	['it is best sent as it is', (worker) => worker.say({ type: 'unchanged' })],
	['its worker is not loaded', () => vi.advanceTimersByTime(180_000)],
	[
		'its worker falls silent',
		(worker) => {
			worker.say({ type: 'willShrink' });
			vi.advanceTimersByTime(30_000);
		},
	],
])('a video is sent as it was chosen where %s', async ([, happen]) => {
	const { result, worker } = begin();
	happen(worker);
	expect(await result).toBeNull();
	expect(worker.isTerminated).toBe(true);
});

test('a video of less than 2 MB, or in a browser that cannot encode, is sent as it was chosen', async () => {
	const options = { signal: new AbortController().signal, onStart, onProgress };
	expect(await shrinkVideo(new File(['short'], 'a.mp4'), options)).toBeNull();
	vi.stubGlobal('VideoEncoder', undefined);
	expect(await shrinkVideo(clip, options)).toBeNull();
	expect(workers).toEqual([]);
});

test('what its seller takes away ends its worker', async () => {
	const controller = new AbortController();
	const { result, worker } = begin(controller.signal);
	controller.abort(new Error('Removed'));
	await expect(result).rejects.toThrow('Removed');
	expect(worker.isTerminated).toBe(true);
});
