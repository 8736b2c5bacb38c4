import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type { Session } from '../../../contract/accounts.ts';
import { ApiError, NetworkError } from '../../../contract/client.ts';
import { messages } from '../../../contract/messages.ts';
import { getSession } from '../../accounts/session.ts';
import { type AdFields, resolveVideoAd, type VideoAdForm } from '../../ads/ad-form.ts';
import { changeUpload, forgetUpload, type KeptUpload, keepUpload, readUpload } from '../../media/kept-upload.ts';
import { sendVideo } from '../../media/send-video.ts';
import { MediaHostError } from '../../media/upload.ts';
import { useApi } from '../../platform/api.ts';
import { randomKey } from '../../platform/random-key.ts';
import { connectionLost, noticeOf } from '../../platform/reason.ts';
import { toast } from '../../ui/toast.ts';
import { keptUploadKey } from '../kept-upload-key.ts';
import { idle, nextUpload } from './upload-state.ts';

type Kept = KeptUpload<AdFields>;

interface Running extends Kept {
	form: VideoAdForm;
}

interface Parts {
	session: Session;
	/** An upload that was under way when this page was last closed goes on. */
	onFound: (found: { file: File; fields: AdFields }) => void;
	onSaved: (saved: { id: number; form: VideoAdForm }) => void;
}

/**
 * Sends a video to the media host, then saves what it is; both survive that the page is closed meanwhile. Reports with the
 * specification's notices.
 */
export function useVideoUpload({ session, onFound, onSaved }: Parts) {
	const api = useApi();
	const queries = useQueryClient();
	const name = keptUploadKey(session.id);
	const [state, tell] = useReducer(nextUpload, idle);
	const [again, setAgain] = useState<(() => void) | null>(null);
	const running = useRef<AbortController | null>(null);
	const current = useRef<Running | null>(null);

	useEffect(() => {
		let left = false;
		void readUpload<AdFields>(name).then((kept) => {
			if (!left && kept) resume(kept);
		});
		return () => {
			left = true;
			running.current?.abort();
		};
	}, [name]);

	const resume = useEffectEvent((kept: Kept) => {
		const { values, errors } = resolveVideoAd(kept.words);
		if (running.current || Object.keys(errors).length > 0) return;
		onFound({ file: kept.file, fields: kept.words });
		void run({ ...kept, form: values as VideoAdForm }, Promise.resolve(kept.file), false);
	});

	/** `file` may still be on its way to be what is sent; null where there is nothing to send after all. */
	async function start({ file, form, fields }: { file: Promise<File | null>; form: VideoAdForm; fields: AdFields }) {
		await run({ form, words: fields, address: null, uploaded: null, key: randomKey() }, file);
	}

	async function run(begun: Omit<Running, 'file'>, ready: Promise<File | null>, isNew = true) {
		if (running.current) return;
		const controller = new AbortController();
		running.current = controller;
		tell({ type: 'started' });
		try {
			const file = await unlessAborted(ready, controller.signal);
			if (!file) return tell({ type: 'notSent', problem: null });
			const upload = { ...begun, file };
			current.current = upload;
			// Two tabs do not send the same video; the second one sends without keeping anything.
			await alone(name, controller.signal, async (isAlone) => {
				if (!isAlone && !isNew) return tell({ type: 'notSent', problem: 'This upload goes on in another tab.' });
				const { form: _, ...kept } = upload;
				if (isNew && isAlone) await keepUpload(name, kept);
				await sendAndSave(upload, controller.signal, isAlone);
			});
		} finally {
			setAgain(null);
			running.current = null;
		}
	}

	async function sendAndSave(upload: Running, signal: AbortSignal, isKept: boolean) {
		const { file } = upload;
		const remember: typeof changeUpload = async (...change) => {
			if (isKept) await changeUpload(...change);
		};
		try {
			upload.uploaded ??= await sendVideo(
				api,
				{ blob: file, name: file.name },
				{
					signal,
					address: upload.address,
					token: () => getSession()?.token,
					onAddress(address) {
						upload.address = address;
						void remember(name, { address });
					},
					onWaiting(retry) {
						setAgain(() => retry);
						tell({ type: 'waiting', waiting: retry !== null });
					},
					onProgress: (bytes) => tell({ type: 'progressed', share: bytes / file.size }),
				},
			);
			await remember(name, { uploaded: upload.uploaded });
			tell({ type: 'sent' });
			await save(upload);
		} catch (error) {
			const stopped = signal.aborted;
			const refused = error instanceof MediaHostError || error instanceof ApiError;
			const loggedOut = refused && error.status === 401;
			// What was refused would be refused again; a session that is over only interrupts.
			if (refused && !loggedOut && isKept) await forgetUpload(name);
			if (loggedOut) void api.getMe({}).catch(() => {});
			if (!stopped) toast(error instanceof NetworkError ? messages.mediaHostFailed : noticeOf(error), 'error');
			tell({ type: 'notSent', problem: stopped ? null : remedyOf(error) });
		}
	}

	async function saveAgain() {
		if (!current.current || state.step !== 'unsaved') return;
		tell({ type: 'started' });
		await save(current.current);
	}

	/** Never throws: what fails here can only be repeated. */
	async function save({ form, uploaded, key }: Running) {
		if (!uploaded) return;
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
			current.current = null;
			await forgetUpload(name);
			tell({ type: 'saved' });
			toast(messages.uploadSucceeded);
			// Sellers' videos, own uploads and the feed all show one more.
			void queries.invalidateQueries();
			onSaved({ id: saved.id, form });
		} catch (error) {
			// What the server does not take it will not take after the page was opened again.
			if (error instanceof ApiError && error.status < 500 && error.status !== 401) await forgetUpload(name);
			toast(error instanceof NetworkError ? messages.metadataUnreachable : messages.metadataRefused, 'error');
			tell({ type: 'notSaved', problem: error instanceof ApiError ? error.message : null });
		}
	}

	/** Ends it for good: nothing of it is kept, here or there. */
	async function cancel() {
		running.current?.abort();
		const address = current.current?.address;
		current.current = null;
		await forgetUpload(name);
		if (address) {
			const { giveUp } = await import('../../media/send-in-pieces.ts');
			await giveUp(address, getSession()?.token);
		}
	}

	return {
		state,
		start,
		saveAgain,
		/** Tries at once where it waits for the network; null where it does not. */
		again,
		cancel,
		chosen() {
			tell({ type: 'chosen' });
			if (!running.current) void forgetUpload(name);
		},
	};
}

/** Runs `work` as the only tab of this browser, as far as the browser can tell; else as one of several. */
async function alone(name: string, signal: AbortSignal, work: (isAlone: boolean) => Promise<void>): Promise<void> {
	if (!navigator.locks) return work(true);
	// A page that was reloaded gives its lock back a moment later.
	for (let tries = 0; tries < 10 && !signal.aborted; tries++) {
		let held = false;
		await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
			held = lock !== null;
			if (held) await work(true);
		});
		if (held) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	await work(false);
}

function unlessAborted<Value>(promise: Promise<Value | null>, signal: AbortSignal): Promise<Value | null> {
	return new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => resolve(null), { once: true });
		promise.then(resolve, reject);
	});
}

/** What the seller can do about it, beside the notice. */
function remedyOf(error: unknown): string | null {
	if (error instanceof NetworkError) return connectionLost;
	return error instanceof MediaHostError ? error.reason : null;
}
