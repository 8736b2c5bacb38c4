import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '../../../contract/accounts/accounts.ts';
import { NetworkError } from '../../../contract/core/client.ts';
import * as messages from '../../../contract/core/messages.ts';
import { formatCaptions } from '../../../contract/media/captions.ts';
import type { UploadedFile } from '../../../contract/media/media.ts';
import * as errorsText from '../../../text/web/errors.ts';
import * as postVideoText from '../../../text/web/post-video.ts';
import { createUploadStorage } from '../../media/pending-upload.ts';
import { removePendingUpload } from '../../media/remove-pending-upload.ts';
import type { SendVideoOptions } from '../../media/send-video.ts';
import { MediaHostError } from '../../media/upload.ts';
import type { UploadState } from '../../media/upload-state.ts';
import type { VideoToSend } from '../../media/video-edit.ts';
import { listIndexedDbNames, storeInIndexedDb, updateInIndexedDb } from '../../platform/indexed-db.ts';
import * as locks from '../../platform/locks.ts';
import { type FakeApi, fakeApi, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { type AdFields, emptyAd, type VideoAdBody, videoAdSchema } from '../ad-form.ts';
import { VideoUploadSession } from './video-upload-session.ts';

/** Request to the fake media host. The test settles it. */
interface MediaHostRequest {
	fileName: string;
	options: SendVideoOptions;
	succeed: () => void;
	fail: (error: unknown) => void;
}

const words: AdFields = { ...emptyAd, category: "Men's Shoes", description: 'Shoes that dance.', price: '12,500' };
const other: AdFields = { ...words, description: 'Said in the second tab.' };
const shoes = new File(['A film of shoes'], 'shoes.mp4', { type: 'video/mp4' });
const lamp = new File(['A film of a lamp'], 'lamp.mp4', { type: 'video/mp4' });
const uploaded: UploadedFile = { secure_url: 'https://media.example/shoes.mp4', public_id: 'videos/1', duration: 4 };
const rejection = new MediaHostError(403, 'This file is not taken.');
const rejected = () => makeProblemResponse(400, { code: 'invalid', message: 'Such videos are not taken here.' });
const saved = { status: 200, id: 5, state: 'ready' } as const;

let account: Pick<Session, 'id' | 'user_name'>;
let loggedIn: { id: number; token: string } | null;
let api: FakeApi;
/** Files in the origin private file system, by name. */
let folder: Map<string, Blob>;
let accounts = 0;

beforeEach(() => {
	accounts += 1;
	account = { id: accounts, user_name: 'ada_obi' };
	loggedIn = { id: account.id, token: 'a-token' };
	api = fakeApi({ createVideoAd: () => saved });
	folder = new Map();
	vi.stubGlobal('indexedDB', new IDBFactory());
	vi.stubGlobal('IDBKeyRange', IDBKeyRange);
	stubFolder(async () => {});
});
afterEach(() => void vi.unstubAllGlobals());

/** Stubs the origin private file system. A file exists once `copied` settles, and is gone once `removed` settles. */
function stubFolder(copied: () => Promise<void>, removed = async () => {}) {
	const handleOf = (name: string) => ({
		getFile: async () => new File([folder.get(name) ?? ''], name),
		async createWritable() {
			const chunks: BlobPart[] = [];
			return new WritableStream<BlobPart>({
				write: (chunk) => void chunks.push(chunk),
				async close() {
					await copied();
					folder.set(name, new Blob(chunks));
				},
			});
		},
	});
	const directory = {
		async getFileHandle(name: string, { create = false } = {}) {
			if (!create && !folder.has(name)) throw new DOMException('Not there', 'NotFoundError');
			return handleOf(name);
		},
		async removeEntry(name: string) {
			await removed();
			folder.delete(name);
		},
	};
	vi.stubGlobal('navigator', {
		locks: navigator.locks,
		onLine: true,
		storage: { getDirectory: async () => directory, persist: async () => true },
	});
}

/** Stubs a browser without any storage. */
function storeNothing() {
	vi.stubGlobal('indexedDB', {
		open: () => {
			throw new Error('Private');
		},
	});
	vi.stubGlobal('navigator', { locks: navigator.locks, onLine: true });
}

const lockName = () => `upload-video-${account.id}`;
const storage = () => createUploadStorage<AdFields>(lockName());
const storedNames = async () => [...(await listIndexedDbNames('')), ...folder.keys()];
const keysOfAds = () => api.calls('createVideoAd').map(({ headers }) => headers['idempotency-key']);

/** Changes that the server still makes to the video, and the trim that the browser has made. */
type Changes = Partial<Omit<VideoToSend, 'file'>>;

interface TabOptions {
	quiet?: boolean;
	hasFile?: boolean;
	/** Called at each call of storage, API or media host. Returns whether the tab dies before or after the call. */
	onCall?: (call: string) => 'before' | 'after' | null;
}

function openTab({ quiet = false, hasFile = false, onCall = () => null }: TabOptions = {}) {
	const requests: MediaHostRequest[] = [];
	const notices: string[] = [];
	const found: { file: File; fields: AdFields }[] = [];
	const published: AdFields[] = [];
	const onSaved = vi.fn<(saved: { id: number; form: VideoAdBody }) => void>();
	const onReleased = vi.fn();
	const cancelUpload = vi.fn(async () => {});
	const timers = new Set<() => void>();
	const steps: UploadState['step'][] = [];
	const death = Promise.withResolvers<void>();
	let isDead = false;

	function die() {
		isDead = true;
		death.resolve();
	}

	/** Wraps a dependency of a tab. Calls of a dead tab have no effect and get no response. */
	function stopWhenDead<Dep extends object>(dep: Dep, name: string): Dep {
		return new Proxy(dep, {
			get(target, key) {
				const value = Reflect.get(target, key);
				if (typeof value !== 'function') return value;
				return (...parameters: unknown[]) => {
					const dies = isDead ? null : onCall(`${name}.${String(key)}`);
					if (dies === 'before') die();
					if (isDead) return new Promise(() => {});
					const result: unknown = Reflect.apply(value, target, parameters);
					if (!(result instanceof Promise)) return result;
					return result.then((done) => {
						if (dies === 'after') die();
						return isDead ? new Promise(() => {}) : done;
					});
				};
			},
		});
	}

	const session = new VideoUploadSession({
		account,
		getSession: () => loggedIn,
		api: stopWhenDead(api.client, 'api'),
		uploader: stopWhenDead(
			{
				cancelUpload,
				send: ({ name }, options) =>
					new Promise<UploadedFile>((resolve, reject) => {
						options.signal?.throwIfAborted();
						options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
						requests.push({ fileName: name, options, succeed: () => resolve(uploaded), fail: reject });
					}),
			},
			'uploader',
		),
		storage: stopWhenDead(storage(), 'storage'),
		locks: {
			...locks,
			// The browser releases the lock of a dead tab.
			withLock: ((name, run, signal) =>
				locks.withLock(
					name,
					() => Promise.race([run(), death.promise as Promise<never>]),
					signal,
				)) as typeof locks.withLock,
		},
		lockName: lockName(),
		clock: {
			schedule(_, run) {
				timers.add(run);
				return () => timers.delete(run);
			},
		},
		notify: (sentence) => void notices.push(sentence),
		quiet,
		hasFile: () => hasFile,
		onResumed: (upload) => void found.push(upload),
		onReleased,
		onPublished: (fields) => void published.push(fields),
		onSaved,
	});
	session.subscribe(() => {
		const { step } = session.getSnapshot().state;
		if (steps.at(-1) !== step) steps.push(step);
	});
	const opened = session.attach();

	return {
		session,
		requests,
		notices,
		found,
		published,
		onSaved,
		onReleased,
		cancelUpload,
		steps,
		state: () => session.getSnapshot().state,
		start: (file: File | Promise<File | null> = shoes, fields = words, changes: Changes = {}) =>
			void session.start({
				video: Promise.resolve(file).then((file) => file && { file, edit: {}, trimmed: {}, ...changes }),
				form: formOf(fields),
				fields,
			}),
		/** Leaves the page, while the code of its tab keeps running. */
		close: opened.detach,
		check: opened.check,
		/** Closes the tab or the browser, so that its code stops. */
		die,
		isDead: () => isDead,
		/** Runs the timers of the tab, so that a lock that is still held counts as another tab's. */
		passTime: () => {
			for (const run of timers) run();
		},
	};
}

type Tab = ReturnType<typeof openTab>;

function formOf(fields: AdFields): VideoAdBody {
	return videoAdSchema.safeParse(fields).data as VideoAdBody;
}

const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000, interval: 5 });

