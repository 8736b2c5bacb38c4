import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as messages from '../contract/core/messages.ts';
import * as mediaLimits from '../contract/media/limits.ts';
import { makeVideo } from '../server/testing/media-files.ts';
import { createApiClient, signUp, type TestPerson } from '../server/testing/people.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';
import * as mediaText from '../text/web/media.ts';
import { type AdFields, emptyAd, type VideoAdBody, videoAdSchema } from '../web/ads/ad-form.ts';
import { VideoUploadSession } from '../web/ads/video-upload/video-upload-session.ts';
import { createUploadStorage } from '../web/media/pending-upload.ts';
import { cancelUpload } from '../web/media/send-in-chunks.ts';
import { sendVideo } from '../web/media/send-video.ts';
import * as locks from '../web/platform/locks.ts';
import { type BrowserNetwork, createBrowserNetwork, type Fault, type SentRequest } from './testing/browser-network.ts';

// Loads tus-js-client's build for browsers, which takes a `File` and sends it by `XMLHttpRequest`.
vi.mock('tus-js-client', () =>
	vi.importActual<typeof import('tus-js-client')>('tus-js-client/lib.es5/browser/index.js'),
);

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const pieces = 3;
const fields: AdFields = { ...emptyAd, category: "Men's Shoes", description: 'Shoes that dance.' };

let server: TestServer;
let seller: TestPerson;
let network: BrowserNetwork;
/** Playable video that is sent in three pieces. */
let film: File;
let clip: File;
let closeTabs: (() => void)[] = [];

beforeAll(async () => {
	// The server runs no jobs: these tests need no transcoding, which takes long.
	server = await startTestServer({ runJobs: false });
	const video = await makeVideo();
	clip = new File([new Uint8Array(video)], 'clip.mp4', { type: 'video/mp4' });
	const size = (pieces - 1) * mediaLimits.uploadChunkBytes + 200_000 - video.length;
	// Enlarges the video with an MP4 box of type 'free', whose bytes players skip.
	const filler = Buffer.alloc(size, 'kasuwa');
	filler.writeUInt32BE(size, 0);
	filler.write('free', 4);
	film = new File([new Uint8Array(video), new Uint8Array(filler)], 'heavy.mp4', { type: 'video/mp4' });
});
afterAll(() => server.close());

beforeEach(async () => {
	network = createBrowserNetwork();
	vi.stubGlobal('window', new EventTarget());
	vi.stubGlobal('navigator', { locks: navigator.locks, onLine: true });
	vi.stubGlobal('indexedDB', new IDBFactory());
	vi.stubGlobal('IDBKeyRange', IDBKeyRange);
	seller = await signUp(server);
	vi.stubGlobal('fetch', network.fetch);
	vi.stubGlobal('XMLHttpRequest', network.XMLHttpRequest);
});
afterEach(async () => {
	for (const close of closeTabs) close();
	await eventually(() => locks.isLocked(lockName())).toBe(false);
	closeTabs = [];
	network.close();
	vi.unstubAllGlobals();
});

const lockName = () => `upload-video-${seller.session.id}`;
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 60_000, interval: 5 });

type Tab = ReturnType<typeof openTab>;

function openTab({ isPassive = false } = {}) {
	const api = createApiClient(server, seller.token);
	const notices: string[] = [];
	const found = vi.fn();
	const session = new VideoUploadSession({
		account: seller.session,
		getSession: () => seller.session,
		api,
		uploader: { send: (file, options) => sendVideo(api, file, options), cancelUpload },
		storage: createUploadStorage(lockName()),
		locks,
		lockName: lockName(),
		clock: { schedule: () => () => {} },
		notify: (sentence) => void notices.push(sentence),
		quiet: false,
		hasFile: () => false,
		onResumed: found,
		onReleased: () => {},
		onPublished: () => {},
		onSaved: () => {},
	});
	const { detach } = session.attach();
	// Simulates a user who presses 'Try again'.
	session.subscribe(() => {
		if (!isPassive) session.getSnapshot().waiting?.retryNow();
	});
	closeTabs.push(detach);
	return {
		session,
		notices,
		found,
		close: detach,
		state: () => session.getSnapshot().state,
		percent: () => {
			const { state } = session.getSnapshot();
			return state.step === 'sending' ? state.percent : null;
		},
		start: (file: File) =>
			void session.start({
				video: Promise.resolve({ file, edit: {}, trimmed: {} }),
				form: videoAdSchema.safeParse(fields).data as VideoAdBody,
				fields,
			}),
	};
}

const isPiece = ({ method }: SentRequest) => method === 'PATCH';
const toLine = ({ method, url }: SentRequest) => `${method} ${new URL(url).pathname}`;

