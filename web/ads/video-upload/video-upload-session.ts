import type { Session } from '../../../contract/accounts/accounts.ts';
import { ApiError, type Client, NetworkError } from '../../../contract/core/client.ts';
import * as messages from '../../../contract/core/messages.ts';
import type { UploadedFile } from '../../../contract/media/media.ts';
import { videoEditSchema } from '../../../contract/media/video-edit.ts';
import * as errorsText from '../../../text/web/errors.ts';
import * as postVideoText from '../../../text/web/post-video.ts';
import type { PendingUpload, UploadStorage } from '../../media/pending-upload.ts';
import { getErrorStatus, type RetryWait } from '../../media/retry-policy.ts';
import type { SendVideoOptions } from '../../media/send-video.ts';
import { isPermanentFailure, MediaHostError, type NamedFile } from '../../media/upload.ts';
import { idleUploadState, type UploadAction, type UploadState, uploadReducer } from '../../media/upload-state.ts';
import { joinTrims, type VideoOrProblem, type VideoToSend } from '../../media/video-edit.ts';
import type { Clock } from '../../platform/clock.ts';
import { getErrorNotice } from '../../platform/error-message.ts';
import type * as locks from '../../platform/locks.ts';
import { generateRandomKey } from '../../platform/random-key.ts';
import { type AdFields, emptyAd, toNewAdFields, type VideoAdBody, videoAdSchema } from '../ad-form.ts';
import { trimCaptions } from '../captions-file.ts';

interface UploadSnapshot {
	state: UploadState;
	/** Reason why the upload waits, and a way to retry; null while the upload proceeds. */
	waiting: RetryWait | null;
	/** True if this device resumes the upload after the page is left. */
	isStored: boolean;
}

export interface VideoUploadDeps {
	account: Pick<Session, 'id' | 'user_name'>;
	/** Returns the current session on this device. */
	getSession: () => Pick<Session, 'id' | 'token'> | null;
	api: Pick<Client, 'createVideoAd' | 'getMe'>;
	uploader: {
		/** Sends a video to the media host. Rejects with `ApiError`, `MediaHostError`, `NetworkError` or the signal's reason. */
		send: (file: NamedFile, options: SendVideoOptions) => Promise<UploadedFile>;
		/** Deletes from the media host what it has received of the upload. */
		cancelUpload: (address: string, token: string | undefined) => Promise<void>;
	};
	storage: UploadStorage<AdFields>;
	locks: typeof locks;
	/** Name of the upload lock that all tabs of the account share. */
	lockName: string;
	clock: Pick<Clock, 'schedule'>;
	notify: (sentence: string, kind?: 'error') => void;
	/** If true, failures cause no notices, because the component that renders the state shows them. */
	quiet: boolean;
	/** Returns whether a file is chosen in this tab. If so, another tab's upload is finished without replacing the file. */
	hasFile: () => boolean;
	/** Callback after this tab has taken over a stored upload. */
	onResumed: (found: VideoToSend & { fields: AdFields }) => void;
	/** Callback after another tab has finished the upload for which this tab waited. */
	onReleased: () => void;
	/** Callback after any upload was saved as an ad, including an upload that another tab left behind. */
	onPublished: (fields: AdFields) => void;
	/** Callback after an upload that this tab started or took over was saved as an ad. */
	onSaved: (saved: { id: number; form: VideoAdBody }) => void;
}

interface Upload extends PendingUpload<AdFields> {
	form: VideoAdBody;
}

interface Attempt {
	signal: AbortSignal;
	isFirst: boolean;
}

/** Milliseconds until a held lock counts as another tab's. A reloaded page releases its own lock a moment later. */
const lockTimeout = 500;

/**
 * Sends a video to the media host, then saves it as an ad. An interrupted upload is resumed after the page was closed. Only one tab of a
 * browser uploads at a time; other tabs wait for the lock and take over. Notices are those of the specification.
 */
export class VideoUploadSession {
	readonly #deps: VideoUploadDeps;
	readonly #listeners = new Set<() => void>();
	#snapshot: UploadSnapshot = { state: idleUploadState, waiting: null, isStored: false };
	/** Controller that aborts the work that holds the upload lock or waits for it; null if there is no such work. */
	#running: AbortController | null = null;
	#current: Upload | null = null;
	/** Idempotency key of the stored upload that belongs to this tab, or whose failure this tab has reported. */
	#knownKey: string | null = null;