const step = (tab: Tab, name: UploadState['step']) => eventually(() => tab.state().step).toBe(name);

async function nthRequest(tab: Tab, nth = 1): Promise<MediaHostRequest> {
	await eventually(() => tab.requests.length).toBeGreaterThanOrEqual(nth);
	return tab.requests[nth - 1] as MediaHostRequest;
}

async function openUploadingTab(address = 'https://media.example/1'): Promise<Tab & { upload: MediaHostRequest }> {
	const tab = openTab();
	tab.start();
	const upload = await nthRequest(tab);
	upload.options.onUploadUrl(address);
	await eventually(async () => (await storage().read())?.address).toBe(address);
	return { ...tab, upload };
}

/** Waits until this many tabs wait for the lock. */
async function expectWaitingTabs(count: number) {
	const names = async () => (await navigator.locks.query()).pending?.map(({ name }) => name);
	await eventually(async () => (await names())?.filter((name) => name === lockName()).length).toBe(count);
}

async function expectNothingStored() {
	await eventually(storedNames).toEqual([]);
}

describe('an uninterrupted upload', () => {
	test('stores, sends and saves the video with its fields, then removes it from the device', async () => {
		const tab = openTab();
		tab.start();
		const { options, succeed } = await nthRequest(tab);
		expect(options).toMatchObject({ address: null, hasStarted: false });
		expect(options.token()).toBe('a-token');
		expect(tab.session.getSnapshot().isStored).toBe(true);
		expect(await storage().read()).toMatchObject({ words, address: null, uploaded: null, refused: null });
		options.onProgress?.(shoes.size / 2);
		expect(tab.state()).toEqual({ step: 'sending', percent: 50 });
		succeed();
		await eventually(() => tab.onSaved.mock.calls).toEqual([[{ id: 5, form: formOf(words) }]]);
		expect(tab.steps).toEqual(['sending', 'saving', 'idle']);
		const [call] = api.calls('createVideoAd');
		expect(call?.body).toEqual({
			titlevideourl: uploaded.secure_url,
			user_id: account.id,
			user_name: 'ada_obi',
			categories: "Men's Shoes",
			description: 'Shoes that dance.',
			price_kobo: 1_250_000,
			public_id: 'videos/1',
			duration: 4,
		});
		expect(tab.notices).toEqual([messages.uploadSucceeded]);
		expect(tab.published).toEqual([words]);
		expect(tab.session.getSnapshot()).toMatchObject({ waiting: null, isStored: false });
		await expectNothingStored();
	});

	test('starts once if start is called repeatedly', async () => {
		const tab = openTab();
		tab.start();
		tab.start();
		const { succeed } = await nthRequest(tab);
		tab.start();
		succeed();
		await step(tab, 'idle');
		expect([tab.requests.length, keysOfAds().length]).toEqual([1, 1]);
	});

	test('waits until the video is shrunk', async () => {
		const tab = openTab();
		const small = Promise.withResolvers<File>();
		tab.start(small.promise);
		await step(tab, 'sending');
		expect(await storedNames()).toEqual([]);
		small.resolve(lamp);
		expect((await nthRequest(tab)).fileName).toBe('lamp.mp4');
	});

	test('sends nothing if the video stays too large or another account logs in meanwhile', async () => {
		const tab = openTab();
		tab.start(Promise.resolve(null));
		await step(tab, 'idle');
		const chosen = Promise.withResolvers<File>();
		tab.start(chosen.promise);
		loggedIn = { id: account.id + 1000, token: 'another' };
		chosen.resolve(shoes);
		await step(tab, 'idle');
		expect(tab.requests).toEqual([]);
		expect(await storedNames()).toEqual([]);
	});

	test('exposes what it waits for until it proceeds', async () => {
		const tab = await openUploadingTab();
		const waiting = { reason: null, retryNow: () => {} };
		tab.upload.options.onWaiting(waiting);
		expect(tab.session.getSnapshot().waiting).toBe(waiting);
		tab.upload.options.onWaiting(null);
		expect(tab.session.getSnapshot().waiting).toBeNull();
		tab.upload.options.onWaiting(waiting);
		tab.close();
		await eventually(() => tab.session.getSnapshot().waiting).toBeNull();
	});
});