/** Applies a fault to the nth matching request. Returns the requests that got the fault. */
function injectFault(fault: Fault, matches: (request: SentRequest) => boolean, nth = 1): SentRequest[] {
	let count = 0;
	const hit: SentRequest[] = [];
	network.chooseFault = (request) => {
		if (!matches(request)) return null;
		count += 1;
		if (count !== nth) return null;
		hit.push(request);
		return fault;
	};
	return hit;
}

const waitUntilSaved = (tab: Tab) => eventually(() => tab.notices).toContain(messages.uploadSucceeded);

/** Expects that the seller has one ad with exactly these bytes, and that the device stores no pending upload. */
async function expectOneAd(file: File) {
	const { items } = await createApiClient(server, seller.token).listMyAds({ query: {} });
	expect(items.length).toBe(1);
	const [published] = await server.db
		.tables<{ media: { public_id: string; account_id: number } }>()
		.selectFrom('media')
		.select('public_id')
		.where('account_id', '=', seller.session.id)
		.execute();
	const hash = createHash('sha256');
	const stored = await server.files.read(`media/${published?.public_id}/original`);
	for await (const part of stored?.stream ?? []) hash.update(part);
	const expected = createHash('sha256').update(new Uint8Array(await file.arrayBuffer()));
	expect(hash.digest('hex')).toBe(expected.digest('hex'));
	expect(await createUploadStorage(lockName()).has()).toBe(false);
}

const countSentBytes = () => network.requests.filter(isPiece).reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns the number of bytes of the seller's incomplete upload that the server has stored. */
async function countStoredBytes(): Promise<number> {
	const upload = await server.db
		.tables<{ uploads: { id: string; account_id: number } }>()
		.selectFrom('uploads')
		.select('id')
		.where('account_id', '=', seller.session.id)
		.executeTakeFirst();
	return upload ? (await stat(join(server.config.dataDir, 'unfinished-uploads', upload.id))).size : 0;
}

function expectAtMostOnePieceResent() {
	const sent = countSentBytes();
	expect(sent).toBeGreaterThanOrEqual(film.size);
	expect(sent).toBeLessThanOrEqual(film.size + mediaLimits.uploadChunkBytes);
}

test('sends a video of several pieces in pieces, and one of a single piece as a form', async () => {
	const tab = openTab();
	tab.start(film);
	await waitUntilSaved(tab);
	expect(network.requests.filter(isPiece).map(({ status }) => status)).toEqual([204, 204, 200]);
	await expectOneAd(film);
	const before = network.requests.length;
	tab.start(clip);
	await eventually(() => tab.notices.length).toBe(2);
	expect(network.requests.slice(before).map(toLine)).toEqual([
		'POST /api/uploads',
		'POST /v1_1/kasuwa/video/upload',
		'POST /videotest',
	]);
});

describe('a network failure', () => {
	const piece = /^PATCH \/v1_1\/kasuwa\/resumable\/video\/upload\/\w+$/;
	const requests = [
		['permission', /^POST \/api\/uploads$/],
		['beginning', /^POST \/v1_1\/kasuwa\/resumable\/video\/upload$/],
		['first piece', piece],
		['second piece', piece],
		['last piece', piece],
		['saving', /^POST \/videotest$/],
	] as const;

	test.for(
		requests.flatMap(([name, line], index) =>
			(['cut body', 'cut response'] as const).map((fault) => [fault, name, line, index + 1] as const),
		),
	)('(%s) at the %s resends at most one piece and creates one ad', async ([fault, name, line, nth]) => {
		const hit = injectFault(fault, () => true, nth);
		const tab = openTab();
		tab.start(film);
		await eventually(() => tab.state().step === 'unsaved' || tab.notices.length > 0).toBe(true);
		expect(hit.map(toLine)).toEqual([expect.stringMatching(line)]);
		if (name === 'saving') {
			expect(tab.state().step).toBe('unsaved');
			expect(tab.notices).toEqual([messages.metadataUnreachable]);
			await tab.session.saveAgain();
		}
		await waitUntilSaved(tab);
		// More requests than without a fault prove that the fault took effect.
		expect(network.requests.length).toBeGreaterThan(requests.length);
		expectAtMostOnePieceResent();
		await expectOneAd(film);
	});

	test('pauses the upload, and a new tab resumes it', async () => {
		const tab = openTab({ isPassive: true });
		network.chooseFault = () => (network.requests.filter(isPiece).length > 2 ? 'cut' : null);
		tab.start(film);
		await eventually(() => tab.session.getSnapshot().waiting).toMatchObject({ reason: null });
		const percent = tab.percent();
		expect(percent).toBeGreaterThan(60);
		expect(percent).toBeLessThan(100);
		tab.close();
		network.chooseFault = null;
		const opened = openTab();
		await waitUntilSaved(opened);
		expect(opened.found).toHaveBeenCalledWith({
			edit: {},
			trimmed: {},
			file: expect.objectContaining({ name: 'heavy.mp4' }),
			fields,
		});
		expectAtMostOnePieceResent();
		await expectOneAd(film);
	});

	test('before the upload began is reported after three tries, and the video is kept', async () => {
		const tab = openTab();
		network.chooseFault = ({ url }) => (url.includes('/v1_1/') ? 'cut' : null);
		tab.start(film);
		await eventually(() => tab.notices).toEqual([messages.mediaHostFailed]);
		expect(network.requests.filter(({ url }) => url.includes('/v1_1/')).length).toBe(3);
		network.chooseFault = null;
		tab.start(film);
		await waitUntilSaved(tab);
		await expectOneAd(film);
	});

	test('before the upload began is waited out while the browser is offline', async () => {
		vi.stubGlobal('navigator', { locks: navigator.locks, onLine: false });
		const tab = openTab();
		network.chooseFault = () => (network.requests.length <= 10 ? 'cut' : null);
		tab.start(film);
		await waitUntilSaved(tab);
		await expectOneAd(film);
	});
});

