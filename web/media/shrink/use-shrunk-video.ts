import { useEffect, useRef, useState } from 'react';
import { shrinkVideo } from './shrink-video.ts';

export type ShrinkState =
	/** It is looked at, or is sent as it was chosen. */
	| { step: 'none' }
	| { step: 'shrinking'; percent: number }
	| { step: 'shrunk'; small: File }
	/** It was begun, and is sent as it was chosen after all. */
	| { step: 'failed' };

interface Options {
	/** Most bytes that may be sent. */
	maxBytes: number;
	/** It has more, and was not made to fit after all. */
	onTooLarge: () => void;
}

/** Makes a chosen video smaller while its seller writes about it. */
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

	/** Answers whether the file can be sent: as it is, or as far as is known by then once it is smaller. */
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
			void small.then((made) => {
				update(made ? { step: 'shrunk', small: made } : { step: hasStarted ? 'failed' : 'none' });
				const fits = (made ?? file).size <= maxBytes;
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
		/** Sends the file as it was chosen, or the small one after all. */
		setSendsOriginal(chosen: boolean) {
			if (shrinking.step === 'shrinking') reset();
			setOriginal(chosen);
		},
		/** What is sent of this file, once it is as small as it gets; null where it is too large still. */
		async getFile(video: File): Promise<File | null> {
			const sent = sendsOriginal ? video : ((await result.current) ?? video);
			return sent.size <= maxBytes ? sent : null;
		},
	};
}