describe('a closed tab', () => {
	test('leaves an interrupted upload to the next tab, which resumes it with its fields', async () => {
		const tab = await openUploadingTab('https://media.example/7');
		tab.die();
		const opened = openTab();
		const { options, fileName, succeed } = await nthRequest(opened);
		expect(fileName).toBe('shoes.mp4');
		expect(options).toMatchObject({ address: 'https://media.example/7', hasStarted: true });
		expect(opened.found.map(({ fields }) => fields)).toEqual([words]);
		expect(await opened.found[0]?.file.text()).toBe('A film of shoes');
		expect(opened.found[0]?.file).toMatchObject({ name: 'shoes.mp4', type: 'video/mp4' });
		succeed();
		await step(opened, 'idle');
		expect(opened.notices).toEqual([messages.uploadSucceeded]);
		expect(keysOfAds().length).toBe(1);
		await expectNothingStored();
	});

	test('leaves an interrupted save to the next tab, which only saves, with the same key', async () => {
		const tab = openTab();
		const response = Promise.withResolvers<typeof saved>();
		api.handle({ createVideoAd: () => response.promise });
		tab.start();
		(await nthRequest(tab)).succeed();
		await eventually(() => keysOfAds().length).toBe(1);
		tab.die();
		api.handle({ createVideoAd: () => saved });
		const opened = openTab();
		await eventually(() => opened.onSaved.mock.calls.length).toBe(1);
		expect(opened.requests).toEqual([]);
		const [first, second] = keysOfAds();
		expect(second).toBe(first);
		await expectNothingStored();
	});

	test('hands its upload over to another page of the app at once', async () => {
		const tab = await openUploadingTab();
		tab.close();
		const elsewhere = openTab({ quiet: true });
		const { options, succeed } = await nthRequest(elsewhere);
		expect(tab.upload.options.signal?.aborted).toBe(true);
		expect(options.hasStarted).toBe(true);
		expect(tab.state()).toEqual({ step: 'idle', problem: null });
		succeed();
		await eventually(() => elsewhere.onSaved.mock.calls.length).toBe(1);
		expect(tab.notices).toEqual([]);
	});

	test.for(['storage.has', 'storage.read'])('leaves the upload to the next tab if it closes at %s', async (moment) => {
		(await openUploadingTab()).die();
		const closed: Tab = openTab({
			onCall(call) {
				if (call === moment) queueMicrotask(() => closed.close());
				return null;
			},
		});
		await eventually(async () => (await storage().has()) && !(await locks.isLocked(lockName()))).toBe(true);
		const opened = openTab();
		await nthRequest(opened);
		await expectWaitingTabs(0);
		expect([closed.requests, closed.found]).toEqual([[], []]);
	});

	test('takes no lock if it closes before storage responds', async () => {
		(await openUploadingTab()).die();
		await eventually(() => locks.isLocked(lockName())).toBe(false);
		const calls: string[] = [];
		const closed = openTab({
			onCall(call) {
				calls.push(call);
				return null;
			},
		});
		closed.close();
		// Storage responds in order, so the closed tab's request has finished, too.
		expect(await storage().has()).toBe(true);
		const opened = openTab();
		await nthRequest(opened);
		await expectWaitingTabs(0);
		expect(calls).toEqual(['storage.has']);
	});

	test('saves once if its page is left while saving', async () => {
		const response = Promise.withResolvers<typeof saved>();
		api.handle({ createVideoAd: () => response.promise });
		const tab = openTab();
		tab.start();
		(await nthRequest(tab)).succeed();
		await eventually(() => keysOfAds().length).toBe(1);
		tab.close();
		const elsewhere = openTab({ quiet: true });
		response.resolve(saved);
		await eventually(() => tab.onSaved.mock.calls.length).toBe(1);
		await eventually(() => elsewhere.onReleased.mock.calls.length).toBe(1);
		expect(keysOfAds().length).toBe(1);
		expect(tab.published).toEqual([words]);
		await expectNothingStored();
	});

	test.for(['before', 'after'] as const)('saves a stored upload exactly once if it dies %s any call', async (when) => {
		const calls: string[] = [];
		/** Runs an upload until the tab dies at its nth call of storage, API or media host. Returns whether the tab died. */
		async function dieAt(nth: number): Promise<boolean> {
			account = { ...account, id: account.id + 1000 };
			loggedIn = { id: account.id, token: 'a-token' };
			const ads = new Set<string | undefined>();
			api.handle({
				createVideoAd({ headers }) {
					ads.add(headers['idempotency-key']);
					return saved;
				},
			});
			let used = 0;
			const onCall = (call: string) => {
				used += 1;
				if (used === nth) calls.push(call);
				return used === nth ? when : null;
			};
			const tab = openTab({ onCall });
			tab.start();
			await eventually(() => tab.isDead() || tab.requests.length > 0).toBe(true);
			tab.requests[0]?.options.onUploadUrl('https://media.example/1');
			tab.requests[0]?.succeed();
			await eventually(() => tab.isDead() || tab.onSaved.mock.calls.length > 0).toBe(true);
			const wasStored = (await storage().read()) !== null;
			const opened = openTab();
			if (wasStored) {
				await eventually(() => opened.requests.length > 0 || opened.onSaved.mock.calls.length > 0).toBe(true);
				opened.requests[0]?.succeed();
				await eventually(() => opened.onSaved.mock.calls.length).toBe(1);
				expect(await storedNames()).toEqual([]);
				expect(ads.size).toBe(1);
			}
			opened.close();
			return tab.isDead();
		}

		let nth = 1;
		while (await dieAt(nth)) nth += 1;
		expect(calls).toContain('storage.write');
		expect(calls).toContain('uploader.send');
		expect(calls).toContain('api.createVideoAd');
		expect(calls).toContain('storage.remove');
	});
});

