import { type RefObject, useEffect, useReducer, useRef } from 'react';
import { limits } from '../../contract/limits.ts';
import type { Rendition } from '../../contract/media.ts';
import { sourcesFor } from './sources.ts';

/** Milliseconds between two renewals of a video's addresses. */
const renewalPause = 30_000;

/** What the controls show of a video. Times in seconds. */
export interface Playback {
	/** `ready`: nothing loaded, not a byte; `failed`: no rendition could be played. */
	phase: 'ready' | 'started' | 'failed';
	paused: boolean;
	ended: boolean;
	/** Waits for data. */
	waiting: boolean;
	/** There is a frame to see. */
	visible: boolean;
	time: number;
	duration: number;
	/** How far it has loaded from where it plays. */
	loaded: number;
	muted: boolean;
}

interface PlaybackParts {
	video: RefObject<HTMLVideoElement | null>;
	renditions: readonly Rendition[];
	/** Seconds, until the file itself says. */
	duration: number;
	/** Asks for new addresses where the old ones may have ended. */
	renew?: (() => Promise<readonly Rendition[]>) | undefined;
}

/** Plays a video: the rendition that fits, the next one where it fails. Loads nothing before `toggle` is first called. */
export function usePlayback({ video, renditions, duration, renew }: PlaybackParts) {
	const [playback, update] = useReducer(
		(before: Playback, change: Partial<Playback>): Playback => ({ ...before, ...change }),
		duration,
		beginning,
	);
	const left = useRef<Rendition[]>([]);
	/** Where to go on once a source has loaded, seconds. */
	const resume = useRef(0);
	/** When new addresses were asked for last: a video that cannot be played is not asked for for ever. */
	const renewed = useRef(Number.NEGATIVE_INFINITY);

	useEffect(() => {
		const element = video.current;
		// Leaving the page ends the download too; pausing alone would not.
		return () => {
			if (!element) return;
			element.removeAttribute('src');
			element.load();
		};
	}, [video]);

	function begin(from: number) {
		const element = video.current;
		if (!element) return;
		left.current = sourcesOn(element, renditions);
		resume.current = from;
		renewed.current = Number.NEGATIVE_INFINITY;
		loadNext(element);
	}

	function loadNext(element: HTMLVideoElement) {
		const next = left.current.shift();
		if (!next) {
			update({ phase: 'failed', waiting: false, paused: true });
			return;
		}
		update({ phase: 'started', waiting: true, ended: false });
		element.src = next.url;
		play(element);
	}

	async function goOn(element: HTMLVideoElement, renew: () => Promise<readonly Rendition[]>) {
		renewed.current = performance.now();
		update({ waiting: true });
		const fresh = await renew().catch(() => []);
		if (video.current !== element) return;
		if (fresh.length > 0) left.current = sourcesOn(element, fresh);
		loadNext(element);
	}

	function play(element: HTMLVideoElement) {
		element.play().catch((error: unknown) => {
			// The browser wants another tap, so it shows as paused. Everything else comes as an event.
			if (error instanceof DOMException && error.name === 'NotAllowedError') update({ waiting: false, paused: true });
		});
	}

	function toggle() {
		const element = video.current;
		if (!element) return;
		if (playback.phase === 'ready') begin(0);
		else if (playback.phase === 'failed') begin(playback.time);
		else if (element.paused) play(element);
		else element.pause();
	}

	function seek(to: number) {
		const element = video.current;
		if (!element || playback.phase !== 'started') return;
		const time = Math.min(Math.max(0, to), lengthOf(element, duration));
		if (element.readyState === 0) resume.current = time;
		else element.currentTime = time;
		update({ time, ended: false });
	}

	function step(seconds: number) {
		const element = video.current;
		if (element) seek((element.readyState === 0 ? resume.current : element.currentTime) + seconds);
	}

	function toggleMuted() {
		if (video.current) video.current.muted = !video.current.muted;
	}

	function follow() {
		const element = video.current;
		if (!element || playback.phase === 'ready' || element.readyState === 0) return;
		update({ time: element.currentTime, duration: lengthOf(element, duration), loaded: loadedOf(element) });
	}

	const events = {
		onPlay: () => update({ paused: false, ended: false }),
		onPause: () => update({ paused: true }),
		onEnded: () => update({ ended: true, paused: true }),
		onWaiting: () => update({ waiting: true }),
		onStalled: () => update({ waiting: (video.current?.readyState ?? 4) < 3 }),
		onPlaying: () => update({ waiting: false, visible: true }),
		onCanPlay: () => update({ waiting: false }),
		onSeeked: () => update({ waiting: (video.current?.readyState ?? 4) < 3 && !video.current?.paused }),
		onLoadedData: () => update({ visible: true }),
		onLoadedMetadata: () => {
			if (video.current && resume.current > 0) video.current.currentTime = resume.current;
			resume.current = 0;
			follow();
		},
		onTimeUpdate: follow,
		onDurationChange: follow,
		onProgress: follow,
		onVolumeChange: () => update({ muted: video.current?.muted ?? false }),
		onError: () => {
			const element = video.current;
			// Taking the source away at the end is no error.
			if (!element?.getAttribute('src')) return;
			if (element.readyState > 0) resume.current = element.currentTime;
			else if (playback.time > 0) resume.current = playback.time;
			if (renew && performance.now() - renewed.current > renewalPause) void goOn(element, renew);
			else loadNext(element);
		},
	};

	return {
		playback,
		events,
		toggle,
		seek,
		step,
		back: () => step(-limits.player.step),
		forward: () => step(limits.player.step),
		toggleMuted,
	};
}

/** The renditions in the order this browser should try them, where `frame` shows the video. */
export function sourcesOn(frame: HTMLElement, renditions: readonly Rendition[]): Rendition[] {
	const { width, height } = frame.getBoundingClientRect();
	const shape = renditions.at(-1);
	if (!shape) return [];
	const scale = Math.min(width / shape.width, height / shape.height);
	const { saveData, effectiveType } = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } })
		.connection ?? { saveData: undefined };
	return sourcesFor(renditions, {
		width: shape.width * scale,
		height: shape.height * scale,
		pixelRatio: devicePixelRatio,
		saveData,
		effectiveType,
	});
}

function beginning(duration: number): Playback {
	return {
		phase: 'ready',
		paused: true,
		ended: false,
		waiting: false,
		visible: false,
		time: 0,
		duration,
		loaded: 0,
		muted: false,
	};
}

function lengthOf(element: HTMLVideoElement, otherwise: number): number {
	return Number.isFinite(element.duration) ? element.duration : otherwise;
}

function loadedOf({ buffered, currentTime }: HTMLVideoElement): number {
	for (let index = 0; index < buffered.length; index++) {
		if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) return buffered.end(index);
	}
	return 0;
}