test('another tab continues an upload at once, without a conflict', async () => {
	let tab = openTab();
	for (let left = 0; left < 4; left += 1) {
		const before = network.requests.length;
		injectFault('stall', isPiece);
		if (left === 0) tab.start(film);
		await eventually(() => network.requests.slice(before).some(({ isStalled }) => isStalled)).toBe(true);
		// Bytes that are on their way to the disk would be lost with the tab.
		await eventually(countStoredBytes).toBe(countSentBytes());
		tab.close();
		tab = openTab();
	}
	network.chooseFault = null;
	await waitUntilSaved(tab);
	const rejected = network.requests.filter(({ status }) => status !== null && status >= 400);
	expect(rejected).toEqual([]);
	expect(countSentBytes()).toBe(film.size);
	await expectOneAd(film);
});

test('repeated 502 responses of a proxy lose nothing', async () => {
	let rejectedCount = 0;
	const reasons = new Set<string | null | undefined>();
	network.chooseFault = (request) => {
		if (!isPiece(request) || network.requests.filter(isPiece).length < 2) return null;
		rejectedCount += 1;
		return { status: 502, body: '<h1>Bad Gateway</h1>' };
	};
	const tab = openTab();
	tab.session.subscribe(() => {
		const { waiting } = tab.session.getSnapshot();
		if (waiting) reasons.add(waiting.reason);
	});
	tab.start(film);
	await eventually(() => rejectedCount).toBeGreaterThanOrEqual(12);
	expect([...reasons]).toEqual([mediaText.hostBusy]);
	tab.close();
	network.chooseFault = null;
	const opened = openTab();
	await waitUntilSaved(opened);
	expectAtMostOnePieceResent();
	await expectOneAd(film);
});

test('an upload that the media host lost starts again', async () => {
	injectFault('stall', isPiece, 2);
	const tab = openTab();
	tab.start(film);
	await eventually(() => network.requests.filter(isPiece).at(1)?.bytes).toBeGreaterThan(0);
	tab.close();
	const address = network.requests.find(isPiece)?.url ?? '';
	await cancelUpload(address, seller.token);
	const opened = openTab();
	await waitUntilSaved(opened);
	expect(new Set(network.requests.filter(isPiece).map(({ url }) => url)).size).toBe(2);
	await expectOneAd(film);
});

test.for([
	['in pieces', 2 * mediaLimits.uploadChunkBytes],
	['as the form', 1800],
] as const)('the media host rejects a text named like a video, sent %s', async ([, bytes]) => {
	const tab = openTab();
	const text = new File(['This is no video. '.repeat(bytes / 18)], 'text.mp4', { type: 'video/mp4' });
	tab.start(text);
	await eventually(tab.state).toEqual({ step: 'idle', problem: messages.videoNotVideo });
	expect(tab.notices).toEqual([messages.mediaHostFailed]);
	const before = network.requests.length;
	tab.close();
	const opened = openTab();
	await eventually(opened.state).toEqual({ step: 'idle', problem: messages.videoNotVideo });
	expect(network.requests.length).toBe(before);
});

test('a cancelled upload is removed from the media host and the device', async () => {
	injectFault('stall', isPiece, 2);
	const tab = openTab();
	tab.start(film);
	await eventually(() => network.requests.filter(isPiece).at(1)?.bytes).toBeGreaterThan(0);
	const address = network.requests.find(isPiece)?.url ?? '';
	await tab.session.cancel();
	expect(tab.state()).toEqual({ step: 'idle', problem: null });
	const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${seller.token}` };
	expect((await fetch(address, { method: 'HEAD', headers })).status).toBe(404);
	expect(await createUploadStorage(lockName()).has()).toBe(false);
	expect((await createApiClient(server, seller.token).listMyAds({ query: {} })).items).toEqual([]);
});