describe('an upload that the media host rejects', () => {
	test('shows the reason, and waits for the user in the next tab as well', async () => {
		const tab = await openUploadingTab();
		tab.upload.fail(rejection);
		await step(tab, 'idle');
		expect(tab.state()).toEqual({ step: 'idle', problem: 'This file is not taken.' });
		expect(tab.notices).toEqual([messages.mediaHostFailed]);
		expect(tab.session.getSnapshot().isStored).toBe(true);
		tab.die();
		const opened = openTab();
		await eventually(opened.state).toEqual({ step: 'idle', problem: 'This file is not taken.' });
		expect(opened.found.map(({ fields }) => fields)).toEqual([words]);
		expect(opened.session.getSnapshot().isStored).toBe(true);
		expect(opened.requests).toEqual([]);
		opened.start();
		(await nthRequest(opened)).succeed();
		await eventually(() => opened.onSaved.mock.calls.length).toBe(1);
		await expectNothingStored();
	});

	test('disappears for good once it is discarded', async () => {
		const tab = await openUploadingTab();
		tab.upload.fail(rejection);
		await eventually(tab.state).toEqual({ step: 'idle', problem: 'This file is not taken.' });
		await tab.session.cancel();
		expect(tab.state()).toEqual({ step: 'idle', problem: null });
		await expectNothingStored();
		const opened = openTab();
		await opened.session.choose();
		expect(opened.state()).toEqual({ step: 'idle', problem: null });
		expect(opened.found).toEqual([]);
	});

	test('shows its reason without a notice on another page', async () => {
		const tab = await openUploadingTab();
		tab.close();
		const elsewhere = openTab({ quiet: true });
		(await nthRequest(elsewhere)).fail(rejection);
		await eventually(elsewhere.state).toEqual({ step: 'idle', problem: 'This file is not taken.' });
		expect(elsewhere.notices).toEqual([]);
		elsewhere.close();
		const page = openTab();
		await eventually(page.state).toEqual({ step: 'idle', problem: 'This file is not taken.' });
		expect(page.requests).toEqual([]);
	});

	test('is replaced by another video', async () => {
		const tab = await openUploadingTab();
		tab.upload.fail(rejection);
		await eventually(tab.state).toEqual({ step: 'idle', problem: 'This file is not taken.' });
		await tab.session.choose();
		expect(tab.state()).toEqual({ step: 'idle', problem: null });
		await expectNothingStored();
	});

	test('without a reason shows only a notice', async () => {
		const tab = await openUploadingTab();
		tab.upload.fail(new MediaHostError(403, null));
		await eventually(() => tab.notices).toEqual([messages.mediaHostFailed]);
		await eventually(tab.state).toEqual({ step: 'idle', problem: null });
		expect((await storage().read())?.refused).toBe(messages.mediaHostFailed);
	});

	test("without a reason shows the notice's text on another page", async () => {
		(await openUploadingTab()).close();
		const elsewhere = openTab({ quiet: true });
		(await nthRequest(elsewhere)).fail(new MediaHostError(403, null));
		await eventually(elsewhere.state).toEqual({ step: 'idle', problem: messages.mediaHostFailed });
		expect(elsewhere.notices).toEqual([]);
	});

	test.for([
		['a lost network', new NetworkError(null), errorsText.connectionLost],
		['a media host that is busy', new MediaHostError(503, null), postVideoText.hostBusy],
		['an ended session', new MediaHostError(401, null), postVideoText.hostBusy],
	] as const)('is retried by the next tab after a temporary failure: %s', async ([, error, remedy]) => {
		api.handle({ getMe: throwNetworkError });
		const tab = await openUploadingTab();
		tab.upload.fail(error);
		await eventually(tab.state).toEqual({ step: 'idle', problem: remedy });
		expect(tab.notices).toEqual([messages.mediaHostFailed]);
		// For an ended session, a call of the API client reports the end to the whole app.
		expect(api.calls('getMe').length).toBe(error instanceof MediaHostError && error.status === 401 ? 1 : 0);
		tab.die();
		const opened = openTab();
		expect((await nthRequest(opened)).options.hasStarted).toBe(true);
	});

	test('shows the message of a reached limit', async () => {
		const tab = openTab();
		tab.start();
		const upload = await nthRequest(tab);
		const limited = makeProblemResponse(429, { code: 'too_many', message: 'Please come back tomorrow.' });
		api.handle({ getMe: () => limited });
		upload.fail(await api.client.getMe({}).catch((error: unknown) => error));
		await eventually(tab.state).toEqual({ step: 'idle', problem: 'Please come back tomorrow.' });
		expect((await storage().read())?.refused).toBeNull();
	});
});

