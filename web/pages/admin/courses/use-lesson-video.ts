import { useEffect, useReducer, useRef, useState } from 'react';
import { NetworkError } from '../../../../contract/client.ts';
import type { UploadedFile } from '../../../../contract/media.ts';
import * as messages from '../../../../contract/messages.ts';
import * as adminCoursesText from '../../../../contract/text/admin-courses.ts';
import * as errorsText from '../../../../contract/text/errors.ts';
import { MediaHostError, sendFile } from '../../../media/upload.ts';
import { useApi } from '../../../platform/api.ts';
import { noticeOf, reasonOf } from '../../../platform/reason.ts';
import { toast } from '../../../ui/toast.ts';
import { idle, nextUpload } from '../../post-video/upload-state.ts';

export type LessonVideoState = ReturnType<typeof useLessonVideo>;

/** Sends a video to the media host, then makes it the module's. What has been sent is not sent twice. */
export function useLessonVideo(save: (video: UploadedFile) => Promise<void>) {
	const api = useApi();
	const [file, setFile] = useState<File | null>(null);
	const [state, tell] = useReducer(nextUpload, idle);
	const running = useRef<AbortController | null>(null);
	/** What the media host has taken and the module does not have yet. */
	const taken = useRef<UploadedFile | null>(null);

	useEffect(() => () => running.current?.abort(), []);

	/** Answers whether the module has it. */
	async function start(): Promise<boolean> {
		if (!file || running.current) return false;
		const controller = new AbortController();
		running.current = controller;
		tell({ type: 'started' });
		try {
			taken.current = await sendFile(
				api,
				'video',
				{ blob: file, name: file.name },
				{
					hidden: true,
					signal: controller.signal,
					onProgress: (bytes) => tell({ type: 'progressed', share: bytes / file.size }),
				},
			);
			tell({ type: 'sent' });
			return await keep(taken.current);
		} catch (error) {
			const stopped = controller.signal.aborted;
			if (!stopped) toast(error instanceof NetworkError ? messages.mediaHostFailed : noticeOf(error), 'error');
			tell({ type: 'notSent', problem: stopped ? null : remedyOf(error) });
			return false;
		} finally {
			running.current = null;
		}
	}

	async function saveAgain(): Promise<boolean> {
		if (!taken.current || state.step !== 'unsaved') return false;
		tell({ type: 'started' });
		return keep(taken.current);
	}

	/** Never throws: what fails here can only be repeated. */
	async function keep(video: UploadedFile): Promise<boolean> {
		try {
			await save(video);
			taken.current = null;
			tell({ type: 'saved' });
			setFile(null);
			toast(adminCoursesText.videoSaved);
			return true;
		} catch (error) {
			tell({ type: 'notSaved', problem: reasonOf(error) });
			return false;
		}
	}

	return {
		state,
		problem: state.step === 'idle' || state.step === 'unsaved' ? state.problem : null,
		/** Chosen, not yet the module's. */
		file,
		choose: (next: File | null) => {
			setFile(next);
			tell({ type: 'chosen' });
		},
		start,
		saveAgain,
		cancel: () => running.current?.abort(),
	};
}

/** What can be done about it, beside the notice. */
function remedyOf(error: unknown): string | null {
	if (error instanceof NetworkError) return errorsText.connectionLost;
	return error instanceof MediaHostError ? error.reason : null;
}
