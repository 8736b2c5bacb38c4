import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Session } from '../../../contract/accounts.ts';
import { getSession } from '../../accounts/session.ts';
import { forgetPosted } from '../../ads/draft.ts';
import { draftKey } from '../../ads/draft-key.ts';
import { keptUploadKey } from '../../media/forget-upload.ts';
import { createUploadStorage } from '../../media/pending-upload.ts';
import { sendVideo } from '../../media/send-video.ts';
import { useApi } from '../../platform/api.ts';
import { clock } from '../../platform/clock.ts';
import * as turns from '../../platform/turns.ts';
import { toast } from '../../ui/toast.ts';
import { type VideoUploadDeps, VideoUploadSession } from './video-upload-session.ts';

interface Options extends Pick<VideoUploadDeps, 'onSaved'>, Partial<Pick<VideoUploadDeps, 'onFound' | 'onFree'>> {
	session: Session;
	hasFile?: boolean;
	quiet?: boolean;
}

/** The video upload of an account in this tab, from the time that a component is there until it is gone. */
export function useVideoUpload(options: Options) {
	const api = useApi();
	const queries = useQueryClient();
	const latest = useRef(options);
	const [upload] = useState(createSession);

	function createSession() {
		const { session: account, quiet = false } = options;
		const name = keptUploadKey(account.id);
		return new VideoUploadSession({
			account,
			getSession,
			api,
			uploader: {
				send: (file, sending) => sendVideo(api, file, sending),
				async giveUp(address, token) {
					const pieces = await import('../../media/send-in-pieces.ts');
					await pieces.giveUp(address, token);
				},
			},
			storage: createUploadStorage(name),
			locks: turns,
			lockName: name,
			clock,
			notify: toast,
			quiet,
			hasFile: () => latest.current.hasFile ?? false,
			onFound: (found) => latest.current.onFound?.(found),
			onFree: () => latest.current.onFree?.(),
			onPublished(fields) {
				forgetPosted(draftKey('video', account.id), fields);
				// Sellers' videos, own uploads and the feed all show one more.
				void queries.invalidateQueries();
			},
			onSaved: (saved) => latest.current.onSaved(saved),
		});
	}

	useEffect(() => {
		latest.current = options;
	});

	useEffect(() => {
		const { close, look } = upload.open();
		const lookIfVisible = () => !document.hidden && look();
		document.addEventListener('visibilitychange', lookIfVisible);
		return () => {
			document.removeEventListener('visibilitychange', lookIfVisible);
			close();
		};
	}, [upload]);

	const snapshot = useSyncExternalStore(upload.subscribe, upload.getSnapshot, upload.getSnapshot);
	return { upload, ...snapshot };
}
