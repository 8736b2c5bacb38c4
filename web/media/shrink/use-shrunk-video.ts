import { useEffect, useRef, useState } from 'react';
import { shrinkVideo } from './shrink-video.ts';

export type Shrinking =
	/** It is looked at, or is sent as it was chosen. */
	| { step: 'none' }
	| { step: 'shrinking'; percent: number }
	| { step: 'shrunk'; small: File }
	/** It was begun, and is sent as it was chosen after all. */
	| { step: 'failed' };

interface Options {
	/** Most bytes that may be sent. */
	mostBytes: number;
	/** It has more, and was not made to fit after all. */
	onHopeless: () => void;
}

/** Makes a chosen video smaller while its seller writes about it. */
export function useShrunkVideo({ mostBytes, onHopeless }: Options) {
	const [shrinking, setShrinking] = useState<Shrinking>({ step: 'none' });
	const [asChosen, setAsChosen] = useState(false);
	const running = useRef<AbortController | null>(null);
	const result = useRef<Promise<File | null>>(Promise.resolve(null));

	useEffect(() => () => running.current?.abort(), []);

	function end() {
		running.current?.abort();
		running.current = null;
		result.current = Promise.resolve(null);
		setShrinking({ step: 'none' });
	}

	/** Answers whether the file can be sent: as it is, or as far as is known by then once it is smaller. */
	function begin(file: File): Promise<boolean> {
		end();
		setAsChosen(false);
		const controller = new AbortController();
		const { signal } = controller;
		running.current = controller;
		const tell = (state: Shrinking) => !signal.aborted && setShrinking(state);
		return new Promise((resolve) => {
			let begun = false;
			const small = shrinkVideo(file, {
				signal,
				onStart() {
					begun = true;
					tell({ step: 'shrinking', percent: 0 });
					resolve(true);
				},
				onProgress: (share) => tell({ step: 'shrinking', percent: Math.floor(share * 100) }),
			}).catch(() => null);
			result.current = small;
			if (file.size <= mostBytes) resolve(true);
			void small.then((made) => {
				tell(made ? { step: 'shrunk', small: made } : { step: begun ? 'failed' : 'none' });
				const fits = (made ?? file).size <= mostBytes;
				resolve(fits);
				if (begun && !fits && !signal.aborted) onHopeless();
			});
		});
	}

	return {
		shrinking,
		asChosen,
		begin,
		end,
		/** Sends the file as it was chosen, or the small one after all. */
		sendAsChosen(chosen: boolean) {
			if (shrinking.step === 'shrinking') end();
			setAsChosen(chosen);
		},
		/** What is sent of this file, once it is as small as it gets; null where it is too large still. */
		async file(video: File): Promise<File | null> {
			const sent = asChosen ? video : ((await result.current) ?? video);
			return sent.size <= mostBytes ? sent : null;
		},
	};
}