	constructor(deps: VideoUploadDeps) {
		this.#deps = deps;
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	readonly getSnapshot = (): UploadSnapshot => this.#snapshot;

	/** Resumes uploads that are stored on this device or left behind by another tab, until detached. */
	attach() {
		const { storage, locks, lockName } = this.#deps;
		let isClosed = false;
		const resumeIf = async (...reasons: Promise<boolean>[]) => {
			const isNeeded = (await Promise.all(reasons)).includes(true);
			if (isNeeded && !isClosed) await this.#follow();
		};
		void resumeIf(storage.has(), locks.isLocked(lockName));
		return {
			/** Waits to take over an upload that another tab may have started while this tab was in the background. */
			check: () => void resumeIf(locks.isLocked(lockName)),
			detach: () => {
				isClosed = true;
				this.#running?.abort();
			},
		};
	}

	/** Sends a video that may still be shrinking. */
	async start({ video, form, fields }: { video: Promise<VideoOrProblem>; form: VideoAdBody; fields: AdFields }) {
		if (this.#running) return;
		this.#current = null;
		this.#dispatch({ type: 'started' });
		await this.#takeLock(async (signal) => {
			this.#dispatch({ type: 'started' });
			if (!(await this.#finishOther(signal))) return;
			const ready = await unlessAborted(video, signal);
			const { account, getSession, storage } = this.#deps;
			if (!ready || getSession()?.id !== account.id) return void this.#fail(null);
			if ('problem' in ready) return void this.#fail(ready.problem);
			const pending = {
				...ready,
				words: fields,
				address: null,
				uploaded: null,
				key: generateRandomKey(),
				refused: null,
			};
			const upload: Upload = { ...pending, form };
			this.#adopt(upload);
			this.#update({ isStored: await storage.write(pending) });
			// The user cancelled the upload while it was being stored.
			if (this.#current !== upload) await this.#remove();
			await this.#sendAndSave(upload, { signal, isFirst: true });
		});
	}

	async saveAgain() {
		if (!this.#current || this.#snapshot.state.step !== 'unsaved') return;
		this.#dispatch({ type: 'started' });
		await this.#save(this.#current);
	}

	/** Handles a newly chosen or removed file. */
	async choose() {
		this.#dispatch({ type: 'chosen' });
		await this.#changeKnown(() => this.#remove());
	}

	/** Handles a changed edit. A stored upload has the video as it was before, so only the user can send it. */
	async changeEdit() {
		await this.#changeKnown(() => this.#deps.storage.update({ refused: postVideoText.changedUnsent }));
	}

	async cancel() {
		const [upload, running] = [this.#current, this.#running];
		this.#current = null;
		// The stored upload is removed before another tab can take the lock.
		await this.#remove();
		running?.abort();
		this.#dispatch({ type: 'discarded' });
		const { uploader, getSession } = this.#deps;
		if (upload?.address && !upload.uploaded) await uploader.cancelUpload(upload.address, getSession()?.token);
	}

	async #follow() {
		if (this.#snapshot.state.step === 'idle') await this.#takeLock((signal) => this.#carryOn(signal));
	}

	/** Runs `work` once this tab has the lock. */
	async #takeLock(work: (signal: AbortSignal) => Promise<void>) {
		if (this.#running) return;
		const { locks, lockName, clock } = this.#deps;
		const controller = new AbortController();
		const { signal } = controller;
		this.#running = controller;
		let hasWaited = false;
		const stopClock = clock.schedule(lockTimeout, () => {
			hasWaited = true;
			this.#dispatch({ type: 'taken' });
		});
		const run = async () => {
			stopClock();
			if (hasWaited) this.#dispatch({ type: 'free' });
			await work(signal);
		};
		try {
			await locks.withLock(lockName, run, signal);
		} catch (error) {
			if (!signal.aborted) throw error;
			this.#dispatch({ type: 'notSent', problem: null });
		} finally {
			stopClock();
			this.#update({ waiting: null });
			this.#running = null;
		}
	}

	async #carryOn(signal: AbortSignal) {
		const { storage, quiet, hasFile, onResumed, onReleased } = this.#deps;
		const found = await storage.read();
		if (signal.aborted) return;
		if (!found) return onReleased();
		// The page may send the file again after its stored bytes have been removed.
		const stored = quiet ? found : { ...found, file: await copyFile(found.file) };
		if (signal.aborted) return;
		if (hasFile() && stored.key !== this.#knownKey) {
			if (await this.#finishOther(signal)) this.#dispatch({ type: 'notSent', problem: null });
			return;
		}
		const upload = toUpload(stored);
		if (!upload) return;
		this.#adopt(upload);
		this.#update({ isStored: true });
		onResumed({ file: upload.file, edit: upload.edit, trimmed: upload.trimmed, fields: upload.words });
		this.#dispatch({ type: 'started' });
		if (stored.refused === null) return this.#sendAndSave(upload, { signal, isFirst: false });
		// Only the user can retry a rejected upload.
		if (stored.uploaded) this.#dispatch({ type: 'sent' });
		this.#dispatch({ type: stored.uploaded ? 'notSaved' : 'notSent', problem: stored.refused });
	}

	/** Sends the upload that another tab has left behind. If that fails, shows the reason and resolves to false. */
	async #finishOther(signal: AbortSignal): Promise<boolean> {
		const other = await this.#deps.storage.read();
		if (signal.aborted) return this.#fail(null);
		if (!other || other.key === this.#knownKey) return true;
		const upload = toUpload(other);
		if (!upload) return true;
		let { refused } = other;
		this.#dispatch({ type: 'ahead' });
		if (refused === null) {
			this.#current = upload;
			try {
				await this.#publish(upload, await this.#send(upload, { signal, isFirst: false }));
				// The page was left while the upload was being saved.
				if (signal.aborted) return this.#fail(null);
				this.#dispatch({ type: 'started' });
				return true;
			} catch (error) {
				if (signal.aborted) return this.#fail(null);
				const problem = getRemedy(error) ?? getErrorNotice(error);
				if (!(await this.#storeRejection(error, problem))) {
					return this.#fail(postVideoText.otherUnsent(other.file.name, problem));
				}
				refused = problem;
			} finally {
				this.#current = null;
			}
		}
		// The failure has been reported, so the user's next try replaces the upload.
		this.#knownKey = other.key;
		return this.#fail(postVideoText.otherRejected(other.file.name, refused));
	}

	#fail(problem: string | null): false {
		this.#dispatch({ type: 'notSent', problem });
		return false;
	}

	async #sendAndSave(upload: Upload, attempt: Attempt) {
		try {
			await this.#send(upload, attempt);
			this.#dispatch({ type: 'sent' });
			await this.#save(upload);
		} catch (error) {
			if (attempt.signal.aborted) return this.#dispatch({ type: 'notSent', problem: null });
			const notice = error instanceof NetworkError ? messages.mediaHostFailed : getErrorNotice(error);
			const remedy = getRemedy(error);
			this.#notifyError(notice);
			await this.#storeRejection(error, remedy ?? notice);
			this.#dispatch({ type: 'notSent', problem: this.#deps.quiet ? (remedy ?? notice) : remedy });
		}
	}

	async #send(upload: Upload, { signal, isFirst }: Attempt): Promise<UploadedFile> {
		const { uploader, storage, getSession } = this.#deps;
		const { file, edit } = upload;
		upload.uploaded ??= await uploader.send(
			{ blob: file, name: file.name },
			{
				signal,
				hasStarted: !isFirst,
				edit,
				address: upload.address,
				token: () => getSession()?.token,
				onUploadUrl(address) {
					upload.address = address;
					void storage.update({ address });
				},
				onWaiting: (waiting) => this.#update({ waiting }),
				onProgress: (bytes) => this.#dispatch({ type: 'progressed', share: bytes / file.size }),
			},
		);
		await storage.update({ uploaded: upload.uploaded });
		return upload.uploaded;
	}

	/** Saves a sent video as an ad and shows the outcome. Never throws: the state shows a failure, which can be retried. */
	async #save(upload: Upload) {
		if (!upload.uploaded) return;
		try {
			const id = await this.#publish(upload, upload.uploaded);
			this.#current = null;
			this.#dispatch({ type: 'saved' });
			this.#deps.onSaved({ id, form: upload.form });
		} catch (error) {
			const problem = error instanceof ApiError ? error.message : null;
			await this.#storeRejection(error, problem ?? messages.metadataRejected);
			this.#notifyError(error instanceof NetworkError ? messages.metadataUnreachable : messages.metadataRejected);
			this.#dispatch({ type: 'notSaved', problem });
		}
	}

	/** Saves a sent video as an ad, and removes the upload from the device. Returns the ad's id. */
	async #publish({ form, edit, trimmed, words, key }: Upload, { secure_url, ...facts }: UploadedFile): Promise<number> {
		const { api, account, onPublished, notify } = this.#deps;
		const { category, captions, ...rest } = toNewAdFields(form);
		const cutCaptions = trimCaptions(captions ?? '', joinTrims(trimmed, edit));
		const body = {
			titlevideourl: secure_url,
			user_id: account.id,
			user_name: account.user_name,
			categories: category,
			...rest,
			...(cutCaptions && { captions: cutCaptions }),
			...(Object.keys(edit).length > 0 && { edit }),
			...facts,
		};
		const saved = await api.createVideoAd({ body }, { idempotencyKey: key });
		// A proxy may respond in place of the server.
		if (saved?.status !== 200) throw new Error(messages.metadataRejected);
		onPublished(words);
		await this.#remove();
		notify(messages.uploadSucceeded);
		return saved.id;
	}

	/**
	 * Stores a permanent failure, so that the upload is not resumed before the user has seen the reason. The user may be on another page.
	 * Temporary failures and ended sessions are not stored. Returns whether the failure was stored.
	 */
	async #storeRejection(error: unknown, refused: string): Promise<boolean> {
		const { api, storage } = this.#deps;
		const status = getErrorStatus(error);
		// If the media host responds with 401, a call of the API client reports the ended session to the whole app.
		if (status === 401) void api.getMe({}).catch(() => {});
		if (status === null || !isPermanentFailure(status)) return false;
		await storage.update({ refused });
		return true;
	}

