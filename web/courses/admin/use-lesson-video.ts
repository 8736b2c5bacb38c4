import { useEffect, useReducer, useRef, useState } from 'react';
import { NetworkError } from '../../../contract/core/client.ts';
import * as messages from '../../../contract/core/messages.ts';
import type { UploadedFile } from '../../../contract/media/media.ts';
import * as adminCoursesText from '../../../text/web/admin-courses.ts';
import * as errorsText from '../../../text/web/errors.ts';
import { MediaHostError, sendFile } from '../../media/upload.ts';
import { idleUploadState, uploadReducer } from '../../media/upload-state.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage, getErrorNotice } from '../../platform/error-message.ts';
import { toast } from '../../ui/toast.ts';

export type LessonVideoState = ReturnType<typeof useLessonVideo>;

/** Uploads a video as a private file and saves it in the course module. A failed save can be retried without another upload. */
export function useLessonVideo(save: (video: UploadedFile) => Promise<void>) {
	const api = useApi();
	const [file, setFile] = useState<File | null>(null);
	const [state, dispatch] = useReducer(uploadReducer, idleUploadState);
	const running = useRef<AbortController | null>(null);
	/** Video on the media host that is not saved in the course module yet. */
	const uploaded = useRef<UploadedFile | null>(null);

	useEffect(() => () => running.current?.abort(), []);

	/** Uploads and saves the chosen video. Resolves to whether the course module has the video. */
	async function start(): Promise<boolean> {
		if (!file || running.current) return false;
		const controller = new AbortController();
		running.current = controller;
		dispatch({ type: 'started' });
		try {
			uploaded.current = await sendFile(
				api,
				'video',
				{ blob: file, name: file.name },
				{
					isPrivate: true,
					signal: controller.signal,
					onProgress: (bytes) => dispatch({ type: 'progressed', share: bytes / file.size }),
				},
			);
			dispatch({ type: 'sent' });
			return await saveVideo(uploaded.current);
		} catch (error) {
			const stopped = controller.signal.aborted;
			if (!stopped) toast(error instanceof NetworkError ? messages.mediaHostFailed : getErrorNotice(error), 'error');
			dispatch({ type: 'notSent', problem: stopped ? null : getRemedy(error) });
			return false;
		} finally {
			running.current = null;
		}
	}

	async function saveAgain(): Promise<boolean> {
		if (!uploaded.current || state.step !== 'unsaved') return false;
		dispatch({ type: 'started' });
		return saveVideo(uploaded.current);
	}

	/** Saves the uploaded video in the course module. Never throws: a failure is shown and can be retried. */
	async function saveVideo(video: UploadedFile): Promise<boolean> {
		try {
			await save(video);
			uploaded.current = null;
			dispatch({ type: 'saved' });
			setFile(null);
			toast(adminCoursesText.videoSaved);
			return true;
		} catch (error) {
			dispatch({ type: 'notSaved', problem: getErrorMessage(error) });
			return false;
		}
	}

	return {
		state,
		problem: state.step === 'idle' || state.step === 'unsaved' ? state.problem : null,
		/** Chosen video file that is not saved in the course module yet. */
		file,
		choose: (next: File | null) => {
			setFile(next);
			dispatch({ type: 'chosen' });
		},
		start,
		saveAgain,
		cancel: () => running.current?.abort(),
	};
}

/** Returns what the user can do about an upload error; null if unknown. */
function getRemedy(error: unknown): string | null {
	if (error instanceof NetworkError) return errorsText.connectionLost;
	return error instanceof MediaHostError ? error.reason : null;
}
