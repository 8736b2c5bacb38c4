import { useEffect, useRef, useState } from 'react';
import type { VideoEdit } from '../../../contract/media/video-edit.ts';
import * as videoEditorText from '../../../text/web/video-editor.ts';
import {
	getRemainingEdit,
	hasSameEncoding,
	joinTrims,
	needsEncoding,
	type Trim,
	type VideoOrProblem,
} from '../video-edit.ts';
import { shrinkVideo } from './shrink-video.ts';

export type ShrinkState =
	/** The video is being checked, or the original is sent. */
	| { step: 'none' }
	| { step: 'shrinking'; percent: number }
	| { step: 'shrunk'; small: File }
	/** The original is sent, because shrinking or editing failed after its start or because the server makes the edit. */
	| { step: 'failed' }
	/** Editing failed after the seller had tapped Upload. Nothing is sent until the seller chooses where the edit is made. */
	| { step: 'undecided' };

interface Options {
	/** Maximum bytes of the file to send. */
	maxBytes: number;
	/** Called if shrinking failed and the original is too large. */
	onTooLarge: () => void;
	/** Called if a changed edit failed and the original is too large. The video keeps its previous edit. */
	onEditFailed: () => void;
}

/** Shrinks and edits a chosen video while its seller fills in the form. */
export function useShrunkVideo({ maxBytes, onTooLarge, onEditFailed }: Options) {
	const [shrinking, setShrinking] = useState<ShrinkState>({ step: 'none' });
	const [sendsOriginal, setOriginal] = useState(false);
	const [edit, setEdit] = useState<VideoEdit>({});
	const [trimmed, setTrimmed] = useState<Trim>({});
	const running = useRef<AbortController | null>(null);
	const result = useRef<Promise<File | null>>(Promise.resolve(null));

	useEffect(() => () => running.current?.abort(), []);

	function stop(state: ShrinkState) {
		running.current?.abort();
		running.current = null;
		result.current = Promise.resolve(null);
		setShrinking(state);
	}

	/** Stops running shrinking. `kept` is the edit that remains, which the server makes, and `before` the trim that the file already has. */
	function reset(kept: VideoEdit = {}, before: Trim = {}) {
		stop({ step: needsEncoding(kept) ? 'failed' : 'none' });
		setEdit(kept);
		setTrimmed(before);
	}

	/**
	 * Starts shrinking and editing. Resolves to false if the video is too large to send and cannot be shrunk. Calls `onUnfit` if this turns out
	 * after the promise has been resolved.
	 */
	function start(file: File, edit: VideoEdit, onUnfit = onTooLarge): Promise<boolean> {
		stop({ step: 'none' });
		setEdit(edit);
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
				if (hasStarted && !fits && !signal.aborted) onUnfit();
			});
		});
	}

	/** Gives a video that is too large for its new edit the edit and the result that it had before. */
	function restore(video: File, before: { edit: VideoEdit; shrinking: ShrinkState }) {
		onEditFailed();
		if (before.shrinking.step !== 'shrunk') return void start(video, before.edit).then((fits) => !fits && onTooLarge());
		stop(before.shrinking);
		setEdit(before.edit);
		result.current = Promise.resolve(before.shrinking.small);
	}

	return {
		shrinking,
		edit,
		sendsOriginal,
		/** Starts to shrink a newly chosen video. Resolves like `start`. */
		check(file: File): Promise<boolean> {
			setTrimmed({});
			return start(file, {});
		},
		reset,
		/** Changes the edit of the video. Starts again if frames or sound change. */
		changeEdit(video: File, next: VideoEdit) {
			if (hasSameEncoding(edit, next)) return setEdit(next);
			const onUnfit = () => restore(video, { edit, shrinking });
			void start(video, next, onUnfit).then((fits) => !fits && onUnfit());
		},
		/** Tries again to make the edit on this device. */
		editHere: (video: File) => void start(video, edit),
		/** Sets whether the original is sent instead of the shrunk file. Stops running shrinking. */
		setSendsOriginal(chosen: boolean) {
			// The server makes the changes of an edited video whose original is sent.
			if (needsEncoding(edit)) stop({ step: 'failed' });
			else if (shrinking.step === 'shrinking') stop({ step: 'none' });
			setOriginal(chosen);
		},
		/** Waits for running shrinking. */
		async getVideo(video: File): Promise<VideoOrProblem> {
			const run = running.current;
			const small = sendsOriginal ? null : await result.current;
			const file = small ?? video;
			if (file.size > maxBytes) return null;
			if (small && needsEncoding(edit))
				return { file, edit: getRemainingEdit(edit), trimmed: joinTrims(trimmed, edit) };
			const mustDecide = needsEncoding(edit) && (shrinking.step === 'shrinking' || shrinking.step === 'undecided');
			if (!mustDecide) return { file, edit, trimmed };
			if (running.current === run) setShrinking({ step: 'undecided' });
			return { problem: videoEditorText.editUndecided };
		},
	};
}
