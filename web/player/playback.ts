import * as limits from '../../contract/core/limits.ts';
import { getBufferedEnd } from './buffered.ts';
import type { PlayableRendition, VideoSource } from './video-source.ts';
import { addPlayedRanges, nothingWatched, type Watched } from './watched.ts';

/** Minimum milliseconds between two renewals of a video's signed URLs, which expire. */
const minRenewalInterval = 30_000;

/** Seconds between the current time and a buffered range that playback is about to enter. */
const bufferedTolerance = 0.5;

/** State of a video for its controls. Times are in seconds. */
export interface Playback {
	/** `ready`: nothing is loaded yet. `failed`: no source could be played. */
	phase: 'ready' | 'started' | 'failed';
	paused: boolean;
	ended: boolean;
	waiting: boolean;
	/** Whether the video shows a frame, so that the poster is no longer needed. */
	visible: boolean;
	time: number;
	duration: number;
	/** End of the buffered range at the current time in seconds, or 0 if nothing is buffered there. */
	loaded: number;
	muted: boolean;
	watched: Watched;
}

export type MediaElement = Pick<
	HTMLVideoElement,
	| 'currentTime'
	| 'duration'
	| 'readyState'
	| 'paused'
	| 'muted'
	| 'buffered'
	| 'error'
	| 'played'
	| 'play'
	| 'pause'
	| 'load'
	| 'getAttribute'
	| 'removeAttribute'
>;

export interface PlayableVideo {
	renditions: readonly PlayableRendition[];
	/** URL of an HLS playlist of all renditions, if there is one. */
	hls?: string | null;
	/** Duration in seconds. Used until the browser has read the file's own duration. */
	duration: number;
	/** Requests new signed URLs. Called after an error, because the old URLs may have expired. */
	renew?: (() => Promise<readonly PlayableRendition[]>) | undefined;
}

interface PlaybackSessionDeps<Element extends MediaElement> {
	getVideo: () => PlayableVideo;
	/** Lists the sources of a video in the order in which they are tried. */
	listSources: (video: PlayableVideo) => VideoSource<Element>[];
	/** Called when a source has failed and the next one is tried. */
	onFallback: (from: VideoSource<Element>['name'], reason: FaultReason) => void;
	/** Returns monotonic time in milliseconds. */
	now: () => number;
}

type FaultReason = Parameters<Parameters<VideoSource<never>['play']>[1]>[0];

/** Reasons for codes of `MediaError`. */
const errorReasons: Readonly<Record<number, FaultReason>> = { 2: 'network', 3: 'decode', 4: 'unsupported' };

/** Plays the best source of a video. After an error, renews URLs or plays the next source. Loads nothing before `toggle`. */
export class PlaybackSession<Element extends MediaElement> {
	readonly #deps: PlaybackSessionDeps<Element>;
	readonly #listeners = new Set<() => void>();
	#playback: Playback;
	#element: Element | null = null;
	/** Sources to try if the current source fails. */
	#remaining: VideoSource<Element>[] = [];
	#current: VideoSource<Element> | null = null;
	/** Stops the current source. */
	#stop = () => {};
	/** Position in seconds at which playback starts after the source has loaded. */
	#resume = 0;
	/** Whether the last request was to play, and not to pause. */
	#isPlayWanted = false;
	/** Time of the last renewal of URLs, so that a video that cannot be played does not renew them endlessly. */
	#renewedAt = Number.NEGATIVE_INFINITY;

