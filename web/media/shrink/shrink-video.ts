import * as limits from '../../../contract/core/limits.ts';
import type { VideoEdit } from '../../../contract/media/video-edit.ts';
import { needsEncoding } from '../video-edit.ts';

/** Message to the worker. */
export interface ShrinkRequest {
	file: File;
	edit: VideoEdit;
}

/** Messages of the worker, in the order in which they arrive. */
export type ShrinkMessage =
	| { type: 'loaded' }
	| { type: 'willShrink' }
	/** `share` is the part of the video that is encoded, 0 to 1. */
	| { type: 'progressed'; share: number }
	| { type: 'shrunk'; bytes: ArrayBuffer }
	/** The worker did not shrink the video, so the original is sent. */
	| { type: 'unchanged' };

interface ShrinkOptions {
	/** Changes to make to the frames and sound. Its poster is ignored. */
	edit: VideoEdit;
	/** Aborts shrinking. The promise then rejects with the signal's reason. */
	signal: AbortSignal;
	/** Called once the worker starts to encode. Not called for a video that is sent as it is. */
	onStart: () => void;
	/** Called with the share of the video that is encoded, 0 to 1. */
	onProgress: (share: number) => void;
}

/** Minimum bytes of a video to shrink. For a smaller video, loading the encoder costs more than shrinking saves. */
const minBytes = 2 * limits.megabyte;
/**
 * Milliseconds until the worker must have loaded (`loadTimeout`), and between two messages of the worker (`idleTimeout`). A hidden page may
 * be paused, so its time does not count.
 */
const loadTimeout = 180_000;
const idleTimeout = 30_000;

export function canEncode(): boolean {
	return typeof VideoEncoder !== 'undefined' && typeof Worker !== 'undefined';
}

/**
 * Shrinks a video on this device in a worker, and edits it. Resolves to null if the original is to be sent, because shrinking is not worth
 * the wait or the browser cannot encode. The file has all changes to frames and sound, or none.
 */
export function shrinkVideo(file: File, { edit, signal, onStart, onProgress }: ShrinkOptions): Promise<File | null> {
	if (!canEncode() || (file.size < minBytes && !needsEncoding(edit))) return Promise.resolve(null);
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' });
		let timer = 0;
		let timeout = loadTimeout;

		function finish(settle: () => void) {
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', restartTimer);
			signal.removeEventListener('abort', abort);
			worker.terminate();
			settle();
		}
		function abort() {
			finish(() => reject(signal.reason));
		}
		function restartTimer() {
			clearTimeout(timer);
			if (!document.hidden) timer = setTimeout(() => finish(() => resolve(null)), timeout);
		}

		document.addEventListener('visibilitychange', restartTimer);
		signal.addEventListener('abort', abort);
		worker.onerror = () => finish(() => resolve(null));
		worker.onmessage = ({ data }: MessageEvent<ShrinkMessage>) => {
			timeout = idleTimeout;
			restartTimer();
			if (data.type === 'loaded') return;
			if (data.type === 'willShrink') onStart();
			else if (data.type === 'progressed') onProgress(data.share);
			else if (data.type === 'unchanged') finish(() => resolve(null));
			else finish(() => resolve(new File([data.bytes], mp4Name(file.name), { type: 'video/mp4' })));
		};
		restartTimer();
		worker.postMessage({ file, edit } satisfies ShrinkRequest);
	});
}

function mp4Name(name: string): string {
	return `${name.replace(/\.\w{1,5}$/, '')}.mp4`;
}
