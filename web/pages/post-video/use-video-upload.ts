import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import type { Session } from '../../../contract/accounts.ts';
import { ApiError, NetworkError } from '../../../contract/client.ts';
import type { Uploaded } from '../../../contract/media.ts';
import { messages } from '../../../contract/messages.ts';
import type { VideoAdForm } from '../../ads/ad-form.ts';
import { MediaHostError, sendFile } from '../../media/upload.ts';
import { useApi } from '../../platform/api.ts';
import { randomKey } from '../../platform/random-key.ts';
import { connectionLost, noticeOf } from '../../platform/reason.ts';
import { toast } from '../../ui/toast.ts';
import { idle, nextUpload } from './upload-state.ts';

interface Video {
	file: File;
	form: VideoAdForm;
}

/** What the media host has taken and the metadata call still has to save. */
interface Taken extends Video {
	uploaded: Uploaded;
	key: string;
}

/** Sends a video to the media host, then saves what it is. Reports with the specification's notices. */
export function useVideoUpload(session: Session, onSaved: (saved: { id: number; form: VideoAdForm }) => void) {
	const api = useApi();
	const queries = useQueryClient();
	const [state, tell] = useReducer(nextUpload, idle);
	const running = useRef<AbortController | null>(null);
	const taken = useRef<Taken | null>(null);

	useEffect(() => () => running.current?.abort(), []);

	async function start({ file, form }: Video) {
		if (running.current) return;
		const controller = new AbortController();
		running.current = controller;
		tell({ type: 'started' });
		try {
			const uploaded = await sendFile(
				api,
				'video',
				{ blob: file, name: file.name },
				{
					signal: controller.signal,
					onProgress: (bytes) => tell({ type: 'progressed', share: bytes / file.size }),
				},
			);
			tell({ type: 'sent' });
			taken.current = { file, form, uploaded, key: randomKey() };
			await save(taken.current);
		} catch (error) {
			const stopped = controller.signal.aborted;
			if (!stopped) toast(error instanceof NetworkError ? messages.mediaHostFailed : noticeOf(error), 'error');
			tell({ type: 'notSent', problem: stopped ? null : remedyOf(error) });
		} finally {
			running.current = null;
		}
	}

	async function saveAgain() {
		if (!taken.current || state.step !== 'unsaved') return;
		tell({ type: 'started' });
		await save(taken.current);
	}

	/** Never throws: what fails here can only be repeated. */
	async function save({ form, uploaded, key }: Taken) {
		const { category, ...rest } = form;
		const { secure_url, ...facts } = uploaded;
		const body = {
			titlevideourl: secure_url,
			user_id: session.id,
			user_name: session.user_name,
			categories: category,
			...rest,
			...facts,
		};
		try {
			const saved = await api.createVideoAd({ body }, { idempotencyKey: key });
			// Whoever stands between may answer for the server.
			if (saved?.status !== 200) throw new Error(messages.metadataRefused);
			taken.current = null;
			tell({ type: 'saved' });
			toast(messages.uploadSucceeded);
			// Sellers' videos, own uploads and the feed all show one more.
			void queries.invalidateQueries();
			onSaved({ id: saved.id, form });
		} catch (error) {
			toast(error instanceof NetworkError ? messages.metadataUnreachable : messages.metadataRefused, 'error');
			tell({ type: 'notSaved', problem: error instanceof ApiError ? error.message : null });
		}
	}

	return { state, start, saveAgain, chosen: () => tell({ type: 'chosen' }), cancel: () => running.current?.abort() };
}

/** What the seller can do about it, beside the notice. */
function remedyOf(error: unknown): string | null {
	if (error instanceof NetworkError) return connectionLost;
	return error instanceof MediaHostError ? error.reason : null;
}
