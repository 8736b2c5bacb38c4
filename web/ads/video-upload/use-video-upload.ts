import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Session } from '../../../contract/accounts/accounts.ts';
import { refreshContact } from '../../accounts/refresh-contact.ts';
import { getSession } from '../../accounts/session.ts';
import { createUploadStorage } from '../../media/pending-upload.ts';
import { getPendingUploadKey } from '../../media/remove-pending-upload.ts';
import { sendVideo } from '../../media/send-video.ts';
import { useApi } from '../../platform/api.ts';
import { clock } from '../../platform/clock.ts';
import * as locks from '../../platform/locks.ts';
import { toast } from '../../ui/toast.ts';
import { clearPostedDraft } from '../draft.ts';
import { getAdDraftKey } from '../draft-key.ts';
import { type VideoUploadDeps, VideoUploadSession } from './video-upload-session.ts';

interface UseVideoUploadOptions
	extends Pick<VideoUploadDeps, 'onSaved'>,
		Partial<Pick<VideoUploadDeps, 'onResumed' | 'onReleased'>> {
	session: Session;
	hasFile?: boolean;
	quiet?: boolean;
}

/** Connects a component to an account's video uploads. While the component is mounted, this tab resumes stored uploads. */
export function useVideoUpload(options: UseVideoUploadOptions) {
	const api = useApi();
	const queryClient = useQueryClient();
	const latest = useRef(options);
	const [upload] = useState(createSession);

	function createSession() {
		const { session: account, quiet = false } = options;
		const name = getPendingUploadKey(account.id);
		return new VideoUploadSession({
			account,
			getSession,
			api,
			uploader: {
				send: (file, sending) => sendVideo(api, file, sending),
				async cancelUpload(address, token) {
					const pieces = await import('../../media/send-in-chunks.ts');
					await pieces.cancelUpload(address, token);
				},
			},
			storage: createUploadStorage(name),
			locks,
			lockName: name,
			clock,
			notify: toast,
			quiet,
			hasFile: () => latest.current.hasFile ?? false,
			onResumed: (found) => latest.current.onResumed?.(found),
			onReleased: () => latest.current.onReleased?.(),
			onPublished(fields) {
				clearPostedDraft(getAdDraftKey('video', account.id), fields);
				// A new video changes the seller's videos, the own uploads and the feed.
				void queryClient.invalidateQueries();
				void refreshContact(api, fields);
			},
			onSaved: (saved) => latest.current.onSaved(saved),
		});
	}

	useEffect(() => {
		latest.current = options;
	});

	useEffect(() => {
		const { detach, check } = upload.attach();
		const checkIfVisible = () => !document.hidden && check();
		document.addEventListener('visibilitychange', checkIfVisible);
		return () => {
			document.removeEventListener('visibilitychange', checkIfVisible);
			detach();
		};
	}, [upload]);

	const snapshot = useSyncExternalStore(upload.subscribe, upload.getSnapshot, upload.getSnapshot);
	return { upload, ...snapshot };
}