describe('an upload that cannot be saved', () => {
	async function sentTab(options: TabOptions = {}): Promise<Tab> {
		const tab = openTab(options);
		tab.start();
		(await nthRequest(tab)).succeed();
		await step(tab, 'unsaved');
		return tab;
	}

	test("stays locked with the server's reason until it is saved", async () => {
		api.handle({ createVideoAd: rejected });
		const tab = await sentTab();
		const unsaved = { step: 'unsaved', problem: 'Such videos are not taken here.' };
		expect(tab.state()).toEqual(unsaved);
		expect(tab.notices).toEqual([messages.metadataRejected]);
		tab.die();
		const opened = openTab({ quiet: true });
		await eventually(opened.state).toEqual(unsaved);
		expect(opened.notices).toEqual([]);
		expect(keysOfAds().length).toBe(1);
		api.handle({ createVideoAd: () => saved });
		await opened.session.saveAgain();
		expect(opened.onSaved).toHaveBeenCalledTimes(1);
		expect(opened.state()).toEqual({ step: 'idle', problem: null });
		expect(opened.requests).toEqual([]);
		expect(new Set(keysOfAds()).size).toBe(1);
		await expectNothingStored();
	});

	test.for([
		[
			'the server fails',
			() => makeProblemResponse(500, { code: 'internal', message: 'Broken' }),
			messages.metadataRejected,
			'Broken',
		],
		['there is no response', throwNetworkError, messages.metadataUnreachable, null],
		['a proxy responds', () => new Response('<h1>OK</h1>'), messages.metadataRejected, null],
		[
			'a limit is reached',
			() => makeProblemResponse(429, { code: 'too_many', message: 'Please come back tomorrow.' }),
			messages.metadataRejected,
			'Please come back tomorrow.',
		],
	] as const)('is retried on request and by the next tab if %s', async ([, handler, notice, reason]) => {
		api.handle({ createVideoAd: handler });
		const tab = await sentTab();
		expect(tab.state()).toEqual({ step: 'unsaved', problem: reason });
		expect(tab.notices).toEqual([notice]);
		await tab.session.saveAgain();
		expect(tab.state()).toEqual({ step: 'unsaved', problem: reason });
		tab.die();
		const opened = openTab();
		await step(opened, 'unsaved');
		expect(keysOfAds().length).toBe(3);
		opened.die();
		api.handle({ createVideoAd: () => saved });
		const last = openTab();
		await eventually(() => last.onSaved.mock.calls.length).toBe(1);
		expect(last.requests).toEqual([]);
		expect(new Set(keysOfAds()).size).toBe(1);
		await expectNothingStored();
	});

	test('is not retried while another tab holds the lock', async () => {
		api.handle({ createVideoAd: throwNetworkError });
		const tab = await sentTab();
		const done = Promise.withResolvers<void>();
		const held = locks.withLock(lockName(), () => done.promise);
		tab.check();
		// Locks respond in order, so the tab knows by now that the lock is taken.
		await locks.isLocked(lockName());
		tab.passTime();
		done.resolve();
		await held;
		await locks.withLock(lockName(), async () => {});
		expect(tab.state()).toEqual({ step: 'unsaved', problem: null });
		expect(keysOfAds().length).toBe(1);
	});

	test('is discarded on the device, but not cancelled at the media host', async () => {
		api.handle({ createVideoAd: throwNetworkError });
		const tab = openTab();
		tab.start();
		const upload = await nthRequest(tab);
		upload.options.onUploadUrl('https://media.example/1');
		upload.succeed();
		await step(tab, 'unsaved');
		await tab.session.cancel();
		expect(tab.state()).toEqual({ step: 'idle', problem: null });
		expect(tab.cancelUpload).not.toHaveBeenCalled();
		await expectNothingStored();
	});
});