	constructor(deps: PlaybackSessionDeps<Element>) {
		this.#deps = deps;
		this.#playback = initialPlayback(deps.getVideo().duration);
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	readonly getSnapshot = (): Playback => this.#playback;

	/** Plays the video in `element`. Returns a function that detaches the element. */
	attach(element: Element) {
		this.#element = element;
		return () => {
			this.#element = null;
			this.#stop();
			// Unloads the source: otherwise the paused element would continue the download after the page is left.
			element.removeAttribute('src');
			element.load();
		};
	}

	readonly play = () => {
		const element = this.#element;
		if (!element) return;
		if (this.#playback.phase === 'ready') this.#start(element, 0);
		else if (this.#playback.phase === 'failed') this.#start(element, this.#playback.time);
		else if (element.paused) this.#play(element);
	};

	readonly pause = () => {
		this.#isPlayWanted = false;
		this.#element?.pause();
	};

	readonly toggle = () => {
		if (this.#playback.phase === 'started' && this.#element?.paused === false) this.pause();
		else this.play();
	};

	/** Seeks to a time in seconds, clamped to the video's duration. */
	readonly seek = (to: number) => {
		const element = this.#element;
		if (!element || this.#playback.phase !== 'started') return;
		const time = Math.min(Math.max(0, to), this.#getDuration(element));
		if (element.readyState === 0) this.#resume = time;
		else element.currentTime = time;
		this.#update({ time, ended: false });
	};

	readonly step = (seconds: number) => {
		const element = this.#element;
		if (element) this.seek((element.readyState === 0 ? this.#resume : element.currentTime) + seconds);
	};

	readonly back = () => this.step(-limits.player.step);

	readonly forward = () => this.step(limits.player.step);

	readonly toggleMuted = () => {
		if (this.#element) this.#element.muted = !this.#element.muted;
	};

	readonly #updateProgress = () => {
		const element = this.#element;
		if (!element || this.#playback.phase === 'ready' || element.readyState === 0) return;
		const duration = this.#getDuration(element);
		this.#update({
			time: element.currentTime,
			duration,
			loaded: getBufferedEnd(element, bufferedTolerance) ?? 0,
			watched: addPlayedRanges(this.#playback.watched, element.played, duration),
		});
	};

	readonly events = {
		onPlay: () => this.#update({ paused: false, ended: false }),
		onPause: () => this.#update({ paused: true }),
		onEnded: () => this.#update({ ended: true, paused: true }),
		onWaiting: () => this.#update({ waiting: true }),
		onStalled: () => this.#update({ waiting: this.#isShortOfData() }),
		onPlaying: () => this.#update({ waiting: false, visible: true }),
		onCanPlay: () => this.#update({ waiting: false }),
		onSeeked: () => this.#update({ waiting: this.#isShortOfData() && !this.#element?.paused }),
		onLoadedData: () => this.#update({ visible: true }),
		onLoadedMetadata: () => {
			if (this.#element && this.#resume > 0) this.#element.currentTime = this.#resume;
			this.#resume = 0;
			this.#updateProgress();
		},
		onTimeUpdate: this.#updateProgress,
		onDurationChange: this.#updateProgress,
		onProgress: this.#updateProgress,
		onVolumeChange: () => this.#update({ muted: this.#element?.muted ?? false }),
		onError: () => {
			const element = this.#element;
			// `attach` removes the source, which also fires an error event. This event is ignored.
			if (!element?.getAttribute('src')) return;
			this.#keepPosition(element);
			const { renew } = this.#deps.getVideo();
			if (renew && this.#deps.now() - this.#renewedAt > minRenewalInterval) void this.#renew(element, renew);
			else this.#fallBack(element, errorReasons[element.error?.code ?? 0] ?? 'unsupported');
		},
	};

	#keepPosition(element: Element) {
		if (element.readyState > 0) this.#resume = element.currentTime;
		else if (this.#playback.time > 0) this.#resume = this.#playback.time;
	}

	/** Plays the next source after one that reported no error. The last source goes on, because there is nothing better. */
	#onFault(element: Element, source: VideoSource<Element>, reason: FaultReason) {
		if (this.#element !== element || this.#current !== source || this.#remaining.length === 0) return;
		this.#keepPosition(element);
		this.#fallBack(element, reason, this.#isPlayWanted);
	}

	#fallBack(element: Element, reason: FaultReason, isPlayWanted = true) {
		if (this.#current && this.#remaining.length > 0) this.#deps.onFallback(this.#current.name, reason);
		this.#loadNext(element, isPlayWanted);
	}

	#start(element: Element, from: number) {
		this.#remaining = this.#deps.listSources(this.#deps.getVideo());
		this.#resume = from;
		this.#renewedAt = Number.NEGATIVE_INFINITY;
		this.#loadNext(element);
	}

	#loadNext(element: Element, isPlayWanted = true) {
		this.#stop();
		const next = this.#remaining.shift();
		this.#current = next ?? null;
		if (!next) return this.#update({ phase: 'failed', waiting: false, paused: true });
		// A new source drops the event of a recent change of the sound.
		this.#update({ phase: 'started', waiting: true, ended: false, muted: element.muted });
		this.#stop = next.play(element, (reason) => this.#onFault(element, next, reason));
		if (isPlayWanted) this.#play(element);
		else this.#update({ waiting: false, paused: true });
	}

	async #renew(element: Element, renew: () => Promise<readonly PlayableRendition[]>) {
		this.#renewedAt = this.#deps.now();
		this.#update({ waiting: true });
		const fresh = await renew().catch(() => []);
		if (this.#element !== element) return;
		if (fresh.length > 0) this.#remaining = this.#deps.listSources({ ...this.#deps.getVideo(), renditions: fresh });
		this.#loadNext(element);
	}

	#play(element: MediaElement) {
		this.#isPlayWanted = true;
		element.play().catch((error: unknown) => {
			// The browser requires a tap for sound, or even without it. Other failures arrive as error events.
			if (!(error instanceof DOMException && error.name === 'NotAllowedError') || this.#element !== element) return;
			if (!this.#isPlayWanted || element.muted) return this.#update({ waiting: false, paused: true });
			element.muted = true;
			this.#play(element);
		});
	}

	#isShortOfData(): boolean {
		return (this.#element?.readyState ?? 4) < 3;
	}

	#getDuration(element: MediaElement): number {
		return Number.isFinite(element.duration) ? element.duration : this.#deps.getVideo().duration;
	}

	#update(change: Partial<Playback>) {
		this.#playback = { ...this.#playback, ...change };
		for (const listener of this.#listeners) listener();
	}
}

function initialPlayback(duration: number): Playback {
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
		watched: nothingWatched,
	};
}
