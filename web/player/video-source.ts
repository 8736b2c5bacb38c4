import type { InsightEvent } from '../../contract/insights/insights.ts';
import type { Rendition, VideoRendition } from '../../contract/media/media.ts';
import { getConnection } from '../platform/connection.ts';
import { isDataSaverOn } from '../platform/data-saver.ts';
import { readVideoFile } from './offline-video-files.ts';
import { findOfflineVideo, offlineVideos } from './offline-video-list.ts';
import { chooseFile, rankRenditions } from './sources.ts';
import { type FragmentedFile, findMediaSource, playStream, type RequestedHead, requestRange } from './stream.ts';
import { watchFreeze } from './watch-freeze.ts';

/** Report that one way to play a video failed and the next one was tried. */
type FallbackInsight = Extract<InsightEvent, { type: 'fallback' }>;

/** A rendition of a public video, or of a private one, which has no fragmented copy. */
export type PlayableRendition = Rendition & Partial<Pick<VideoRendition, 'fragmented'>>;

interface SourcedVideo {
	renditions: readonly PlayableRendition[];
	hls?: string | null;
	/** Duration in seconds. */
	duration: number;
}

/** One way to play a video. */
export interface VideoSource<Element> {
	name: FallbackInsight['from'];
	/**
	 * Starts to load the video into an element. Calls `onFault` once if it does not play although the element reports no error. Returns a
	 * function that stops loading what the element does not load itself.
	 */
	play: (element: Element, onFault: (reason: FallbackInsight['reason']) => void) => () => void;
}

/** Responses with fewer bytes are too short to measure the speed. */
const minMeasuredBytes = 16_384;
/** Seconds without progress after which an element that has data is frozen, and one that loads HLS, which may be a slow network. */
const freezeTimeouts = { file: 5, hls: 60 };
/** Seconds by which the duration of an HLS playlist may differ from the video's. */
const durationTolerance = 1;
/** Number of heads that are kept ahead. */
const maxHeads = 3;

/**
 * Average milliseconds that a bit takes, of which the last measurement is half. Null until it is measured. The average of times follows a
 * connection that gets slower at once, which an average of speeds does not.
 */
let millisecondsPerBit: number | null = null;

/** Responses to requests for heads of fragmented files, oldest first. Their bodies are not yet read. */
const heads = new Map<string, { response: Promise<Response>; request: AbortController }>();

/**
 * Lists the ways in which this browser can play a video in `frame`, best first: from this device, in segments, as HLS, then each rendition
 * as one file.
 */
export function listVideoSources(frame: HTMLElement, video: SourcedVideo): VideoSource<HTMLVideoElement>[] {
	const stored = findOfflineVideo(offlineVideos.get(), video.renditions);
	const online = listOnlineSources(frame, video);
	return stored ? [{ name: 'device', play: playStoredFile(stored.url) }, ...online] : online;
}

function listOnlineSources(frame: HTMLElement, video: SourcedVideo): VideoSource<HTMLVideoElement>[] {
	const files = rankRenditionsForFrame(frame, video.renditions).map(
		({ url }): VideoSource<HTMLVideoElement> => ({ name: 'file', play: playFile(url) }),
	);
	const streams = listStreams(frame, video);
	const Source = streams[0] && findMediaSource(streams[0].codecs);
	if (Source) {
		const { duration } = video;
		const choose = () => chooseFile(listStreams(frame, video), duration, getSpeed());
		const takeHead = () => takeRequestedHead(listStreams(frame, video));
		return [
			{
				name: 'segments',
				play: (element, onFault) => playStream(element, Source, { duration, choose, takeHead, onMeasured, onFault }),
			},
			...files,
		];
	}
	const isHlsNative = document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';
	return video.hls && isHlsNative ? [{ name: 'hls', play: playHls(video.hls, video.duration) }, ...files] : files;
}

type Play = VideoSource<HTMLVideoElement>['play'];

function playFile(url: string): Play {
	return (element, onFault) => {
		element.src = url;
		return watchFreeze(element, {
			isLoading: () =>
				element.networkState === element.NETWORK_LOADING && element.readyState < element.HAVE_FUTURE_DATA,
			after: freezeTimeouts.file,
			onFrozen: () => onFault('frozen'),
		});
	};
}