describe('a second tab', () => {
	const elsewhere = { step: 'elsewhere' };

	test('waits while the first one uploads, and takes over once that is closed', async () => {
		const first = await openUploadingTab('https://media.example/3');
		const second = openTab();
		await expectWaitingTabs(1);
		second.passTime();
		expect(second.state()).toEqual(elsewhere);
		second.start(lamp, other);
		expect(second.requests).toEqual([]);
		first.die();
		const { options } = await nthRequest(second);
		expect(options.address).toBe('https://media.example/3');
		expect(second.found.map(({ fields }) => fields)).toEqual([words]);
		expect(second.steps).toEqual(['elsewhere', 'idle', 'sending']);
	});

	test('is released once the first one is done', async () => {
		const first = await openUploadingTab();
		const second = openTab();
		await expectWaitingTabs(1);
		second.passTime();
		first.upload.succeed();
		await eventually(() => second.onReleased.mock.calls.length).toBe(1);
		expect(second.state()).toEqual({ step: 'idle', problem: null });
		expect(second.requests).toEqual([]);
	});

	test('sends its own file once the first one is done, with progress', async () => {
		const first = await openUploadingTab();
		const second = openTab({ hasFile: true });
		second.start(lamp, other);
		await expectWaitingTabs(1);
		second.passTime();
		expect(second.state()).toEqual(elsewhere);
		first.upload.succeed();
		const own = await nthRequest(second);
		expect([own.fileName, own.options.hasStarted]).toEqual(['lamp.mp4', false]);
		expect(second.state()).toEqual({ step: 'sending', percent: 0 });
		own.options.onProgress?.(lamp.size / 2);
		expect(second.state()).toEqual({ step: 'sending', percent: 50 });
		own.succeed();
		await eventually(() => second.onSaved.mock.calls.length).toBe(1);
		expect(second.steps).toEqual(['sending', 'elsewhere', 'idle', 'sending', 'saving', 'idle']);
	});

	test('notices the upload of the first one when it becomes visible or a file is chosen', async () => {
		const [checked, chosen] = [openTab(), openTab()];
		await checked.session.choose();
		await openUploadingTab();
		checked.check();
		void chosen.session.choose();
		await expectWaitingTabs(2);
		checked.passTime();
		chosen.passTime();
		expect([checked.state(), chosen.state()]).toEqual([elsewhere, elsewhere]);
		expect(await storage().read()).toMatchObject({ words });
	});

	test('sends the upload that the first one has left behind, then its own file', async () => {
		const first = await openUploadingTab('https://media.example/3');
		const second = openTab({ hasFile: true });
		second.start(lamp, other);
		await expectWaitingTabs(1);
		second.passTime();
		expect(second.state()).toEqual(elsewhere);
		first.die();
		const resumed = await nthRequest(second);
		expect([resumed.fileName, resumed.options.address]).toEqual(['shoes.mp4', 'https://media.example/3']);
		expect(second.state()).toEqual({ step: 'ahead' });
		resumed.succeed();
		const own = await nthRequest(second, 2);
		expect([own.fileName, own.options.address, own.options.hasStarted]).toEqual(['lamp.mp4', null, false]);
		expect(second.state()).toEqual({ step: 'sending', percent: 0 });
		own.succeed();
		await eventually(() => second.onSaved.mock.calls.length).toBe(1);
		expect(api.calls('createVideoAd').map(({ body }) => body.description)).toEqual([
			words.description,
			other.description,
		]);
		expect(new Set(keysOfAds()).size).toBe(2);
		expect(second.found).toEqual([]);
		expect(second.notices).toEqual([messages.uploadSucceeded, messages.uploadSucceeded]);
		await expectNothingStored();
	});

	test('finishes the upload that was left behind without replacing its own file', async () => {
		const first = await openUploadingTab();
		const second = openTab({ hasFile: true });
		first.die();
		(await nthRequest(second)).succeed();
		await eventually(() => keysOfAds().length).toBe(1);
		await step(second, 'idle');
		expect([second.found, second.onSaved.mock.calls]).toEqual([[], []]);
	});

	test('shows why the upload left behind is rejected, and replaces it on the next try', async () => {
		const first = await openUploadingTab();
		const second = openTab({ hasFile: true });
		second.start(lamp, other);
		first.die();
		(await nthRequest(second)).fail(rejection);
		const message = postVideoText.otherRejected('shoes.mp4', 'This file is not taken.');
		await eventually(second.state).toEqual({ step: 'idle', problem: message });
		expect(await storage().read()).toMatchObject({ words, refused: 'This file is not taken.' });
		second.start(lamp, other);
		const own = await nthRequest(second, 2);
		expect(own.fileName).toBe('lamp.mp4');
		own.succeed();
		await eventually(() => second.onSaved.mock.calls.length).toBe(1);
		expect(keysOfAds().length).toBe(1);
		await expectNothingStored();
	});

	test('shows why the upload left behind cannot be sent yet, and keeps it', async () => {
		const first = await openUploadingTab();
		const second = openTab({ hasFile: true });
		second.start(lamp, other);
		first.die();
		(await nthRequest(second)).fail(new NetworkError(null));
		const message = postVideoText.otherUnsent('shoes.mp4', errorsText.connectionLost);
		await eventually(second.state).toEqual({ step: 'idle', problem: message });
		await second.session.choose();
		expect(await storage().read()).toMatchObject({ words, refused: null });
		second.start(lamp, other);
		expect((await nthRequest(second, 2)).fileName).toBe('shoes.mp4');
	});

	test('starts no upload of its own if it is left while it saves for the first one', async () => {
		const response = Promise.withResolvers<typeof saved>();
		api.handle({ createVideoAd: () => response.promise });
		const first = await openUploadingTab();
		const second = openTab({ hasFile: true });
		second.start(lamp, other);
		first.die();
		(await nthRequest(second)).succeed();
		await eventually(() => keysOfAds().length).toBe(1);
		second.close();
		response.resolve(saved);
		await eventually(() => locks.isLocked(lockName())).toBe(false);
		expect(second.state()).toEqual({ step: 'idle', problem: null });
		expect(second.steps).toEqual(['sending', 'ahead', 'idle']);
		expect(second.requests.length).toBe(1);
		expect(await storedNames()).toEqual([]);
	});

	test("leaves the first one's upload to the next page if it is left", async () => {
		const first = await openUploadingTab('https://media.example/3');
		const second = openTab({ hasFile: true });
		second.start(lamp, other);
		first.die();
		await nthRequest(second);
		second.close();
		await step(second, 'idle');
		const third = openTab();
		expect(await nthRequest(third)).toMatchObject({
			fileName: 'shoes.mp4',
			options: { address: 'https://media.example/3' },
		});
	});
});

