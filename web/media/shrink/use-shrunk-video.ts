import { useEffect, useRef, useState } from 'react';
import type { VideoEdit } from '../../../contract/video-edit.ts';
import { getRemainingEdit, hasSameEncoding, needsEncoding, type VideoToSend } from '../video-edit.ts';
import { shrinkVideo } from './shrink-video.ts';

export type ShrinkState =
	/** The video is being checked, or the original is sent. */
	| { step: 'none' }
	| { step: 'shrinking'; percent: number }
	| { step: 'shrunk'; small: File }
	/** Shrinking or editing failed after its start, so the original is sent. */
	| { step: 'failed' };

interface Options {
	/** Maximum bytes of the file to send. */
	maxBytes: number;
	/** Called if shrinking failed and the original is too large. */
	onTooLarge: () => void;
}

/** Shrinks and edits a chosen video while its seller fills in the form. */
export function useShrunkVideo({ maxBytes, onTooLarge }: Options) {
	const [shrinking, setShrinking] = useState<ShrinkState>({ step: 'none' });
	const [sendsOriginal, setOriginal] = useState(false);
	const [edit, setEdit] = useState<VideoEdit>({});
	const running = useRef<AbortController | null>(null);
	const result = useRef<Promise<File | null>>(Promise.resolve(null));

	useEffect(() => () => running.current?.abort(), []);

	function stop(state: ShrinkState) {
		running.current?.abort();
		running.current = null;
		result.current = Promise.resolve(null);
		setShrinking(state);
	}

	/** Stops running shrinking. `kept` is the edit that remains, which the server makes. */
	function reset(kept: VideoEdit = {}) {
		stop({ step: 'none' });
		setEdit(kept);
	}

	/** Starts shrinking and editing. Resolves to false if the video is too large to send and cannot be shrunk. */
	function start(file: File, edit: VideoEdit = {}): Promise<boolean> {
		reset(edit);
		setOriginal(false);
		const controller = new AbortController();
		const { signal } = controller;
		running.current = controller;
		const update = (state: ShrinkState) => !signal.aborted && setShrinking(state);
		return new Promise((resolve) => {
			let hasStarted = false;
			function onStart() {
				hasStarted = true;
				update({ step: 'shrinking', percent: 0 });
				resolve(true);
			}
			const small = shrinkVideo(file, {
				edit,
				signal,
				onStart,
				onProgress: (share) => update({ step: 'shrinking', percent: Math.floor(share * 100) }),
			}).catch(() => null);
			result.current = small;
			if (needsEncoding(edit)) onStart();
			if (file.size <= maxBytes) resolve(true);
			void small.then((shrunk) => {
				update(shrunk ? { step: 'shrunk', small: shrunk } : { step: hasStarted ? 'failed' : 'none' });
				const fits = (shrunk ?? file).size <= maxBytes;
				resolve(fits || signal.aborted);
				if (hasStarted && !fits && !signal.aborted) onTooLarge();
			});
		});
	}

	return {
		shrinking,
		edit,
		sendsOriginal,
		start,
		reset,
		/** Changes the edit of the video. Starts again if frames or sound change. */
		changeEdit(video: File, next: VideoEdit) {
			if (hasSameEncoding(edit, next)) setEdit(next);
			else void start(video, next).then((fits) => !fits && onTooLarge());
		},
		/** Sets whether the original is sent instead of the shrunk file. Stops running shrinking. */
		setSendsOriginal(chosen: boolean) {
			// The server makes the changes of an edited video whose original is sent.
			if (shrinking.step === 'shrinking') stop({ step: needsEncoding(edit) ? 'failed' : 'none' });
			setOriginal(chosen);
		},
		/** Waits for running shrinking. Resolves to the video to send, or to null if it is too large. */
		async getVideo(video: File): Promise<VideoToSend | null> {
			const small = sendsOriginal ? null : await result.current;
			const file = small ?? video;
			if (file.size > maxBytes) return null;
			return small && needsEncoding(edit)
				? { file, edit: getRemainingEdit(edit), trimmed: edit }
				: { file, edit, trimmed: {} };
		},
	};
}
