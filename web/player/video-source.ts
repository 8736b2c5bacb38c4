import type { Rendition, VideoRendition } from '../../contract/media.ts';
import { getConnection } from '../platform/connection.ts';
import { isDataSaverOn } from '../platform/data-saver.ts';
import { readVideoFile } from './offline-video-files.ts';
import { findOfflineVideo, offlineVideos } from './offline-video-list.ts';
import { chooseFile, rankRenditions } from './sources.ts';
import { type FragmentedFile, findMediaSource, playStream, type RequestedHead, requestRange } from './stream.ts';

/** A rendition of a public video, or of a private one, which has no fragmented copy. */
export type PlayableRendition = Rendition & Partial<Pick<VideoRendition, 'fragmented'>>;

interface SourcedVideo {
	renditions: readonly PlayableRendition[];
	hls?: string | null;
	/** Duration in seconds. */
	duration: number;
}

/** Starts to load a video into an element. Returns a function that stops loading what the element does not load itself. */
export type VideoSource<Element> = (element: Element) => () => void;

/** Responses with fewer bytes are too short to measure the speed. */
const minMeasuredBytes = 16_384;
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
	return stored ? [playStoredFile(stored.url), ...online] : online;
}

function listOnlineSources(frame: HTMLElement, video: SourcedVideo): VideoSource<HTMLVideoElement>[] {
	const files = rankRenditionsForFrame(frame, video.renditions).map(({ url }) => playFile(url));
	const streams = listStreams(frame, video);
	const Source = streams[0] && findMediaSource(streams[0].codecs);
	if (Source) {
		const { duration } = video;
		const choose = () => chooseFile(listStreams(frame, video), duration, getSpeed());
		const takeHead = () => takeRequestedHead(listStreams(frame, video));
		return [(element) => playStream(element, Source, { duration, choose, takeHead, onMeasured }), ...files];
	}
	const isHlsNative = document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';
	return video.hls && isHlsNative ? [playFile(video.hls), ...files] : files;
}

function playFile(url: string): VideoSource<HTMLVideoElement> {
	return (element) => {
		element.src = url;
		return () => {};
	};
}

/** Plays a file of this device. If the browser has deleted the file, plays it from the network. */
function playStoredFile(url: string): VideoSource<HTMLVideoElement> {
	return (element) => {
		let stopped = false;
		let objectUrl: string | null = null;
		// Without a source, the element stays in the state "playing" until it gets the file.
		element.removeAttribute('src');
		element.load();
		void readVideoFile(url).then((file) => {
			if (stopped) return;
			if (file) objectUrl = URL.createObjectURL(file);
			element.src = objectUrl ?? url;
		});
		return () => {
			stopped = true;
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
