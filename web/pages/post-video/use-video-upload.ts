import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type { Session } from '../../../contract/accounts.ts';
import { ApiError, NetworkError } from '../../../contract/client.ts';
import type { Uploaded } from '../../../contract/media.ts';
import * as messages from '../../../contract/messages.ts';
import * as errorsText from '../../../contract/text/errors.ts';
import * as postVideoText from '../../../contract/text/post-video.ts';
import { getSession } from '../../accounts/session.ts';
import { type AdFields, resolveVideoAd, type VideoAdForm } from '../../ads/ad-form.ts';
import { forgetPosted } from '../../ads/draft.ts';
import { draftKey } from '../../ads/draft-key.ts';
import { forgetUpload } from '../../media/forget-upload.ts';
import { changeUpload, isUploadKept, type KeptUpload, keepUpload, readUpload } from '../../media/kept-upload.ts';
import { statusOf, type Waiting } from '../../media/patience.ts';
import { sendVideo } from '../../media/send-video.ts';
import { isFinal, MediaHostError } from '../../media/upload.ts';
import { useApi } from '../../platform/api.ts';
import { randomKey } from '../../platform/random-key.ts';
import { noticeOf } from '../../platform/reason.ts';
import { ifFree, inTurn, isTaken } from '../../platform/turns.ts';
import { toast } from '../../ui/toast.ts';
import { keptUploadKey } from '../kept-upload-key.ts';
import { idle, nextUpload } from './upload-state.ts';

type Kept = KeptUpload<AdFields>;

interface Running extends Kept {
	form: VideoAdForm;
}

interface Parts {
	session: Session;
	/** A file is chosen here. What another tab has left behind then goes on without taking its place. */
	hasFile?: boolean;
	/** An upload that was under way when it was last left goes on. */
	onFound?: (found: { file: File; fields: AdFields }) => void;
	/** Another tab has sent what this one has waited for. */
	onFree?: () => void;
	onSaved: (saved: { id: number; form: VideoAdForm }) => void;
	/** Failures are told by whoever shows the state. */
	quiet?: boolean;
}

/** Milliseconds until another tab counts as at work: a page that was reloaded gives its turn back a moment later. */
const turnPatience = 500;

/**
 * Sends a video to the media host, then saves what it is; both survive that the page is closed meanwhile. One tab of a browser at a
 * time: another one waits for its turn and takes over. Reports with the specification's notices.
 */
