import { limits } from '../../contract/limits.ts';
import type { Rendition } from '../../contract/media.ts';

/** Milliseconds between two renewals of a video's addresses. */
const minRenewalInterval = 30_000;

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

/** What is used of a video element. */
export type MediaElement = Pick<
	HTMLVideoElement,
	| 'src'
	| 'currentTime'
	| 'duration'
	| 'readyState'
	| 'paused'
	| 'muted'
	| 'buffered'
	| 'play'
	| 'pause'
	| 'load'
	| 'getAttribute'
	| 'removeAttribute'
>;

export interface PlayableVideo {
	renditions: readonly Rendition[];
	/** Seconds, until the file itself says. */
	duration: number;
	/** Asks for new addresses where the old ones may have ended. */
	renew?: (() => Promise<readonly Rendition[]>) | undefined;
}

interface PlaybackSessionDeps {
	/** As it is known by now. */
	getVideo: () => PlayableVideo;
	/** The renditions in the order they should be tried. */
	orderSources: (renditions: readonly Rendition[]) => Rendition[];
	/** Milliseconds since some moment. */
	now: () => number;
}

/** Plays a video: the rendition that fits, the next one where it fails. Loads nothing before `toggle` is first called. */
export class PlaybackSession {
	readonly #deps: PlaybackSessionDeps;
	readonly #listeners = new Set<() => void>();
	#playback: Playback;
	#element: MediaElement | null = null;
	/** What is tried next where a source fails. */
	#left: Rendition[] = [];
	/** Where to go on once a source has loaded, seconds. */
	#resume = 0;
	/** When new addresses were asked for last: a video that cannot be played is not asked for for ever. */
	#renewedAt = Number.NEGATIVE_INFINITY;

	constructor(deps: PlaybackSessionDeps) {
		this.#deps = deps;
		this.#playback = initialPlayback(deps.getVideo().duration);
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	readonly getSnapshot = (): Playback => this.#playback;

	/** Plays in this element until the function that is returned is called. */
	attach(element: MediaElement) {
		this.#element = element;
		return () => {
			this.#element = null;
			// Leaving the page ends the download too; pausing alone would not.
			element.removeAttribute('src');
			element.load();
		};
	}

	readonly toggle = () => {
		const element = this.#element;
		if (!element) return;
		if (this.#playback.phase === 'ready') this.#begin(element, 0);
		else if (this.#playback.phase === 'failed') this.#begin(element, this.#playback.time);
		else if (element.paused) this.#play(element);
		else element.pause();
	};

	/** Goes to a time in seconds, within the video. */
	readonly seek = (to: number) => {
		const element = this.#element;
		if (!element || this.#playback.phase !== 'started') return;
		const time = Math.min(Math.max(0, to), this.#lengthOf(element));
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

	readonly #follow = () => {
		const element = this.#element;
		if (!element || this.#playback.phase === 'ready' || element.readyState === 0) return;
		this.#update({ time: element.currentTime, duration: this.#lengthOf(element), loaded: getBufferedEnd(element) });
	};

	/** What the element tells. */
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
			this.#follow();
		},
		onTimeUpdate: this.#follow,
		onDurationChange: this.#follow,
		onProgress: this.#follow,
		onVolumeChange: () => this.#update({ muted: this.#element?.muted ?? false }),
		onError: () => {
			const element = this.#element;
			// Taking the source away at the end is no error.
			if (!element?.getAttribute('src')) return;
			if (element.readyState > 0) this.#resume = element.currentTime;
			else if (this.#playback.time > 0) this.#resume = this.#playback.time;
			const { renew } = this.#deps.getVideo();
			if (renew && this.#deps.now() - this.#renewedAt > minRenewalInterval) void this.#renew(element, renew);
			else this.#loadNext(element);
		},
	};

	#begin(element: MediaElement, from: number) {
		this.#left = this.#deps.orderSources(this.#deps.getVideo().renditions);
		this.#resume = from;
		this.#renewedAt = Number.NEGATIVE_INFINITY;
		this.#loadNext(element);
	}

	#loadNext(element: MediaElement) {
		const next = this.#left.shift();
		if (!next) return this.#update({ phase: 'failed', waiting: false, paused: true });
		this.#update({ phase: 'started', waiting: true, ended: false });
		element.src = next.url;
		this.#play(element);
	}

	async #renew(element: MediaElement, renew: () => Promise<readonly Rendition[]>) {
		this.#renewedAt = this.#deps.now();
		this.#update({ waiting: true });
		const fresh = await renew().catch(() => []);
		if (this.#element !== element) return;
		if (fresh.length > 0) this.#left = this.#deps.orderSources(fresh);
		this.#loadNext(element);
	}

	#play(element: MediaElement) {
		element.play().catch((error: unknown) => {
			// The browser wants another tap, so it shows as paused. Everything else comes as an event.
			if (error instanceof DOMException && error.name === 'NotAllowedError')
				this.#update({ waiting: false, paused: true });
		});
	}

	#isShortOfData(): boolean {
		return (this.#element?.readyState ?? 4) < 3;
	}

	#lengthOf(element: MediaElement): number {
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
	};
}

function getBufferedEnd({ buffered, currentTime }: MediaElement): number {
	for (let index = 0; index < buffered.length; index++) {
		if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) return buffered.end(index);
	}
	return 0;
}