describe('a cancelled upload', () => {
	test('is cancelled at the media host and removed from the device', async () => {
		const tab = await openUploadingTab('https://media.example/9');
		await tab.session.cancel();
		expect(tab.upload.options.signal?.aborted).toBe(true);
		expect(tab.cancelUpload.mock.calls).toEqual([['https://media.example/9', 'a-token']]);
		expect(tab.state()).toEqual({ step: 'idle', problem: null });
		expect(tab.session.getSnapshot().isStored).toBe(false);
		await expectNothingStored();
		expect(keysOfAds()).toEqual([]);
		tab.start();
		expect((await nthRequest(tab, 2)).options.address).toBeNull();
	});

	test('is removed before a waiting tab gets the lock', async () => {
		const removed = Promise.withResolvers<void>();
		const first = await openUploadingTab();
		const second = openTab();
		await expectWaitingTabs(1);
		stubFolder(
			async () => {},
			() => removed.promise,
		);
		const cancelled = first.session.cancel();
		await eventually(() => listIndexedDbNames('')).toEqual([]);
		expect([...folder.keys()]).toEqual([lockName()]);
		expect(first.upload.options.signal?.aborted).toBe(false);
		await expectWaitingTabs(1);
		removed.resolve();
		await cancelled;
		await eventually(() => second.onReleased.mock.calls.length).toBe(1);
		expect([second.requests, second.found]).toEqual([[], []]);
		await expectNothingStored();
	});

	test('leaves nothing if its file was not ready', async () => {
		const tab = openTab();
		tab.start(new Promise<File>(() => {}));
		await step(tab, 'sending');
		await tab.session.cancel();
		await step(tab, 'idle');
		expect(tab.cancelUpload).not.toHaveBeenCalled();
		expect(await storedNames()).toEqual([]);
	});

	test('leaves nothing if its file was not copied yet', async () => {
		const tab: Tab = openTab({
			onCall(call) {
				if (call === 'storage.write') void tab.session.cancel();
				return null;
			},
		});
		tab.start();
		await step(tab, 'idle');
		await eventually(() => locks.isLocked(lockName())).toBe(false);
		expect([await storedNames(), tab.requests]).toEqual([[], []]);
	});

	test('leaves nothing if its file is being copied', async () => {
		const copied = Promise.withResolvers<void>();
		stubFolder(() => copied.promise);
		const tab = openTab();
		tab.start();
		await eventually(storedNames).toEqual([lockName()]);
		await tab.session.cancel();
		copied.resolve();
		await eventually(() => locks.isLocked(lockName())).toBe(false);
		expect(await storedNames()).toEqual([]);
		expect(tab.state()).toEqual({ step: 'idle', problem: null });
	});
});

describe('device storage', () => {
	test('removes a video that is still being copied when its account logs out', async () => {
		const copied = Promise.withResolvers<void>();
		stubFolder(() => copied.promise);
		const tab = openTab();
		tab.start();
		await eventually(storedNames).toEqual([lockName()]);
		loggedIn = null;
		await removePendingUpload(lockName());
		tab.close();
		expect(await storedNames()).toEqual([]);
		copied.resolve();
		await eventually(() => locks.isLocked(lockName())).toBe(false);
		expect(await storedNames()).toEqual([]);
		expect(keysOfAds()).toEqual([]);
	});

	test('stores the video with its metadata without an origin private file system', async () => {
		vi.stubGlobal('navigator', { locks: navigator.locks, onLine: true });
		const tab = await openUploadingTab();
		expect(tab.session.getSnapshot().isStored).toBe(true);
		tab.die();
		const opened = openTab();
		(await nthRequest(opened)).succeed();
		expect(await opened.found[0]?.file.text()).toBe('A film of shoes');
		await eventually(() => opened.onSaved.mock.calls.length).toBe(1);
		await expectNothingStored();
	});

	test('uploads without promising to resume if nothing can be stored', async () => {
		storeNothing();
		const tab = openTab();
		tab.start();
		const { succeed } = await nthRequest(tab);
		expect(tab.session.getSnapshot().isStored).toBe(false);
		succeed();
		await eventually(() => tab.onSaved.mock.calls.length).toBe(1);
		tab.start();
		await nthRequest(tab, 2);
		tab.die();
		const opened = openTab();
		await opened.session.choose();
		expect([opened.state(), opened.requests]).toEqual([{ step: 'idle', problem: null }, []]);
	});

	test('removes an older video if there is no room for the new one', async () => {
		vi.stubGlobal('navigator', { locks: navigator.locks, onLine: true });
		const tab = await openUploadingTab();
		tab.upload.fail(rejection);
		await eventually(tab.state).toEqual({ step: 'idle', problem: rejection.reason });
		const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
			throw new DOMException('No room', 'QuotaExceededError');
		});
		tab.start(lamp, other);
		await nthRequest(tab, 2);
		expect(put).toHaveBeenCalled();
		expect(tab.session.getSnapshot().isStored).toBe(false);
		await expectNothingStored();
	});

	test('resumes an upload that an earlier version has stored', async () => {
		folder.set(lockName(), shoes);
		const { products: _, ...older } = words;
		const known = { words: older, address: null, uploaded: null, key: 'a-key', name: 'shoes.mp4', type: 'video/mp4' };
		await storeInIndexedDb(lockName(), known);
		const tab = openTab();
		(await nthRequest(tab)).succeed();
		await eventually(keysOfAds).toEqual(['a-key']);
		expect(api.calls('createVideoAd')[0]?.body).not.toHaveProperty('edit');
	});

	test.for([
		['with missing bytes', { size: shoes.size + 1 }],
		['with invalid fields', { words: { ...words, category: 'Nothing of ours' } }],
		['with an invalid edit', { edit: { start_ms: 5000, end_ms: 5500 } }],
	] as const)('ignores a stored upload %s', async ([, difference]) => {
		folder.set(lockName(), shoes);
		const known = { words, address: null, uploaded: null, key: 'a-key', name: 'shoes.mp4', type: 'video/mp4' };
		await storeInIndexedDb(lockName(), { ...known, ...difference });
		const tab = openTab();
		await eventually(async () => [await storage().has(), await locks.isLocked(lockName())]).toEqual([true, false]);
		expect([tab.requests, tab.found, tab.state()]).toEqual([[], [], { step: 'idle', problem: null }]);
	});
});