export function useVideoUpload({ session, hasFile = false, onFound, onFree, onSaved, quiet = false }: Parts) {
	const api = useApi();
	const queries = useQueryClient();
	const name = keptUploadKey(session.id);
	const [state, tell] = useReducer(nextUpload, idle);
	const [waiting, setWaiting] = useState<Waiting | null>(null);
	const [isKept, setKept] = useState(false);
	const running = useRef<AbortController | null>(null);
	const current = useRef<Running | null>(null);
	/** Key of the kept upload that is this page's own, or whose fate it has told. */
	const known = useRef<string | null>(null);
	const holds = useRef(false);

	useEffect(() => {
		holds.current = hasFile;
	}, [hasFile]);

	useEffect(() => {
		let left = false;
		void Promise.all([isUploadKept(name), isTaken(name)]).then((found) => {
			if (!left && found.includes(true)) void resume();
		});
		/** Another tab may have begun while this one was out of sight. */
		async function look() {
			if (!document.hidden && (await isTaken(name)) && !left) void resume();
		}
		document.addEventListener('visibilitychange', look);
		return () => {
			left = true;
			document.removeEventListener('visibilitychange', look);
			running.current?.abort();
		};
	}, [name]);

	const resume = useEffectEvent(follow);

	async function follow() {
		if (state.step === 'idle') await takeTurn(carryOn);
	}

	/** `file` may still be on its way to be what is sent; null where there is nothing to send after all. */
	async function start({ file, form, fields }: { file: Promise<File | null>; form: VideoAdForm; fields: AdFields }) {
		if (running.current) return;
		current.current = null;
		tell({ type: 'started' });
		await takeTurn(async (signal) => {
			tell({ type: 'started' });
			if (!(await finishOther(signal))) return;
			const ready = await unlessAborted(file, signal);
			if (!ready || getSession()?.id !== session.id) return tell({ type: 'notSent', problem: null });
			const kept: Kept = { file: ready, words: fields, address: null, uploaded: null, key: randomKey(), refused: null };
			const upload = { ...kept, form };
			current.current = upload;
			known.current = kept.key;
			const safe = await keepUpload(name, kept);
			setKept(safe);
			// Cancelled meanwhile.
			if (current.current !== upload) await forget();
			await sendAndSave(upload, { signal, begun: false });
		});
	}

	/** Sends what is kept on the device, from where it got to. */
	async function carryOn(signal: AbortSignal) {
		const kept = await readUpload<AdFields>(name);
		if (signal.aborted) return;
		if (!kept) return onFree?.();
		if (holds.current && kept.key !== known.current) {
			if (await finishOther(signal)) tell({ type: 'notSent', problem: null });
			return;
		}
		const upload = runningOf(kept);
		if (!upload) return;
		current.current = upload;
		known.current = kept.key;
		setKept(true);
		onFound?.({ file: kept.file, fields: kept.words });
		tell({ type: 'started' });
		if (kept.refused === null) return sendAndSave(upload, { signal, begun: true });
		// Only its sender's wish has it tried again.
		if (kept.uploaded) tell({ type: 'sent' });
		tell({ type: kept.uploaded ? 'notSaved' : 'notSent', problem: kept.refused });
	}

	/** What another tab has left behind goes first. False where it cannot, and is still kept; the state then says why. */
	async function finishOther(signal: AbortSignal): Promise<boolean> {
		const other = await readUpload<AdFields>(name);
		if (signal.aborted) return failed(null);
		if (!other || other.key === known.current) return true;
		const upload = runningOf(other);
		if (!upload) return true;
		let { refused } = other;
		tell({ type: 'ahead' });
		if (refused === null) {
			current.current = upload;
			try {
				await publish(upload, await send(upload, { signal, begun: true }));
				// Left while it was saved.
				if (signal.aborted) return failed(null);
				tell({ type: 'started' });
				return true;
			} catch (error) {
				if (signal.aborted) return failed(null);
				const problem = remedyOf(error) ?? noticeOf(error);
				if (!(await keepRefusal(error, problem))) {
					return failed(postVideoText.otherUnsent(other.file.name, problem));
				}
				refused = problem;
			} finally {
				current.current = null;
			}
		}
		// Told, so that the next try takes its place.
		known.current = other.key;
		return failed(postVideoText.otherRefused(other.file.name, refused));
	}

	function failed(problem: string | null): false {
		tell({ type: 'notSent', problem });
		return false;
	}

	/** Does this as the only tab of the browser, once it is this one's turn. */
	async function takeTurn(work: (signal: AbortSignal) => Promise<void>) {
		if (running.current) return;
		const controller = new AbortController();
		const { signal } = controller;
		running.current = controller;
		let waited = false;
		const timer = setTimeout(() => {
			waited = true;
			tell({ type: 'taken' });
		}, turnPatience);
		try {
			const turn = async () => {
				clearTimeout(timer);
				if (waited) tell({ type: 'free' });
				await work(signal);
			};
			await inTurn(name, turn, signal);
		} catch (error) {
			if (!signal.aborted) throw error;
			tell({ type: 'notSent', problem: null });
		} finally {
			clearTimeout(timer);
			setWaiting(null);
			running.current = null;
		}
	}

	async function sendAndSave(upload: Running, options: { signal: AbortSignal; begun: boolean }) {
		const { signal } = options;
		try {
			await send(upload, options);
			tell({ type: 'sent' });
			await save(upload);
		} catch (error) {
			if (signal.aborted) return tell({ type: 'notSent', problem: null });
			const notice = error instanceof NetworkError ? messages.mediaHostFailed : noticeOf(error);
			const remedy = remedyOf(error);
			complain(notice);
			await keepRefusal(error, remedy ?? notice);
			tell({ type: 'notSent', problem: quiet ? (remedy ?? notice) : remedy });
		}
	}

	/** `begun`: it is not the first try. */
	async function send(upload: Running, { signal, begun }: { signal: AbortSignal; begun: boolean }): Promise<Uploaded> {
		const { file } = upload;
		upload.uploaded ??= await sendVideo(
			api,
			{ blob: file, name: file.name },
			{
				signal,
				begun,
				address: upload.address,
				token: () => getSession()?.token,
				onAddress(address) {
					upload.address = address;
					void changeUpload(name, { address });
				},
				onWaiting: setWaiting,
				onProgress: (bytes) => tell({ type: 'progressed', share: bytes / file.size }),
			},
		);
		await changeUpload(name, { uploaded: upload.uploaded });
		return upload.uploaded;
	}

	/**
	 * What was refused would be refused again, so it does not go on by itself; it is kept until its sender, who may be elsewhere, has
	 * seen why. Whatever passes, and a session that is over, only interrupts.
	 */
	async function keepRefusal(error: unknown, refused: string): Promise<boolean> {
		const status = statusOf(error);
		// The media host has said so: the API says it to all the app.
		if (status === 401) void api.getMe({}).catch(() => {});
		if (status === null || !isFinal(status)) return false;
		await changeUpload(name, { refused });
		return true;
	}

	/** Forgets what this page knows of, and nothing that another tab has left behind. */
	async function forgetKnown() {
		const kept = await readUpload(name);
		if (!kept || kept.key === known.current) await forget();
	}

	async function forget() {
		setKept(false);
		await forgetUpload(name);
	}

	function complain(sentence: string) {
		if (!quiet) toast(sentence, 'error');
	}

	async function saveAgain() {
		if (!current.current || state.step !== 'unsaved') return;
		tell({ type: 'started' });
		await save(current.current);
	}

	/** Never throws: what fails here can only be repeated. */
	async function save(upload: Running) {
		if (!upload.uploaded) return;
		try {
			const id = await publish(upload, upload.uploaded);
			current.current = null;
			tell({ type: 'saved' });
			onSaved({ id, form: upload.form });
		} catch (error) {
			const problem = error instanceof ApiError ? error.message : null;
			await keepRefusal(error, problem ?? messages.metadataRefused);
			complain(error instanceof NetworkError ? messages.metadataUnreachable : messages.metadataRefused);
			tell({ type: 'notSaved', problem });
		}
	}

	/** Saves what was sent, and forgets that it was on its way. Answers its number. */
	async function publish({ form, words, key }: Running, { secure_url, ...facts }: Uploaded): Promise<number> {
		const { category, ...rest } = form;
		const body = {
			titlevideourl: secure_url,
			user_id: session.id,
			user_name: session.user_name,
			categories: category,
			...rest,
			...facts,
		};
		const saved = await api.createVideoAd({ body }, { idempotencyKey: key });
		// Whoever stands between may answer for the server.
		if (saved?.status !== 200) throw new Error(messages.metadataRefused);
		// Here, as the page of the form may be gone.
		forgetPosted(draftKey('video', session.id), words);
		await forget();
		toast(messages.uploadSucceeded);
		// Sellers' videos, own uploads and the feed all show one more.
		void queries.invalidateQueries();
		return saved.id;
	}

	/** Ends it for good: nothing of it is kept, here or there. */
	async function cancel() {
		const [given, run] = [current.current, running.current];
		current.current = null;
		// Before another tab can take its turn.
		await forget();
		run?.abort();
		tell({ type: 'discarded' });
		if (given?.address && !given.uploaded) {
			const { giveUp } = await import('../../media/send-in-pieces.ts');
			await giveUp(given.address, getSession()?.token);
		}
	}

	return {
		state,
		start,
		saveAgain,
		/** What it waits for; null while it goes on. */
		waiting,
		/** Whether this device carries it on after it was left. */
		isKept,
		cancel,
		async chosen() {
			tell({ type: 'chosen' });
			if (running.current) return;
			// Never what another tab is sending.
			const free = await ifFree(name, () => forgetKnown().then(() => true));
			if (!free) await follow();
		},
	};
}

/** What is kept, with the ad it is to become; null where its words make none. */
function runningOf(kept: Kept): Running | null {
	const { values, errors } = resolveVideoAd(kept.words);
	return Object.keys(errors).length > 0 ? null : { ...kept, form: values as VideoAdForm };
}

function unlessAborted<Value>(promise: Promise<Value | null>, signal: AbortSignal): Promise<Value | null> {
	return new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => resolve(null), { once: true });
		promise.then(resolve, reject);
	});
}

/** What the seller can do about it, beside the notice. */
function remedyOf(error: unknown): string | null {
	if (error instanceof NetworkError) return errorsText.connectionLost;
	if (error instanceof ApiError) return error.message;
	if (!(error instanceof MediaHostError)) return null;
	return error.reason ?? (isFinal(error.status) ? null : postVideoText.hostBusy);
}