	#adopt(upload: Upload) {
		this.#current = upload;
		this.#knownKey = upload.key;
	}

	/** Changes the stored upload, unless this tab is sending it or another tab has left it behind. */
	async #changeKnown(change: () => Promise<void>) {
		if (this.#running) return;
		const { storage, locks, lockName } = this.#deps;
		// The lock prevents changes to an upload that another tab is sending.
		const isFree = await locks.tryLock(lockName, async () => {
			const stored = await storage.read();
			if (!stored || stored.key === this.#knownKey) await change();
			return true;
		});
		if (!isFree) await this.#follow();
	}

	async #remove() {
		this.#update({ isStored: false });
		await this.#deps.storage.remove();
	}

	#notifyError(sentence: string) {
		if (!this.#deps.quiet) this.#deps.notify(sentence, 'error');
	}

	#dispatch(event: UploadAction) {
		this.#update({ state: uploadReducer(this.#snapshot.state, event) });
	}

	#update(change: Partial<UploadSnapshot>) {
		const before = this.#snapshot;
		const after = { ...before, ...change };
		if (after.state === before.state && after.waiting === before.waiting && after.isStored === before.isStored) return;
		this.#snapshot = after;
		for (const listener of this.#listeners) listener();
	}
}

/** Returns a stored upload with its parsed form; null if the form or the edit is invalid. */
function toUpload(stored: PendingUpload<AdFields>): Upload | null {
	// An upload that an earlier version stored has no newer fields.
	const words = { ...emptyAd, ...stored.words };
	const { success, data } = videoAdSchema.safeParse(words);
	const edit = videoEditSchema.safeParse(stored.edit).data;
	return success && edit ? { ...stored, edit, words, form: data } : null;
}

/** Copies a file into memory. Returns the file itself if it does not fit. */
async function copyFile(file: File): Promise<File> {
	const bytes = await file.arrayBuffer().catch(() => null);
	return bytes ? new File([bytes], file.name, { type: file.type }) : file;
}

function unlessAborted<Value>(promise: Promise<Value | null>, signal: AbortSignal): Promise<Value | null> {
	return new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => resolve(null), { once: true });
		promise.then(resolve, reject);
	});
}

/** Returns what the seller can do about an upload error; null if unknown. */
function getRemedy(error: unknown): string | null {
	if (error instanceof NetworkError) return errorsText.connectionLost;
	if (error instanceof ApiError) return error.message;
	if (!(error instanceof MediaHostError)) return null;
	return error.reason ?? (isPermanentFailure(error.status) ? null : postVideoText.hostBusy);
}