/** Plays an HLS playlist natively. Scripts cannot see the browser's requests: a segment that never arrives looks like a slow network. */
function playHls(url: string, duration: number): Play {
	return (element, onFault) => {
		element.src = url;
		const stopWatching = watchFreeze(element, {
			isLoading: () => false,
			after: freezeTimeouts.hls,
			onFrozen: () => onFault('frozen'),
		});
		const checkDuration = () => {
			if (Math.abs(element.duration - duration) > durationTolerance) onFault('index');
		};
		element.addEventListener('loadedmetadata', checkDuration, { once: true });
		return () => {
			stopWatching();
			element.removeEventListener('loadedmetadata', checkDuration);
		};
	};
}

/** Plays a file of this device. If the browser has deleted the file, plays it from the network. */
function playStoredFile(url: string): Play {
	return (element, onFault) => {
		let stop = () => {};
		let stopped = false;
		let objectUrl: string | null = null;
		// Without a source, the element stays in the state "playing" until it gets the file.
		element.removeAttribute('src');
		element.load();
		void readVideoFile(url).then((file) => {
			if (stopped) return;
			if (file) objectUrl = URL.createObjectURL(file);
			stop = playFile(objectUrl ?? url)(element, onFault);
		});
		return () => {
			stopped = true;
			stop();
			if (objectUrl) URL.revokeObjectURL(objectUrl);
		};
	};
}

/**
 * Requests the head of a video ahead, so that the video starts at once. Keeps a few heads, one for each video. Requests nothing for a video
 * on this device.
 */
export function loadHeadAhead(frame: HTMLElement, video: SourcedVideo): void {
	if (findOfflineVideo(offlineVideos.get(), video.renditions)) return;
	const streams = listStreams(frame, video);
	if (!streams[0] || !findMediaSource(streams[0].codecs)) return;
	if (streams.some(({ url }) => heads.has(url))) return;
	const file = chooseFile(streams, video.duration, getSpeed());
	const request = new AbortController();
	const response = requestRange(file.url, 0, file.head, request.signal);
	// A failed request is repeated when the video plays.
	response.catch(() => heads.delete(file.url));
	heads.set(file.url, { response, request });
	for (const [oldest, { request }] of heads) {
		if (heads.size <= maxHeads) break;
		request.abort();
		heads.delete(oldest);
	}
}

function takeRequestedHead(streams: readonly FragmentedFile[]): RequestedHead | null {
	const file = streams.find(({ url }) => heads.has(url));
	const head = file && heads.get(file.url);
	if (!head) return null;
	heads.delete(file.url);
	return { file, response: head.response };
}

function onMeasured(bytes: number, milliseconds: number) {
	if (bytes < minMeasuredBytes) return;
	const measured = milliseconds / (8 * bytes);
	millisecondsPerBit = millisecondsPerBit === null ? measured : (millisecondsPerBit + measured) / 2;
}

/** Lists the fragmented files of a video, in the order of `rankRenditionsForFrame`. */
function listStreams(frame: HTMLElement, { renditions }: SourcedVideo): FragmentedFile[] {
	return rankRenditionsForFrame(frame, renditions).flatMap(({ fragmented }) => fragmented ?? []);
}

/** Returns the speed of the connection in bits per second: measured, else as the browser reports it, else 0. */
function getSpeed(): number {
	return millisecondsPerBit === null ? (getConnection()?.downlink ?? 0) * 1_000_000 : 1000 / millisecondsPerBit;
}

/** Sorts renditions in the order in which this browser tries them for a video in `frame`. */
export function rankRenditionsForFrame<Shape extends Rendition>(
	frame: HTMLElement,
	renditions: readonly Shape[],
): Shape[] {
	const { width, height } = frame.getBoundingClientRect();
	const shape = renditions.at(-1);
	if (!shape) return [];
	const scale = Math.min(width / shape.width, height / shape.height);
	return rankRenditions(renditions, {
		width: shape.width * scale,
		height: shape.height * scale,
		pixelRatio: devicePixelRatio,
		saveData: isDataSaverOn(),
		effectiveType: getConnection()?.effectiveType,
	});
}