describe('an edited video', () => {
	const edit = { start_ms: 2000, end_ms: 6000, muted: true, overlay: 'Sale', poster_ms: 3000 };
	const whole = formatCaptions([
		{ start: 1000, end: 3000, text: 'Welcome!' },
		{ start: 5000, end: 9000, text: 'Goodbye!' },
	]);
	const trimmed = formatCaptions([
		{ start: 0, end: 1000, text: 'Welcome!' },
		{ start: 3000, end: 4000, text: 'Goodbye!' },
	]);
	const fields = { ...words, captions: whole };
	const bodies = () => api.calls('createVideoAd').map(({ body }) => ({ edit: body.edit, captions: body.captions }));

	test.for([
		['this device has trimmed', { edit: { poster_ms: 1000 }, trimmed: { start_ms: 2000, end_ms: 6000 } }],
		['the server trims', { edit, trimmed: {} }],
		['both trim', { edit: { start_ms: 1500, end_ms: 5500 }, trimmed: { start_ms: 500 } }],
	] as const)(
		'that %s is sent with the captions of the kept part, also by the next tab, which shows the captions as chosen',
		async ([, changes]) => {
			const tab = openTab();
			tab.start(shoes, fields, changes);
			await nthRequest(tab);
			tab.die();
			const opened = openTab();
			(await nthRequest(opened)).succeed();
			await eventually(bodies).toEqual([{ edit: changes.edit, captions: trimmed }]);
			expect(opened.found).toMatchObject([{ ...changes, fields: { captions: whole } }]);
			expect(opened.published).toEqual([fields]);

			const uninterrupted = openTab();
			uninterrupted.start(shoes, fields, changes);
			(await nthRequest(uninterrupted)).succeed();
			await eventually(() => bodies().length).toBe(2);
			expect(bodies()[1]).toEqual(bodies()[0]);
		},
	);

	test('that an earlier version has stored with trimmed captions is sent with these', async () => {
		const pending = { words: { ...words, captions: trimmed }, edit: { poster_ms: 1000 }, trimmed: {} };
		await storage().write({ file: shoes, ...pending, address: null, uploaded: null, key: 'a-key', refused: null });
		await updateInIndexedDb<{ trimmed?: object }>(lockName(), ({ trimmed, ...record }) => record);
		(await nthRequest(openTab())).succeed();
		await eventually(bodies).toEqual([{ edit: { poster_ms: 1000 }, captions: trimmed }]);
	});

	test('is sent without captions if the kept part has none', async () => {
		const tab = openTab();
		tab.start(shoes, fields, { edit: { start_ms: 9000 } });
		(await nthRequest(tab)).succeed();
		await eventually(bodies).toEqual([{ edit: { start_ms: 9000 }, captions: undefined }]);
	});

	test('is not resumed if the edit changes after a failure', async () => {
		const tab = await openUploadingTab();
		tab.upload.fail(new NetworkError(null));
		await step(tab, 'idle');
		await tab.session.changeEdit();
		tab.die();
		const opened = openTab();
		await eventually(opened.state).toEqual({ step: 'idle', problem: postVideoText.changedUnsent });
		expect(opened.found.map(({ file }) => file.name)).toEqual(['shoes.mp4']);
		await expect.poll(() => locks.isLocked(lockName())).toBe(false);
		expect(opened.requests).toEqual([]);
	});

	test('is not resumed if the edit changes after a resumed upload has failed', async () => {
		(await openUploadingTab()).die();
		const tab = openTab();
		(await nthRequest(tab)).fail(new NetworkError(null));
		await step(tab, 'idle');
		await tab.session.changeEdit();
		tab.die();
		const opened = openTab();
		await eventually(opened.state).toEqual({ step: 'idle', problem: postVideoText.changedUnsent });
		expect(opened.requests).toEqual([]);
		opened.start(lamp);
		(await nthRequest(opened)).succeed();
		await eventually(() => opened.onSaved.mock.calls.length).toBe(1);
		await expectNothingStored();
	});

	test("leaves another tab's upload as it is if the edit changes", async () => {
		(await openUploadingTab()).die();
		const second = openTab({ hasFile: true });
		(await nthRequest(second)).fail(new NetworkError(null));
		await step(second, 'idle');
		await second.session.changeEdit();
		expect((await storage().read())?.refused).toBeNull();
	});
});
