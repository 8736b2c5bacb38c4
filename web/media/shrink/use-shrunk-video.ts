import { useEffect, useRef, useState } from 'react';
import { shrinkVideo } from './shrink-video.ts';

export type ShrinkState =
	/** The video is being checked, or the original is sent. */
	| { step: 'none' }
	| { step: 'shrinking'; percent: number }
	| { step: 'shrunk'; small: File }
	/** Shrinking failed after its start, so the original is sent. */
	| { step: 'failed' };

interface Options {
	/** Maximum bytes of the file to send. */
	maxBytes: number;
	/** Called if shrinking failed and the original is too large. */
	onTooLarge: () => void;
}

/** Shrinks a chosen video while its seller fills in the form. */
export function useShrunkVideo({ maxBytes, onTooLarge }: Options) {
	const [shrinking, setShrinking] = useState<ShrinkState>({ step: 'none' });
	const [sendsOriginal, setOriginal] = useState(false);
	const running = useRef<AbortController | null>(null);
	const result = useRef<Promise<File | null>>(Promise.resolve(null));

	useEffect(() => () => running.current?.abort(), []);

	function reset() {
		running.current?.abort();
		running.current = null;
		result.current = Promise.resolve(null);
		setShrinking({ step: 'none' });
	}

	/** Starts shrinking. Resolves to false if the video is too large to send and cannot be shrunk. */
	function start(file: File): Promise<boolean> {
		reset();
		setOriginal(false);
		const controller = new AbortController();
		const { signal } = controller;
		running.current = controller;
		const update = (state: ShrinkState) => !signal.aborted && setShrinking(state);
		return new Promise((resolve) => {
			let hasStarted = false;
			const small = shrinkVideo(file, {
				signal,
				onStart() {
					hasStarted = true;
					update({ step: 'shrinking', percent: 0 });
					resolve(true);
				},
				onProgress: (share) => update({ step: 'shrinking', percent: Math.floor(share * 100) }),
			}).catch(() => null);
			result.current = small;
			if (file.size <= maxBytes) resolve(true);
			void small.then((shrunk) => {
				update(shrunk ? { step: 'shrunk', small: shrunk } : { step: hasStarted ? 'failed' : 'none' });
				const fits = (shrunk ?? file).size <= maxBytes;
				resolve(fits);
				if (hasStarted && !fits && !signal.aborted) onTooLarge();
			});
		});
	}

	return {
		shrinking,
		sendsOriginal,
		start,
		reset,
		/** Sets whether the original is sent instead of the shrunk file. Stops running shrinking. */
		setSendsOriginal(chosen: boolean) {
			if (shrinking.step === 'shrinking') reset();
			setOriginal(chosen);
		},
		/** Waits for running shrinking. Resolves to the file to send, or to null if it is too large. */
		async getFile(video: File): Promise<File | null> {
			const file = sendsOriginal ? video : ((await result.current) ?? video);
			return file.size <= maxBytes ? file : null;
		},
	};
}
