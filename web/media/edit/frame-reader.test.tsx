import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeClip } from '../../testing/make-video.ts';
import { FrameReader } from './frame-reader.ts';

const clip = await makeClip([['#f00'], ['#0f0'], ['#00f']], { width: 90, height: 160 });
let video: HTMLVideoElement;
let reader: FrameReader;

beforeEach(async () => {
	const create = vi.spyOn(document, 'createElement');
	reader = (await FrameReader.open(clip)) as FrameReader;
	video = create.mock.results[0]?.value;
});

afterEach(() => reader.close());

/** Reads the frame at a time in milliseconds. Resolves to its time in seconds. */
function read(time: number, signal = new AbortController().signal) {
	return reader.readFrame(time, ({ currentTime }) => currentTime, signal);
}

test('reads frames in the order of the calls', async () => {
	expect(await Promise.all([read(2000), read(500), read(500)])).toEqual([2, 0.5, 0.5]);
});

test('stops a seek that is aborted, and reads the next frame', async () => {
	const controller = new AbortController();
	const seek = vi.spyOn(video, 'currentTime', 'set').mockImplementation(() => {});
	const first = read(1000, controller.signal);
	const next = read(2000);
	await vi.waitFor(() => expect(seek).toHaveBeenCalledOnce());
	seek.mockRestore();
	controller.abort();
	expect([await first, await next, await read(1500, AbortSignal.abort())]).toEqual([null, 2, null]);
});

test('reads no frame of a video that fails', async () => {
	vi.spyOn(video, 'currentTime', 'set').mockImplementation(() => {
		video.dispatchEvent(new Event('error'));
	});
	expect(await read(1000)).toBeNull();
	vi.spyOn(video, 'error', 'get').mockReturnValue({ code: 3 } as MediaError);
	expect(await read(2000)).toBeNull();
});
