import { useEffect, useState } from 'react';
import type { Size } from '../crop.ts';
import { drawOverlay } from '../draw-overlay.ts';

/** Reads single frames of a video file through a video element outside the page. */
export class FrameReader {
	readonly #video: HTMLVideoElement;
	readonly #url: string;
	/** Resolves after the last requested frame. A video element seeks to one frame at a time. */
	#last: Promise<unknown> = Promise.resolve();

	private constructor(video: HTMLVideoElement, url: string) {
		this.#video = video;
		this.#url = url;
	}

	/** Opens a video. Resolves to null if the browser cannot show it. */
	static async open(file: Blob): Promise<FrameReader | null> {
		const video = document.createElement('video');
		video.muted = true;
		video.playsInline = true;
		video.preload = 'auto';
		const reader = new FrameReader(video, URL.createObjectURL(file));
		const isLoaded = new Promise<boolean>((resolve) => {
			// Some phones load no frame before the first seek.
			video.addEventListener('loadedmetadata', () => resolve(canShow(video)), { once: true });
			video.addEventListener('error', () => resolve(false), { once: true });
		});
		video.src = reader.#url;
		if (await isLoaded) return reader;
		reader.close();
		return null;
	}

	/** Duration in milliseconds. */
	get duration(): number {
		return getDuration(this.#video);
	}

	/**
	 * Seeks to the frame at `time`, in milliseconds, and draws it. Frames are read in the order of the calls. Resolves to the result of
	 * `draw`, or to null if aborted or if the browser cannot read the frame.
	 */
	readFrame<Result>(
		time: number,
		draw: (frame: HTMLVideoElement) => Result | Promise<Result>,
		signal: AbortSignal,
	): Promise<Result | null> {
		const read = this.#last.then(async () => {
			const isSeeked = !signal.aborted && (await this.#seek(time / 1000, signal));
			return isSeeked ? draw(this.#video) : null;
		});
		this.#last = read.catch(() => {});
		return read;
	}

	/** Resolves to whether the video shows the frame. */
	async #seek(seconds: number, aborted: AbortSignal): Promise<boolean> {
		const video = this.#video;
		if (video.error) return false;
		if (!video.seeking && video.currentTime === seconds && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
			return true;
		const controller = new AbortController();
		const { signal } = controller;
		const isSeeked = new Promise<boolean>((resolve) => {
			// The event of an aborted seek may come after the start of the next seek.
			video.addEventListener('seeked', () => !video.seeking && resolve(true), { signal });
			video.addEventListener('error', () => resolve(false), { signal });
			aborted.addEventListener('abort', () => resolve(false), { signal });
		});
		video.currentTime = seconds;
		return isSeeked.finally(() => controller.abort());
	}

	close() {
		this.#video.removeAttribute('src');
		this.#video.load();
		URL.revokeObjectURL(this.#url);
	}
}

/** Opens a reader for the frames of a file; null until it is open, and if the browser cannot show the file. */
export function useFrameReader(file: Blob): FrameReader | null {
	const [reader, setReader] = useState<FrameReader | null>(null);
	useEffect(() => {
		const opening = FrameReader.open(file);
		let isClosed = false;
		void opening.then((opened) => !isClosed && setReader(opened));
		return () => {
			isClosed = true;
			setReader(null);
			void opening.then((opened) => opened?.close());
		};
	}, [file]);
	return reader;
}

/**
 * Returns whether the browser shows a loaded video. A width of 0 means that it lacks the video codec and plays only the sound. A recording
 * without a known length cannot be trimmed.
 */
export function canShow({ videoWidth, duration }: HTMLVideoElement): boolean {
	return videoWidth > 0 && Number.isFinite(duration);
}

/** Returns the duration of a loaded video in whole milliseconds. */
export function getDuration({ duration }: HTMLVideoElement): number {
	return Math.floor(duration * 1000);
}

/** Returns the size of a loaded video, scaled to `lines` pixels of its shorter side. */
export function getScaledSize({ videoWidth, videoHeight }: HTMLVideoElement, lines: number): Size {
	const scale = lines / Math.min(videoWidth, videoHeight);
	return { width: Math.round(videoWidth * scale), height: Math.round(videoHeight * scale) };
}

/** Draws a frame in this size, with the text of an edit. */
export function drawFrame(
	context: CanvasRenderingContext2D,
	frame: HTMLVideoElement,
	overlay: string,
	{ width, height }: Size,
) {
	context.drawImage(frame, 0, 0, width, height);
	if (overlay.trim() !== '') drawOverlay(context, overlay, { width, height });
}
