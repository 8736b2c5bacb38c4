import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VideoRendition } from '../../contract/media/media.ts';
import { listVideoSources, loadHeadAhead } from './video-source.ts';

const sampleFilm = '/main/sample/files/videos/film-adire';

function makeRendition(height: 240 | 720, bytes: number, head: number, codecs: string): VideoRendition {
	return {
		url: `${sampleFilm}/${height}.mp4`,
		width: height,
		height: (height * 16) / 9,
		bytes,
		// Other tests of the page have requested the start of the file without a query ahead.
		fragmented: { url: `${sampleFilm}/${height}-fragmented.mp4?ahead`, bytes, head, codecs },
	};
}

const video = {
	renditions: [
		makeRendition(240, 324_178, 79_907, 'avc1.640015,mp4a.40.2'),
		makeRendition(720, 341_109, 95_635, 'avc1.64001f,mp4a.40.2'),
	],
	hls: `${sampleFilm}/master.m3u8`,
	duration: 7,
};

let element: HTMLVideoElement;
let stop: () => void;
let ranges: string[];

beforeEach(() => {
	element = document.createElement('video');
	element.muted = true;
	element.style.width = '180px';
	document.body.append(element);
	[stop, ranges] = [() => {}, []];
	const { fetch } = globalThis;
	vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
		ranges.push(
			`${new URL(String(url), location.href).pathname.split('/').at(-1)} ${new Headers(init?.headers).get('range')}`,
		);
		return fetch(url, init);
	});
});

afterEach(() => {
	stop();
	element.removeAttribute('src');
	element.load();
	element.remove();
	Reflect.deleteProperty(navigator, 'connection');
});

/** Plays the first source of the video. */
async function playFirst() {
	stop = listVideoSources(element, video)[0]?.play(element, () => {}) ?? (() => {});
	await element.play();
}

test('requests the head of the next video once, and plays it without another request', async () => {
	loadHeadAhead(element, video);
	const [requested] = ranges;
	expect(requested).toMatch(/^\d+-fragmented\.mp4 bytes=0-(79906|95634)$/);
	// The connection got slower, so that another size would be chosen.
	Object.defineProperty(navigator, 'connection', { configurable: true, value: { effectiveType: '2g', downlink: 0.1 } });
	loadHeadAhead(element, video);
	expect(ranges).toEqual([requested]);
	await playFirst();
	await expect.poll(() => element.currentTime).toBeGreaterThan(0.1);
	expect(
		ranges.filter((range) => range.includes('bytes=0-') && range.startsWith(requested?.slice(0, 4) ?? '')),
	).toEqual([requested]);
});

test('plays HLS where the browser has no Media Source, else the MP4 files', async () => {
	vi.stubGlobal('MediaSource', undefined);
	vi.stubGlobal('ManagedMediaSource', undefined);
	const played = (index: number) => {
		listVideoSources(element, video)[index]?.play(element, () => {})();
		return element.getAttribute('src');
	};
	const canPlayType = vi.spyOn(HTMLVideoElement.prototype, 'canPlayType').mockReturnValue('');
	expect(listVideoSources(element, video)).toHaveLength(2);
	expect(played(0)).toMatch(/\.mp4$/);
	canPlayType.mockReturnValue('maybe');
	expect(listVideoSources(element, video)).toHaveLength(3);
	expect(played(0)).toBe(video.hls);
	expect(played(1)).toMatch(/\.mp4$/);
});

test.each([
	[279_620, ['index']],
	[7.4, []],
])('checks that an HLS playlist of %s seconds is as long as the video', (duration, expected) => {
	vi.stubGlobal('MediaSource', undefined);
	vi.stubGlobal('ManagedMediaSource', undefined);
	vi.spyOn(HTMLVideoElement.prototype, 'canPlayType').mockReturnValue('maybe');
	const faults: string[] = [];
	stop = listVideoSources(element, video)[0]?.play(element, (fault) => faults.push(fault)) ?? stop;
	Object.defineProperty(element, 'duration', { value: duration });
	element.dispatchEvent(new Event('loadedmetadata'));
	expect(faults).toEqual(expected);
});
